"""What was forgotten, as a document."""

from sprintmind.forget import Receipt
from sprintmind.shapes.reader import Document, day


def receipt(found: Receipt) -> Document:
    """Write what was erased where, what stays, and what a person must do; `found` is where it still stands."""
    taken = found.taken
    return {
        "erased": found.what,
        "stored": found.stored,
        "events": taken.events,
        "texts": taken.texts,
        "bodies": taken.bodies,
        "rows": dict(taken.rows),
        "memories": found.memories,
        "promises": [
            {"id": each.id, "customer": each.customer, "due": day(each.due), "owner": each.owner}
            for each in taken.promises
        ],
        "found": dict(found.found),
        "left": list(found.left),
    }
