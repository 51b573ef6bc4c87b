"""Files as what is read of them: their bytes, or the transcript of a recording."""

from datetime import timedelta
from pathlib import Path

from sprintmind.app import App
from sprintmind.commands.files import read
from sprintmind.commands.watching import Steps
from sprintmind.transcription.recordings import is_recording

HEARD = "meeting"
"""The source whose files may be recordings."""


def listens(source: str, path: str) -> bool:
    """Tell whether a file is transcribed before it is read."""
    return source == HEARD and is_recording(path)


def body_of(source: str, path: str, app: App, steps: Steps) -> bytes:
    """Read a file, or transcribe a recording; shows how far that is, in seconds of the recording.

    Raises:
        InputError: It cannot be read, is empty, or is a recording in which nothing can be heard.
        UnavailableError: It is a recording, and nothing transcribes it.
    """
    if not listens(source, path):
        return read(path)
    file = Path(path)
    with steps.beside(f"listening to {file.name}") as part:

        def heard(done: timedelta, length: timedelta) -> None:
            part.at(int(done.total_seconds()), int(length.total_seconds()))

        return app.transcript(file, heard=heard)
