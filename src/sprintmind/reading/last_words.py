"""What stands in the end: a speaker's last word on a field, lifts over blockers, and everything once."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sprintmind.reading.statements import Kind, Statement, unsaid


def last_words(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """Keep a speaker's last word on a field, of a blocker voiced and lifted the lift, and of repeats the first."""
    found = list(statements)
    for index, statement in enumerate(found):
        later = found[index + 1 :]
        if statement.kind is Kind.STATUS and any(_overtakes(other, statement) for other in later):
            found[index] = unsaid(statement, "said otherwise later in the same talk")
        elif statement.kind is Kind.BLOCKED and statement.value and any(_lifts(other, statement) for other in later):
            found[index] = unsaid(statement, "lifted in the same talk")
    return tuple(_once(found))


def _overtakes(other: Statement, statement: Statement) -> bool:
    if _denies(other, statement):
        return True
    same = other.kind is Kind.STATUS and other.ticket == statement.ticket and other.speaker == statement.speaker
    return same and other.value != statement.value


def _denies(other: Statement, statement: Statement) -> bool:
    """Tell whether the same speaker says later that it is not so."""
    denied = other.kind is Kind.NONE and other.meant is Kind.STATUS and other.reason == "negated"
    same = other.ticket == statement.ticket and other.speaker == statement.speaker and other.value == statement.value
    return denied and same and other.quote != statement.quote


def _lifts(other: Statement, statement: Statement) -> bool:
    return other.kind is Kind.BLOCKED and other.ticket == statement.ticket and other.value is False


def _with_cause(found: list[Statement]) -> Iterator[Statement]:
    """Mind that "NW-1 is blocked. Waiting for Globex." is one blocker with its cause."""
    waits = [s for s in found if s.kind is Kind.DEPENDENCY and s.cues and s.cues[0].startswith("blocked.waits")]
    for s in found:
        cause = next((w for w in waits if w.ticket == s.ticket and w.line - s.line in {0, 1}), None)
        alone = s.kind is Kind.BLOCKED and s.value and not s.waiting_on
        yield replace(s, waiting_on=cause.waiting_on) if alone and cause else s


def _once(found: list[Statement]) -> list[Statement]:
    """Drop repeats; a wait that is read as blocked is not read as a dependency too."""
    found = list(_with_cause(found))
    blocked = {(s.ticket, s.waiting_on) for s in found if s.kind is Kind.BLOCKED}
    named = {s.ticket for s in found if s.kind is Kind.BLOCKED and s.waiting_on}
    kept: dict[object, Statement] = {}
    for number, s in enumerate(found):
        if s.kind is Kind.DEPENDENCY and (s.ticket, s.waiting_on) in blocked and s.ticket:
            continue
        if s.kind is Kind.BLOCKED and s.value and not s.waiting_on and s.ticket in named:
            continue
        key = (s.kind, s.ticket, s.value, s.waiting_on, s.by, s.customer, s.due, s.owner, s.tickets)
        kept.setdefault(number if s.kind is Kind.NONE else key, s)
    return list(kept.values())
