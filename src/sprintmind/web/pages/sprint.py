"""How a sprint closes, or how it stands: committed, done, added, taken out, carried over and why."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import Field

from sprintmind.errors import InputError
from sprintmind.web.looking import Looking
from sprintmind.web.page import Page
from sprintmind.web.problems import NotFoundError
from sprintmind.web.proving import prover
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="Sprint close",
    path="/sprint",
    order=9,
    key="z",
    facts="What was in the sprint when is what the tracker showed; why something is carried over is what sources said.",
)
router = APIRouter()


class Chosen(Looking):
    """Which sprint, as of when."""

    name: Annotated[str, Field(max_length=200)] = ""


@router.get(PAGE.path)
def sprint(request: Request, visitor: Visiting, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """Show a sprint; the last one where none is chosen."""
    app, caller = site_of(request).app, visitor.reader.caller
    names = app.sprints(caller)
    name = chosen.name or (names[-1] if names else "")
    content: dict[str, object] = {"names": names, "chosen": chosen, "found": None}
    if name:
        try:
            found = app.sprint_brief(name, chosen.moment(visitor), caller)
        except InputError as error:
            raise NotFoundError(str(error)) from error
        content |= {"found": found, "prove": prover(found.proof, visitor.reader)}
    return show(request, visitor, PAGE, template="sprint.html", content=content)
