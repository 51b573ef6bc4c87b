"""What changed since a moment: what was heard since is found, and what it bears on is compared with what it was."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sprintmind.domain.accounts import Change, Changes
from sprintmind.domain.derivation import Dossier, customer_state, dossier, identity, is_known, reached, ticket_state
from sprintmind.domain.differences import is_compared, promise_changes, risk_changes, ticket_changes
from sprintmind.domain.events import ClaimId, Name, TicketKey, named
from sprintmind.domain.findings import Transition
from sprintmind.domain.heard import Heard, Touching
from sprintmind.domain.outline import Outline, outline
from sprintmind.domain.redaction import commitment_for
from sprintmind.domain.visibility import visible_to
from sprintmind.domain.work import Commitment, Ticket
from sprintmind.ledger.port import Reading
from sprintmind.sight import Sight

_BEARING = ("pull:", "commit:", "issue:", "document:")
"""What leads from a ticket's events to more that bear on it."""
_STEPS = 3
"""From a ticket to its pull requests, their commits, and what was seen of those; farther than that leads hardly any."""

AT_MOST = 300
"""How many tickets are compared; folding each as it was takes a few milliseconds. After a first import it is all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Then:
    """The ledger as it was known at a moment."""

    touching: Touching
    at: datetime
    seen: Sight

    def ticket(self, now: Ticket) -> Outline | None:
        """Fold what is compared of a ticket as it was, for whoever looks; None if it is gone and was never known."""
        found = dossier(now.key, self.touching)
        before = self._outline(found, of=is_compared)
        if not now.deleted:
            return before
        whole = ticket_state(found, team=self.seen.team, window=self.seen.asked.policy.window, by=self.at)
        return replace(before, deleted=whole.deleted) if is_known(whole) else None

    def promises(self, customer: str) -> Mapping[ClaimId, Commitment]:
        """Join a customer's promises as they were, for whoever looks, by every id."""
        policy = self.seen.asked.policy
        keys = {key for each in self.seen.commitments if each.customer == customer for key in each.tickets}
        _ask_together(self.touching, keys)
        done_at = {key: self._outline(dossier(key, self.touching), of="status".__eq__).done_since for key in keys}
        found = customer_state(
            customer, self.touching, done_at=done_at, team=self.seen.team, window=policy.window, by=self.at
        )
        shown = (commitment_for(self.seen.caller, each) for each in found)
        return {said: each for each in shown if each for said in each.ids}

    def _outline(self, found: Dossier, *, of: Callable[[str], bool]) -> Outline:
        return outline(
            found,
            of=of,
            heard_by=lambda claim: visible_to(claim.audience, self.seen.caller),
            team=self.seen.team,
            window=self.seen.asked.policy.window,
            by=self.at,
        )


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
    tickets = _touched(names, seen.tickets)
    _ask_together(reading.touching, (key for each in tickets[:AT_MOST] for key in each.keys))
    then = _Then(touching=_known_by(since, reading.touching), at=since, seen=seen)
    found = [
        *(change for each in tickets[:AT_MOST] for change in ticket_changes(then.ticket(each), each, team=seen.team)),
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


def _ask_together(touching: Touching, keys: Iterable[TicketKey]) -> None:
    """Let the ledger look up at once what the dossiers of some tickets will ask for one after the other."""
    wanted = frozenset(named("ticket", key) for key in keys)
    for _ in range(_STEPS):
        wanted = frozenset(name for each in touching(wanted) for name in each.names if name.startswith(_BEARING))


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
