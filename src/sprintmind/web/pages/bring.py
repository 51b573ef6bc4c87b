"""Bringing in standups, digests, transcripts or payloads: what would be recorded of each is shown before it is."""

from collections.abc import Sequence

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from sprintmind.commands.usage import UsageError
from sprintmind.domain.events import Visibility
from sprintmind.errors import InputError, UnavailableError
from sprintmind.sources import brought
from sprintmind.web.bringing import apart, delivery, previewed, recorded
from sprintmind.web.forms import Filled, Form, told
from sprintmind.web.labels import labelled
from sprintmind.web.listening import Heard, listen_all, recordings_in, suffixes, unheard
from sprintmind.web.page import Page
from sprintmind.web.pieces import Piece, labels, numbered, pieces_in, state_of
from sprintmind.web.rendering import show
from sprintmind.web.site import Site, site_of
from sprintmind.web.telling import what_came
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Bring in",
    path="/bring",
    order=12,
    key="i",
    facts="What is shown before recording is read from your texts alone; nothing of them is stored until you say so.",
)
router = APIRouter()

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
CHANGED = "Something was changed since this was shown; look at it once more, and record it then."


@router.get(PAGE.path)
def bring(request: Request, visitor: Visiting) -> HTMLResponse:
    """Ask for texts."""
    given = {"author": visitor.person.name if visitor.person else "", "source": "standup", "visibility": "team"}
    form = Form(fields=given, visitor=visitor)
    return show(request, visitor, PAGE, template="bring.html", content=content(site_of(request), form))


@router.post("/bring/preview")
def preview(request: Request, form: Filled) -> Response:
    """Show what each text would come to, and store nothing; what cannot be read is told, and stops no other."""
    return _previewed(request, form)


@router.get("/bring/preview")
def again() -> RedirectResponse:
    """Lead back to the form: a preview is not kept."""
    return RedirectResponse(PAGE.path, status_code=303)


@router.post("/bring")
def take(request: Request, form: Filled) -> Response:
    """Record what was shown, as it was shown; what cannot be recorded stays in the form."""
    if form.uploads or form.text("state") != state_of(form):
        return _previewed(request, form, note=CHANGED)
    app = site_of(request).app
    try:
        done = recorded(pieces_in(form), form, app)
    except (InputError, UsageError) as error:
        return _refused(request, form, problem=str(error))
    stay = any(each.problem or not each.shown for each in done.left)
    if not done.recorded and not stay:
        return _previewed(request, form, note="Nothing is chosen; tick what is to be recorded.")
    count = f"{done.recorded} of {done.recorded + len(done.left)}: " if done.recorded + len(done.left) > 1 else ""
    came = f"{count}{what_came(done.result)}" if done.recorded else ""
    if not stay:
        return told(request, came, back="/board")
    typed = any(not each.filename for each in done.left)
    left = apart((previewed(each, form, app) for each in done.left), form, app)
    shown = content(site_of(request), form, pieces=left, note=came, typed=typed)
    return show(request, form.visitor, PAGE, template="bring.html", content=shown, status=200 if came else 400)


def content(
    site: Site,
    form: Form,
    *,
    pieces: Sequence[Piece] = (),
    heard: Sequence[Heard] = (),
    problem: str = "",
    note: str = "",
    typed: bool = True,
) -> dict[str, object]:
    """Give what the page shows.

    Args:
        site: Where it is.
        form: What was given so far.
        pieces: What it brought, and what each would come to.
        heard: Recordings among it.
        problem: Why nothing of it can be shown.
        note: What a person should know.
        typed: What was typed stays in the form.
    """
    return {
        "given": labels(form),
        "text": form.fields.get("text", "") if typed else "",
        "pieces": numbered(pieces),
        "ready": [each for each in pieces if not each.problem],
        "heard": heard,
        "state": state_of(form) if any(each.told for each in pieces) else "",
        "problem": labelled(problem),
        "note": note,
        "unheard": unheard(site),
        "recordings": suffixes(),
        "kinds": [(kind, KINDS.get(kind, kind)) for kind in sorted(brought(), key=_order)],
        "readers": [(visibility.value, who) for visibility, who in WHO_READS.items()],
    }


def _previewed(request: Request, form: Form, *, note: str = "") -> Response:
    site = site_of(request)
    try:
        found = pieces_in(form)
        delivery(Piece(), form, site.app)  # what holds for all is looked at before anything is read or heard
        shown = apart((previewed(each, form, site.app) for each in found), form, site.app)
        heard = listen_all(site, form, alone=not shown)
    except (InputError, UsageError, UnavailableError) as error:
        return _refused(request, form, problem=str(error))
    if heard and heard[0].id and len(heard) == 1 and not shown:
        return RedirectResponse(f"/bring/recordings/{heard[0].id}", status_code=303)
    found_well = any(not each.problem for each in shown) or any(not each.problem for each in heard)
    told_of = content(site, form, pieces=shown, heard=heard, note=note)
    status = 200 if found_well else 400
    return show(request, form.visitor, PAGE, template="bring.html", content=told_of, status=status)


def _refused(request: Request, form: Form, *, problem: str) -> HTMLResponse:
    """Give the form back as it was, with the files that it held, where they can be kept."""
    try:
        found = pieces_in(form)
    except InputError:
        found = ()
    recordings = [f"{each.filename} was not heard; choose it again." for each in recordings_in(form)]
    kept = [each for each in found if each.filename]
    shown = content(site_of(request), form, pieces=kept, problem=problem, note=" ".join(recordings))
    return show(request, form.visitor, PAGE, template="bring.html", content=shown, status=400)


def _order(kind: str) -> int:
    known = list(KINDS)
    return known.index(kind) if kind in known else len(known)
