"""An engineer's page: what blocks them, what waits on whom, what is said about them, a draft of their standup."""

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.briefs import Line, PersonalBrief
from sprintmind.domain.people import Person
from sprintmind.web.forms import Filled, told
from sprintmind.web.looking import Lately
from sprintmind.web.page import Page
from sprintmind.web.proving import addresses_of, prover
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting, Visitor

PAGE = Page(
    title="My day",
    path="/my-day",
    order=2,
    key="d",
    facts="Each line rests on what a source said, which stands under it; the draft holds what the whole team may read.",
    sees="you alone; what is said about you is all that a manager can read of it",
)
router = APIRouter()

SENTENCES = 25
"""How many sentences are listed at once."""


class Chosen(Lately):
    """As of when, and how much."""

    all: bool = False
    """Every sentence."""


TODAY = Chosen()


@router.get(PAGE.path)
def my_day(request: Request, visitor: Visiting, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """Show the day of whoever asks."""
    if visitor.person is None:
        return show(request, visitor, PAGE, template="my_day.html", content={"found": None, "chosen": chosen})
    return day_page(request, visitor, visitor.person, chosen)


@router.post("/my-day/read")
def read(request: Request, form: Filled) -> object:
    """Note that somebody has read what changed; it is told from then on."""
    site_of(request).app.my_brief(form.visitor.author(), form.visitor.moment)
    return told(request, "Noted: what changes from now on is told next time.", back=form.back)


def day_page(request: Request, visitor: Visitor, person: Person, chosen: Chosen = TODAY) -> HTMLResponse:
    """Show a person's day; looking alone notes nothing."""
    app = site_of(request).app
    found = app.my_brief(person.id, chosen.moment(visitor), since=chosen.after(visitor), peek=True)
    sentences = () if chosen.back else app.said_about(person.id)
    content = {
        "chosen": chosen,
        "found": found,
        "sentences": sentences if chosen.all else sentences[:SENTENCES],
        "more_sentences": 0 if chosen.all else max(0, len(sentences) - SENTENCES),
        "draft": draft(found),
        "prove": prover(found.proof, visitor.reader),
        "address_of": addresses_of(each.commitment for each in found.promises),
    }
    return show(request, visitor, PAGE, template="my_day.html", content=content)


def draft(found: PersonalBrief) -> str:
    """Write a standup to copy; empty where nothing is known."""
    standup = found.standup
    parts = (("Yesterday", standup.yesterday), ("Today", standup.today), ("Blockers", standup.blockers))
    return "\n\n".join(f"{title}\n{_bullets(lines)}" for title, lines in parts if lines)


def _bullets(lines: Iterable[Line]) -> str:
    return "\n".join(f"- {each.text}" for each in lines)
