"""What comes of things that take longer than a request."""

from collections.abc import Mapping
from dataclasses import dataclass

from sprintmind.inlets.port import Survey
from sprintmind.synchronise import Synced


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """A recording that was heard."""

    fields: Mapping[str, str]
    """What was told about it."""
    filename: str
    transcript: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Another system that was looked at, or read."""

    system: str
    since: str
    """The day from which on, as it was given; empty: as usual."""
    repositories: tuple[str, ...] = ()
    """Those that were named; empty: those of the settings."""
    surveys: tuple[Survey, ...] = ()
    """What would be read; empty once it was."""
    results: tuple[Synced, ...] = ()
    proposals: str = ""
    """Settings that are proposed, as text to paste."""
