"""Accounts of people who sign in to the pages."""

import sys
from datetime import UTC, datetime
from getpass import getpass

from cyclopts import App as Commands

from sprintmind import bootstrap
from sprintmind.commands.asking import Json, clock, show
from sprintmind.commands.output import note
from sprintmind.commands.persons import person
from sprintmind.commands.usage import UsageError
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.access import Account
from sprintmind.errors import InputError
from sprintmind.shapes import access as documents
from sprintmind.tables import access as tables

commands = Commands(
    name="accounts",
    help="""Make, list and remove accounts with which people sign in to the pages.

```console
$ sprintmind accounts add priya
$ sprintmind accounts list
```
""",
)


@commands.command
def add(who: str, /, *, name: str | None = None, place: Workplace = HERE) -> None:
    """Make an account; the password is asked for, or read from stdin, and never stands on a command line.

    ```console
    $ sprintmind accounts add priya
    $ pwgen 20 1 | sprintmind accounts add dana --name d.fox
    ```

    Args:
        who: The person's id, name or alias.
        name: What they sign in with; left out, their id.
    """
    app = place.open()
    meant = person(who, app.team, option="PERSON")
    found = app.team.person(meant)
    if found and found.customer:
        raise InputError(f"{found.name} is one of {found.customer}'s people; pages are for the team's own")
    chosen = (name or meant).strip().casefold()
    if not chosen:
        raise UsageError("--name: is empty")
    digest = bootstrap.passwords().digest(_password())
    app.admission.add_account(Account(name=chosen, secret=digest, person=meant, made_at=datetime.now(UTC)))
    note(f"{found.name if found else meant} signs in as {chosen}.")


@commands.command(name="list")
def list_(*, json: Json = False, place: Workplace = HERE) -> None:
    """List the accounts; no password is kept, so none is shown.

    ```console
    $ sprintmind accounts list
    ```
    """
    app = place.open()
    found = app.admission.accounts()
    zone = app.team.calendar.zone
    show(lambda: documents.accounts(found, zone), lambda: [tables.accounts(found, clock(app))], json=json)


@commands.command
def remove(name: str, /, *, place: Workplace = HERE) -> None:
    """Remove an account; its sessions end at once, and the tokens of its person are revoked.

    ```console
    $ sprintmind accounts remove d.fox
    ```

    Args:
        name: What its person signs in with.
    """
    place.open().admission.remove_account(name.strip().casefold(), now=datetime.now(UTC))
    note(f"{name} can sign in no more.")


def _password() -> str:
    """Ask for a password on a terminal, twice; else read one line of stdin."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    first = getpass("Password: ")
    if getpass("The same again: ") != first:
        raise InputError("the two passwords differ; nothing was stored")
    return first
