"""Writing a lesson, writing one anew, and bringing in files of them."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import LessonType
from sprintmind.errors import InputError
from sprintmind.lessons.files import LARGEST, LessonFile
from sprintmind.teach import Change, Taught
from sprintmind.web.forms import Filled, Form, told
from sprintmind.web.page import Page
from sprintmind.web.pages.lesson import lesson_of
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, Visitor

PAGE = Page(
    title="Write a lesson",
    path="/preflight/teach",
    within="/preflight/lessons",
    facts="What is written here is a lesson in your name; what rules draft from a postmortem is none until confirmed.",
)
router = APIRouter()

PLAIN = (
    "id", "type", "date", "situation", "believed", "decision", "what_happened", "root_cause", "recovery", "lesson",
    "incident_group", "guard", "url",
)  # fmt: skip
LISTS = ("trigger_conditions", "services")
"""Fields with one entry a line, or with ; between them."""
SAID = {
    Change.NEW: "is recorded",
    Change.CHANGED: "is recorded anew",
    Change.SAME: "is known already, in these words",
    Change.KEPT: "was confirmed by a person, and stays as it is",
}


@router.get(PAGE.path)
def teach(request: Request, visitor: Visiting, id: str = "") -> HTMLResponse:
    """Ask for a lesson; or for another wording of one that there is."""
    given = _given_of(lesson_of(request, visitor, id)) if id else {}
    return _shown(request, visitor, given)


@router.post(PAGE.path)
def add(request: Request, form: Filled) -> Response:
    """Record a lesson; where a field cannot be used, the form comes back as it was."""
    given = {name: form.text(name) for name in (*PLAIN, *LISTS)}
    try:
        result = site_of(request).app.add_lesson(_fields(form), by=form.visitor.author())
    except InputError as error:
        return _shown(request, form.visitor, given, problem=str(error), status=400)
    [taught] = result.lessons
    near = "".join(f" It repeats much of {each.other}; supersede one of them." for each in result.near)
    message = f"{taught.lesson.id} {SAID[taught.change]}.{near}"
    return told(request, message, back=f"/preflight/lessons/{taught.lesson.id}")


@router.post("/preflight/teach/files")
def take(request: Request, form: Filled) -> Response:
    """Record what files of lessons tell; of several the good ones are kept, and the others are listed."""
    files = [LessonFile(name=each.filename or "", body=each.file.read(LARGEST + 1)) for each in form.uploads]
    if not files:
        return _shown(request, form.visitor, {}, problem="choose at least one file", status=400)
    dry = bool(form.text("dry_run"))
    result = site_of(request).app.teach(files, by=form.visitor.author(), dry_run=dry)
    return _shown(request, form.visitor, {}, result=result, dry=dry)


@router.get("/preflight/teach/files")
def again() -> RedirectResponse:
    """Lead back to the form: what came of files is not kept."""
    return RedirectResponse(PAGE.path, status_code=303)


def _shown(
    request: Request,
    visitor: Visitor,
    given: dict[str, str],
    *,
    problem: str = "",
    result: Taught | None = None,
    dry: bool = False,
    status: int = 200,
) -> HTMLResponse:
    content = {
        "given": {name: given.get(name, "") for name in (*PLAIN, *LISTS)},
        "types": list(LessonType),
        "problem": problem,
        "result": result,
        "dry": dry,
        "any": bool(site_of(request).app.lessons()),
    }
    return show(request, visitor, PAGE, template="teach.html", content=content, status=status)


def _given_of(kept: KeptLesson) -> dict[str, str]:
    lesson = kept.lesson
    plain = {name: str(getattr(lesson, name) or "") for name in PLAIN}
    return plain | {"type": lesson.type.value} | {name: "\n".join(getattr(lesson, name)) for name in LISTS}


def _fields(form: Form) -> dict[str, object]:
    plain: dict[str, object] = {name: form.text(name) for name in PLAIN if form.text(name)}
    several = {name: form.text(name).replace(";", "\n").splitlines() for name in LISTS}
    return plain | {name: [each.strip() for each in lines if each.strip()] for name, lines in several.items() if lines}
