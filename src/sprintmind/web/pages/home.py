"""The first page: what needs somebody today."""

from collections.abc import Sequence

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.work import Commitment, Status
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Today",
    path="/",
    order=1,
    key="t",
    facts="Risks are computed by rules from the ledger when this page is asked for; each names its evidence.",
)
router = APIRouter()

SHOWN = 8
"""How many of each list; each leads to its own page."""


@router.get(PAGE.path)
def home(request: Request, visitor: Visiting) -> HTMLResponse:
    """Show what needs somebody today."""
    found = site_of(request).app.overview(visitor.reader.caller)
    content = {
        "headline": headline(found.risks, found.commitments),
        "risks": found.risks[:SHOWN],
        "more_risks": max(0, len(found.risks) - SHOWN),
        "promises": found.commitments[:SHOWN],
        "more_promises": max(0, len(found.commitments) - SHOWN),
        "conflicts": found.conflicts[:SHOWN],
        "more_conflicts": max(0, len(found.conflicts) - SHOWN),
        "counts": [(status, found.statuses.get(status.value, 0)) for status in Status],
    }
    return show(request, visitor, PAGE, template="home.html", content=content)


def headline(risks: Sequence[Finding], promises: Sequence[Commitment]) -> str:
    """Say in one sentence how things stand."""
    grave = [each for each in risks if each.severity >= Severity.HIGH]
    threatened = {each.commitment for each in grave if each.commitment}
    threatened_promises = sum(1 for each in promises if threatened & set(each.ids))
    if threatened_promises:
        return f"{threatened_promises} of {len(promises)} open promises at risk"
    if grave:
        return f"{len(grave)} grave risk{'' if len(grave) == 1 else 's'}, no promise at stake"
    return "Nothing grave" if risks else "Nothing at risk that anybody has told"
