"""A value that a field had or has: since when, and on whose word, as people read it."""

from dataclasses import dataclass

from sprintmind.domain.events import Claim, PersonId, Source
from sprintmind.domain.standpoint import Standpoint
from sprintmind.domain.telling import SAYS
from sprintmind.domain.views import Fact

_BY_HAND = (Source.APPROVAL, Source.DASHBOARD, Source.FEEDBACK, Source.SETTLEMENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(Fact):
    """A value that a field had or has, and on whose word."""

    by: PersonId | None
    """Whose word it was; None where a tool told it, or nobody knows."""
    source: str
    """Who said it, for people to read: "the tracker", "Tom Weber in a standup"."""


def held(claim: Claim, at: Standpoint) -> Held:
    """See the value of a claim that was accepted."""
    fact = at.said(claim)
    by = at.known(claim.person if claim.source in _BY_HAND else claim.speaker)
    return Held(
        since=fact.since,
        day=fact.day,
        days=fact.days,
        value=fact.value,
        grounds=fact.grounds,
        by=by,
        source=source_of(by, claim.source, at),
    )


def source_of(by: PersonId | None, source: Source, at: Standpoint) -> str:
    """Say who told something: the person where that is known, and where they said it."""
    return f"{at.name(by)} in {SAYS[source]}" if by else SAYS[source]
