"""One check as it is kept: its verdict, what it rests on, and how it turned out."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from sprintmind.commands.moments import lasting
from sprintmind.domain.experiences import Action, CheckId, Result
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.verdicts import Verdict
from sprintmind.errors import InputError
from sprintmind.web.forms import Filled, told
from sprintmind.web.page import Page
from sprintmind.web.problems import NotFoundError
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.verdicts import card_of_kept
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Check",
    path="/preflight/checks/{id}",
    facts="What was judged then, with the versions of the lessons; promises stand here as they are now.",
    sees="everyone of the team; promises and lessons that are not for whoever looks are left out",
)
router = APIRouter()

ANSWERS = {
    "changed": (Action.CHANGED, None),
    "proceeded": (Action.PROCEEDED, None),
    "fine": (Action.PROCEEDED, Result.FINE),
    "failed": (Action.PROCEEDED, Result.FAILED),
}
SAID = {
    "changed": "Recorded: the plan was changed.",
    "proceeded": "Recorded: it went ahead. Say later how it went.",
    "fine": "Recorded: it went fine. Later verdicts take that into account.",
    "failed": "Recorded: it failed. Later verdicts will cite it.",
}
LASTING = {"1h": "an hour", "4h": "four hours", "1d": "a day", "7d": "a week"}


@router.get(PAGE.path)
def check(request: Request, visitor: Visiting, id: str) -> HTMLResponse:
    """Show one check."""
    app = site_of(request).app
    made = _check_of(request, id)
    content = {
        "card": card_of_kept(made, app, visitor),
        "asked": next((each for each in app.outcomes_due() if each.check.id == made.id), None),
        "may_override": made.verdict is Verdict.RED,
        "lasting": LASTING,
    }
    return show(request, visitor, PAGE, template="check.html", content=content)


@router.post("/preflight/checks/{id}/outcome")
def outcome(request: Request, id: str, form: Filled) -> object:
    """Record what was done about a verdict, and how it went."""
    answer = form.text("outcome")
    if answer not in ANSWERS:
        raise InputError(f"outcome: expected one of {', '.join(ANSWERS)}")
    made = _check_of(request, id)
    action, result = ANSWERS[answer]
    by, note = form.visitor.author(), form.text("note")
    site_of(request).app.tell_outcome(made.id, action=action, by=by, result=result, note=note)
    return told(request, SAID[answer], back=f"/preflight/checks/{made.id}")


@router.post("/preflight/checks/{id}/override")
def override(request: Request, id: str, form: Filled) -> object:
    """Let a plan pass in spite of its verdict, for a while."""
    made = _check_of(request, id)
    span = form.text("lasting")
    if span not in LASTING:
        raise InputError(f"lasting: expected one of {', '.join(LASTING)}")
    site_of(request).app.override(
        made.id,
        by=form.visitor.author(),
        reason=form.needed("reason"),
        lasting=lasting(span, option="lasting"),
        incident=bool(form.text("incident")),
    )
    message = f"Recorded: it may pass for {LASTING[span]}; its verdict stays {made.verdict.value}."
    return told(request, message, back=f"/preflight/checks/{made.id}")


def _check_of(request: Request, id: str) -> PlanCheck:
    """Find a check; raises NotFoundError."""
    try:
        return site_of(request).app.plan_check(CheckId(id))
    except InputError as error:
        raise NotFoundError(f"there is no check {id}") from error
