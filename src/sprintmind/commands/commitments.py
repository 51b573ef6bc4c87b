"""Promises to customers, as everything that was said about them shows them."""

from typing import Annotated

from cyclopts import Parameter

from sprintmind.commands.asking import PLAINLY, Asking, clock
from sprintmind.commands.place import LOOKING, Place
from sprintmind.shapes import commitments as documents
from sprintmind.tables import commitments as tables


def commitments(
    *,
    needs_review: Annotated[bool, Parameter(negative=())] = False,
    asking: Asking = PLAINLY,
    place: Place = LOOKING,
) -> None:
    """Show what was promised to whom, for when, and whether it was kept.

    ```console
    $ sprintmind commitments
    $ sprintmind commitments --needs-review
    ```

    Args:
        needs_review: Only those that a person should confirm or reject.
    """
    app = place.look()
    reader = asking.reader(app)
    found = app.commitments(asking.moment(app), reader.caller, disputed=asking.all)
    shown = [each for each in found if each.needs_review or not needs_review]
    asking.show(
        lambda: [documents.commitment(each, reader) for each in shown],
        lambda: [tables.commitments(shown, reader, clock(app))],
    )
