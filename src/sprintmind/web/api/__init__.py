"""The API for programs: what the command line prints, over HTTP. A module with a `router` is found here."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from fastapi import APIRouter


def routers() -> Iterator[APIRouter]:
    """Find what the modules of this room answer."""
    for module in iter_modules(__path__):
        found = getattr(import_module(f"{__name__}.{module.name}"), "router", None)
        if isinstance(found, APIRouter):
            yield found
