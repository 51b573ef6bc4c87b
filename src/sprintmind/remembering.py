"""What may be asked of a workspace about its memory: how it is, what it recalls, and that it is told what waits."""

from dataclasses import replace

from sprintmind.answers import Ingested, MemoryReport, Remembered
from sprintmind.care import FIRST, Care
from sprintmind.domain.memories import Question, Tag, TagFilter, TagMatch
from sprintmind.domain.mental_models import MentalModel
from sprintmind.domain.progress import Progress
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.errors import UnavailableError
from sprintmind.forget import Receipt, forget, proved, rehearse, stones
from sprintmind.memory.port import KeepsModels, Memories
from sprintmind.mental_models import kept, refresh
from sprintmind.probe import Probe, known_last, probe
from sprintmind.remember import Told, deliver, refill
from sprintmind.tick import tick


class Remembering(Care):
    """What `App` does with memory."""

    def tell_memory(
        self, *, limit: int | None = None, impatient: bool = False, progress: Progress | None = None
    ) -> Told:
        """Tell memory what waits; one that does not answer is said so, and nothing is lost.

        Args:
            limit: Of how many documents at most; None: of all.
            impatient: Try at once what failed before, and what was parked.
            progress: Is told how many are done, of how many.
        """
        told = self._tell(limit=limit, impatient=impatient, progress=progress)
        if told.erased:
            self._ledger.scrub()
        return told

    def _tell(self, *, limit: int | None = None, impatient: bool = False, progress: Progress | None = None) -> Told:
        if impatient:
            self._ledger.outbox.unpark()
        if not self._ledger.outbox.waiting().pending:
            return Told()
        try:
            teller = self._teller()
        except UnavailableError as error:
            return Told(error=str(error))
        return deliver(teller, limit=limit, impatient=impatient, progress=progress)

    def memory_status(self) -> MemoryReport:
        """Tell how memory is and what it has not been told; never raises for a memory that is down."""
        waiting = self._ledger.outbox.waiting()
        try:
            status = self._adapters.memory().status()
        except UnavailableError as error:
            return MemoryReport(waiting=waiting, status=None, error=str(error))
        return MemoryReport(waiting=waiting, status=status, error=waiting.error or (status.detail or None))

    def recall(self, question: Question) -> Remembered:
        """Tell memory the first of what waits, then ask it; what the asker may not read is left out once more.

        Raises:
            UnavailableError: Memory does not answer.
        """
        told = self.tell_memory(limit=FIRST)
        found = self._adapters.memory().recall(question)
        shown = tuple(each for each in found if visible_to(each.memory.audience, question.caller))
        waiting = self._ledger.outbox.waiting()
        return Remembered(found=shown, waiting=waiting.pending + waiting.parked, error=told.error)

    def probe_memory(self, caller: Caller) -> Probe | None:
        """See whether memory finds what was heard last; None where nothing that the caller may read was ever said.

        Raises:
            UnavailableError: Memory does not answer.
        """
        with self._ledger.reading() as reading:
            known = known_last(reading, caller)
        return probe(self._adapters.memory(), known, caller) if known else None

    def rebuild_memory(self, progress: Progress | None = None) -> Told:
        """Fill memory anew from the ledger; interrupted, it goes on where it was.

        Raises:
            UnavailableError: Memory does not answer; what was done is kept.
        """
        return refill(self._teller(), progress=progress)

    def tick(self) -> Ingested:
        """Time has passed: let what waited count, evaluate all rules, store the transitions, tell memory."""
        changes, _ = tick(self._ledger, team=self._team, policy=self._policy, now=self.now())
        told = self.tell_memory()
        failed = self._refreshed()
        waiting = self._ledger.outbox.waiting()
        return Ingested(
            transitions=changes,
            memory_backlog=waiting.pending + waiting.parked,
            memory_error=told.error or waiting.error or failed,
        )

    def mental_models(self) -> tuple[MentalModel, ...]:
        """Take the mental models: the server's where it keeps them, else ours; raises UnavailableError."""
        memory = self._memory()
        if isinstance(memory, KeepsModels) and (found := memory.models()):
            return found
        return kept(self._ledger, team=self._team, now=self.now())

    def refresh_models(self) -> None:
        """Make anew the mental models of which what they rest on has changed; raises UnavailableError."""
        memory = self._memory()
        if not (isinstance(memory, KeepsModels) and memory.refresh()):
            refresh(self._ledger, memory, team=self._team, now=self.now())

    def forget(self, *, person: str | None = None, document: str | None = None, dry_run: bool = False) -> Receipt:
        """Erase a person or a document everywhere, and prove it; raises InputError where nothing is known of it.

        Args:
            person: An id of the people file, or a name that was heard.
            document: The key of an event, or the id of a text with all its versions.
            dry_run: Tell what would be erased, and change nothing.
        """
        with self._ledger.reading() as reading:
            new = stones(reading, self._team, person=person, document=document, at=self.now())
        what = person or document or ""
        erase = rehearse if dry_run else forget
        receipt = erase(self._ledger, new, what=what, team=self._team, policy=self._policy, now=self.now())
        if dry_run:
            return receipt
        if self._adapters.graves:
            self._adapters.graves.keep(new)
        told = self._tell(impatient=True)
        receipt = proved(self._ledger, None if told.error else self._adapters.memory(), receipt)
        self._refreshed()
        return self._closed(receipt, told)

    def _closed(self, receipt: Receipt, told: Told) -> Receipt:
        """Leave nothing in the files, and tell what could not be done."""
        taken = receipt.taken
        left = [self._ledger.scrub()]
        if told.error:
            left.append(f"memory could not be told ({told.error}): it still holds it; tell memory again what waits")
        return replace(
            receipt,
            memories=None if told.error else len({*taken.documents, *taken.gone, *taken.findings}),
            left=(*receipt.left, *filter(None, left)),
        )

    def _refreshed(self) -> str | None:
        """Make the mental models anew, and tell why not where memory does not answer; `tick` tries again."""
        try:
            self.refresh_models()
        except UnavailableError as error:
            return str(error)
        return None

    def _memory(self) -> Memories | None:
        """Open memory; None where it cannot be opened."""
        try:
            return self._adapters.memory()
        except UnavailableError:
            return None


def about(
    text: str,
    *,
    caller: Caller,
    ticket: str | None = None,
    person: str | None = None,
    customer: str | None = None,
    kinds: tuple[str, ...] = (),
    limit: int = 20,
) -> Question:
    """Ask about a text, within what is about all of a ticket, a person and a customer, where they are given."""
    named = {"ticket": ticket, "person": person, "customer": customer}
    tags = tuple(Tag(f"{kind}:{name}") for kind, name in named.items() if name)
    return Question(
        text=text,
        caller=caller,
        tags=TagFilter(tags=tags, match=TagMatch.ALL_STRICT) if tags else None,
        kinds=kinds,
        limit=limit,
    )
