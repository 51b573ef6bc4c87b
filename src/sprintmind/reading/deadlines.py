"""When a ticket is due, from words that say so; a hoped-for date and a promise's date are not its due date."""

from collections.abc import Iterator
from datetime import MAXYEAR, date, timedelta

from sprintmind.domain.events import TicketKey
from sprintmind.reading.context import Context, said
from sprintmind.reading.lexicon import Cue, table
from sprintmind.reading.modality import moods, objection
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.subjects import subjects

_ARROWS = frozenset({"→", "->", "=>", "to"})
_TODAY = "today"
"""Too usual a word to be named as a day wherever it stands."""


def deadlines(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read due dates; of an old and a new one the new one counts."""
    if "#d" not in clause.all and _APART.isdisjoint(clause.all):
        return
    cues = [cue for cue in clause.cues if cue.name == "due.on"]
    for cue in cues[:1]:
        yield from _due(clause, cue, context)
    if not cues:
        yield from _gapped(clause, context)


def _due(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    where = _date(clause, cue)
    tickets = subjects(clause, cue, context).tickets
    if not tickets:
        return
    reason = _objection(clause, cue, context)
    if where is None and clause.texts(cue.end, cue.end + 1) == (_TODAY,):
        yield from _on(context.day, clause, cue, context, tickets, reason)
        return
    if where is None:
        yield from _after_another(clause, cue, context, tickets, reason)
        return
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


def _after_another(
    clause: Clause, cue: Cue, context: Context, tickets: tuple[TicketKey, ...], reason: str | None
) -> Iterator[Statement]:
    """Read "NW-1 is due on the 14th, NW-2 is due a day later": so long after the day just named."""
    before = context.follows
    named = before.named("#d") if before is not None and any(c.name == "due.on" for c in before.cues) else ()
    base = before.when(named[-1]).day if before is not None and len(named) == 1 else None
    days = _days_apart(clause.texts(cue.end, cue.end + 5))
    if base is None or days is None or not 2 < base.year < MAXYEAR - 2:
        return
    yield from _on(base + timedelta(days=days), clause, cue, context, tickets, reason)


def _on(
    day: date, clause: Clause, cue: Cue, context: Context, tickets: tuple[TicketKey, ...], reason: str | None
) -> Iterator[Statement]:
    for ticket in tickets:
        yield said(Kind.DUE_DATE, clause, context, cue=cue, ticket=ticket, value=day.isoformat(), reason=reason)


def _days_apart(texts: tuple[str, ...]) -> int | None:
    """Tell how many days "two days later", "a week earlier", "the same day" and "the day after" are apart."""
    plain = tuple(text for text in texts if text not in {"on", "the", "exactly", "just"} and text.isalnum())
    if plain[:2] == ("same", "day"):
        return 0
    if plain[:1] == ("day",):
        plain = ("a", *plain)
    count = table("dates", "numbers").get(plain[0], plain[0]) if plain else ""
    unit = {"day": 1, "days": 1, "week": 7, "weeks": 7}.get("".join(plain[1:2]))
    way = {"later": 1, "after": 1, "earlier": -1, "before": -1}.get("".join(plain[2:3]))
    return int(count) * unit * way if count.isdecimal() and len(count) < 3 and unit and way else None


_APART = frozenset({"later", "earlier", "after", "before", "same", _TODAY})


def _gapped(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "…, for CORE-513 the 27th" after a due date."""
    before = context.follows
    due = before and any(cue.name == "due.on" for cue in before.cues)
    if not due or before is None or before.sentence is not clause.sentence or not clause.tickets or clause.cues:
        return
    where = next(iter(clause.named("#d", clause.tickets[-1])), None)
    if where is not None and set(clause.texts(clause.tickets[-1] + 1, where)) <= {
        "the",
        "it",
        "'s",
        "is",
        "on",
        "by",
        "-",
        ":",
        ",",
    }:
        yield from _says(clause, None, context, tuple(clause.key(n) for n in clause.tickets), where, None)
