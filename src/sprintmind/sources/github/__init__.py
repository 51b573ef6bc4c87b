"""GitHub: webhook bodies and REST objects in, events out. One file per idea; a new event is one entry in `readers`."""

from sprintmind.sources.github.deliveries import parse as parse
