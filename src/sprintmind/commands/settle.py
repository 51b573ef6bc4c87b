"""A person settles a conflict."""

from sprintmind.commands.asking import By, Json
from sprintmind.commands.persons import person
from sprintmind.commands.recording import report
from sprintmind.commands.workplace import HERE, Workplace


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
