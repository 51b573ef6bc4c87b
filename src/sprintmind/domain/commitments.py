"""Promises to customers over time: what was said about each, which date stands, and how it ended."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import pairwise

from sprintmind.domain.audiences import narrowest
from sprintmind.domain.authority import WINDOW, Decision, FieldHistory, fold
from sprintmind.domain.events import UNKNOWN_PERSON, Authority, Claim, PersonId, Promise, TicketKey, Voice
from sprintmind.domain.promises import Circumstances, Ending, Thread, said_order, threads
from sprintmind.domain.promises import PromiseAction as PromiseAction
from sprintmind.domain.work import Commitment, CommitmentStatus, Renegotiation

NOTHING: Mapping[Voice, datetime] = {}


def commitments(
    promises: Iterable[Promise],
    actions: Iterable[PromiseAction] = (),
    *,
    done_at: Mapping[TicketKey, datetime | None],
    withdrawn: Mapping[Voice, datetime] = NOTHING,
    zone: tzinfo = UTC,
    window: timedelta = WINDOW,
) -> tuple[Commitment, ...]:
    """Tell what one customer was promised.

    Args:
        promises: Everything that was said by now about promises to this customer; in any order, with any repeats.
        actions: What people did with them by now, likewise.
        done_at: When each ticket was done, as known now; None or missing where it is not.
        withdrawn: Until when each voice has taken back what it said.
        zone: The team's time zone: a promise is due until its day ends there.
        window: How long a due date is protected by what supports it.

    Returns:
        In the order of their first words.
    """
    stands = {each.id: each for each in sorted(promises, key=_content) if not _taken_back(each, withdrawn)}
    deeds = sorted(set(actions), key=lambda each: (each.at, each.event, each.promise, each.action, each.outcome or ""))
    circumstances = Circumstances(actions=deeds, done_at=done_at)
    found = threads(sorted(stands.values(), key=said_order), circumstances)
    return tuple(_commitment(thread, circumstances, zone=zone, window=window) for thread in found)


def _commitment(thread: Thread, circumstances: Circumstances, *, zone: tzinfo, window: timedelta) -> Commitment:
    said = thread.said
    dates = _due_history(thread, zone=zone, window=window)
    dated = _dated(thread, dates)
    due = dated.due if dated else None
    return Commitment(
        id=said[0].id,
        ids=thread.ids,
        customer=said[0].customer,
        what=next((each.what for each in said if each.what and not each.outcome), said[0].what),
        due=due,
        due_phrase=(dated or _phrased(thread)).due_phrase,
        owner=_owner(thread),
        tickets=thread.tickets,
        status=_status(circumstances.ending(thread), due, zone),
        said=said,
        renegotiations=_renegotiations(thread, dates),
        due_history=dates,
        needs_review=_needs_review(thread, circumstances),
        audience=narrowest(each.audience for each in said),
    )


def _due_history(thread: Thread, *, zone: tzinfo, window: timedelta) -> FieldHistory | None:
    """Fold the dates that were promised; words about an end, and promises without a date, leave it alone."""
    claims = [_date_claim(thread, each, each.due) for each in thread.said if each.due and not each.outcome]
    if not claims:
        return None
    subject = TicketKey(thread.said[0].id)
    return fold(claims, subject=subject, field="due_date", window=window, zone=zone)


def _date_claim(thread: Thread, promise: Promise, due: date) -> Claim:
    """Claim a promise's date; on a promise, what is said in a standup, a comment and a meeting weighs the same."""
    authority = promise.source.authority
    return Claim(
        id=promise.id,
        event=promise.event,
        subject=TicketKey(thread.said[0].id),
        field="due_date",
        value=due.isoformat(),
        source=promise.source,
        said_at=promise.said_at,
        date_only=promise.date_only,
        position=promise.position,
        voice=promise.voice,
        trusted=Authority.SPOKEN if authority is Authority.MEETING else authority,
        person=promise.owner,
        span=promise.span,
        audience=promise.audience,
    )


def _dated(thread: Thread, dates: FieldHistory | None) -> Promise | None:
    """Find the promise whose date stands."""
    holder = dates.holder if dates else None
    return next((each for each in thread.said if holder and each.id == holder.id), None)


def _phrased(thread: Thread) -> Promise:
    """Find the last promise with a phrase that names no day; the first promise if there is none."""
    return next((each for each in reversed(thread.said) if each.due_phrase), thread.said[0])


def _renegotiations(thread: Thread, dates: FieldHistory | None) -> tuple[Renegotiation, ...]:
    """List the accepted changes of the date; the first date is one if it is said to replace another."""
    by_id = {each.id: each for each in thread.said}
    decided = dates.decided if dates else ()
    accepted = [by_id[each.claim.id] for each in decided if each.decision is Decision.ACCEPTED]
    moved = [_renegotiation(before.due, after) for before, after in pairwise(accepted)]
    if accepted and accepted[0].replaces_due:
        moved.insert(0, _renegotiation(accepted[0].replaces_due, accepted[0]))
    return tuple(moved)


def _renegotiation(before: date | None, promise: Promise) -> Renegotiation:
    return Renegotiation(before=before, after=promise.due, by=promise.owner, at=promise.said_at, event=promise.event)


def _owner(thread: Thread) -> PersonId | None:
    """Tell who promised: the first who is known; whoever repeats or moves it later does not take it over."""
    owners = [each.owner for each in thread.said if each.owner]
    return next((owner for owner in owners if owner != UNKNOWN_PERSON), owners[0] if owners else None)


def _status(ending: Ending | None, due: date | None, zone: tzinfo) -> CommitmentStatus:
    """Tell how a promise stands: what is delivered by the end of the due day is kept, and later it is missed."""
    if ending is None:
        return CommitmentStatus.OPEN
    if ending.status is not None:
        return ending.status
    in_time = due is None or ending.at.astimezone(zone).date() <= due
    return CommitmentStatus.KEPT if in_time else CommitmentStatus.MISSED


def _needs_review(thread: Thread, circumstances: Circumstances) -> bool:
    """Tell whether nobody is sure yet that it is a promise: no words, and no person who confirmed it."""
    confirmed = any(action.action == "confirm" for action in circumstances.on(thread))
    return not confirmed and all(each.needs_review for each in thread.said)


def _taken_back(promise: Promise, withdrawn: Mapping[Voice, datetime]) -> bool:
    until = withdrawn.get(promise.voice) if promise.voice else None
    return until is not None and promise.said_at <= until


def _content(promise: Promise) -> tuple[object, ...]:
    """Order different readings of one id, so that the same one stays whichever came first."""
    people = sorted(promise.audience.people)
    dates = (str(promise.due), str(promise.replaces_due), promise.due_phrase)
    words = (promise.what, promise.customer, promise.tickets, promise.owner, promise.outcome, promise.needs_review)
    return (promise.id, promise.said_at, repr((dates, words, promise.span, promise.voice, people)))
