"""How a sprint closes: what was committed at its start, what was done, added, taken out and carried over, and why."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from sprintmind.domain.authority import Decision, FieldHistory
from sprintmind.domain.briefs import SprintBrief, SprintTicket, holding
from sprintmind.domain.carried import carried_because
from sprintmind.domain.events import Claim, EventKey, TicketKey, named
from sprintmind.domain.proofs import proofs
from sprintmind.domain.prose import listed
from sprintmind.domain.sprints import Membership, SprintSeen, committed, memberships, sprints
from sprintmind.domain.states import Asked
from sprintmind.domain.visibility import Caller
from sprintmind.domain.work import Status, Ticket
from sprintmind.errors import InputError
from sprintmind.ledger.port import Reading
from sprintmind.sight import Sight, sight

CLOSING = timedelta(minutes=10)
"""What leaves a sprint so shortly before it is completed was moved on by completing it."""


def sprint_close(reading: Reading, asked: Asked, sprint: str, caller: Caller) -> SprintBrief:
    """Tell how a sprint closes, or how it stands while it runs.

    Args:
        reading: The ledger.
        asked: Of which moment, and by whose rules.
        sprint: Its name, now or earlier; in any case.
        caller: Who reads.

    Raises:
        InputError: No sprint has that name.
    """
    seen = sight(reading, asked, caller, histories=True)
    ran = _Run(found=_sprint(reading, sprint, seen), seen=seen)
    brief = ran.brief()
    parts = (brief.committed, brief.done, brief.added, brief.removed, brief.carried_over)
    grounds = {event for part in parts for each in part for event in each.grounds}
    return replace(brief, proof=proofs(reading.heard(grounds), caller))


def sprint_names(reading: Reading, asked: Asked, caller: Caller) -> tuple[str, ...]:
    """Name the sprints that tickets are in, in order."""
    seen = sight(reading, asked, caller)
    return tuple(sorted({str(each.value("sprint")) for each in seen.tickets if each.value("sprint")}))


def _sprint(reading: Reading, name: str, seen: Sight) -> SprintSeen:
    """Find a sprint by a name that it has or had; one that only tickets name has no dates."""
    called = name.strip().casefold()
    known = {each.removeprefix("sprint:"): each for each in reading.names_within("sprint:")}
    fitting = [each for each in known if each.casefold() == called]
    shown = [o for o in _observed(reading, fitting) if o.at <= seen.now]
    ids = {each.id for each in shown if each.name.casefold() == called}
    newest = [each for each in sprints(shown) if each.id in ids]
    if newest:
        return newest[-1]
    written = {str(each.value("sprint")) for each in seen.tickets if each.value("sprint")}
    only = next((each for each in sorted(written) if each.casefold() == called), None)
    if only is None:
        names = sorted({*known, *written})
        raise InputError(f"no sprint is called {name!r}; there are {', '.join(names) or 'none'}")
    return SprintSeen(event=EventKey(""), at=seen.now, id="", name=only, state="unknown")


def _observed(reading: Reading, names: Iterable[str]) -> Sequence[SprintSeen]:
    """Find what was seen of sprints, under every name and id that leads to it."""
    wanted = {named("sprint", each) for each in names}
    first = [o for each in reading.touching(wanted) for o in each.event.observations if isinstance(o, SprintSeen)]
    ids = {name for each in first for name in each.names}
    return [o for each in reading.touching(ids) for o in each.event.observations if isinstance(o, SprintSeen)]


@dataclass(frozen=True, kw_only=True)
class _Run:
    """One sprint and the tickets that were ever in it."""

    found: SprintSeen
    seen: Sight

    def brief(self) -> SprintBrief:
        """Sort its tickets."""
        start = self.found.start
        added = [key for key, spans in self.spans.items() if start and spans[0].start > start]
        done = [key for key in self.spans if self.was_in(key) and self.status(key) == Status.DONE]
        removed = [key for key in self.spans if not self.was_in(key) and self.status(key) != Status.DONE]
        carried = [key for key in self.spans if self.was_in(key) and self.open(key)]
        brief = SprintBrief(
            now=self.seen.now,
            name=self.found.name,
            state=self.found.state,
            start=start,
            end=self.found.completed or self.found.end,
            committed=self.told(committed(self.found, self.spans)),
            done=self.told(done),
            added=self.told(added),
            removed=self.told(removed),
            carried_over=tuple(self.why(each) for each in self.told(carried)),
            prose="",
        )
        return replace(brief, prose=prose(brief))

    @cached_property
    def tickets(self) -> dict[TicketKey, Ticket]:
        """Those that are not deleted, by current key."""
        return {each.key: each for each in self.seen.tickets if not each.deleted}

    @cached_property
    def spans(self) -> dict[TicketKey, tuple[Membership, ...]]:
        """When each ticket was in it; of those that ever were."""
        found = {key: self._spans(each) for key, each in sorted(self.tickets.items())}
        return {key: spans for key, spans in found.items() if spans}

    def _spans(self, ticket: Ticket) -> tuple[Membership, ...]:
        history = ticket.fields.get("sprint")
        turns = [claim for claim, _ in _accepted(history)]
        return tuple(each for each in memberships(turns) if each.sprint == self.found.name)

    @cached_property
    def end(self) -> datetime:
        """When it was completed, or now."""
        return min(self.found.completed or self.seen.now, self.seen.now)

    def was_in(self, key: TicketKey) -> bool:
        """Tell whether a ticket was in it at its end; completing it moves the open ones on."""
        last = self.spans[key][-1]
        return last.start <= self.end and (last.end is None or last.end >= self.end - CLOSING)

    def open(self, key: TicketKey) -> bool:
        """Tell whether a ticket was still to be done at its end."""
        return self.status(key) not in (Status.DONE, Status.CANCELLED)

    def status(self, key: TicketKey) -> str:
        """Tell a ticket's status at its end."""
        return _value_at(self.tickets[key].fields.get("status"), self.end)

    def told(self, keys: Iterable[TicketKey]) -> tuple[SprintTicket, ...]:
        """Show tickets, by key."""
        return tuple(self._told(self.tickets[key]) for key in sorted(keys))

    def _told(self, ticket: Ticket) -> SprintTicket:
        return SprintTicket(
            key=ticket.key,
            title=str(ticket.value("title") or ""),
            status=self.status(ticket.key),
            grounds=(*holding(ticket, "status"), *holding(ticket, "sprint")),
        )

    def why(self, told: SprintTicket) -> SprintTicket:
        """Add why a ticket was not done."""
        found = [each for each in self.seen.findings if told.key in each.tickets]
        because, grounds = carried_because(self.tickets[told.key], found, team=self.seen.team, status=told.status)
        return replace(told, why=because, grounds=tuple(dict.fromkeys((*told.grounds, *grounds))))


def _value_at(history: FieldHistory | None, at: datetime) -> str:
    """Tell what a field's value was at a moment; `unknown` where nobody had said."""
    values = [claim.value for claim, said_at in _accepted(history) if said_at <= at]
    return str(values[-1] if values and values[-1] else "unknown")


def _accepted(history: FieldHistory | None) -> Iterator[tuple[Claim, datetime]]:
    """List what was accepted when, in the order of the fold; what was heard late stood then all the same."""
    for each in history.decided if history else ():
        if each.decision is Decision.ACCEPTED:
            yield each.claim, each.claim.said_at


def prose(brief: SprintBrief) -> str:
    """Write a sprint's close in a few sentences; the numbers are those of the lists."""
    done = {each.key for each in brief.done}
    head = f"{brief.name} is {brief.state}." if brief.state != "unknown" else f"No source shows {brief.name} itself."
    if brief.start is None:
        head += " When it started is not known, so what was committed cannot be told."
        first = f" {len(done)} {_tickets(len(done))} done."
    else:
        kept = sum(each.key in done for each in brief.committed)
        extra = sum(each.key in done for each in brief.added)
        first = f" {len(brief.committed)} {_tickets(len(brief.committed))} committed, {kept} of them done;"
        first += f" {len(brief.added)} added, {extra} of them done; {len(brief.removed)} taken out."
    over = "carried over" if brief.closed else "still open"
    rest = listed(f"{each.key} ({each.why})" for each in brief.carried_over)
    return f"{head}{first} {len(brief.carried_over)} {over}{f': {rest}' if rest else ''}."


def _tickets(count: int) -> str:
    return "ticket was" if count == 1 else "tickets were"
