"""The ledger itself: proving it, making it anew, and letting time pass."""

from cyclopts import App as Commands

from sprintmind.commands.asking import Json, show
from sprintmind.commands.recording import report
from sprintmind.commands.watching import progress
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.shapes import health as documents
from sprintmind.tables import health as tables

commands = Commands(
    name="ledger",
    help="""Prove that the state is the fold of the events, or make it anew.

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


def tick(*, json: Json = False, place: Workplace = HERE) -> None:
    """Let time pass: what waited counts, all rules are evaluated, what changed is stored.

    ```console
    $ sprintmind tick --json
    ```
    """
    app = place.open()
    report(app.tick(), app, json=json)
