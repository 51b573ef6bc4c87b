"""A source for tests: a body that says what it claims, so that a history can be written down in a line."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from ledgers import InFile, Place
from sprintmind.app import App
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.events import (
    Audience,
    Claim,
    ClaimId,
    EventKey,
    PersonId,
    Promise,
    Source,
    SourceEvent,
    Span,
    Visibility,
    Voice,
    digest,
)
from sprintmind.domain.moments import Moment
from sprintmind.domain.people import Customer, Person, Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.visibility import Caller
from sprintmind.intake import Delivery, DeliveryError, source
from sprintmind.memory.port import Memories
from sprintmind.testing import alone, remembering

MONDAY = datetime(2025, 9, 29, 9, tzinfo=UTC)

TEAM = Team(
    keys=("NW", "PAY"),
    people=(
        Person(id=PersonId("priya"), name="Priya Raman", github=("priya-r",)),
        Person(id=PersonId("tom"), name="Tom Beck", github=("tom-b",)),
        Person(id=PersonId("dana"), name="Dana Fox", role="manager"),
    ),
    customers=(Customer(name="Acme"), Customer(name="Globex")),
    calendar=Calendar(),
)


@source("spoken")
def parse(delivery, team):
    """Read `{"by", "at", "claims": [[ticket, field, value]], "promises": [[customer, what, due]], "speaker"}`."""
    try:
        said = json.loads(delivery.body)
    except ValueError as error:
        raise DeliveryError(f"not what a test says: {error}") from error
    at, by = datetime.fromisoformat(said["at"]), Source(said["by"])
    speaker = said.get("speaker")
    person = team.identified("speaker", speaker) if speaker else None
    document = said.get("document")
    key = EventKey(f"spoken:{document or ''}:{digest(delivery.body)}")
    audience = Audience(visibility=Visibility(said.get("visibility", "team")), people=frozenset(said.get("people", ())))
    claims, promises = _claims(said, key, person), _promises(said, key, team)
    event = SourceEvent(
        key=key,
        source=by,
        kind="spoken",
        said_at=at,
        claims=tuple(claims),
        promises=tuple(promises),
        identities=frozenset({f"speaker:{speaker}"}) if speaker and person is None else frozenset(),
        document=document,
        audience=audience,
    )
    return [replace(event, ignored=None if claims or promises else "nothing was said")]


def _claims(said, key, person):
    about, by, at = said.get("document") or key, Source(said["by"]), datetime.fromisoformat(said["at"])
    return [
        Claim(
            id=ClaimId(f"{about}/{ticket}/{field}/{value}"),
            event=key,
            subject=ticket,
            field=field,
            value=person if value == "@speaker" else value,
            source=by,
            said_at=at,
            position=n,
            speaker=person,
            voice=Voice(f"{about}/{ticket}/{field}/{value}"),
            span=Span(quote=f"{ticket} {field} {value}", line=n + 1),
        )
        for n, (ticket, field, value) in enumerate(said.get("claims", ()))
    ]


def _promises(said, key, team):
    about, by, at = said.get("document") or key, Source(said["by"]), datetime.fromisoformat(said["at"])
    return [
        Promise(
            id=ClaimId(f"{about}/{customer}/{what}/{due}"),
            event=key,
            customer=customer,
            what=what,
            due=date.fromisoformat(due) if due else None,
            source=by,
            said_at=at,
            owner=PersonId("priya"),
            tickets=tuple(team.ticket_keys(what)),
            voice=Voice(f"{about}/{customer}/{what}/{due}"),
            span=Span(quote=what),
        )
        for customer, what, due in said.get("promises", ())
    ]


def at(days: float) -> datetime:
    """Tell the moment so many days after Monday, 2025-09-29, 09:00 UTC."""
    return MONDAY + timedelta(seconds=round(days * 86400))


def said(by: str, days: float, *claims: tuple[str, str, object], **more: object) -> Delivery:
    """Deliver what somebody said."""
    body = {"by": by, "at": at(days).isoformat(), "claims": claims, **more}
    return Delivery(source="spoken", body=json.dumps(body).encode(), received_at=at(days))


class Clock:
    """A clock that a test sets."""

    def __init__(self, now: datetime = MONDAY) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def app_in(
    place: Place | Path,
    clock: Callable[[], datetime],
    *,
    team: Team = TEAM,
    policy: Policy | None = None,
    memory: Memories | None = None,
) -> App:
    """Open a ledger of a test's own, in a place, or in a file of a folder."""
    ledger = (InFile(place / "ledger.db") if isinstance(place, Path) else place).ledger(clock)
    return App(
        ledger=ledger,
        team=team,
        policy=policy or Policy(),
        clock=clock,
        adapters=remembering(memory) if memory else alone(),
        read=lambda delivery, team: (),
    )


EVERYBODY = Caller(operator=True)


def values(
    app: App, *, as_of: datetime | None = None, known_at: datetime | None = None
) -> dict[tuple[str, str], object]:
    """Tell every field's value."""
    tickets = app.tickets(Moment(now=app.now(), as_of=as_of, known_at=known_at), EVERYBODY)
    return {(t.key, name): history.value for t in tickets for name, history in t.fields.items()}
