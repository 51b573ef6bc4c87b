"""`memory reembed`: what another embedding model makes necessary."""

from sprintmind.commands.asking import Json, show
from sprintmind.commands.watching import progress
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.shapes import memory_reembed as documents
from sprintmind.tables import memory_reembed as tables


def reembed(*, json: Json = False, place: Workplace = HERE) -> None:
    """Embed again what has no vector of the model that the settings name; interrupted, it goes on where it was.

    Meanwhile memory answers; what is not embedded yet is found by its words alone.

    ```console
    $ sprintmind memory reembed
    ```
    """
    app = place.open()
    with progress("embedding") as steps:
        found = app.reembed(steps.at)
    show(lambda: documents.reembedded(found), lambda: tables.reembedded(found), json=json)
