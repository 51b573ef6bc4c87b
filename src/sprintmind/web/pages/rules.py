"""The rules that find risks: what each finds, whether it is on, from how many business days on."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.risk import checked, known_thresholds
from sprintmind.risk import rules as all_rules
from sprintmind.shapes.rules import RuleRow
from sprintmind.web.lists import Asked, addresses, listed
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Rules",
    path="/rules",
    within="/risks",
    facts="What a rule finds is the first sentence of its own description; numbers are as the settings have them.",
    sees="everyone of the team",
)
router = APIRouter()

ORDERS = {"rule": lambda row: row.name, "on": lambda row: int(not row.on)}


@router.get(PAGE.path)
def rules(request: Request, visitor: Visiting, chosen: Annotated[Asked, Query()]) -> HTMLResponse:
    """List the rules."""
    policy = checked(site_of(request).settings.policy())
    numbers = {**known_thresholds(), **policy.thresholds}
    rows = [RuleRow.of(rule, policy, numbers) for rule in all_rules().values()]
    content = {
        "part": "_rules.html",
        "chosen": chosen,
        "found": listed(rows, chosen, by=ORDERS, says=lambda row: f"{row.name} {row.summary}"),
        "address": addresses(request),
    }
    return show(request, visitor, PAGE, template="rules.html", content=content)
