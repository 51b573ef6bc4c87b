"""When a ticket is due, from words that say so; a hoped-for date and a promise's date are not its due date."""

from collections.abc import Iterator

from sprintmind.domain.events import TicketKey
from sprintmind.reading.context import Context, said
from sprintmind.reading.lexicon import Cue
from sprintmind.reading.modality import moods, objection
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.subjects import subjects

_ARROWS = frozenset({"→", "->", "=>", "to"})


def deadlines(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read due dates; of an old and a new one the new one counts."""
    if "#d" not in clause.all:
        return
    cues = [cue for cue in clause.cues if cue.name == "due.on"]
    for cue in cues[:1]:
        yield from _due(clause, cue, context)
    if not cues:
        yield from _gapped(clause, context)


def _due(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    where = _date(clause, cue)
    if where is None:
        return
    tickets = subjects(clause, cue, context).tickets
    reason = _objection(clause, cue, context)
    yield from _says(clause, cue, context, tickets, where, reason)


def _objection(clause: Clause, cue: Cue, context: Context) -> str | None:
    reason = objection(clause, cue, context)
    forced = {"must", "has", "have", "needs", "need"} & set(clause.texts(cue.start, cue.end))
    return None if reason == "a plan or a hope" and forced else reason


def _says(
    clause: Clause, cue: Cue | None, context: Context, tickets: tuple[TicketKey, ...], where: int, reason: str | None
) -> Iterator[Statement]:
    when = clause.when(where)
    for ticket in tickets:
        why = reason or (None if when.day else "a phrase that names no day")
        day = when.day.isoformat() if when.day else None
        yield said(Kind.DUE_DATE, clause, context, cue=cue, ticket=ticket, value=day, reason=why)


def _date(clause: Clause, cue: Cue) -> int | None:
    """Find the date that is meant: the last behind an arrow or "to", else the first that is not negated."""
    places = [
        n for n in clause.named("#d", cue.start) if not moods(clause, "negation.before", max(clause.start, n - 4), n)
    ]
    places = places or [
        n for n in clause.named("#d") if not moods(clause, "negation.before", max(clause.start, n - 4), n)
    ]
    moved = [n for n in places if clause.tokens[n - 1] in _ARROWS]
    return next(iter([*moved[-1:], *places]), None)


def _gapped(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "…, for CORE-513 the 27th" after a due date."""
    before = context.follows
    due = before and any(cue.name == "due.on" for cue in before.cues)
    if not due or before is None or before.sentence is not clause.sentence or not clause.tickets or clause.cues:
        return
    where = next(iter(clause.named("#d", clause.tickets[-1])), None)
    if where is not None and set(clause.texts(clause.tickets[-1] + 1, where)) <= {
        "the",
        "is",
        "on",
        "by",
        "-",
        ":",
        ",",
    }:
        yield from _says(clause, None, context, tuple(clause.key(n) for n in clause.tickets), where, None)
