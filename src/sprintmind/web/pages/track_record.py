"""How checks turned out: counts, a plot with a table beside it, and no rate under ten cases."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from sprintmind.plans.reporting import ENOUGH
from sprintmind.web.page import Page
from sprintmind.web.plotting import PARTS, STEP, WIDTH, bars
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Track record",
    path="/preflight/track-record",
    facts="Counted from every check that is kept, and from what people told of how it went.",
)
router = APIRouter()


@router.get(PAGE.path)
def track_record(request: Request, visitor: Visiting) -> HTMLResponse:
    """Show the track record."""
    found = site_of(request).app.track_record()
    drawn = bars(found.rows)
    content = {
        "found": found,
        "rows": [row for row in found.rows if row.checks],
        "bars": drawn,
        "parts": PARTS,
        "width": WIDTH,
        "height": len(drawn) * STEP,
        "enough": ENOUGH,
    }
    return show(request, visitor, PAGE, template="track_record.html", content=content)
