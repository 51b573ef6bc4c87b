"""What a team chose, as it was last read: as long as nothing changed, no command need read and check it again.

It is remembered as Python remembers bytecode: beside what it was made of, and for as long as that is the same. Where
the database is another one than the home's own, nothing is: its address may hold a password. The file names people, as
`sprintmind.toml` does; only who owns it may read it.
"""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from sprintmind.settings.chosen import Chosen
from sprintmind.settings.place import FILE

REMEMBERED = ".sprintmind.read"
"""The file in the home."""


class _Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in the file."""

    of: str
    """Digest of what it was made of."""
    variables: tuple[str, ...]
    """The variables of the environment that hold settings."""
    chosen: Chosen


def recalled(home: Path, environ: Mapping[str, str]) -> Chosen | None:
    """Take what was chosen as it was last read; None where anything has changed since, or nothing is remembered."""
    try:
        found = msgspec.json.decode((home / REMEMBERED).read_bytes(), type=_Remembered)
        same = found.of == _digest(home, environ, found.variables)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None
    return found.chosen if same else None


def remember(home: Path, environ: Mapping[str, str], chosen: Chosen, *, variables: Iterable[str]) -> None:
    """Keep what was chosen for the next command; where that is not possible, the next reads the settings again.

    Args:
        home: Where the settings are.
        environ: What else they were read from.
        chosen: What they came to.
        variables: All that may hold a setting.
    """
    draft = home / f"{REMEMBERED}.{os.getpid()}"
    named = tuple(variables)
    try:
        kept = _Remembered(of=_digest(home, environ, named), variables=named, chosen=chosen)
        draft.touch(mode=0o600)
        draft.write_bytes(msgspec.json.encode(kept))
        draft.replace(home / REMEMBERED)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def forgotten(home: Path) -> None:
    """Keep nothing."""
    with suppress(OSError):
        (home / REMEMBERED).unlink(missing_ok=True)


def _digest(home: Path, environ: Mapping[str, str], variables: Iterable[str]) -> str:
    """Digest the file, the variables that are set, and which code reads them, by size and time as Python does."""
    file = home / FILE
    readers = sorted((each.name, each.stat()) for each in os.scandir(Path(__file__).parent) if each.is_file())
    made_of = sha256(file.read_bytes() if file.exists() else b"")
    made_of.update(repr([(name, environ[name]) for name in variables if name in environ]).encode())
    made_of.update(repr([(name, about.st_size, about.st_mtime_ns) for name, about in readers]).encode())
    return made_of.hexdigest()
