"""Files that are there whole or not at all."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sprintmind.errors import InputError, UnavailableError


@contextmanager
def becoming(file: Path) -> Iterator[Path]:
    """Give a path to write to, which becomes the file, on disk for good, when all went well.

    Raises:
        InputError: There is such a file already; nothing is ever written over.
        UnavailableError: It cannot be written.
    """
    if file.exists():
        raise InputError(f"{file} is there already; choose another name, nothing is written over")
    draft = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        try:
            yield draft
            _kept(draft)
            draft.rename(file)
            if os.name == "posix":  # elsewhere a folder cannot be opened
                _kept(file.parent)
        except OSError as error:
            raise UnavailableError(f"{file} cannot be written: {error.strerror}; nothing is left of it") from error
    finally:
        draft.unlink(missing_ok=True)


def written_whole(file: Path, lines: Iterable[bytes]) -> int:
    """Write lines to a new file, whole or not at all, and return its size in bytes."""
    with becoming(file) as draft, draft.open("xb") as opened:
        opened.writelines(lines)
    return file.stat().st_size


def _kept(path: Path) -> None:
    """Make sure that the disk has it."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
