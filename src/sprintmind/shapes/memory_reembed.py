"""What `memory reembed` did, as a document."""

from sprintmind.answers import Reembedded
from sprintmind.shapes.reader import Document


def reembedded(found: Reembedded) -> Document:
    """Write how many texts were embedded, and how memory is now."""
    status = found.status
    return {"embedded": found.count, "memories": status.memories, "mode": status.mode, "detail": status.detail}
