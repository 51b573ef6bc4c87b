"""Which of the things said about promises to one customer are about the same promise."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sprintmind.domain.events import ClaimId, Name, Observation, PersonId, Promise, TicketKey, named
from sprintmind.domain.likeness import THRESHOLD, likeness
from sprintmind.domain.work import CommitmentStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class PromiseAction(Observation):
    """What a named person does with a promise on purpose."""

    promise: ClaimId
    """Any claim's id of the commitment."""
    action: str
    """confirm, reject or close."""
    by: PersonId | None
    reason: str = ""
    outcome: str | None = None
    """Of a close: kept, missed or cancelled; None where the moment and the due date decide between the first two."""

    @property
    def names(self) -> tuple[Name, ...]:
        """The promise."""
        return (named("promise", self.promise),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """When a promise ended, and how."""

    at: datetime
    status: CommitmentStatus | None
    """None where it was delivered: whether that is kept or missed is a matter of the due date."""


@dataclass(frozen=True, slots=True)
class Thread:
    """What was said about one promise, in order."""

    said: tuple[Promise, ...]
    """At least one."""

    @property
    def ids(self) -> frozenset[ClaimId]:
        """Every claim's id."""
        return frozenset(promise.id for promise in self.said)

    @property
    def tickets(self) -> tuple[TicketKey, ...]:
        """The tickets named, each once, in the order of their naming."""
        return tuple(dict.fromkeys(key for promise in self.said for key in promise.tickets))

    def likeness(self, promise: Promise) -> float:
        """Tell how alike a promise reads to the wording here that is most alike.

        Two that name tickets, and none in common, are not about the same thing however alike they read.
        """
        if promise.tickets and self.tickets:
            return 0.0
        return max(likeness(promise.what, each.what) for each in self.said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What bears on promises besides what was said about them."""

    actions: Sequence[PromiseAction] = ()
    """In the order in which people acted."""
    done_at: Mapping[TicketKey, datetime | None] = field(default_factory=dict)
    """When each ticket was done; None or missing where it is not."""

    def known_by(self, moment: datetime) -> "Circumstances":
        """Take what bore on promises at a moment."""
        return Circumstances(
            actions=tuple(action for action in self.actions if action.at <= moment),
            done_at={key: done for key, done in self.done_at.items() if done and done <= moment},
        )

    def on(self, thread: Thread) -> tuple[PromiseAction, ...]:
        """Find what people did with a promise."""
        if not self.actions:
            return ()
        ids = thread.ids
        return tuple(action for action in self.actions if action.promise in ids)

    def ending(self, thread: Thread) -> Ending | None:
        """Tell how a promise ended; None while it is open.

        What a person did on purpose stands over words, the last deed over those before; else the first end counts.
        """
        deed: Ending | None = None
        for action in self.on(thread):
            if action.action == "reject":
                deed = Ending(at=action.at, status=CommitmentStatus.DISPUTED)
            elif action.action == "close":
                deed = Ending(at=action.at, status=CommitmentStatus(action.outcome) if action.outcome else None)
            elif deed and deed.status is CommitmentStatus.DISPUTED:
                deed = None
        return deed or min(self._endings(thread), key=lambda ending: ending.at, default=None)

    def _endings(self, thread: Thread) -> Iterable[Ending]:
        for promise in thread.said:
            if promise.outcome:
                kept = promise.outcome == CommitmentStatus.KEPT
                yield Ending(at=promise.said_at, status=None if kept else CommitmentStatus(promise.outcome))
        done = [self.done_at.get(key) for key in thread.tickets]
        finished = [moment for moment in done if moment]
        if finished and len(finished) == len(done):
            yield Ending(at=max(finished), status=None)


def threads(promises: Iterable[Promise], circumstances: Circumstances) -> tuple[Thread, ...]:
    """Join what is about the same promise, in the order in which it was said.

    A promise joins, and thereby unites, all open promises that share a ticket with it; else the open one that reads
    most alike; else it is new. A promise that had ended by then is not joined any more.

    Args:
        promises: To one customer, in order, each once.
        circumstances: What ends promises.

    Returns:
        In the order of their first words.
    """
    found: list[Thread] = []
    for promise in promises:
        then = circumstances.known_by(promise.said_at)
        open_now = [thread for thread in found if then.ending(thread) is None]
        joined = _joined(promise, open_now)
        found = [thread for thread in found if thread not in joined]
        together = sorted((each for thread in joined for each in thread.said), key=said_order)
        found.append(Thread((*together, promise)))
    return tuple(sorted(found, key=lambda thread: said_order(thread.said[0])))


def said_order(promise: Promise) -> tuple[object, ...]:
    """Tell a promise's place among all: when it was said, then keys that make the order total."""
    return (promise.said_at, promise.source, promise.event, promise.position, promise.id)


def _joined(promise: Promise, open_now: Sequence[Thread]) -> list[Thread]:
    sharing = [thread for thread in open_now if set(thread.tickets) & set(promise.tickets)]
    if sharing:
        return sharing
    alike = max(open_now, key=lambda thread: thread.likeness(promise), default=None)
    return [alike] if alike and alike.likeness(promise) >= THRESHOLD else []
