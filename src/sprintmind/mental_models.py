"""The mental models that we keep ourselves: computed from the ledger, with what memory recalls of mistakes.

A server that keeps models of its own (`KeepsModels`) is asked for its own instead.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sprintmind.domain.events import digest
from sprintmind.domain.findings import Change, Finding, Transition
from sprintmind.domain.memories import Question, Reflection
from sprintmind.domain.mental_models import (
    CUSTOMER_COMMITMENTS,
    NAMES,
    RECURRING_MISTAKES,
    SPRINT_STATUS_BOARD,
    MentalModel,
)
from sprintmind.domain.people import Team
from sprintmind.domain.redaction import commitment_for, ticket_for
from sprintmind.domain.visibility import NOBODY, visible_to
from sprintmind.domain.work import Commitment, Ticket
from sprintmind.errors import UnavailableError
from sprintmind.identities import with_links
from sprintmind.ledger.port import Ledger, Reading
from sprintmind.memory.port import Memories

EVERYBODY = NOBODY
"""A model is for whoever looks: it holds what the whole team may read."""
BACK = timedelta(days=90)
"""How far back a mistake counts as one that comes again."""
AGAIN = 2
"""From how many times on it does."""
MISTAKES = "which mistakes were made again and again, and what was learned from them"
LEARNED = ("lesson", "outcome", "check")
"""The kinds of memories that are asked about mistakes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Facts:
    """What a model rests on, in the ledger."""

    lines: tuple[str, ...]
    sources: tuple[str, ...]

    @property
    def digest(self) -> str:
        """Changes with what the model says."""
        return digest(self.lines, self.sources)


def kept(ledger: Ledger, *, team: Team, now: datetime) -> tuple[MentalModel, ...]:
    """Take the models as they were made last; those of which the facts have changed since are marked stale."""
    with ledger.reading() as reading:
        found = reading.models()
        mark = _mark(reading, team, now)
        if all(model.mark == mark for model, _ in found):
            return tuple(model for model, _ in found)
        facts = {name: _facts(name, reading, team=team, now=now) for name in NAMES}
    return tuple(replace(model, stale=facts[model.name].digest != rests_on) for model, rests_on in found)


def refresh(ledger: Ledger, memory: Memories | None, *, team: Team, now: datetime) -> tuple[MentalModel, ...]:
    """Make anew the models of which the facts have changed, and tell which those are.

    Args:
        ledger: Where they are kept.
        memory: Is asked about mistakes; None: it does not answer, and the model says so.
        team: The people file's.
        now: The moment.
    """
    with ledger.reading() as reading:
        mark = _mark(reading, team, now)
        known = {model.name: (model, rests_on) for model, rests_on in reading.models()}
        if len(known) == len(NAMES) and all(model.mark == mark for model, _ in known.values()):
            return ()
        facts = {name: _facts(name, reading, team=team, now=now) for name in NAMES}
    made: list[MentalModel] = []
    for name, found in facts.items():
        if name in known and known[name][1] == found.digest:
            continue
        made.append(_made(name, found, memory if name == RECURRING_MISTAKES else None, now=now))
    with ledger.writing() as transaction:
        unchanged = [replace(known[name][0], mark=mark) for name in known if name not in {m.name for m in made}]
        models = [*(replace(model, mark=mark) for model in made), *unchanged]
        transaction.keep_models({model: facts[model.name].digest for model in models})
    return tuple(made)


def _made(name: str, facts: _Facts, memory: Memories | None, *, now: datetime) -> MentalModel:
    """Make a model of its facts, and of what memory says beside them."""
    reflection = _reflected(memory) if memory else None
    lines = list(facts.lines or ("nothing yet",))
    sources = list(facts.sources)
    path = "ledger"
    if reflection and reflection.based_on:
        lines += ["", f"From memory ({reflection.path}):", *reflection.text.splitlines()]
        sources += [each.memory.document for each in reflection.based_on]
        path = f"ledger + {reflection.path}"
    return MentalModel(name=name, text="\n".join(lines), made_at=now, path=path, sources=tuple(dict.fromkeys(sources)))


def _reflected(memory: Memories) -> Reflection | None:
    """Ask memory about mistakes; one that does not answer adds nothing, as the model's path shows."""
    try:
        return memory.reflect(Question(text=MISTAKES, caller=EVERYBODY, kinds=LEARNED, limit=8))
    except UnavailableError:
        return None


def _mark(reading: Reading, team: Team, now: datetime) -> str:
    """Tell how far the ledger is, and the day, on which overdue depends."""
    return f"{reading.mark()} {team.calendar.day(now)}"


def _facts(name: str, reading: Reading, *, team: Team, now: datetime) -> _Facts:
    linked = with_links(team, reading)
    match name:
        case _ if name == SPRINT_STATUS_BOARD:
            return _board(reading.live_tickets(), reading.findings(), linked)
        case _ if name == CUSTOMER_COMMITMENTS:
            return _commitments(reading.commitments(), linked, now=now)
    return _mistakes(reading.stories(since=now - BACK), linked)


def _board(tickets: Sequence[Ticket], findings: Iterable[Finding], team: Team) -> _Facts:
    """Tell what is still to be done in each sprint, ticket by ticket, and what is at risk in it.

    Args:
        tickets: Those that are still to be done; of those that are done there may be ten times as many.
        findings: What is at risk.
        team: Whose people are named.
    """
    risks: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        for key in finding.tickets if visible_to(finding.audience, EVERYBODY) else ():
            risks[key].append(finding)
    by_sprint: dict[str, list[Ticket]] = defaultdict(list)
    for ticket in tickets:
        by_sprint[str(ticket.value("sprint") or "")].append(ticket_for(EVERYBODY, ticket, team=team))
    lines: list[str] = []
    for sprint in sorted(by_sprint, key=lambda name: (not name, name)):
        shown = by_sprint[sprint]
        lines += [f"{f'Sprint {sprint}' if sprint else 'In no sprint'}: {len(shown)} still to be done"]
        lines += [_ticket(ticket, risks[ticket.key], team) for ticket in shown]
    sources = [history.holder.event for each in tickets for history in each.fields.values() if history.holder]
    return _Facts(lines=tuple(lines), sources=tuple(sorted(dict.fromkeys(filter(None, sources))))[:200])


def _ticket(ticket: Ticket, risks: Sequence[Finding], team: Team) -> str:
    title = ticket.value("title")
    assignee = ticket.value("assignee")
    person = next((each.name for each in team.people if each.id == assignee), assignee or "nobody")
    status = str(ticket.value("status") or "unknown").replace("_", " ")
    named = f" “{title}”" if title else ""
    risk = "".join(f"; {each.severity.word}: {each.because}" for each in sorted(risks, key=lambda f: -f.severity))
    return f"- {ticket.key}{named}: {status}, {person}{risk}"


def _commitments(commitments: Iterable[Commitment], team: Team, *, now: datetime) -> _Facts:
    """Tell customer by customer what is promised, and what became of it."""
    today = team.calendar.day(now)
    by_customer: dict[str, list[Commitment]] = defaultdict(list)
    for each in commitments:
        if shown := commitment_for(EVERYBODY, each):
            by_customer[shown.customer].append(shown)
    lines: list[str] = []
    for customer in sorted(by_customer):
        lines.append(customer)
        for each in sorted(by_customer[customer], key=lambda c: (c.due or today, c.id)):
            late = ", overdue" if each.status == "open" and each.due and each.due < today else ""
            due = f" by {each.due}" if each.due else ""
            moved = f", moved {len(each.renegotiations)} times" if each.renegotiations else ""
            lines.append(f"- {each.what}{due}: {each.status}{late}{moved} ({each.owner or 'no owner'})")
    said = (promise.event for some in by_customer.values() for each in some for promise in each.said)
    return _Facts(lines=tuple(lines), sources=tuple(sorted(set(said))))


def _mistakes(changes: Iterable[Transition], team: Team) -> _Facts:
    """Tell which risks opened again and again."""
    opened: dict[str, list[Transition]] = defaultdict(list)
    for each in changes:
        if each.change is Change.OPENED and visible_to(each.finding.audience, EVERYBODY):
            opened[each.finding.rule].append(each)
    again = {rule: some for rule, some in opened.items() if len(some) >= AGAIN}
    lines = [_mistake(rule, again[rule], team) for rule in sorted(again, key=lambda r: (-len(again[r]), r))]
    return _Facts(lines=tuple(lines), sources=tuple(sorted({e.finding.id for some in again.values() for e in some})))


def _mistake(rule: str, opened: Sequence[Transition], team: Team) -> str:
    subjects = tuple(dict.fromkeys(each.finding.subject for each in opened))
    last = max(each.at for each in opened)
    named = ", ".join(_some(subjects))
    return f"- {rule.replace('_', ' ')}: {len(opened)} times, on {named}; last on {team.calendar.day(last)}"


def _some(subjects: Sequence[str]) -> Iterator[str]:
    yield from subjects[:6]
    if len(subjects) > len(subjects[:6]):
        yield f"and {len(subjects) - 6} more"
