"""What of a ledger is in the home: its file, and beside it the one that knows what is erased."""

from collections.abc import Sequence
from pathlib import Path

from sprintmind.domain.tombstones import Tombstone
from sprintmind.errors import ConfigError
from sprintmind.ledger.kept import KeptLedger
from sprintmind.ledger.tombstones import TombstoneFile


def ledger_file(home: Path, workspace: str) -> Path:
    """Tell where a workspace's ledger is, unless the settings name a database; raises ConfigError for no such name."""
    if not workspace.replace("-", "").replace("_", "").isalnum() or not workspace.isascii():
        raise ConfigError(f"{workspace!r} cannot name a workspace; use letters, digits, - and _")
    return home / f"{workspace}.db"


def graves(home: Path, workspace: str) -> TombstoneFile:
    """Give the file beside the ledger that knows what is erased."""
    return TombstoneFile(home / f"{workspace}.erased")


def risen(ledger: KeptLedger, file: TombstoneFile) -> Sequence[Tombstone]:
    """List what is erased and the ledger does not know of: it was restored from a copy made before."""
    buried = file.read()
    if not buried:
        return ()
    with ledger.reading() as reading:
        known = {(stone.kind, stone.identity) for stone in reading.tombstones()}
    return [stone for stone in buried if (stone.kind, stone.identity) not in known]
