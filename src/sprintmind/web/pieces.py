"""The pieces that a form brings: a text that was typed, files, and files that the page had been given before."""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64Error
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count

from starlette.datastructures import UploadFile

from sprintmind.answers import Ingested
from sprintmind.domain.authority import Decided
from sprintmind.domain.events import Claim, digest
from sprintmind.errors import InputError
from sprintmind.reading.statements import Statement
from sprintmind.transcription.recordings import is_recording
from sprintmind.web.forms import Form

FIELDS = ("source", "date", "time", "title", "author", "participants", "visibility", "event")
"""What is told about all pieces alike."""
MEBIBYTE = 1024 * 1024
LARGEST = 7 * MEBIBYTE
"""Bytes of one piece."""
TOGETHER = 17 * MEBIBYTE
"""Bytes of all; they travel twice, the second time as text."""
MOST = 200
"""How many pieces; a form has a thousand fields."""
ELSE = "bring it in with the command line: sprintmind ingest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One text or file, and what it would come to."""

    filename: str = ""
    """Empty: it was typed."""
    body: bytes = b""
    wanted: bool = True
    """A person wants it recorded."""
    shown: bool = False
    """The form that brings it had shown what would come of it."""
    problem: str = ""
    """Why it cannot be."""
    statements: tuple[Statement, ...] = ()
    read: tuple[Statement, ...] = ()
    """Everything that was looked at in it, also what claims nothing; in order."""
    decided: tuple[Decided, ...] = ()
    told: Ingested | None = None
    """What would come of it; None where that was not looked at."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.filename or "the text"

    @property
    def kept(self) -> bool:
        """The page that shows it sends it again: a file, unless it is too much; what was typed stays where it was."""
        return bool(self.filename and self.body)

    @property
    def taken_back(self) -> tuple[Claim, ...]:
        """What an earlier version of it said, and it does not."""
        return tuple(each.claim for each in self.decided if each.claim.withdraws)

    @property
    def encoded(self) -> str:
        """Write it as a field of a form holds it."""
        return b64encode(self.body).decode("ascii")


def pieces_in(form: Form) -> tuple[Piece, ...]:
    """Take everything that a form brings but recordings; what is too large has that as its problem.

    Raises:
        InputError: It brings nothing, or more than fits into a form.
    """
    uploaded = (_uploaded(each) for each in form.uploads if not is_recording(each.filename or ""))
    found = (*_typed(form), *_again(form), *uploaded)
    if not found and not any(is_recording(each.filename or "") for each in form.uploads):
        raise InputError("paste a text or choose a file")
    if len(found) > MOST:
        raise InputError(f"{len(found)} files are more than {MOST}; take fewer at a time, or {ELSE}")
    return tuple(_fitting(found))


def numbered(pieces: Iterable[Piece]) -> list[tuple[str, Piece]]:
    """Name the fields of each piece in a form: by its number; of what was typed, `text`; empty where it is not kept."""
    number = count()
    return [(str(next(number)) if each.kept else "" if each.filename else "text", each) for each in pieces]


def labels(form: Form) -> dict[str, str]:
    """Take what is told about the pieces."""
    return {name: form.text(name) for name in FIELDS}


def state_of(form: Form) -> str:
    """Name what a form says, so that it is recorded as it was shown and not as it was changed since."""
    return digest(*(form.text(name) for name in FIELDS), form.fields.get("text", "").replace("\r\n", "\n").strip())


def _typed(form: Form) -> Iterator[Piece]:
    typed = form.fields.get("text", "").replace("\r\n", "\n")
    if typed.strip():
        yield _marked(Piece(body=typed.encode("utf-8", "replace")), form, "text")


def _again(form: Form) -> Iterator[Piece]:
    """Take the files that the page had been given before."""
    for number in count():
        name = form.fields.get(f"name_{number}")
        if name is None:
            return
        try:
            body = b64decode(form.needed(f"body_{number}"), validate=True)
        except NotBase64Error as error:
            raise InputError(f"{name}: did not come back as it was sent; choose it again") from error
        yield _marked(Piece(filename=name, body=body), form, str(number))


def _marked(piece: Piece, form: Form, which: str) -> Piece:
    """Tell whether a piece was shown, and is ticked; one that was not shown had nothing to be ticked, and is wanted."""
    shown = bool(form.text(f"shown_{which}"))
    return replace(piece, shown=shown, wanted=bool(form.text(f"take_{which}")) or not shown)


def _uploaded(upload: UploadFile) -> Piece:
    name = upload.filename or ""
    upload.file.seek(0)  # a form that comes back is read once more
    body = upload.file.read(LARGEST + 1)
    if len(body) > LARGEST:
        return Piece(filename=name, problem=f"{name}: is larger than {LARGEST // MEBIBYTE} MiB; {ELSE}")
    return Piece(filename=name, body=body, problem="" if body else f"{name}: is empty")


def _fitting(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Let go of what no longer fits into a form, and say so."""
    room = TOGETHER
    for each in pieces:
        room -= len(each.body)
        over = f"{each.name}: with the others it is more than {TOGETHER // MEBIBYTE} MiB; take it by itself"
        yield each if room >= 0 else replace(each, body=b"", problem=over)
