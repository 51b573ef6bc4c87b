"""Jira, server and cloud, read over its REST interface: sprints, and issues with their whole changelogs."""

from sprintmind.inlets.jira.projects import JiraInlet as JiraInlet
from sprintmind.inlets.jira.service import open_inlets as open_inlets
