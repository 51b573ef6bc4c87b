"""Style sheets, scripts and pictures: served by name and version, kept by browsers for a year."""

from functools import cache
from hashlib import sha256
from importlib.resources import files

from fastapi import APIRouter, HTTPException, Response

router = APIRouter()

KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@cache
def content(name: str) -> bytes | None:
    """Read an asset; None where there is none of the name."""
    known = {each.name: each for each in files("sprintmind.web").joinpath("static").iterdir()}
    return known[name].read_bytes() if name in known and _kind(name) else None


@cache
def address(name: str) -> str:
    """Give where an asset is; the address changes with what it holds.

    >>> address("style.css").startswith("/static/style.css?v=")
    True
    """
    found = content(name)
    if found is None:
        raise FileNotFoundError(name)
    return f"/static/{name}?v={sha256(found).hexdigest()[:10]}"


@router.get("/static/{name}", include_in_schema=False)
def static(name: str) -> Response:
    """Serve an asset."""
    found = content(name)
    if found is None:
        raise HTTPException(404)
    kept = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(found, media_type=_kind(name), headers=kept)


def _kind(name: str) -> str | None:
    return next((kind for ending, kind in KINDS.items() if name.endswith(ending)), None)
