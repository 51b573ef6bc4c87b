"""Jira, server and cloud: webhooks and REST objects in, events out; one file per idea."""

from sprintmind.sources.jira.deliveries import parse as parse
