"""The mental models that the server keeps in a bank: read, made anew, and let go of."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
from hindsight_client import Hindsight
from hindsight_client_api.exceptions import ApiException, NotFoundException
from hindsight_client_api.models.mental_model_response import MentalModelResponse

from sprintmind.domain.mental_models import MentalModel
from sprintmind.memory.hindsight.bank import MODELS, TEAM
from sprintmind.memory.hindsight.failures import can_fill_nothing
from sprintmind.memory.hindsight.making import make_models

PATH = "hindsight"
_ENDED = ("completed", "failed", "cancelled")
_QUEUED = ("batch_retain", "retain")
"""What the server calls the rows of its queue that hold the texts it was told."""
_PAGE = 100
_KINDS = ("world", "experience", "observation")


class _Fact(msgspec.Struct, frozen=True):
    """A memory, or a summary of the server's, which is of no document."""

    tags: tuple[str, ...] = ()
    document_id: str | None = None


async def models_of(client: Hindsight, bank: str) -> tuple[MentalModel, ...]:
    """Take the models that are filled and rest on nothing but what the whole team may read."""
    try:
        found = (await client.alist_mental_models(bank, detail="full")).items
    except NotFoundException:
        return ()
    shown = [each for each in found if (each.content or "").strip() and each.tags == [TEAM]]
    facts = await _facts(client, bank, sorted({fact for each in shown for fact in _rests_on(each)}))
    models = (_model(each, [facts[fact] for fact in _rests_on(each)]) for each in shown)
    return tuple(sorted((model for model in models if model), key=lambda model: model.name))


async def refresh(client: Hindsight, bank: str) -> bool:
    """Have the stale and the empty models made anew, and tell whether the server can: it has a language model."""
    try:
        found = (await client.alist_mental_models(bank, detail="full")).items
    except NotFoundException:
        return True
    ours = [each for each in found if each.tags == [TEAM]]
    await make_models(client, bank, known=[each.id for each in found])
    for each in ours:
        if each.is_stale or not (each.content or "").strip():
            try:
                await client.arefresh_mental_model(bank, each.id)
            except ApiException as error:
                if can_fill_nothing(error):
                    return False
                raise
    return True


async def let_go(client: Hindsight, bank: str) -> None:
    """Take away the models with all that they said before, and what was told from the server's queue.

    Clearing a model leaves what it said in its history, and a queue keeps every text that went through it.
    """
    try:
        found = (await client.alist_mental_models(bank, detail="full", exclude_knowledge_pages=True)).items
    except NotFoundException:
        return
    for each in found:
        await client.adelete_mental_model(bank, each.id)
        if each.id not in {ours.id for ours in MODELS}:
            await _make_again(client, bank, each)
    for kind in _QUEUED:
        for status in _ENDED:
            await _unqueue(client, bank, kind=kind, status=status)


async def _make_again(client: Hindsight, bank: str, theirs: MentalModelResponse) -> None:
    """Make a model that a person added as it was asked for, without anything that it said."""
    trigger = theirs.trigger.to_dict() if theirs.trigger else None
    try:
        await client.acreate_mental_model(
            bank,
            theirs.name,
            theirs.source_query or theirs.name,
            id=theirs.id,
            tags=theirs.tags,
            max_tokens=theirs.max_tokens,
            trigger={name: value for name, value in (trigger or {}).items() if value is not None} or None,
        )
    except ApiException as error:
        if not can_fill_nothing(error):
            raise


async def _unqueue(client: Hindsight, bank: str, *, kind: str, status: str) -> None:
    while True:
        page = await client.operations.list_operations(bank, type=kind, status=status, limit=_PAGE)
        for each in page.operations:
            await client.operations.delete_operation(bank, each.id)
        if len(page.operations) < _PAGE:
            return


async def _facts(client: Hindsight, bank: str, ids: Sequence[str]) -> dict[str, _Fact | None]:
    """Look up what models rest on; a model itself tells words and no more."""
    return dict(zip(ids, await asyncio.gather(*(_fact(client, bank, each) for each in ids)), strict=True))


async def _fact(client: Hindsight, bank: str, id: str) -> _Fact | None:
    try:
        found = await client.memory.get_memory(bank, id)
    except NotFoundException:
        return None
    return msgspec.convert(found, type=_Fact)


def _model(found: MentalModelResponse, facts: Sequence[_Fact | None]) -> MentalModel | None:
    """Read a model, stale where what it rests on is gone; None for one that rests on what is not for everybody."""
    known = [fact for fact in facts if fact]
    if any(TEAM not in fact.tags for fact in known):
        return None
    made = found.last_refreshed_at or found.created_at
    return MentalModel(
        name=found.id,
        text=(found.content or "").strip(),
        made_at=datetime.fromisoformat(made).astimezone(UTC) if made else datetime.fromtimestamp(0, UTC),
        path=PATH,
        sources=tuple(dict.fromkeys(fact.document_id for fact in known if fact.document_id)),
        stale=bool(found.is_stale) or len(known) < len(facts),
    )


def _rests_on(found: MentalModelResponse) -> list[str]:
    """Take the ids of the memories and summaries that a model tells it rests on."""
    based_on = (found.reflect_response or {}).get("based_on") or {}
    return [fact["id"] for kind in _KINDS for fact in based_on.get(kind) or ()]
