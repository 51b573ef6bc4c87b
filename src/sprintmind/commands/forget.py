"""Forgetting a person or a document."""

import sys
from typing import Annotated

from cyclopts import Parameter

from sprintmind.app import App
from sprintmind.commands import output
from sprintmind.commands.asking import Json, show
from sprintmind.commands.usage import UsageError
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.events import UNKNOWN_PERSON
from sprintmind.forget import Receipt
from sprintmind.shapes import forgotten as documents
from sprintmind.tables import forgotten as tables


def forget(
    *,
    person: Annotated[str | None, Parameter(help="A person's id, name or alias, or a name that was heard.")] = None,
    document: Annotated[str | None, Parameter(help="The key of an event, or a document with all its versions.")] = None,
    dry_run: Annotated[bool, Parameter(negative=(), help="Show what would be erased; erase nothing.")] = False,
    yes: Annotated[bool, Parameter(name="--yes", negative=(), help="Do not ask.")] = False,
    json: Json = False,
    place: Workplace = HERE,
) -> int:
    """Erase a person or a document from the ledger's text, from memory and from what was made of it, for good.

    What was true stays true: values, dates and promises, the person's open ones as `[erased person]`. What is erased is
    kept out when it comes again, by a sync, an import or a restored copy. Exits with 1 if anything was still found.

    ```console
    $ sprintmind forget --person priya --dry-run
    $ sprintmind forget --document "meeting|2025-09-30||Weekly sync"
    ```
    """
    if (person is None) == (document is None):
        raise UsageError("forget takes either --person or --document")
    app = place.open()
    meant = _meant(person, app) if person else None
    first = app.forget(person=meant, document=document, dry_run=True)
    if not (dry_run or json):
        output.table(*tables.receipt(first))
    if dry_run or not (yes or _agreed(first)):
        show(lambda: documents.receipt(first), lambda: tables.receipt(first) if dry_run else (), json=json)
        return 0 if dry_run else 1
    done = app.forget(person=meant, document=document)
    show(lambda: documents.receipt(done), lambda: tables.receipt(done), json=json)
    return 1 if done.found else 0


def _meant(text: str, app: App) -> str:
    """Tell who is meant; a name that nobody of the team has may still have been heard."""
    if app.team.person(found := app.team.person_named(text) or UNKNOWN_PERSON):
        return found
    if found == UNKNOWN_PERSON and app.team.people_named(text):
        raise UsageError(f"--person: {text!r} could be {' or '.join(sorted(app.team.people_named(text)))}; give the id")
    return text


def _agreed(found: Receipt) -> bool:
    """Ask on a terminal; proceed where nobody can answer."""
    if not sys.stdin.isatty():
        return True
    output.note(f"Erase {found.what!r} for good? [y/N]")
    return sys.stdin.readline().strip().casefold() in ("y", "yes")
