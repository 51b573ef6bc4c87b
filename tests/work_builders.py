"""Builders of tickets, pull requests and promises as they stand, for tests of views and rules."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from sprintmind.domain.authority import Conflict, Decided, Decision, FieldHistory
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.events import TEAM_AUDIENCE, Audience, Claim, ClaimId, EventKey, PersonId, Promise, Source
from sprintmind.domain.findings import Finding
from sprintmind.domain.people import Customer, Person, Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.viewing import Work, views
from sprintmind.domain.work import (
    CiState,
    Commitment,
    CommitmentStatus,
    PullRequest,
    PullStatus,
    Renegotiation,
    Review,
    Ticket,
)
from sprintmind.risk import evaluate

BERLIN = ZoneInfo("Europe/Berlin")
HOLIDAY = date(2025, 10, 3)
CALENDAR = Calendar(
    zone=BERLIN,
    holidays=frozenset({HOLIDAY}),
    absences={"dana": ((date(2025, 10, 6), date(2025, 10, 7)),), "priya": ((date(2025, 10, 6), date(2025, 10, 7)),)},
)
TEAM = Team(
    name="Northwind",
    keys=("NW", "PAY"),
    people=(
        Person(id="priya", name="Priya Raman"),
        Person(id="tom", name="Tom Weber"),
        Person(id="dana", name="Dana Fox"),
        Person(id="lena", name="Lena Vogt"),
    ),
    customers=(Customer(name="Acme"), Customer(name="Globex")),
    calendar=CALENDAR,
)
POLICY = Policy()


def moment(text):
    """A moment in Berlin from `2025-10-01` (noon) or `2025-10-01 09:30`, in UTC."""
    day, _, clock = text.partition(" ")
    local = datetime.combine(date.fromisoformat(day), time.fromisoformat(clock or "12:00"), BERLIN)
    return local.astimezone(UTC)


def claim(field, value, at, *, source=Source.TASK_UPDATE, subject="NW-1", event=None, **more):
    key = EventKey(event or f"{source}:{subject}:{field}:{at}")
    return Claim(
        id=ClaimId(f"{key}/{value}"),
        event=key,
        subject=subject,
        field=field,
        value=value,
        source=source,
        said_at=moment(at),
        **more,
    )


def history(*claims, conflicts=()):
    """A field whose claims were each accepted, or confirmed where they repeat the value before."""
    decided, value, held = [], object(), None
    for each in claims:
        held = held if each.value == value else each
        decided.append((each, Decision.CONFIRMED if each.value == value else Decision.ACCEPTED))
        value = each.value
    return FieldHistory(
        subject=claims[0].subject,
        field=claims[0].field,
        value=value,
        holder=held,
        decided=tuple(
            Decided(claim=each, decision=decision, reason="", late=False, current=each is held)
            for each, decision in decided
        ),
        conflicts=tuple(conflicts),
    )


def conflict(holder, challenger, *, closed_by=None):
    return Conflict(
        id=f"{holder.subject}/{holder.field}/{challenger.value}",
        subject=holder.subject,
        field=holder.field,
        value=holder.value,
        holder=holder,
        challenger=challenger,
        since=max(holder.said_at, challenger.said_at),
        closed_by=closed_by,
    )


def ticket(key="NW-1", *claims, status=None, since="2025-09-01", fields=None, quiet=None, pulls=(), **more):
    """A ticket from claims (one a field) or whole histories; `quiet` is when it was last heard of."""
    found = [*claims]
    if status:
        found.append(claim("status", status, since, subject=key))
    made = {each.field: history(each) for each in found} | {each.field: each for each in fields or ()}
    return Ticket(
        key=key,
        keys=more.pop("keys", frozenset({key})),
        fields=made,
        pulls=tuple(pulls),
        last_evidence_at=moment(quiet) if quiet else None,
        **more,
    )


def pull(number=88, *works_on, status=PullStatus.OPEN, ready="2025-10-01", merged=None, ci=CiState.UNKNOWN, **more):
    return PullRequest(
        repository="northwind/checkout",
        repository_id=9001,
        number=number,
        status=status,
        title="SSO",
        author=more.pop("author", PersonId("tom")),
        head="a" * 40,
        branch="sso",
        works_on=frozenset(works_on),
        ci=ci,
        ci_evidence=(EventKey(f"github:ci:{number}"),) if ci is not CiState.UNKNOWN else (),
        ready_since=moment(ready) if ready and status is PullStatus.OPEN else None,
        opened_at=moment("2025-09-01"),
        merged_at=moment(merged) if merged else None,
        landed_at=moment(merged) if merged else None,
        event=EventKey(f"github:pull:{number}"),
        **more,
    )


def review(at, *, approves=True, of_head=True, by="lena"):
    return Review(
        reviewer=PersonId(by), approves=approves, at=moment(at), of_head=of_head, event=EventKey(f"github:review:{at}")
    )


def commitment(*tickets, due="2025-10-10", id="promise-1", customer="Acme", audience=TEAM_AUDIENCE, moved=None, **more):
    """A promise; `moved` is the day that it was due before, and when that was moved."""
    day = date.fromisoformat(due) if due else None
    said = Promise(
        id=ClaimId(id),
        event=EventKey(f"meeting:{id}"),
        customer=customer,
        what="the sandbox",
        source=Source.MEETING,
        said_at=moment("2025-09-22"),
        audience=audience,
    )
    return Commitment(
        id=ClaimId(id),
        ids=frozenset({ClaimId(id)}),
        customer=customer,
        what="the sandbox",
        due=day,
        due_phrase=None,
        owner=more.pop("owner", PersonId("priya")),
        tickets=tickets,
        status=more.pop("status", CommitmentStatus.OPEN),
        said=(said, _repeated(said, day)) if moved else (said,),
        renegotiations=more.pop("renegotiations", (_renegotiation(id, day, *moved),) if moved else ()),
        audience=audience,
        **more,
    )


def _repeated(said, due):
    return replace(said, id=ClaimId(f"{said.id}/moved"), event=EventKey(f"{said.event}/moved"), due=due)


def _renegotiation(id, due, before, at):
    return Renegotiation(
        before=date.fromisoformat(before),
        after=due,
        by=PersonId("priya"),
        at=moment(at),
        event=EventKey(f"meeting:{id}/moved"),
    )


def restricted(visibility, *people):
    return Audience(visibility=visibility, people=frozenset(people))


def work(tickets: Iterable[Ticket] = (), commitments=(), pulls=(), sprints=None, ends=None, newest=()):
    return Work(
        tickets={each.key: each for each in tickets},
        commitments=tuple(commitments),
        pulls=tuple(pulls),
        sprints=sprints or {},
        sprint_ends=ends or {},
        newest=tuple(newest),
    )


def found(of, at, *, rule=None, policy=POLICY, team=TEAM, subjects=None) -> tuple[Finding, ...]:
    """Everything that one rule (or every rule) finds at a moment."""
    findings = evaluate(views(of, team=team, policy=policy, now=moment(at)), subjects=subjects)
    return tuple(each for each in findings if rule in (None, each.rule))


def severities(findings):
    """Severity by subject."""
    return {each.subject: each.severity.word for each in findings}
