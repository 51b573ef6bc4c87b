"""All tickets, and where they stand."""

from sprintmind.commands.asking import PLAINLY, Asking, clock
from sprintmind.commands.place import LOOKING, Place
from sprintmind.shapes import tickets as documents
from sprintmind.tables import tickets as tables


def tickets(*, asking: Asking = PLAINLY, place: Place = LOOKING) -> None:
    """Show where every ticket stands, with its pull requests and open conflicts.

    ```console
    $ sprintmind tickets
    $ sprintmind tickets --as-of 2025-09-30 --json
    ```
    """
    app = place.look()
    reader = asking.reader(app)
    found = app.tickets(asking.moment(app), reader.caller, deleted=asking.all)
    asking.show(
        lambda: [documents.ticket(each, reader) for each in found],
        lambda: [tables.tickets(found, reader, clock(app))],
    )
