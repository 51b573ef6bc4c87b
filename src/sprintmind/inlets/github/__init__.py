"""GitHub, read over its REST interface: a repository's pull requests, their reviews and checks, its commits."""

from sprintmind.inlets.github.repository import GithubInlet as GithubInlet
from sprintmind.inlets.github.service import open_inlets as open_inlets
