"""What experience taught: lessons in, out, confirmed and retired; each change is an event."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App as Commands
from cyclopts import Parameter

from sprintmind.app import App
from sprintmind.commands import output
from sprintmind.commands.asking import By, Json, clock, show
from sprintmind.commands.files import Paths, listed, read
from sprintmind.commands.lesson_fields import NO_FIELDS, LessonFields, asked
from sprintmind.commands.persons import author
from sprintmind.commands.usage import UsageError
from sprintmind.commands.watching import progress
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.events import PersonId
from sprintmind.domain.learning import Move
from sprintmind.domain.lessons import LessonId, LessonStatus
from sprintmind.domain.visibility import NOBODY
from sprintmind.errors import InputError
from sprintmind.lessons.files import LessonFile
from sprintmind.lessons.markdown import document as markdown
from sprintmind.lessons.sought import Sought
from sprintmind.shapes import lessons as documents
from sprintmind.shapes.reader import Reader
from sprintmind.tables import lessons as tables
from sprintmind.teach import RefusedFile, Taught

commands = Commands(
    name="lessons",
    help="""What experience taught, as preflight compares plans with it.

```console
$ sprintmind lessons import postmortems/
$ sprintmind lessons confirm outage-2025-03 --by dana
$ sprintmind lessons list
```
""",
)

Flag = Annotated[bool, Parameter(negative=())]
Told = Annotated[str | None, Parameter(name="--by", help="Who tells it: a person's id, name or alias.")]


@commands.command
def add(*, fields: LessonFields = NO_FIELDS, by: Told = None, json: Json = False, place: Workplace = HERE) -> None:
    r"""Write a lesson: by flags, or on a terminal by answering questions.

    ```console
    $ sprintmind lessons add --situation "Friday deploy of the shop" \
        --lesson "No dependency changes on a Friday" \
        --when "Friday deploy" --when "dependency updates" --by dana
    ```
    """
    app = place.open()
    told = fields.told()
    if not told.get("situation") or not told.get("lesson"):
        if not sys.stdin.isatty():
            raise UsageError("--situation and --lesson are needed where nobody can be asked")
        told = asked(told)
    result = app.add_lesson(told, by=_who(by, app))
    _report(result, json=json)
    for warning in result.warnings:
        output.warn(warning)


@commands.command(name="import")
def take_in(*paths: Paths, dry_run: Flag = False, by: Told = None, json: Json = False, place: Workplace = HERE) -> int:
    """Read lessons from files: JSON, JSON lines, YAML, Markdown, and plain postmortems, which become drafts.

    ```console
    $ sprintmind lessons import lessons/ --by dana
    $ sprintmind lessons import postmortem.md --dry-run
    ```

    Args:
        dry_run: Show what would be recorded, and store nothing.
    """
    if not paths:
        raise UsageError("PATH is missing: name at least one file or folder, or - for stdin")
    app = place.open()
    unreadable: list[RefusedFile] = []
    files = list(_files(tuple(listed(paths)), unreadable))
    who = _who(by, app)
    with progress("learning the lessons' phrases") as steps:
        result = app.teach(files, by=who, dry_run=dry_run, progress=steps.at)
    refused = (*unreadable, *result.refused)
    _report(replace(result, refused=refused), json=json)
    for warning in result.warnings:
        output.warn(warning)
    for each in refused:
        output.complain(each.reason)
    if dry_run:
        output.note("a dry run: nothing was stored")
    return InputError.exit_status if refused else 0


@commands.command(name="list")
def list_(
    *,
    status: Annotated[
        Literal["draft", "active", "superseded", "retired"] | None, Parameter(help="Only those of this status.")
    ] = None,
    all: Annotated[bool, Parameter(negative=(), help="Retired and superseded ones too.")] = False,
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    """List lessons: active ones and drafts.

    ```console
    $ sprintmind lessons list --status draft
    ```
    """
    app = place.open()
    found = app.find_lessons(Sought(status=LessonStatus(status) if status else None), caller=NOBODY)
    current = (LessonStatus.ACTIVE, LessonStatus.DRAFT)
    shown = [kept for kept in found if all or status or kept.lesson.status in current]
    reader = Reader(zone=app.team.calendar.zone)
    show(
        lambda: [documents.lesson(each, reader) for each in shown],
        lambda: [tables.lessons(shown, clock(app))],
        json=json,
    )


@commands.command(name="show")
def show_(id: str, /, *, json: Json = False, place: Workplace = HERE) -> None:
    """Show one lesson whole.

    ```console
    $ sprintmind lessons show E002
    ```

    Args:
        id: The lesson's id, as `lessons list` shows it.
    """
    app = place.open()
    kept = app.lesson(LessonId(id))
    reader = Reader(zone=app.team.calendar.zone)
    show(lambda: documents.lesson(kept, reader), lambda: tables.lesson(kept, clock(app)), json=json)


@commands.command
def export(folder: Path, /, *, json: Json = False, place: Workplace = HERE) -> None:
    """Write every lesson that all may read as a Markdown file of its own; the same lessons give the same files.

    ```console
    $ sprintmind lessons export lessons/
    ```

    Args:
        folder: Where to; it is made where there is none. Files of lessons that are gone are left alone.
    """
    app = place.open()
    kept = app.find_lessons(Sought(), caller=NOBODY)
    folder.mkdir(parents=True, exist_ok=True)
    files = {folder / f"{each.lesson.id}.md": markdown(each) for each in kept}
    changed = [file for file, text in files.items() if _differs(file, text)]
    for file in changed:
        file.write_text(files[file], encoding="utf-8", newline="\n")
    told = {"folder": str(folder), "lessons": len(files), "written": [file.name for file in changed]}
    show(lambda: told, lambda: [f"{len(files)} lessons; {len(changed)} files written"], json=json)


@commands.command
def confirm(
    id: str, /, *, by: By, guard: Flag = False, reason: str = "", json: Json = False, place: Workplace = HERE
) -> None:
    """Confirm a draft, so that it is evidence; or, with --guard, that what should prevent it now does.

    ```console
    $ sprintmind lessons confirm outage-2025-03 --by dana
    ```

    Args:
        id: The lesson's id, as `lessons list` shows it.
        guard: Confirm the guard that the lesson names; its failure then warns and is no reason for RED.
        reason: Why.
    """
    _moved(id, Move.GUARD if guard else Move.CONFIRM, by=by, reason=reason, json=json, place=place)


@commands.command
def retire(
    id: str,
    /,
    *,
    by: By,
    reason: str = "",
    superseded_by: Annotated[str | None, Parameter(help="The lesson that tells it better.")] = None,
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    """Retire a lesson, or let another take its place; it is no evidence any more, and is kept.

    ```console
    $ sprintmind lessons retire E002 --by dana --reason "That service is gone"
    ```

    Args:
        id: The lesson's id, as `lessons list` shows it.
        reason: Why.
    """
    move = Move.SUPERSEDE if superseded_by else Move.RETIRE
    _moved(id, move, by=by, reason=reason, json=json, place=place, successor=superseded_by)


def _moved(
    id: str, move: Move, *, by: str, reason: str, json: bool, place: Workplace, successor: str | None = None
) -> None:
    app = place.open()
    kept = app.move_lesson(
        LessonId(id),
        what=move,
        by=author(by, app.team, option="--by"),
        reason=reason,
        successor=LessonId(successor) if successor else None,
    )
    reader = Reader(zone=app.team.calendar.zone)
    show(lambda: documents.lesson(kept, reader), lambda: tables.lesson(kept, clock(app)), json=json)


def _report(result: Taught, *, json: bool) -> None:
    show(lambda: documents.taught(result), lambda: tables.taught(result), json=json)


def _who(by: str | None, app: App) -> PersonId | None:
    return author(by, app.team, option="--by") if by else None


def _files(paths: Sequence[str], unreadable: list[RefusedFile]) -> Iterator[LessonFile]:
    for path in paths:
        try:
            yield LessonFile(name="" if path == "-" else path, body=read(path))
        except InputError as error:
            unreadable.append(RefusedFile(file=path, reason=f"{path}: {error}"))


def _differs(file: Path, text: str) -> bool:
    try:
        return file.read_bytes() != text.encode()
    except FileNotFoundError:
        return True
