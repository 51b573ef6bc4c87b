"""What is erased, noted beside the ledger: a copy that is restored from before it does not know of it."""

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from sprintmind.domain.tombstones import Tombstone
from sprintmind.errors import UnavailableError


class TombstoneFile:
    """A file with a tombstone a line; nothing but digests stands in it.

    Args:
        file: It is made with the first tombstone.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self) -> tuple[Tombstone, ...]:
        """Take all that were kept.

        Raises:
            UnavailableError: The file cannot be read.
        """
        try:
            lines = self._file.read_bytes().splitlines()
            return tuple(msgspec.json.decode(line, type=Tombstone) for line in lines if line)
        except FileNotFoundError:
            return ()
        except (OSError, msgspec.MsgspecError) as error:
            raise UnavailableError(f"{self._file}, which says what is erased, cannot be read: {error}") from error

    def keep(self, stones: Iterable[Tombstone]) -> None:
        """Add those that are new; when it returns they are on disk."""
        known = {(stone.kind, stone.identity) for stone in self.read()}
        lines = [msgspec.json.encode(each) for each in stones if (each.kind, each.identity) not in known]
        if lines:
            with self._file.open("ab") as file:
                file.write(b"".join(line + b"\n" for line in lines))
                file.flush()
                os.fsync(file.fileno())
