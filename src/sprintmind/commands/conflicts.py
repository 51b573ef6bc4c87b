"""Conflicts between sources, and a person settling one."""

from sprintmind.commands.asking import PLAINLY, Asking, By, Json, clock
from sprintmind.commands.persons import person
from sprintmind.commands.recording import report
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.shapes import conflicts as documents
from sprintmind.tables import conflicts as tables


def conflicts(*, asking: Asking = PLAINLY, place: Workplace = HERE) -> None:
    """Show where a less trusted source says something else than what stands.

    ```console
    $ sprintmind conflicts
    $ sprintmind conflicts --all --json
    ```
    """
    app = place.open()
    reader = asking.reader(app)
    found = documents.seen(app.conflicts(asking.moment(app), reader.caller, closed=asking.all), reader)
    asking.show(
        lambda: [documents.conflict(each, reader) for each in found],
        lambda: [tables.conflicts(found, reader, clock(app))],
    )


def settle(conflict: str, /, *, value: str, by: By, reason: str, json: Json = False, place: Workplace = HERE) -> None:
    """Settle an open conflict: a person says which value stands, and why.

    ```console
    $ sprintmind settle CONFLICT --value done --by dana --reason "Seen it live"
    ```

    Args:
        conflict: Its id, as `conflicts` shows it.
        value: Which of its values stands.
        reason: Why.
    """
    app = place.open()
    report(app.settle(conflict, value=value, by=person(by, app.team, option="--by"), reason=reason), app, json=json)
