"""Where sources say different things."""

from sprintmind.commands.asking import PLAINLY, Asking, clock
from sprintmind.commands.place import LOOKING, Place
from sprintmind.shapes import conflicts as documents
from sprintmind.tables import conflicts as tables


def conflicts(*, asking: Asking = PLAINLY, place: Place = LOOKING) -> None:
    """Show where a less trusted source says something else than what stands.

    ```console
    $ sprintmind conflicts
    $ sprintmind conflicts --all --json
    ```
    """
    app = place.look()
    reader = asking.reader(app)
    found = documents.seen(app.conflicts(asking.moment(app), reader.caller, closed=asking.all), reader)
    asking.show(
        lambda: [documents.conflict(each, reader) for each in found],
        lambda: [tables.conflicts(found, reader, clock(app))],
    )
