"""Where what stands in a workspace is opened for a command that asks for nothing else; `bootstrap` opens the rest."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from sprintmind.by_path import loaded
from sprintmind.domain.states import Asked, State, made_with
from sprintmind.ledger.files import graves, ledger_file, risen
from sprintmind.ledger.kept import TEAM
from sprintmind.ledger.sqlite_file import SqliteKept
from sprintmind.settings.chosen import Chosen
from sprintmind.standing import Standing

_WHOLE = "sprintmind.ledger.sqlite:SqliteLedger"
_PAST = "sprintmind.questions:state_at"
"""What folds events, and the ledger that tells them, by path: whoever asks for what is kept loads none of it."""


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
    ledger = SqliteKept(file)
    if not (ledger.current and _follows(ledger, chosen)) or risen(ledger, graves(home, workspace)):
        ledger.close()
        return None

    def past(asked: Asked, *, history: bool = False) -> State:
        with loaded(_WHOLE)(file, now=now).reading() as reading:
            found: State = loaded(_PAST)(reading, asked, history=history)
        return found

    return Standing(ledger=ledger, team=chosen.team(), policy=chosen.policy, clock=now, past=past)


def _follows(ledger: SqliteKept, chosen: Chosen) -> bool:
    """Tell whether the events were read with the settings that are chosen, and folded as this version folds."""
    with ledger.reading() as reading:
        return reading.remembered(TEAM) == made_with(chosen.fingerprint)
