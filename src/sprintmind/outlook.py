"""How everything stands at one look: what is at risk, what changed, what arrived, and who may come in."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from sprintmind.admission import Admission
from sprintmind.answers import Acknowledged, Readiness
from sprintmind.care import Care
from sprintmind.domain.events import Source
from sprintmind.domain.findings import Finding, FindingId, FindingMarked
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.erasing import without_erased
from sprintmind.errors import InputError
from sprintmind.ledger.beside import Arrived, Logged, Position, Received


class Outlook(Care):
    """What whoever watches a workspace asks of it; `App` adds the journeys."""

    @property
    def admission(self) -> Admission:
        """Who may come in."""
        return Admission(ledger=self._ledger)

    def acknowledged(self) -> dict[FindingId, Acknowledged]:
        """Tell who acknowledged or snoozed which finding last."""
        with self._ledger.reading() as reading:
            heard = (*reading.of_kind("acknowledge"), *reading.of_kind("snooze"))
        marks = [o for each in heard for o in each.event.observations if isinstance(o, FindingMarked)]
        return {
            mark.finding: Acknowledged(
                finding=mark.finding, by=mark.by, at=mark.at, until=mark.until, reason=mark.reason
            )
            for mark in sorted(marks, key=lambda mark: (mark.at, mark.event))
        }

    def readiness(self) -> Readiness:
        """Tell when each source was last heard, and how much memory has not been told."""
        with self._ledger.reading() as reading:
            return Readiness(heard=reading.last_heard(), backlog=reading.backlog())

    def deploys(self) -> bool:
        """Tell whether any source ever told of a deployment."""
        with self._ledger.reading() as reading:
            return bool(reading.names_within("deployment:"))

    def position(self) -> Position:
        """Tell how far the ledger is: whatever is recorded moves it."""
        with self._ledger.reading() as reading:
            return reading.feed.position()

    def transitions(self, caller: Caller, *, after: int = 0, limit: int = 100) -> tuple[Logged, ...]:
        """Tell how findings changed, in order, after a number of the log."""
        with self._ledger.reading() as reading:
            logged = reading.feed.transitions(after=after, limit=limit)
        return tuple(each for each in logged if visible_to(each.transition.finding.audience, caller))

    def arrived(self, source: Source, *, limit: int = 20) -> tuple[Arrived, ...]:
        """Tell which events of a source came last, the newest first."""
        with self._ledger.reading() as reading:
            return reading.feed.arrived(source, limit=limit)

    def note_received(self, received: Received) -> None:
        """Count a delivery to an address for webhooks, and keep what became of it; of what is erased, nothing."""
        with self._ledger.writing() as transaction:
            transaction.reception.note(without_erased(received, transaction.erasures()))

    def change_received(self, received: Received) -> None:
        """Keep what became of a delivery later."""
        with self._ledger.writing() as transaction:
            transaction.reception.change(received)

    def find_received(self, system: str, number: int) -> Received:
        """Find a delivery that is kept; raises InputError if there is none."""
        with self._ledger.reading() as reading:
            found = reading.reception.find(system, number)
        if found is None:
            raise InputError(f"no delivery {number} of {system} is kept")
        return found

    def received(self, system: str) -> tuple[tuple[Received, ...], Mapping[str, int]]:
        """Tell the last deliveries of a system, the newest first, and how many came to what since the first."""
        with self._ledger.reading() as reading:
            return reading.reception.last(system), reading.reception.counts(system)


def awake(
    findings: Iterable[Finding], acknowledged: Mapping[FindingId, Acknowledged], *, at: datetime
) -> tuple[Finding, ...]:
    """Leave out the findings that are put aside at a moment."""
    asleep = {mark.finding for mark in acknowledged.values() if mark.until and mark.until > at}
    return tuple(finding for finding in findings if finding.id not in asleep)
