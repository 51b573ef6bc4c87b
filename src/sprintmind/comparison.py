"""What changed since a moment: what was heard since is found, and what it bears on is compared with what it was."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.accounts import Change, Changes
from sprintmind.domain.derivation import customer_state, done_since, dossier, identity, is_known, reached, ticket_state
from sprintmind.domain.differences import promise_changes, risk_changes, ticket_changes
from sprintmind.domain.events import ClaimId, Name, TicketKey
from sprintmind.domain.findings import Transition
from sprintmind.domain.heard import Heard, Touching
from sprintmind.domain.redaction import commitment_for, ticket_for
from sprintmind.domain.visibility import visible_to
from sprintmind.domain.work import Commitment, Ticket
from sprintmind.ledger.port import Reading
from sprintmind.sight import Sight

AT_MOST = 300
"""How many tickets are compared; folding each as it was takes a few milliseconds. After a first import it is all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Then:
    """The ledger as it was known at a moment."""

    touching: Touching
    at: datetime
    seen: Sight

    def ticket(self, key: TicketKey) -> Ticket | None:
        """Fold a ticket as it was, for whoever looks; None if nothing was known of it."""
        policy = self.seen.asked.policy
        ticket = ticket_state(dossier(key, self.touching), team=self.seen.team, window=policy.window, by=self.at)
        return ticket_for(self.seen.caller, ticket, team=self.seen.team) if is_known(ticket) else None

    def promises(self, customer: str) -> Mapping[ClaimId, Commitment]:
        """Join a customer's promises as they were, for whoever looks, by every id."""
        policy = self.seen.asked.policy
        keys = {key for each in self.seen.commitments if each.customer == customer for key in each.tickets}
        tickets = {key: self.ticket(key) for key in keys}
        done_at = {key: done_since(ticket) for key, ticket in tickets.items() if ticket}
        found = customer_state(
            customer, self.touching, done_at=done_at, team=self.seen.team, window=policy.window, by=self.at
        )
        shown = (commitment_for(self.seen.caller, each) for each in found)
        return {said: each for each in shown if each for said in each.ids}


def changes_since(reading: Reading, since: datetime, *, seen: Sight) -> Changes:
    """Tell what is otherwise than it was at a moment, as far as the caller may see it, in the order of happening.

    Args:
        reading: The ledger.
        since: What was heard up to then is what it was.
        seen: What is so now.
    """
    by = seen.asked.moment.known_at or seen.now
    heard = reading.heard_between(since, by)
    names = reached({n for each in heard for n in each.names}, reading.touching, within=reading.names_within)
    then = _Then(touching=_known_by(since, reading.touching), at=since, seen=seen)
    tickets = _touched(names, seen.tickets)
    found = [
        *(
            change
            for each in tickets[:AT_MOST]
            for change in ticket_changes(then.ticket(each.key), each, team=seen.team)
        ),
        *_promises(names, heard, then),
        *risk_changes(each for each in reading.transitions(since, by) if _told(each, seen)),
    ]
    ordered = sorted(found, key=lambda each: (each.at, each.kind, each.subject, each.text))
    return Changes(since=since, found=tuple(ordered), more=max(0, len(tickets) - AT_MOST))


def _told(transition: Transition, seen: Sight) -> bool:
    finding = transition.finding
    return visible_to(finding.audience, seen.caller) and finding.commitment not in seen.withheld


def _known_by(at: datetime, touching: Touching) -> Touching:
    """Find events by what they touch, those alone that were heard by a moment."""

    def found(names: Iterable[Name]) -> tuple[Heard, ...]:
        return tuple(each for each in touching(names) if each.at <= at)

    return found


def _touched(names: Iterable[Name], tickets: Iterable[Ticket]) -> Sequence[Ticket]:
    keys = {TicketKey(identity(name)) for name in names if name.startswith("ticket:")}
    return [each for each in tickets if not each.keys.isdisjoint(keys)]


def _promises(names: Iterable[Name], heard: Iterable[Heard], then: _Then) -> Iterator[Change]:
    fresh = frozenset(each.event.key for each in heard if visible_to(each.event.audience, then.seen.caller))
    for name in sorted(name for name in names if name.startswith("customer:")):
        customer = identity(name)
        now = [each for each in then.seen.commitments if each.customer == customer]
        if now:
            yield from promise_changes(then.promises(customer), now, fresh=fresh, now=then.seen.now)
