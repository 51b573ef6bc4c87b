"""Every check that was made, the newest first, and whose outcome is asked for."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.verdicts import Verdict
from sprintmind.web.lists import Asked, addresses, listed
from sprintmind.web.looking import NotGiven
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Checks",
    path="/preflight/checks",
    facts="Every check is kept with its verdict, never with the text of its plan; outcomes are what people told.",
)
router = APIRouter()

ORDERS = {
    "at": lambda each: each.at.isoformat(),
    "verdict": lambda each: each.verdict.gravity,
    "plan": lambda each: each.title,
    "by": lambda each: each.by,
}


class Chosen(Asked):
    """Which checks."""

    verdict: Annotated[Verdict | None, NotGiven] = None
    open: bool = False
    """Only those of which nobody told how they went."""


@router.get(PAGE.path)
def checks(request: Request, visitor: Visiting, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """List checks."""
    app = site_of(request).app
    every = app.plan_checks()
    shown = [each for each in reversed(every) if _fits(each, chosen)]
    content = {
        "part": "_checks.html",
        "chosen": chosen,
        "found": listed(shown, chosen, by=ORDERS, says=_words),
        "asked": app.outcomes_due(),
        "verdicts": list(Verdict),
        "address": addresses(request),
        "any": bool(every),
    }
    return show(request, visitor, PAGE, template="checks.html", content=content)


def _fits(made: PlanCheck, chosen: Chosen) -> bool:
    return chosen.verdict in (None, made.verdict) and not (chosen.open and made.settled)


def _words(made: PlanCheck) -> str:
    conditions = " ".join(each.condition for each in made.conditions)
    return f"{made.id} {made.title} {made.verdict} {made.by} {' '.join(made.tickets)} {conditions}"
