"""Whose identities are whose, as people said since the people file was written."""

from collections.abc import Iterable

from sprintmind.domain.heard import Heard
from sprintmind.domain.people import IdentityLinked, Team
from sprintmind.ledger.kept import Kept

LINK = "link"
"""The kind of event that says whose identity it is."""


def with_links(team: Team, reading: Kept) -> Team:
    """Add to a team what people said of identities since the people file."""
    return team.linked(links_in(reading.of_kind(LINK)))


def links_in(heard: Iterable[Heard]) -> Iterable[IdentityLinked]:
    """Take what people said of identities in some events."""
    observations = (o for each in heard for o in each.event.observations)
    return (o for o in observations if isinstance(o, IdentityLinked))
