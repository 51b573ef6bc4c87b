"""Who is who: the team, the identities that are nobody's, and links between them."""

import sys
from typing import Annotated

from cyclopts import App as Commands
from cyclopts import Parameter

from sprintmind.answers import LinkPreview
from sprintmind.app import App
from sprintmind.commands import output
from sprintmind.commands.asking import By, Json, show
from sprintmind.commands.persons import person
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.events import PersonId
from sprintmind.shapes import people as documents
from sprintmind.shapes.reader import Reader
from sprintmind.tables import people as tables
from sprintmind.tables.recorded import ingested

commands = Commands(
    name="people",
    help="""Show who is who, and link identities to people.

```console
$ sprintmind people
$ sprintmind people link github:octo priya --by dana
```
""",
)

Yes = Annotated[bool, Parameter(name="--yes", negative=(), help="Do not ask.")]


@commands.default
def people(*, json: Json = False, place: Workplace = HERE) -> None:
    """Show the team's people, and the logins and names seen that are nobody's yet."""
    app = place.open()
    known, unmapped = app.people()
    show(lambda: documents.people(known, unmapped), lambda: tables.people(known, unmapped), json=json)


@commands.command
def link(identity: str, who: str, /, *, by: By, yes: Yes = False, json: Json = False, place: Workplace = HERE) -> int:
    """Say whose identity it is; the past is read anew, and what changes by it is shown first.

    ```console
    $ sprintmind people link github:octo priya --by dana
    ```

    Args:
        identity: As `people` shows it: github:octo, speaker:Kim.
        who: The person's id, name or alias.
    """
    app = place.open()
    return _record(identity, person(who, app.team, option="PERSON"), app, by=by, yes=yes, json=json)


@commands.command
def unlink(identity: str, /, *, by: By, yes: Yes = False, json: Json = False, place: Workplace = HERE) -> int:
    """Say that an identity is nobody's of the team; the past is read anew.

    ```console
    $ sprintmind people unlink github:octo --by dana
    ```

    Args:
        identity: As `people` shows it.
    """
    return _record(identity, None, place.open(), by=by, yes=yes, json=json)


def _record(identity: str, who: PersonId | None, app: App, *, by: str, yes: bool, json: bool) -> int:
    author = person(by, app.team, option="--by")
    preview = app.preview_link(identity, who)
    if not json:
        output.table(*tables.link(preview))
    agreed = yes or _agreed(preview)
    result = app.link(identity, who, by=author) if agreed else None
    reader = Reader(zone=app.team.calendar.zone)
    show(lambda: documents.link(preview, result, reader), lambda: ingested(result) if result else (), json=json)
    return 0 if agreed else 1


def _agreed(preview: LinkPreview) -> bool:
    """Ask on a terminal; proceed where nobody can answer."""
    if not sys.stdin.isatty():
        return True
    output.note(f"{len(preview.changes)} facts change. Record it? [y/N]")
    return sys.stdin.readline().strip().casefold() in ("y", "yes")
