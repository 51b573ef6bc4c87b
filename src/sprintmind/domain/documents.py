"""Text documents as they were heard: each version of one is an observation of it."""

from dataclasses import dataclass

from sprintmind.domain.events import EventKey, Name, Observation, named


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentSeen(Observation):
    """A version of a standup, meeting or digest."""

    document: str
    """Kind, day, author and title; versions of one document share it."""
    text_digest: str
    """Of what was read of it; equal for exports that differ only in line ends and the like."""

    @property
    def names(self) -> tuple[Name, ...]:
        """The document."""
        return (named("document", self.document),)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAgain(Observation):
    """A version that is a stored document, read by another reader: what it takes back was never said."""

    of: EventKey
    """The version that was read."""

    @property
    def names(self) -> tuple[Name, ...]:
        """The version that was read."""
        return (named("reread", self.of),)
