"""Makes domain objects for tests: say what matters, the rest is filled in.

Times are days and hours after Monday, 2025-09-29, 09:00 UTC: `at(1.5)` is a day and a half later.
"""

from datetime import UTC, date, datetime, timedelta

from sprintmind.domain.events import (
    TEAM_AUDIENCE,
    Audience,
    Claim,
    ClaimId,
    EventKey,
    PersonId,
    Promise,
    Source,
    TicketKey,
    Value,
    Voice,
    digest,
)

MONDAY = datetime(2025, 9, 29, 9, tzinfo=UTC)


def at(days: float = 0, *, seconds: int = 0) -> datetime:
    return MONDAY + timedelta(seconds=round(days * 86400) + seconds)


def claim(  # noqa: PLR0913 -- whatever a test may want to say
    source: Source,
    value: Value,
    when: datetime | float = 0,
    *,
    event: str | None = None,
    subject: str = "NW-1",
    field: str = "status",
    position: int = 0,
    sequence: int | None = None,
    voice: str | None = None,
    withdraws: bool = False,
    rejected: str | None = None,
    repeats: bool = False,
    person: str | None = None,
    audience: Audience = TEAM_AUDIENCE,
) -> Claim:
    said_at = when if isinstance(when, datetime) else at(when)
    rest = (withdraws, rejected, repeats, sequence, voice)
    key = event or f"{source}:{digest(source, value, said_at.isoformat(), field, rest)}"
    return Claim(
        id=ClaimId(f"{key}/{digest(field, value, said_at.isoformat(), position, rest, size=4)}"),
        event=EventKey(key),
        subject=TicketKey(subject),
        field=field,
        value=value,
        source=source,
        said_at=said_at,
        position=position,
        sequence=sequence,
        voice=Voice(voice) if voice else None,
        withdraws=withdraws,
        rejected=rejected,
        repeats=repeats,
        person=PersonId(person) if person else None,
        audience=audience,
    )


def withdrawal(
    voice: str, when: datetime | float, *, source: Source = Source.GITHUB, person: str | None = None
) -> Claim:
    return claim(source, None, when, voice=voice, withdraws=True, person=person)


def promise(  # noqa: PLR0913 -- whatever a test may want to say
    what: str,
    when: datetime | float = 0,
    *,
    customer: str = "Acme",
    due: date | None = None,
    due_phrase: str | None = None,
    owner: str | None = "priya",
    tickets: tuple[str, ...] = (),
    source: Source = Source.MEETING,
    event: str | None = None,
    position: int = 0,
    needs_review: bool = False,
    outcome: str | None = None,
    voice: str | None = None,
    audience: Audience = TEAM_AUDIENCE,
) -> Promise:
    said_at = when if isinstance(when, datetime) else at(when)
    key = event or f"{source}:{digest(what, customer, said_at.isoformat(), str(due), outcome)}"
    return Promise(
        id=ClaimId(f"{key}/{digest(what, tickets, owner, position, size=4)}"),
        event=EventKey(key),
        customer=customer,
        what=what,
        source=source,
        said_at=said_at,
        position=position,
        due=due,
        due_phrase=due_phrase,
        owner=PersonId(owner) if owner else None,
        tickets=tuple(TicketKey(key) for key in tickets),
        needs_review=needs_review,
        outcome=outcome,
        voice=Voice(voice) if voice else None,
        audience=audience,
    )
