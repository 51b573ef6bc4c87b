"""Files in: read and recorded, or read and shown."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial, reduce
from typing import Annotated, Literal

from cyclopts import Parameter

from sprintmind.answers import Ingested, Refused
from sprintmind.app import App
from sprintmind.commands import output
from sprintmind.commands.asking import Json
from sprintmind.commands.coming import Coming
from sprintmind.commands.coming import refused as rival
from sprintmind.commands.files import UNLABELLED, Label, OnePath, Paths, listed
from sprintmind.commands.listening import body_of, listens
from sprintmind.commands.recording import report
from sprintmind.commands.usage import UsageError
from sprintmind.commands.watching import Steps, progress
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.proposed import ReadBy
from sprintmind.domain.telling import foreign
from sprintmind.domain.turns import TEXTS
from sprintmind.errors import InputError, UnavailableError
from sprintmind.intake import Delivery
from sprintmind.reading.statements import Kind
from sprintmind.shapes.reader import Reader
from sprintmind.shapes.statements import statement
from sprintmind.sources import brought
from sprintmind.tables.recorded import statements
from sprintmind.tables.words import plain

AT_ONCE = 20
"""Files given to the ledger at a time, so that whoever watches sees how far it is."""

Flag = Annotated[bool, Parameter(negative=())]


def ingest(
    source: Literal[brought()],  # type: ignore[valid-type]  # the room says which there are
    /,
    *paths: Paths,
    dry_run: Flag = False,
    label: Label = UNLABELLED,
    json: Json = False,
    place: Workplace = HERE,
) -> int:
    """Read files and record what they say; what was recorded before is known and changes nothing.

    ```console
    $ sprintmind ingest github --event pull_request payload.json
    $ sprintmind ingest meeting --date 2025-10-01 --title "Acme weekly" acme.vtt
    $ sprintmind ingest meeting --date 2025-10-01 acme.m4a
    $ cat standup.md | sprintmind ingest standup --author priya -
    ```

    A meeting may be a recording (WAV, MP3, M4A, MP4, Ogg, WebM). It is transcribed by what `[transcription]` in
    `sprintmind.toml` names; the transcript is kept, and the recording is not.

    Args:
        source: What kind of files they are.
        dry_run: Show what would be recorded, and store nothing.
    """
    if not paths:
        raise UsageError("PATH is missing: name at least one file, or - for stdin")
    app = place.open()
    result = _ingested(source, tuple(listed(paths)), label, app, dry_run=dry_run)
    report(result, app, json=json)
    if dry_run:
        output.note("a dry run: nothing was stored")
    return InputError.exit_status if result.refused else 0


def extract(
    source: Literal["standup", "meeting", "digest"],
    path: OnePath,
    /,
    *,
    explain: Flag = False,
    all: Flag = False,
    label: Label = UNLABELLED,
    json: Annotated[bool, Parameter(negative=(), help="JSON documents on stdout, one a line.")] = False,
    place: Workplace = HERE,
) -> None:
    """Read a text and print what it claims; stores nothing.

    ```console
    $ sprintmind extract standup standup.md --author priya --json
    $ sprintmind extract meeting acme.vtt --explain
    ```

    Args:
        source: What kind of text it is.
        explain: Show which words were read as what, and why the rest claims nothing.
        all: Show also what claims nothing, and why.
    """
    app = place.open()
    try:
        with progress("reading") as steps:
            body = partial(body_of, source, path, app, steps)
            read = app.read_text(label.delivery(source, path, app, body=body), watch=steps.at)
    except InputError as error:
        raise type(error)(f"{path}: {str(error).removeprefix(f'{path}: ')}") from error
    found = [each for each in read.statements if all or explain or each.kind is not Kind.NONE]
    reader = Reader(zone=app.team.calendar.zone)
    _tell_reader(read.read_by, explain=explain)
    if json:
        output.lines(statement(each, reader, explain=explain) for each in found)
    else:
        output.table(statements(found, explain=explain))


def _tell_reader(read_by: ReadBy, *, explain: bool) -> None:
    """Say on stderr who read, and to explain it what a model proposed that does not hold."""
    if read_by.model or read_by.notes:
        output.note(f"reader: {plain(str(read_by))}")
    for each in read_by.dropped if explain else ():
        about = " ".join(filter(None, (each.proposal.ticket or each.proposal.customer, each.proposal.value)))
        words = foreign(each.proposal.quote)
        output.note(plain(f"dropped: {each.proposal.kind} {foreign(about)} “{words}”: {each.reason}"))


def _ingested(source: str, paths: Sequence[str], label: Label, app: App, *, dry_run: bool) -> Ingested:
    """Give the ledger some files at a time; those that cannot be read are refused and stop nothing."""
    coming = Coming(source=source, label=label, app=app)
    rivals = coming.rivals(paths)
    alone = [path for path in paths if path not in rivals]
    parts = [Ingested(refused=tuple(rival(path, others) for path, others in rivals.items()))]
    with progress("reading files", total=len(alone)) as steps:
        at_once = 1 if source in TEXTS and app.models_read else AT_ONCE
        for some in _portions(source, alone, at_once=at_once):
            with _told_of_the_others(several=len(paths) > 1):
                deliveries, refused = _read(some, coming, steps)
                taken = app.ingest(deliveries, dry_run=dry_run, watch=steps.part)
            parts += [Ingested(refused=refused), taken]
            steps.done(len(some))
    return _together(parts)


def _portions(source: str, paths: Sequence[str], *, at_once: int) -> Iterator[Sequence[str]]:
    """Take some files at a time, and a recording alone: what took long to hear is recorded at once."""
    some: list[str] = []
    for path in paths:
        alone = listens(source, path)
        if some and (alone or len(some) == at_once):
            yield some
            some = []
        if alone:
            yield [path]
        else:
            some.append(path)
    if some:
        yield some


@contextmanager
def _told_of_the_others(*, several: bool) -> Iterator[None]:
    """Where something stops answering, say what became of the other files."""
    try:
        yield
    except UnavailableError as error:
        if not several:
            raise
        again = "Files before it, if any, are recorded; ingest all again, and they count once."
        raise UnavailableError(f"{error} {again}") from error


def _read(paths: Sequence[str], coming: Coming, steps: Steps) -> tuple[list[Delivery], tuple[Refused, ...]]:
    deliveries: list[Delivery] = []
    refused: list[Refused] = []
    for path in paths:
        try:
            deliveries.append(coming.delivery(path, steps))
        except InputError as error:
            refused.append(Refused(file=path, reason=str(error)))
    return deliveries, tuple(refused)


def _together(parts: Sequence[Ingested]) -> Ingested:
    readers = [part.read_by for part in parts if part.read_by]
    return Ingested(
        events=tuple(event for part in parts for event in part.events),
        transitions=tuple(transition for part in parts for transition in part.transitions),
        memory_backlog=parts[-1].memory_backlog if parts else 0,
        refused=tuple(refused for part in parts for refused in part.refused),
        read_by=reduce(ReadBy.also, readers) if readers else None,
    )
