"""What stands in the end: a speaker's last word on a field, lifts over blockers, and everything once."""

import re
from collections.abc import Iterable, Iterator
from operator import itemgetter

from msgspec.structs import replace

from sprintmind.domain.events import PersonId, TicketKey, Value
from sprintmind.reading.statements import Kind, Statement, unsaid


def last_words(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """Keep a speaker's last word on a field, of a blocker voiced and lifted the lift, and of repeats the first."""
    later = _Later()
    found: list[Statement] = []
    for statement in reversed(list(_cancelled(statements))):
        if statement.kind is Kind.STATUS and later.overtakes(statement):
            found.append(unsaid(statement, "said otherwise later in the same talk"))
        elif statement.kind is Kind.BLOCKED and statement.value and statement.ticket in later.lifted:
            found.append(unsaid(statement, "lifted in the same talk"))
        else:
            found.append(statement)
        later.add(statement)
    return tuple(_once(found[::-1]))


def _cancelled(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Mind that "NW-1 is a duplicate of NW-2, so I closed it" cancels it: what is closed so was never done."""
    given_up: dict[tuple[TicketKey | None, PersonId | None], int] = {}
    for statement in statements:
        said_of = statement.ticket, statement.speaker
        if statement.kind is Kind.STATUS and statement.value == "cancelled":
            given_up[said_of] = statement.line
        near = said_of in given_up and statement.line - given_up[said_of] <= 1
        done = near and statement.kind is Kind.STATUS and statement.value == "done"
        closed = done and _CLOSED.search(" ".join(statement.cues))
        yield unsaid(statement, "closed without being done") if closed else statement


_CLOSED = re.compile(r'"(?:closed|close|resolved|closed it)\b', re.IGNORECASE)


class _Later:
    """What is said later in a talk than where one is, for a walk from its end: a look for each would be a square."""

    def __init__(self) -> None:
        self.lifted: set[TicketKey | None] = set()
        self._states: dict[tuple[TicketKey | None, PersonId | None], set[Value]] = {}
        self._denials: dict[tuple[TicketKey | None, PersonId | None, Value], set[str]] = {}

    def add(self, statement: Statement) -> None:
        """Remember a statement."""
        said_of = statement.ticket, statement.speaker
        if statement.kind is Kind.STATUS:
            self._states.setdefault(said_of, set()).add(statement.value)
        elif statement.kind is Kind.BLOCKED and statement.value is False:
            self.lifted.add(statement.ticket)
        elif statement.kind is Kind.NONE and statement.meant is Kind.STATUS and statement.reason == "negated":
            self._denials.setdefault((*said_of, statement.value), set()).add(statement.quote)

    def overtakes(self, statement: Statement) -> bool:
        """Tell whether its speaker says later that its ticket stands elsewhere, or in other words that it does not."""
        said_of = statement.ticket, statement.speaker
        states = self._states.get(said_of, set())
        denials = self._denials.get((*said_of, statement.value), set())
        return bool(states - {statement.value} or denials - {statement.quote})


def _with_cause(found: list[Statement]) -> Iterator[Statement]:
    """Mind that "NW-1 is blocked. Waiting for Globex." is one blocker with its cause."""
    waits: dict[tuple[TicketKey | None, int], tuple[int, Statement]] = {}
    for place, s in enumerate(found):
        if s.kind is Kind.DEPENDENCY and s.cues and s.cues[0].startswith("blocked.waits"):
            waits.setdefault((s.ticket, s.line), (place, s))
    for s in found:
        alone = s.kind is Kind.BLOCKED and s.value and not s.waiting_on
        near = [waits[key] for key in ((s.ticket, s.line), (s.ticket, s.line + 1)) if key in waits] if alone else []
        yield replace(s, waiting_on=min(near, key=itemgetter(0))[1].waiting_on) if near else s


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
