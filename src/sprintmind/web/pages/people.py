"""People: who is who, and the logins and names that are nobody's yet."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from sprintmind.domain.events import PersonId
from sprintmind.domain.people import Person, Team
from sprintmind.errors import InputError
from sprintmind.web.forms import Filled, told
from sprintmind.web.lists import Asked, addresses, listed
from sprintmind.web.page import Page
from sprintmind.web.rendering import show
from sprintmind.web.site import site_of
from sprintmind.web.visitor import Visiting

PAGE = Page(
    title="People",
    path="/people",
    order=14,
    key="w",
    facts="People stand in sprintmind.toml; links made here are events on top of it, and reach into the past.",
)
router = APIRouter()

ORDERS = {
    "identity": lambda unmapped: unmapped.identity,
    "source": lambda unmapped: unmapped.source,
    "seen": lambda unmapped: unmapped.seen,
}


OF_THE_TEAM = {
    "name": lambda person: person.name,
    "id": lambda person: person.id,
    "role": lambda person: person.role,
}


class Chosen(Asked):
    """Which identities, and the link to be previewed."""

    identity: str = ""
    person: str = ""


@router.get(PAGE.path)
def people(request: Request, visitor: Visiting, chosen: Annotated[Chosen, Query()]) -> HTMLResponse:
    """Show people and identities; with an identity, what linking it would change."""
    app = site_of(request).app
    known, unmapped = app.people()
    preview = app.preview_link(chosen.identity, _person(visitor.team, chosen.person)) if chosen.identity else None
    content = {
        "part": "_people.html",
        "chosen": chosen,
        "known": listed(known, chosen, by=OF_THE_TEAM, says=_words),
        "links": sorted(visitor.team.links.items()),
        "found": listed(unmapped, chosen, by=ORDERS, says=lambda each: f"{each.identity} {each.suggestion}"),
        "preview": preview,
        "address": addresses(request),
    }
    return show(request, visitor, PAGE, template="people.html", content=content)


@router.post("/people/link")
def link(request: Request, form: Filled) -> object:
    """Record whose identity it is; with nobody chosen, that it is nobody's."""
    person = _person(form.visitor.team, form.text("person"))
    identity = form.needed("identity")
    result = site_of(request).app.link(identity, person, by=form.visitor.author())
    changed = len(result.transitions)
    whose = f"means {person} now" if person else "is nobody's now"
    return told(request, f"{identity} {whose}; {changed} risks changed by it.", back="/people")


def _person(team: Team, id: str) -> PersonId | None:
    if id and team.person(PersonId(id)) is None:
        raise InputError(f"nobody of the team has the id {id!r}")
    return PersonId(id) if id else None


def _words(person: Person) -> str:
    names = (person.id, person.name, person.role, person.customer or "", *person.aliases)
    return " ".join((*names, *person.github, *person.jira, *person.email))
