"""A bank is made, and brought in step with what it must be told."""

import asyncio
from collections.abc import Sequence

from hindsight_client import Hindsight
from hindsight_client_api.exceptions import ApiException, NotFoundException
from hindsight_client_api.models.bank_config_update import BankConfigUpdate
from hindsight_client_api.models.directive_response import DirectiveResponse

from sprintmind.memory.hindsight.bank import DIRECTIVES, MODELS, SETTINGS, TEAM, Directive, Model
from sprintmind.memory.hindsight.items import described

_REFRESHED = {"refresh_after_consolidation": True, "tags_match": "all_strict", "exclude_mental_models": True}
"""A model rests on memories of its own tag, and on no other model."""
_KNOWN_OR_UNFILLED = (409, 500)
"""Another process made it at the same time; or the server has no language model that could fill it."""


async def is_in_step(client: Hindsight, bank: str) -> bool:
    """Tell whether a bank is there and keeps memories as we need it; a server makes a missing one by its own rules."""
    try:
        current = (await client.banks.get_bank_config(bank)).config
    except NotFoundException:
        return False
    return not described(SETTINGS, current)


async def bring_in_step(client: Hindsight, bank: str) -> None:
    """Make a bank where there is none, and tell it its mission, its directives and its mental models."""
    await client.acreate_bank(bank)
    current = (await client.banks.get_bank_config(bank)).config
    if changed := described(SETTINGS, current):
        await client.banks.update_bank_config(bank, BankConfigUpdate(updates=changed))
    known = [each.id for each in (await client.alist_mental_models(bank)).items]
    await asyncio.gather(_direct(client, bank), make_models(client, bank, known=known))


async def make_models(client: Hindsight, bank: str, *, known: Sequence[str]) -> None:
    """Make the mental models that are not there.

    A server without a language model makes them, and refuses then to fill them; they stay empty.
    """
    await asyncio.gather(*(_make(client, bank, ours) for ours in MODELS if ours.id not in known))


async def _make(client: Hindsight, bank: str, ours: Model) -> None:
    try:
        await client.acreate_mental_model(bank, ours.name, ours.question, id=ours.id, tags=[TEAM], trigger=_REFRESHED)
    except ApiException as error:
        if error.status not in _KNOWN_OR_UNFILLED:
            raise


async def _direct(client: Hindsight, bank: str) -> None:
    """Bring the directives in step: ours as they stand here; those that a person added stay."""
    known = {each.name: each for each in (await client.alist_directives(bank)).items}
    await asyncio.gather(*(_set(client, bank, ours, theirs=known.get(ours.name)) for ours in DIRECTIVES))


async def _set(client: Hindsight, bank: str, ours: Directive, *, theirs: DirectiveResponse | None) -> None:
    if theirs is None:
        await client.acreate_directive(bank, ours.name, ours.content, priority=ours.priority)
    elif (theirs.content, theirs.priority) != (ours.content, ours.priority):
        await client.aupdate_directive(bank, theirs.id, content=ours.content, priority=ours.priority)
