"""Bringing in a standup, a digest, a transcript or a payload: what would be recorded is shown before it is."""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64Error
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from sprintmind.answers import Ingested
from sprintmind.app import App
from sprintmind.commands.moments import said
from sprintmind.commands.usage import UsageError
from sprintmind.domain.authority import Decided
from sprintmind.domain.events import Visibility
from sprintmind.errors import InputError, UnavailableError
from sprintmind.intake import Delivery
from sprintmind.reading.statements import SAYS, Statement
from sprintmind.sources import brought
from sprintmind.web.forms import Filled, Form, told
from sprintmind.web.listening import listen, recording_in, suffixes, unheard
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import Site, site_of
from sprintmind.web.telling import what_came
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Bring in",
    path="/bring",
    order=12,
    key="i",
    facts="What is shown before recording is read from your text alone; nothing of it is stored until you say so.",
)
router = APIRouter()

TEXTS = ("standup", "meeting", "digest")
KINDS = {
    "standup": "a standup",
    "meeting": "a meeting's transcript, minutes or recording",
    "digest": "a digest",
    "github": "a GitHub payload",
    "jira": "a Jira payload",
}
WHO_READS = {
    Visibility.TEAM: "everyone of the team",
    Visibility.MANAGERS: "managers, and whoever was there",
    Visibility.PARTICIPANTS: "whoever was there",
    Visibility.PRIVATE: "its author alone",
}
LARGEST = 7 * 1024 * 1024  # bytes; it travels twice, the second time as text
FIELDS = ("source", "date", "time", "title", "author", "participants", "visibility", "filename", "event")


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a text would come to."""

    statements: tuple[Statement, ...]
    decided: tuple[Decided, ...]
    told: Ingested
    body: str
    """The bytes, to be sent again with a person's yes."""
    filename: str


@router.get(PAGE.path)
def bring(request: Request, visitor: Visiting) -> HTMLResponse:
    """Ask for a text."""
    given = {"author": visitor.person.name if visitor.person else "", "source": "standup", "visibility": "team"}
    return show(request, visitor, PAGE, template="bring.html", content=content(site_of(request), given))


@router.post("/bring/preview")
def preview(request: Request, form: Filled) -> Response:
    """Show what a text would come to, and store nothing; where it cannot be read, the form comes back as it was."""
    site, given = site_of(request), {name: form.text(name) for name in FIELDS}
    typed = form.fields.get("text", "")
    try:
        if upload := recording_in(form):
            _delivery(form, site.app, body=b"", filename="")  # what is told about it is looked at before it is heard
            return RedirectResponse(f"/bring/recordings/{listen(site, form, upload)}", status_code=303)
        body, filename = _body(form)
        found = previewed(site.app, form, body=body, filename=filename)
    except (InputError, UsageError, UnavailableError) as error:
        shown = content(site, given, text=typed, problem=str(error))
        return show(request, form.visitor, PAGE, template="bring.html", content=shown, status=400)
    shown = content(site, given | {"filename": found.filename}, text=typed, preview=found)
    return show(request, form.visitor, PAGE, template="bring.html", content=shown)


def previewed(app: App, form: Form, *, body: bytes, filename: str) -> Preview:
    """Tell what a text would come to, and store nothing; raises InputError where it cannot be read."""
    delivery = _delivery(form, app, body=body, filename=filename)
    told_of = app.ingest([delivery], dry_run=True)
    for refused in told_of.refused:
        raise InputError(f"{filename or 'the text'} cannot be read: {refused.reason}")
    read = app.extract(delivery) if delivery.source in TEXTS else ()
    return Preview(
        statements=tuple(each for each in read if each.kind in SAYS),
        decided=tuple(decided for event in told_of.events for decided in event.claims),
        told=told_of,
        body=b64encode(body).decode("ascii"),
        filename=filename,
    )


@router.get("/bring/preview")
def again() -> RedirectResponse:
    """Lead back to the form: a preview is not kept."""
    return RedirectResponse(PAGE.path, status_code=303)


@router.post("/bring")
def take(request: Request, form: Filled) -> object:
    """Record what was shown."""
    app = site_of(request).app
    try:
        body = b64decode(form.needed("body"), validate=True)
    except NotBase64Error as error:
        raise InputError("the text did not come back as it was sent; preview it again") from error
    result = app.ingest([_delivery(form, app, body=body, filename=form.text("filename"))])
    for refused in result.refused:
        raise InputError(refused.reason)
    return told(request, what_came(result), back="/board")


def content(
    site: Site, given: dict[str, str], *, text: str = "", preview: Preview | None = None, problem: str = ""
) -> dict[str, object]:
    """Give what the page shows: what was given so far, and what it would come to."""
    return {
        "given": {name: given.get(name, "") for name in FIELDS},
        "text": text,
        "preview": preview,
        "problem": problem,
        "unheard": unheard(site),
        "recordings": suffixes(),
        "kinds": [(kind, KINDS.get(kind, kind)) for kind in sorted(brought(), key=_order)],
        "readers": [(visibility.value, who) for visibility, who in WHO_READS.items()],
    }


def _order(kind: str) -> int:
    known = list(KINDS)
    return known.index(kind) if kind in known else len(known)


def _body(form: Form) -> tuple[bytes, str]:
    """Take the text that was typed, or the file that was chosen; raises InputError where there is neither."""
    for upload in form.uploads:
        body = upload.file.read(LARGEST + 1)
        if len(body) > LARGEST:
            raise InputError(
                f"{upload.filename}: is larger than {LARGEST // 1024 // 1024} MiB; bring it in with the "
                "command line: sprintmind ingest"
            )
        if not body:
            raise InputError(f"{upload.filename}: is empty")
        return body, upload.filename or ""
    typed = form.fields.get("text", "")
    if not typed.strip():
        raise InputError("paste a text or choose a file")
    return typed.replace("\r\n", "\n").encode("utf-8", "replace"), ""


def _delivery(form: Form, app: App, *, body: bytes, filename: str) -> Delivery:
    source = form.text("source")
    if source not in brought():
        raise InputError(f"source: expected one of {', '.join(brought())}, not {source!r}")
    if form.text("visibility") not in set(Visibility):
        raise InputError(f"visibility: expected one of {', '.join(Visibility)}")
    participants = (name.strip() for name in form.text("participants").split(","))
    moment = "T".join(filter(None, (form.text("date"), form.text("time"))))
    return Delivery(
        source=source,
        body=body,
        received_at=app.now(),
        filename=filename,
        name=form.text("event") or None,
        said=said(moment, zone=form.visitor.team.calendar.zone, option="date") if form.text("date") else None,
        title=form.text("title"),
        author=form.text("author"),
        participants=tuple(name for name in participants if name),
        visibility=Visibility(form.text("visibility")),
    )
