"""Proof that the state is the fold of the events, and making it again where it is not."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TypeVar

from sprintmind.answers import TakenIn, Verification
from sprintmind.domain.ahead import to_do
from sprintmind.domain.authority import Conflict
from sprintmind.domain.derivation import whole_state
from sprintmind.domain.moments import Moment
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.progress import Progress
from sprintmind.domain.states import Asked, State, made_with
from sprintmind.domain.work import Ticket
from sprintmind.forget import take_out
from sprintmind.identities import with_links
from sprintmind.learned import folded_learned
from sprintmind.ledger.packing import packed, packed_history, without_history
from sprintmind.ledger.port import TEAM, DecidedRow, Ledger, Reading, Writing
from sprintmind.questions import state_at
from sprintmind.record import read_again
from sprintmind.upkeep import Rules, bring_all_up_to_date, evaluate_all

Name = TypeVar("Name")


def verify(
    reading: Reading, *, team: Team, policy: Policy, now: datetime, progress: Progress | None = None
) -> Verification:
    """Fold every event again and compare with what is stored; what a question folds by itself is no difference.

    Args:
        reading: The ledger, of one moment.
        team: The people file's.
        policy: Whose window protects values.
        now: What was said later waits.
        progress: Is told how many tickets are folded, of how many.
    """
    linked = with_links(team, reading)
    stored = state_at(reading, Asked(moment=Moment(now=now), team=team, policy=policy), history=True)
    folded = whole_state(reading.events(), team=linked, window=policy.window, by=now, progress=progress)
    waits = reading.due(now)
    differences = [*_state_differs(stored, folded), *(() if waits else _rows_differ(reading, folded))]
    differences += _learned_differs(reading)
    counts = reading.counts()
    fields = sum(len(ticket.fields) for ticket in folded.tickets)
    return Verification(events=counts.events, claims=counts.claims, fields=fields, differences=tuple(differences))


def rebuild(
    ledger: Ledger, *, team: Team, policy: Policy, now: datetime, progress: Progress | None = None
) -> Verification:
    """Read every delivery again with the team as it is now, fold everything, and replace the state."""
    with ledger.writing() as transaction:
        linked = with_links(team, transaction)
        read_again(transaction, None, team=linked, now=now)
        _fold_anew(transaction, by=Rules(team=linked, policy=policy, now=now), progress=progress)
        return verify(transaction, team=team, policy=policy, now=now)


def follow(ledger: Ledger, *, fingerprint: str, team: Team, policy: Policy, now: datetime) -> str:
    """Read every delivery again if it was read with another team file, and fold all anew if an older fold did.

    Args:
        ledger: Which.
        fingerprint: Of all that a reading depends on.
        team: The people file's.
        policy: Whose window protects values.
        now: What was said later waits.

    Returns:
        What a person should know of it; empty where nothing was to be done.
    """
    with ledger.reading() as reading:
        made = reading.remembered(TEAM)
        if made == made_with(fingerprint):
            return ""
        events = reading.counts().events
    same_team = made is not None and made.partition("/")[0] == fingerprint
    if events and not same_team:
        rebuild(ledger, team=team, policy=policy, now=now)
    with ledger.writing() as transaction:
        if events and same_team:
            _fold_anew(transaction, by=Rules(team=with_links(team, transaction), policy=policy, now=now))
        transaction.remember(TEAM, made_with(fingerprint))
    return _followed(events, same_team=same_team)


def take_in(
    ledger: Ledger,
    lines: Iterable[bytes],
    *,
    team: Team,
    policy: Policy,
    now: datetime,
    progress: Progress | None = None,
) -> TakenIn:
    """Store what another ledger exported and fold it, all of it or nothing; what is known already changes nothing.

    Raises:
        InputError: The lines cannot be used, or the ledger holds something and lacks some of these events.
    """
    with ledger.writing() as transaction:
        new = transaction.take_in(lines)
        if new:
            take_out(transaction, (), team=team, policy=policy, now=now)
            by = Rules(team=with_links(team, transaction), policy=policy, now=now)
            bring_all_up_to_date(transaction, by=by, progress=progress)
            changes = evaluate_all(transaction, by=by)
            transaction.queue([change.finding.id for change in changes], kind="transition", at=now)
            transaction.queue_everything()
        return TakenIn(new=new, verification=verify(transaction, team=team, policy=policy, now=now))


def _fold_anew(transaction: Writing, *, by: Rules, progress: Progress | None = None) -> None:
    bring_all_up_to_date(transaction, by=by, progress=progress)
    evaluate_all(transaction, by=by)


def _followed(events: int, *, same_team: bool) -> str:
    if not events:
        return ""
    several = "events were" if events > 1 else "event was"
    if same_team:
        return f"this version makes more of what was heard: {events} {several} folded anew"
    return f"the team's settings changed: {events} {several} read again"


def _state_differs(stored: State, folded: State) -> Iterator[str]:
    yield from _differs("ticket", _tickets(stored.tickets), _tickets(folded.tickets))
    yield from _differs(
        "commitment", {c.id: packed(c) for c in stored.commitments}, {c.id: packed(c) for c in folded.commitments}
    )
    yield from _differs("pull", {p.name: packed(p) for p in stored.pulls}, {p.name: packed(p) for p in folded.pulls})
    yield from _differs("sprint", stored.sprints, folded.sprints)
    yield from _differs("end of sprint", stored.sprint_ends, folded.sprint_ends)


def _rows_differ(reading: Reading, folded: State) -> Iterator[str]:
    """Compare the rows that are kept beside the state: what was made of each claim, and the conflicts."""
    decided = {
        (ticket.key, each.claim.id): DecidedRow.of(each)
        for ticket in folded.tickets
        for history in ticket.fields.values()
        for each in history.decided
    }
    yield from _differs("claim", reading.decisions(), decided)
    live = {ticket.key: True for ticket in folded.tickets if to_do(ticket)}
    yield from _differs("live", {ticket.key: True for ticket in reading.live_tickets()}, live)
    conflicts = (c for ticket in folded.tickets for history in ticket.fields.values() for c in history.conflicts)
    yield from _differs("conflict", _conflicts(reading.conflicts()), _conflicts(conflicts))


def _learned_differs(reading: Reading) -> Iterator[str]:
    lessons, checks = folded_learned(reading)
    yield from _differs("lesson", {each.lesson.id: each for each in reading.lessons()}, lessons)
    yield from _differs("check", {each.id: each for each in reading.plan_checks()}, checks)


def _tickets(tickets: Iterable[Ticket]) -> Mapping[str, tuple[bytes, bytes]]:
    return {ticket.key: (packed(without_history(ticket)), packed_history(ticket)) for ticket in tickets}


def _conflicts(conflicts: Iterable[Conflict]) -> Mapping[str, bytes]:
    return {conflict.id: packed(conflict) for conflict in conflicts}


def _differs(kind: str, stored: Mapping[Name, object], folded: Mapping[Name, object]) -> Iterator[str]:
    for name in sorted(stored.keys() | folded.keys(), key=str):
        if name not in folded:
            yield f"{kind} {name}: stored, but no event gives it"
        elif name not in stored:
            yield f"{kind} {name}: missing"
        elif stored[name] != folded[name]:
            yield f"{kind} {name}: stored otherwise than it folds"
