"""What somebody brings in, piece by piece: a text that was typed, files, and files that a form brought before."""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64Error
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count

from starlette.datastructures import UploadFile

from sprintmind.answers import Ingested
from sprintmind.app import App
from sprintmind.commands.moments import said
from sprintmind.domain.authority import Decided
from sprintmind.domain.events import Visibility, digest
from sprintmind.errors import InputError, UnavailableError
from sprintmind.intake import Delivery
from sprintmind.reading.statements import SAYS, Statement
from sprintmind.sources import brought
from sprintmind.transcription.recordings import is_recording
from sprintmind.web.forms import Form

TEXTS = ("standup", "meeting", "digest")
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


def labels(form: Form) -> dict[str, str]:
    """Take what is told about the pieces."""
    return {name: form.text(name) for name in FIELDS}


def state_of(form: Form) -> str:
    """Name what a form says, so that it is recorded as it was shown and not as it was changed since."""
    return digest(*(form.text(name) for name in FIELDS), form.fields.get("text", "").replace("\r\n", "\n").strip())


def delivery(piece: Piece, form: Form, app: App) -> Delivery:
    """Make what is recorded of a piece; raises InputError or UsageError where what is told about it cannot be."""
    source = form.text("source")
    if source not in brought():
        raise InputError(f"source: expected one of {', '.join(brought())}, not {source!r}")
    if form.text("visibility") not in set(Visibility):
        raise InputError(f"visibility: expected one of {', '.join(Visibility)}")
    participants = (name.strip() for name in form.text("participants").split(","))
    moment = "T".join(filter(None, (form.text("date"), form.text("time"))))
    return Delivery(
        source=source,
        body=piece.body,
        received_at=app.now(),
        filename=piece.filename,
        name=form.text("event") or None,
        said=said(moment, zone=form.visitor.team.calendar.zone, option="date") if form.text("date") else None,
        title=form.text("title"),
        author=form.text("author"),
        participants=tuple(name for name in participants if name),
        visibility=Visibility(form.text("visibility")),
    )


def previewed(piece: Piece, form: Form, app: App) -> Piece:
    """Tell what a piece would come to, by itself, and store nothing; where it cannot be read, that is its problem."""
    if piece.problem:
        return piece
    brings = delivery(piece, form, app)
    try:
        told = app.ingest([brings], dry_run=True)
        for refused in told.refused:
            return replace(piece, problem=f"{piece.name} cannot be read: {refused.reason}")
        read = app.extract(brings) if brings.source in TEXTS else ()
    except InputError as error:
        return replace(piece, problem=f"{piece.name} cannot be read: {error}")
    return replace(
        piece,
        statements=tuple(each for each in read if each.kind in SAYS),
        read=read,
        decided=tuple(decided for event in told.events for decided in event.claims),
        told=told,
    )


def numbered(pieces: Iterable[Piece]) -> list[tuple[str, Piece]]:
    """Name the fields of each piece in a form: by its number; of what was typed, `text`; empty where it is not kept."""
    number = count()
    return [(str(next(number)) if each.kept else "" if each.filename else "text", each) for each in pieces]


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What came of recording pieces."""

    result: Ingested
    """Of those that are recorded."""
    recorded: int
    left: tuple[Piece, ...]
    """Those that are not, with the reason where there is one."""


def recorded(pieces: Iterable[Piece], form: Form, app: App) -> Taken:
    """Record each piece that was shown and is wanted; one that cannot be stops no other."""
    tried = [_taken(each, form, app) if each.wanted and each.shown else each for each in pieces]
    done = [each for each in tried if isinstance(each, Ingested)]
    result = Ingested(
        events=tuple(event for part in done for event in part.events),
        transitions=tuple(change for part in done for change in part.transitions),
    )
    return Taken(result=result, recorded=len(done), left=tuple(each for each in tried if isinstance(each, Piece)))


def _taken(piece: Piece, form: Form, app: App) -> Ingested | Piece:
    try:
        result = app.ingest([delivery(piece, form, app)])
    except (InputError, UnavailableError) as error:
        return replace(piece, problem=f"{piece.name} is not recorded: {error}")
    for refused in result.refused:
        return replace(piece, problem=f"{piece.name} cannot be read: {refused.reason}")
    return result


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
