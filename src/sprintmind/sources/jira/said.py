"""What a payload says of one field, before it is a claim of an event."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from sprintmind.domain.events import Audience, Claim, ClaimId, EventKey, Source, Span, TicketKey, Value
from sprintmind.domain.people import Team


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One field's value with where and when it was said."""

    subject: TicketKey
    field: str
    value: Value
    path: str
    quote: str = ""
    at: datetime
    sequence: int | None = None
    waiting_on: str | None = None
    rejected: str | None = None
    identity: str | None = None
    """Of somebody who is nobody of the team."""

    @property
    def place(self) -> tuple[str, str]:
        """Which field of which ticket."""
        return (self.subject, self.field)

    def when(self, at: datetime, sequence: int | None) -> "Said":
        """Say the same at another moment."""
        return replace(self, at=at, sequence=sequence)


def claims(
    found: Iterable[Said], event: EventKey, *, team: Team, audience: Audience, repeats: bool = False
) -> tuple[Claim, ...]:
    """Turn what is said into claims on the team's tickets; of two on one field, the later in the payload counts."""
    said = {each.place: each for each in found if ours(each.subject, team)}
    return tuple(
        Claim(
            id=ClaimId(f"{event}#{each.subject}/{each.field}"),
            event=event,
            subject=each.subject,
            field=each.field,
            value=each.value,
            source=Source.TASK_UPDATE,
            said_at=each.at,
            sequence=each.sequence,
            position=position,
            rejected=each.rejected,
            repeats=repeats,
            waiting_on=each.waiting_on,
            span=Span(quote=each.quote, path=each.path),
            audience=audience,
        )
        for position, each in enumerate(said.values())
    )


def ours(key: str, team: Team) -> bool:
    """Tell whether a key is of one of the team's projects."""
    return team.ticket_keys(key) == (key,)
