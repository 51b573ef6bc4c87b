"""Recordings that are brought in: kept on disk while they are heard, and as a transcript afterwards."""

import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile

from starlette.datastructures import UploadFile

from sprintmind.adapters import UNHEARD
from sprintmind.app import App
from sprintmind.domain.progress import Progress
from sprintmind.errors import InputError, UnavailableError
from sprintmind.transcription.recordings import SUFFIXES, is_recording
from sprintmind.web.bringing import FIELDS
from sprintmind.web.forms import Form
from sprintmind.web.outcomes import Recording
from sprintmind.web.site import Site

HEARD_AS = "meeting"
"""The source whose files may be recordings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A recording among what was brought in."""

    filename: str
    id: str = ""
    """By which it is looked at while it is heard."""
    problem: str = ""
    """Why it is not."""


def recordings_in(form: Form) -> tuple[UploadFile, ...]:
    """Find the recordings among what was sent."""
    return tuple(each for each in form.uploads if is_recording(each.filename or ""))


def listen_all(site: Site, form: Form) -> tuple[Heard, ...]:
    """Begin to listen to every recording; of several, one that cannot be heard stops no other.

    Raises:
        InputError: There is one alone, and it is not said to be a meeting's.
        UnavailableError: There is one alone, and it cannot be heard.
    """
    found = recordings_in(form)
    if len(found) == 1:
        return (Heard(filename=found[0].filename or "", id=listen(site, form, found[0])),)
    return tuple(_begun(site, form, each) for each in found)


def _begun(site: Site, form: Form, upload: UploadFile) -> Heard:
    filename = upload.filename or ""
    try:
        return Heard(filename=filename, id=listen(site, form, upload))
    except (InputError, UnavailableError) as error:
        return Heard(filename=filename, problem=str(error))


def unheard(site: Site) -> str:
    """Say why recordings cannot be heard here; empty where they can."""
    chosen = site.settings
    return "" if chosen.transcription_model or chosen.transcription_url else UNHEARD


def listen(site: Site, form: Form, upload: UploadFile) -> str:
    """Begin to listen, and give the id by which it is looked at.

    Raises:
        InputError: It is not said to be a meeting's.
        UnavailableError: Nothing here turns recordings into words, or too many are heard already.
    """
    filename = Path(upload.filename or "").name
    if form.text("source") != HEARD_AS:
        raise InputError(f"{filename} is a recording, and those are of meetings: choose that it is a meeting")
    if why := unheard(site):
        raise UnavailableError(f"{filename} cannot be heard: {why}")
    file = _on_disk(upload, suffix=Path(filename).suffix.lower())
    fields = {name: value for name, value in form.fields.items() if name in FIELDS}

    def hear(progress: Progress) -> Recording:
        try:
            words = _heard(site.app, file, progress)
        except (InputError, UnavailableError) as error:
            raise type(error)(f"{filename}: {error}") from error
        finally:
            file.unlink(missing_ok=True)
        return Recording(fields=fields, filename=filename, transcript=words)

    person = form.visitor.person
    try:
        return site.recordings.begin(f"listening to {filename}", owner=person.id if person else None, do=hear)
    except UnavailableError:
        file.unlink(missing_ok=True)
        raise


def suffixes() -> str:
    """List how the names of recordings end, as a form field takes it."""
    return ",".join(sorted(SUFFIXES))


def _heard(app: App, file: Path, progress: Progress) -> bytes:
    def told(done: timedelta, length: timedelta) -> None:
        progress(int(done.total_seconds()), int(length.total_seconds()))

    return app.transcript(file, heard=told)


def _on_disk(upload: UploadFile, *, suffix: str) -> Path:
    """Copy what was sent to a file of its own; what was uploaded is gone when its request is answered."""
    with NamedTemporaryFile(prefix="sprintmind-recording-", suffix=suffix, delete=False) as file:
        try:
            shutil.copyfileobj(upload.file, file, 2**20)
        except OSError as error:
            with suppress(OSError):
                Path(file.name).unlink()
            raise UnavailableError(f"{upload.filename}: cannot be kept while it is heard: {error.strerror}") from error
    return Path(file.name)
