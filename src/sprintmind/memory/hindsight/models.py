"""The mental models that the server keeps in a bank: read, made anew, and let go of."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from hindsight_client import Hindsight
from hindsight_client_api.exceptions import NotFoundException, ServiceException
from hindsight_client_api.models.mental_model_response import MentalModelResponse

from sprintmind.domain.mental_models import MentalModel
from sprintmind.memory.hindsight.bank import MODELS, TEAM
from sprintmind.memory.hindsight.making import make_models

PATH = "hindsight"
_ENDED = ("completed", "failed", "cancelled")
_QUEUED = ("batch_retain", "retain")
"""What the server calls the rows of its queue that hold the texts it was told."""
_PAGE = 100


async def models_of(client: Hindsight, bank: str) -> tuple[MentalModel, ...]:
    """Take the models that are filled and rest on nothing but what the whole team may read."""
    try:
        found = (await client.alist_mental_models(bank, detail="full")).items
    except NotFoundException:
        return ()
    shown = (each for each in found if (each.content or "").strip() and _is_for_the_team(each))
    return tuple(sorted((_model(each) for each in shown), key=lambda model: model.name))


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
            except ServiceException as error:
                if error.status == 500:
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
    with suppress(ServiceException):
        await client.acreate_mental_model(
            bank,
            theirs.name,
            theirs.source_query or theirs.name,
            id=theirs.id,
            tags=theirs.tags,
            max_tokens=theirs.max_tokens,
            trigger={name: value for name, value in (trigger or {}).items() if value is not None} or None,
        )


async def _unqueue(client: Hindsight, bank: str, *, kind: str, status: str) -> None:
    while True:
        page = await client.operations.list_operations(bank, type=kind, status=status, limit=_PAGE)
        for each in page.operations:
            await client.operations.delete_operation(bank, each.id)
        if len(page.operations) < _PAGE:
            return


def _model(found: MentalModelResponse) -> MentalModel:
    made = found.last_refreshed_at or found.created_at
    documents = (fact.get("document_id") for fact in _facts(found))
    return MentalModel(
        name=found.id,
        text=(found.content or "").strip(),
        made_at=datetime.fromisoformat(made).astimezone(UTC) if made else datetime.fromtimestamp(0, UTC),
        path=PATH,
        sources=tuple(dict.fromkeys(str(each) for each in documents if each)),
        stale=bool(found.is_stale),
    )


def _is_for_the_team(found: MentalModelResponse) -> bool:
    """See again that a model, and each memory that it tells it rests on, is for everybody."""
    return found.tags == [TEAM] and all(TEAM in (fact.get("tags") or (TEAM,)) for fact in _facts(found))


def _facts(found: MentalModelResponse) -> list[dict[str, Any]]:
    based_on = (found.reflect_response or {}).get("based_on") or {}
    return [fact for facts in based_on.values() for fact in facts or () if isinstance(fact, dict)]
