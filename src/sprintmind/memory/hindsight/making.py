"""A bank is made, and brought in step with what it must be told."""

from collections.abc import Sequence
from contextlib import suppress

from hindsight_client import Hindsight
from hindsight_client_api.exceptions import NotFoundException, ServiceException
from hindsight_client_api.models.bank_config_update import BankConfigUpdate

from sprintmind.memory.hindsight.bank import DIRECTIVES, MODELS, SETTINGS, TEAM
from sprintmind.memory.hindsight.items import described

_REFRESHED = {"refresh_after_consolidation": True, "tags_match": "all_strict", "exclude_mental_models": True}
"""A model rests on memories of its own tag, and on no other model."""


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
    await _direct(client, bank)
    await make_models(client, bank, known=[each.id for each in (await client.alist_mental_models(bank)).items])


async def make_models(client: Hindsight, bank: str, *, known: Sequence[str]) -> bool:
    """Make the mental models that are not there, and tell whether there were such.

    A server without a language model makes them, and refuses then to fill them; they stay empty.
    """
    missing = [ours for ours in MODELS if ours.id not in known]
    for ours in missing:
        with suppress(ServiceException):
            await client.acreate_mental_model(
                bank, ours.name, ours.question, id=ours.id, tags=[TEAM], trigger=_REFRESHED
            )
    return bool(missing)


async def _direct(client: Hindsight, bank: str) -> None:
    """Bring the directives in step: ours as they stand here; those that a person added stay."""
    known = {each.name: each for each in (await client.alist_directives(bank)).items}
    for ours in DIRECTIVES:
        theirs = known.get(ours.name)
        if theirs is None:
            await client.acreate_directive(bank, ours.name, ours.content, priority=ours.priority)
        elif (theirs.content, theirs.priority) != (ours.content, ours.priority):
            await client.aupdate_directive(bank, theirs.id, content=ours.content, priority=ours.priority)
