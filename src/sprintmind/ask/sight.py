"""What one caller may see of the ledger, now or at a moment of the past; a thing is looked up when it is needed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from sprintmind.domain.ahead import ticket_status, to_do
from sprintmind.domain.authority import Conflict
from sprintmind.domain.events import PersonId, TicketKey
from sprintmind.domain.findings import Finding, FindingId, FindingMarked
from sprintmind.domain.heard import Heard
from sprintmind.domain.people import Team
from sprintmind.domain.redaction import commitment_for, conflict_for, ticket_for
from sprintmind.domain.standpoint import Standpoint
from sprintmind.domain.states import Asked, State
from sprintmind.domain.testimony import Witness
from sprintmind.domain.viewing import Work, views
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.domain.work import Commitment, CommitmentStatus, Status, Ticket
from sprintmind.identities import with_links
from sprintmind.ledger.port import Reading
from sprintmind.newest import newest
from sprintmind.questions import state_at, ticket_at
from sprintmind.risk import evaluate
from sprintmind.upkeep import live_work, work_beside


@dataclass(frozen=True, kw_only=True)
class Sight:
    """The ledger as one caller may see it at one moment."""

    reading: Reading
    asked: Asked
    caller: Caller

    @cached_property
    def team(self) -> Team:
        """The team, with the links that people made."""
        return with_links(self.asked.team, self.reading)

    @cached_property
    def now(self) -> datetime:
        """The moment that is asked about; what was said later does not count."""
        return self.asked.moment.said_by

    @cached_property
    def at(self) -> Standpoint:
        """Where and when days are counted."""
        return Standpoint(team=self.team, now=self.now)

    @property
    def today(self) -> date:
        """The team's day."""
        return self.at.today

    @cached_property
    def witness(self) -> Witness:
        """Tells what is seen as evidence."""
        return Witness(team=self.team, today=self.today)

    def ticket(self, key: TicketKey) -> Ticket | None:
        """Look one ticket up by any key, with its history and its quotes."""
        if key not in self._whole:
            found = self._folded.get(key) if "_state" in self.__dict__ else ticket_at(self.reading, key, self.asked)
            self._whole[key] = ticket_for(self.caller, found, team=self.team) if found and found.known else None
        return self._whole[key]

    def whole(self, tickets: Iterable[Ticket]) -> Iterator[Ticket]:
        """Look tickets up again with their histories and quotes."""
        for each in tickets:
            yield self.ticket(each.key) or each

    @cached_property
    def tickets(self) -> tuple[Ticket, ...]:
        """Every ticket that is not deleted, by key, without history."""
        if self._folds:
            return tuple(self._shown(self._state.tickets))
        return tuple(self._shown(self.reading.tickets()))

    @cached_property
    def live(self) -> tuple[Ticket, ...]:
        """Every ticket that is still to be done, by key, without history."""
        if self._folds:
            return tuple(each for each in self.tickets if to_do(each))
        return tuple(self._shown(self.reading.live_tickets()))

    @cached_property
    def commitments(self) -> tuple[Commitment, ...]:
        """The promises that the caller may see, the soonest due first, without those that were rejected."""
        found = self._state.commitments if self._folds else self.reading.commitments()
        seen = (commitment_for(self.caller, each) for each in found)
        kept = (each for each in seen if each and each.status is not CommitmentStatus.DISPUTED)
        return tuple(sorted(kept, key=lambda each: (each.due or date.max, each.customer, each.id)))

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the rules find about all that is to be done, gravest first, without what is snoozed."""
        return self._findings(self._work)

    def findings_on(self, tickets: Iterable[Ticket]) -> tuple[Finding, ...]:
        """Tell what the rules find about some tickets, gravest first."""
        keys = {key for ticket in tickets for key in ticket.keys}
        if not keys:
            return ()
        beside = (
            self._work
            if self._folds or "_work" in self.__dict__
            else work_beside(self.reading, keys, policy=self.asked.policy)
        )
        return tuple(each for each in self._findings(beside) if keys.intersection((each.subject, *each.tickets)))

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The open conflicts that the caller may see, by ticket."""
        found: Iterable[Conflict] = self.reading.conflicts()
        if self._folds:
            found = (c for ticket in self.tickets for history in ticket.fields.values() for c in history.conflicts)
        shown = (conflict_for(self.caller, each, team=self.team) for each in found if each.open)
        return tuple(each for each in shown if each)

    def heard(self, kind: str) -> tuple[Heard, ...]:
        """Take all events of one kind that the caller may read, and that had been said by then."""
        heard = (each for each in self.reading.of_kind(kind) if visible_to(each.event.audience, self.caller))
        return tuple(each for each in heard if self.asked.moment.is_now or each.event.said_at <= self.now)

    def looking_at(self, keys: frozenset[TicketKey]) -> Iterable[TicketKey]:
        """Name the tickets that may depend or wait on some tickets, and perhaps others."""
        return (each.key for each in self.tickets) if self._folds else self.reading.looking_at(keys)

    def mine(self, people: Iterable[PersonId], *, over: bool = False) -> tuple[Ticket, ...]:
        """Take the tickets of some people; with `over` those too that are done."""
        wanted = frozenset(people)
        return tuple(each for each in (self.tickets if over else self.live) if each.value("assignee") in wanted)

    def in_status(self, statuses: Iterable[Status]) -> tuple[Ticket, ...]:
        """Take the tickets that stand in one of some statuses."""
        wanted = frozenset(statuses)
        over = wanted & {Status.DONE, Status.CANCELLED}
        return tuple(each for each in (self.tickets if over else self.live) if ticket_status(each) in wanted)

    @cached_property
    def _whole(self) -> dict[TicketKey, Ticket | None]:
        return {}

    @cached_property
    def _folds(self) -> bool:
        """Tell whether the cache is not what is asked about: the past, or what was said for the future counts now."""
        return not self.asked.moment.is_now or bool(self.reading.due(self.now))

    @cached_property
    def _state(self) -> State:
        return state_at(self.reading, self.asked, history=True)

    @cached_property
    def _folded(self) -> Mapping[TicketKey, Ticket]:
        """The tickets of the fold, by every key that they ever had."""
        return {key: ticket for ticket in self._state.tickets for key in ticket.keys}

    @cached_property
    def _work(self) -> Work:
        if not self._folds:
            return live_work(self.reading, at=self.at, policy=self.asked.policy, found=self.reading.findings())
        state = self._state
        return Work(
            tickets={ticket.key: ticket for ticket in state.tickets},
            commitments=state.commitments,
            pulls=state.pulls,
            sprints=state.sprints,
            sprint_ends=state.sprint_ends,
            newest=newest(self.reading, self.asked.policy, by=self.asked.moment.known_at or self.now),
        )

    def _findings(self, work: Work) -> tuple[Finding, ...]:
        found = evaluate(views(work, team=self.team, policy=self.asked.policy, now=self.now))
        return tuple(f for f in found if visible_to(f.audience, self.caller) and f.id not in self._asleep)

    @cached_property
    def _asleep(self) -> frozenset[FindingId]:
        heard = (*self.reading.of_kind("acknowledge"), *self.reading.of_kind("snooze"))
        seen = (o for each in heard for o in each.event.observations if isinstance(o, FindingMarked))
        marks = [each for each in seen if each.at <= self.now]
        last = {mark.finding: mark for mark in sorted(marks, key=lambda mark: (mark.at, mark.event))}
        return frozenset(mark.finding for mark in last.values() if mark.until and mark.until > self.now)

    def _shown(self, tickets: Iterable[Ticket]) -> Iterator[Ticket]:
        for each in tickets:
            if not each.deleted and each.known:
                yield ticket_for(self.caller, each, team=self.team)
