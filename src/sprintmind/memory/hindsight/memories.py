"""The memory port on a Hindsight server."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import ExitStack
from datetime import timedelta
from os import environ
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, TypeVar
from uuid import uuid4

from hindsight_client import Hindsight
from hindsight_client_api.exceptions import BadRequestException, NotFoundException
from hindsight_client_api.models.operation_status_response import OperationStatusResponse
from hindsight_client_api.models.reflect_response import ReflectResponse

from sprintmind.domain.memories import Budget, DocumentId, Memory, MemoryStatus, Question, Recalled, Reflection
from sprintmind.domain.mental_models import MentalModel
from sprintmind.domain.recalls import admitted
from sprintmind.errors import ConfigError, InputError, SprintMindError, UnavailableError
from sprintmind.llm.port import Model
from sprintmind.memory.checking import checked
from sprintmind.memory.hindsight.connection import TO_KEEP, Connection
from sprintmind.memory.hindsight.failures import KEY, NoBankError, has_no_model
from sprintmind.memory.hindsight.items import conditions, is_something, item, recalled, storable
from sprintmind.memory.hindsight.making import bring_in_step, is_in_step
from sprintmind.memory.hindsight.models import let_go, models_of, refresh
from sprintmind.memory.port import Schema
from sprintmind.memory.reflecting import reflected

Result = TypeVar("Result")

PATIENCE = timedelta(seconds=30)
"""For one answer of the server."""
AT_ONCE = 4
"""How many memories are kept while we wait; more go through the server's queue."""
_TOKENS = 400
"""Room for one memory of usual length in an answer."""
_BETWEEN_LOOKS = 0.2
"""Seconds; the server's worker looks twice a second."""
_WORD = re.compile(r"\w")
"""The server refuses a question without one."""
_NO_NAMES = (".", "..")
"""As the last part of an address they name what is above it, and to delete that would delete the bank."""


class Configured(Protocol):
    """What the settings tell of the server."""

    @property
    def memory_url(self) -> str:
        """Its address."""

    @property
    def memory_bank(self) -> str:
        """The bank; empty: named after the workspace."""


def open_memory(
    home: Path, *, workspace: str, settings: Configured, model: Callable[[], Model | None]
) -> "HindsightMemories":
    """Name a workspace's bank on the server; nothing is asked of it yet.

    Args:
        home: Holds nothing of it.
        workspace: Names the bank where the settings do not.
        settings: Say where the server is.
        model: Opens the language model that sums up where the server has none.

    Raises:
        ConfigError: The server's address is not set.
    """
    del home
    if not settings.memory_url:
        raise ConfigError(
            "[memory] url: the address of the Hindsight server is missing; SPRINTMIND_HINDSIGHT_URL sets it"
        )
    bank = settings.memory_bank or f"sprintmind-{workspace}"
    return HindsightMemories(settings.memory_url, bank=bank, key=environ.get(KEY), model=model)


class HindsightMemories:
    """One bank of a server.

    Args:
        url: The server's address.
        bank: The bank's id; the bank is made where there is none.
        key: The server's key; None where it asks for none.
        model: Opens the language model that sums up where the server has none; gives None where there is none either.
        patience: How long to wait for one answer.
    """

    def __init__(
        self,
        url: str,
        *,
        bank: str,
        key: str | None = None,
        model: Callable[[], Model | None] = lambda: None,
        patience: timedelta = PATIENCE,
    ) -> None:
        self.url = url
        self.bank = bank
        self._connection = Connection(url, key=key, patience=patience)
        self._model = model
        self._lock = Lock()
        self._in_step = False

    def retain(self, memories: Sequence[Memory]) -> None:
        """Keep memories, as the port says; returns when they can be recalled."""
        kept = checked(memories)
        if not kept:
            return
        if any(memory.document in _NO_NAMES for memory in kept):
            raise InputError("a document cannot be called `.` or `..`: nothing could erase it")
        self._keep_in_step()
        items = [item(memory) for memory in kept]
        if len(items) <= AT_ONCE:
            self._ask(self._client.aretain_batch(self.bank, items=items), within=TO_KEEP)
        else:
            self._ask(self._queued(items), within=TO_KEEP)

    def recall(self, question: Question) -> tuple[Recalled, ...]:
        """Find what the caller may read, as the port says; the server's own summaries are left out."""
        if not _WORD.search(question.text):
            return ()
        wanted = question.limit * (4 if question.within else 2)
        try:
            answer = self._ask(
                self._client.arecall(
                    self.bank,
                    storable(question.text),
                    types=["world", "experience"],
                    budget=question.budget.value,
                    max_tokens=max(4096, wanted * _TOKENS),
                    tag_groups=conditions(question) or None,
                )
            )
        except NoBankError:
            return ()
        return _chosen((recalled(each) for each in answer.results if is_something(each)), question)

    def reflect(self, question: Question, *, budget: Budget = Budget.LOW, schema: Schema | None = None) -> Reflection:
        """Let the server sum up, as the port says; where it has no model, what is recalled is summed up here."""
        try:
            answer = self._ask(self._reflected(question, budget, schema), within=TO_KEEP)
        except (NoBankError, _NoModelError):
            return reflected(self, question, budget=budget, schema=schema, model=self._model())
        facts = answer.based_on.memories if answer.based_on else None
        cited = _chosen((recalled(fact) for fact in facts or ()), question)
        return Reflection(text=answer.text, path="hindsight", based_on=cited, structured=answer.structured_output)

    def forget(self, documents: Sequence[DocumentId]) -> int:
        """Erase documents, as the port says; the server takes what it derived from them along."""
        return sum(self._ask(self._deleted(document)) for document in dict.fromkeys(documents))

    def clear(self) -> None:
        """Erase the bank; it is made again with the next memory."""
        self._ask(self._client.adelete_bank(self.bank), within=TO_KEEP)
        self._in_step = False

    def models(self) -> tuple[MentalModel, ...]:
        """Take the server's mental models, as the port says."""
        return self._ask(models_of(self._client, self.bank))

    def refresh(self) -> bool:
        """Have the server make the stale ones anew, as the port says."""
        return self._ask(refresh(self._client, self.bank))

    def let_go(self) -> None:
        """Take away what the server has made of memories, as the port says; `refresh` has it made again."""
        self._ask(let_go(self._client, self.bank), within=TO_KEEP)

    def status(self) -> MemoryStatus:
        """Tell how the server is; never raises."""
        try:
            version = self._connection.version()
            held = self._held()
        except SprintMindError as error:
            return MemoryStatus(backend="hindsight", ready=False, mode="unknown", memories=None, detail=str(error))
        return MemoryStatus(backend="hindsight", ready=True, mode=version, memories=held)

    def close(self) -> None:
        """Let go of the connections."""
        self._connection.close()

    @property
    def _client(self) -> Hindsight:
        return self._connection.client

    def _ask(self, coroutine: Coroutine[Any, Any, Result], *, within: timedelta | None = None) -> Result:
        with ExitStack() as unasked:
            unasked.callback(coroutine.close)
            self._connection.see_version()
            unasked.pop_all()
        return self._connection.ask(coroutine, within=within)

    def _held(self) -> int:
        try:
            return self._ask(self._client.documents.list_documents(self.bank, limit=1)).total
        except NoBankError:
            return 0

    def _keep_in_step(self) -> None:
        """See that the bank is there as it must be, before more is kept in it."""
        with self._lock:
            if self._in_step and self._ask(is_in_step(self._client, self.bank)):
                return
            self._ask(bring_in_step(self._client, self.bank), within=TO_KEEP)
            self._in_step = True

    async def _queued(self, items: Sequence[dict[str, Any]]) -> None:
        """Let the server's queue keep many, and wait for its operation: its counts are cached and late."""
        client, operation = self._client, str(uuid4())
        await client.aretain_batch(self.bank, items=list(items), retain_async=True, operation_id=operation)
        while True:
            found = await client.operations.get_operation_status(self.bank, operation)
            if found.status == "completed":
                return
            if found.status in ("failed", "cancelled", "not_found"):
                raise UnavailableError(f"the Hindsight server at {self.url} kept nothing: {_why(found)}")
            await asyncio.sleep(_BETWEEN_LOOKS)

    async def _reflected(self, question: Question, budget: Budget, schema: Schema | None) -> ReflectResponse:
        try:
            return await self._client.areflect(
                self.bank,
                question.text,
                budget=budget.value,
                include_facts=True,
                response_schema=dict(schema) if schema else None,
                tag_groups=conditions(question) or None,
            )
        except BadRequestException as error:
            if has_no_model(error):
                raise _NoModelError from error
            raise

    async def _deleted(self, document: DocumentId) -> int:
        if not document or document in _NO_NAMES:
            return 0
        try:
            await self._client.documents.delete_document(self.bank, document)
        except NotFoundException:
            return 0
        return 1


class _NoModelError(Exception):
    """The server has no language model."""


def _chosen(found: Iterable[Recalled | None], question: Question) -> tuple[Recalled, ...]:
    """Keep what was asked for, once a document, and see again that it is what the caller may read."""
    best: dict[DocumentId, Recalled] = {}
    for each in found:
        if each and admitted(each.memory, question):
            best.setdefault(each.memory.document, each)
    return tuple(best.values())[: question.limit]


def _why(operation: OperationStatusResponse) -> str:
    children = [child.error_message for child in operation.child_operations or () if child.error_message]
    return "; ".join(children[:3]) or operation.error_message or operation.status
