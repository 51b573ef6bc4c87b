"""Looking at everything that can be wrong."""

from sprintmind.answers import Check
from sprintmind.commands.asking import Json, show
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.errors import SprintMindError
from sprintmind.shapes import health as documents
from sprintmind.tables import health as tables


def doctor(*, json: Json = False, place: Workplace = HERE) -> int:
    """Check the settings, the ledger and everything else that can be wrong; exits with 1 at a problem.

    ```console
    $ sprintmind doctor
    ```
    """
    found = _checks(place)
    show(lambda: documents.checks(found), lambda: [tables.checks(found)], json=json)
    return 0 if all(check.ok for check in found) else 1


def _checks(place: Workplace) -> tuple[Check, ...]:
    """Ask the application; one that cannot be opened is the first problem."""
    try:
        return place.open().doctor()
    except SprintMindError as error:
        remedy = f"mend it, or choose another home than {place.path}"
        return (Check(name="opening the home", ok=False, detail=str(error), do=remedy),)
