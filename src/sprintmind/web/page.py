"""What a page is: where it stands, what it is called, where its facts come from and who sees what of it."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from fastapi import APIRouter

ROOM = "sprintmind.web.pages"
"""The package whose modules are the pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page."""

    title: str
    path: str
    order: int = 0
    """Its place in the navigation; 0: it does not stand there."""
    key: str = ""
    """The letter that leads there, after a `g`."""
    within: str = ""
    """The path of the page that leads there, where its own path does not begin with that."""
    facts: str
    """Where what it shows comes from; a sentence at its end."""
    sees: str = "everyone of the team; what was said in confidence is left out for whom it is not meant"
    """Who sees what of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A page with its routes."""

    page: Page
    router: APIRouter


def trail(page: Page) -> tuple[Page, ...]:
    """Name the pages that lead to a page, the outermost first."""
    known = {found.page.path: found.page for found in pages()}
    parts = page.path.split("/")
    above = [page.within, *("/".join(parts[:length]) for length in range(len(parts) - 1, 1, -1))]
    parent = next((known[path] for path in above if path in known), None)
    return (*trail(parent), parent) if parent else ()


@cache
def pages() -> tuple[Found, ...]:
    """Find the pages that there are, in the order of the navigation."""
    room = import_module(ROOM)
    modules = [import_module(f"{ROOM}.{each.name}") for each in iter_modules(room.__path__)]
    found = [Found(page=module.PAGE, router=module.router) for module in modules]
    return tuple(sorted(found, key=lambda each: (each.page.order or 1000, each.page.title)))
