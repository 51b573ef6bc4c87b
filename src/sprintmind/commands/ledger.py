"""The ledger itself: proving it, making it anew, moving it, backing it up, and letting time pass."""

from pathlib import Path
from typing import Annotated

from cyclopts import App as Commands
from cyclopts import Parameter

from sprintmind.commands.asking import Json, show
from sprintmind.commands.logged import journal_of
from sprintmind.commands.recording import report
from sprintmind.commands.watching import progress
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.errors import InputError
from sprintmind.ledger.whole_files import written_whole
from sprintmind.shapes import health as documents
from sprintmind.shapes import rereading as rereading_documents
from sprintmind.shapes.reader import Reader
from sprintmind.tables import health as tables
from sprintmind.tables import rereading as rereading_tables

NewFile = Annotated[Path, Parameter(help="A new file; nothing is written over.")]

commands = Commands(
    name="ledger",
    help="""Prove that the state is the fold of the events, make it anew, back it up, or move it.

```console
$ sprintmind ledger verify
```
""",
)


@commands.command
def verify(*, json: Json = False, place: Workplace = HERE) -> int:
    """Fold everything again and compare; exits with 1 if anything differs.

    ```console
    $ sprintmind ledger verify --json
    ```
    """
    app = place.open()
    with progress("folding again") as steps:
        found = app.verify(steps.at)
    show(lambda: documents.verification(found), lambda: tables.verification(found), json=json)
    return 0 if found.same else 1


@commands.command
def rebuild(*, json: Json = False, place: Workplace = HERE) -> None:
    """Read every event again with the team as it is now, and replace the state.

    ```console
    $ sprintmind ledger rebuild
    ```
    """
    app = place.open()
    with progress("reading again") as steps:
        found = app.rebuild(steps.at)
    show(lambda: documents.verification(found), lambda: tables.verification(found), json=json)


@commands.command
def reread(
    *,
    apply: Annotated[
        bool, Parameter(negative=(), help="Record the new readings; what was claimed stays in the history.")
    ] = False,
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    """Read all documents and comments again with this version's reader, and show what would be claimed otherwise.

    Without `--apply` nothing is stored. With it, claims that the words do not bear are withdrawn from the day on
    which they were said, and what the words say beside them is claimed; `--known-at` still shows what was believed.

    ```console
    $ sprintmind ledger reread
    $ sprintmind ledger reread --apply --json
    ```
    """
    app = place.open()
    with progress("reading documents and comments again") as steps:
        found = app.reread(steps.at, apply=apply)
    reader = Reader(zone=app.team.calendar.zone)
    show(lambda: rereading_documents.reread(found, reader), lambda: rereading_tables.reread(found, reader), json=json)


@commands.command
def backup(file: NewFile, *, json: Json = False, place: Workplace = HERE) -> None:
    """Write a copy of the ledger as it is at one moment, while others go on writing.

    On SQLite it is a copy of the database; on PostgreSQL it is an export. How to restore it is said at the end.

    ```console
    $ sprintmind ledger backup ledger-2025-10-01.db
    ```
    """
    made = place.open().backup(file)
    show(lambda: documents.backup(made), lambda: tables.backup(made), json=json)


@commands.command
def export(file: NewFile, *, json: Json = False, place: Workplace = HERE) -> None:
    """Write everything that cannot be folded again as lines of JSON, to take it to another database.

    ```console
    $ sprintmind ledger export team.jsonl
    ```
    """
    app = place.open()
    size = written_whole(file, app.export())
    app.note_copy(file)
    show(lambda: documents.export(file, size), lambda: tables.export(file, size), json=json)


@commands.command(name="import")
def take_in(
    file: Annotated[Path, Parameter(help="What `ledger export` wrote.")], *, json: Json = False, place: Workplace = HERE
) -> int:
    """Take in what another workspace exported, all of it or nothing, and prove the state that it gives.

    The workspace must be empty, or know all of it already. `--workspace` names it.

    ```console
    $ sprintmind ledger import team.jsonl --workspace moved
    ```
    """
    app = place.open()
    try:
        with file.open("rb") as lines, progress("folding") as steps:
            found = app.take_in(lines, steps.at)
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    show(lambda: documents.taken_in(found), lambda: tables.taken_in(found), json=json)
    return 0 if found.verification.same else 1


def tick(*, json: Json = False, place: Workplace = HERE) -> None:
    """Let time pass: what waited counts, all rules are evaluated, what changed is stored.

    ```console
    $ sprintmind tick --json
    ```
    """
    app = place.open()
    with journal_of(place).line("tick") as line:
        result = app.tick()
        waits = "memory_waits" if result.memory_error else "done"
        line.came_of(waits, transitions=len(result.transitions), backlog=result.memory_backlog)
    report(result, app, json=json)
