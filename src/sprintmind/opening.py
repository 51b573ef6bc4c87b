"""Where what stands in a workspace is opened for a command that asks for nothing else; `bootstrap` opens the rest."""

from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from pathlib import Path

from sprintmind.domain.states import Asked, State, made_with
from sprintmind.ledger.files import graves, ledger_file, risen
from sprintmind.ledger.port import TEAM, Reading
from sprintmind.ledger.sqlite import SqliteLedger
from sprintmind.settings.chosen import Chosen
from sprintmind.standing import Past, Standing

_PAST = "sprintmind.questions:state_at"
"""What folds events, by path, so that a command that asks for what is kept loads none of it."""


def open_standing(home: Path, *, workspace: str, chosen: Chosen, now: Callable[[], datetime]) -> Standing | None:
    """Open what stands in a workspace whose ledger is in the home.

    Args:
        home: The data directory.
        workspace: Which ledger, one per team.
        chosen: The team's settings.
        now: Tells the time.

    Returns:
        None where `bootstrap.open_app` has something to do first: make the ledger, read it again with other settings,
        fold it anew, or erase again what it brought back.

    Raises:
        ConfigError: The workspace's name cannot be one.
        UnavailableError: The ledger cannot be opened.
    """
    file = ledger_file(home, workspace)
    if not file.exists():
        return None
    ledger = SqliteLedger(file, now=now)
    with ledger.reading() as reading:
        follows = reading.remembered(TEAM) == made_with(chosen.fingerprint)
    if not follows or risen(ledger, graves(home, workspace)):
        ledger.close()
        return None
    return Standing(ledger=ledger, team=chosen.team(), policy=chosen.policy, clock=now, past=_past)


def _past(reading: Reading, asked: Asked, *, history: bool = False) -> State:
    """Fold what is not kept."""
    module, _, name = _PAST.partition(":")
    fold: Past = getattr(import_module(module), name)
    return fold(reading, asked, history=history)
