"""Looking after one workspace: proving its state, making it anew, backing it up, moving it to another database."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from sprintmind.adapters import Adapters
from sprintmind.answers import Reembedded, Reread, TakenIn, Verification
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.progress import Progress
from sprintmind.domain.states import Asked, State
from sprintmind.errors import InputError, UnavailableError
from sprintmind.forget import note_backup
from sprintmind.ledger.port import Backup, Ledger
from sprintmind.memory.port import Reembedding
from sprintmind.questions import state_at
from sprintmind.remember import Teller, deliver
from sprintmind.rereading import reread
from sprintmind.standing import Standing
from sprintmind.verification import rebuild, take_in, verify

FIRST = 200
"""Of how many waiting documents memory is told before it is asked; the rest is said to wait."""


def real_time() -> datetime:
    """Tell the time by this machine's clock, which leases and waits keep whatever `SPRINTMIND_NOW` says."""
    return datetime.now(UTC)


class Care(Standing):
    """What may be done with a ledger whatever it holds; `App` adds what is asked of it.

    Args:
        ledger: Where everything is kept.
        team: The people file's.
        policy: By which findings are judged.
        clock: Tells the time, or `SPRINTMIND_NOW`.
        adapters: What may be called beside the ledger.
    """

    def __init__(
        self, *, ledger: Ledger, team: Team, policy: Policy, clock: Callable[[], datetime], adapters: Adapters
    ) -> None:
        super().__init__(ledger=ledger, team=team, policy=policy, clock=clock, past=self._folded)
        self._ledger: Ledger = ledger
        self._adapters = adapters

    def _tell_memory_first(self) -> None:
        """Tell memory the first of what waits, so that what was just recorded can be recalled; a failure waits too."""
        if not self._ledger.outbox.waiting().pending:
            return
        with suppress(UnavailableError):
            if deliver(self._teller(), limit=FIRST).erased:
                self._ledger.scrub()

    def _teller(self) -> Teller:
        return Teller(ledger=self._ledger, memory=self._adapters.memory(), team=self._team, clock=real_time)

    def verify(self, progress: Progress | None = None) -> Verification:
        """Fold everything again, from the readings, and compare."""
        with self._ledger.reading() as reading:
            return verify(reading, team=self._team, policy=self._policy, now=self.now(), progress=progress)

    def rebuild(self, progress: Progress | None = None) -> Verification:
        """Read every event again with the team as it is now, fold everything, and replace the state."""
        return rebuild(self._ledger, team=self._team, policy=self._policy, now=self.now(), progress=progress)

    def reread(self, progress: Progress | None = None, *, apply: bool = False) -> Reread:
        """Read every document again with the reader of this version; tell what it claims otherwise, or record it."""
        return reread(
            self._ledger, team=self._team, policy=self._policy, now=self.now(), apply=apply, progress=progress
        )

    def export(self) -> Iterator[bytes]:
        """Give everything that cannot be folded again, of one moment, one JSON document a line."""
        with self._ledger.reading() as reading:
            yield from reading.exported()

    def take_in(self, lines: Iterable[bytes], progress: Progress | None = None) -> TakenIn:
        """Store what another workspace exported, all of it or nothing; raises InputError where it cannot be used."""
        return take_in(self._ledger, lines, team=self._team, policy=self._policy, now=self.now(), progress=progress)

    def backup(self, file: Path) -> Backup:
        """Write a copy of one moment to a new file, while others read and write; that it was made is remembered."""
        made = self._ledger.backup(file)
        self.note_copy(file)
        return made

    def note_copy(self, file: Path) -> None:
        """Remember that a copy was made, so that whoever is forgotten later is told of it."""
        with self._ledger.writing() as transaction:
            note_backup(transaction, str(file.absolute()), at=self.now())

    def reembed(self, progress: Progress) -> Reembedded:
        """Embed again what memory holds without a vector of the present model; what is done is kept.

        Raises:
            InputError: The memory is a server's, which embeds by itself.
            UnavailableError: Memory, or the model, cannot be asked.
        """
        memory = self._adapters.memory()
        if not isinstance(memory, Reembedding):
            raise InputError("this memory is a server's, which embeds by itself; set its model there")
        return Reembedded(count=memory.reembed(progress), status=memory.status())

    def _folded(self, asked: Asked, *, history: bool = False) -> State:
        with self._ledger.reading() as reading:
            return state_at(reading, asked, history=history)
