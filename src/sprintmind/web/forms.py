"""Forms: each carries a token that only our own pages know, and is answered with a message and a way back."""

import secrets
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData, UploadFile

from sprintmind.domain.events import PersonId
from sprintmind.errors import InputError
from sprintmind.web.site import site_of
from sprintmind.web.visitor import ForbiddenError, Visitor, of_the_team, visitor

TOKEN = "csrf"  # noqa: S105  # the name of a field
LARGEST_TEXT = 10 * 1024 * 1024  # bytes of one field; whole requests have a limit of their own


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What a browser sent, from a page of ours."""

    fields: Mapping[str, str]
    uploads: tuple[UploadFile, ...] = ()

    @property
    def back(self) -> str:
        """The page to lead back to."""
        return local(self.fields.get("back", "/"))

    def text(self, name: str) -> str:
        """Take a field; empty where it was not sent."""
        return self.fields.get(name, "").strip()

    def needed(self, name: str) -> str:
        """Take a field that must be there; raises InputError."""
        if not self.text(name):
            raise InputError(f"{name}: is empty")
        return self.text(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(Sent):
    """What a person sent, and who it was."""

    visitor: Visitor


def csrf(request: Request) -> str:
    """Give the token of this session, made when it is first needed."""
    if TOKEN not in request.session:
        request.session[TOKEN] = secrets.token_urlsafe(24)
    return str(request.session[TOKEN])


async def read(request: Request) -> AsyncIterator[FormData]:
    """Read a body; what was uploaded is gone when the request is answered."""
    async with request.form(max_part_size=LARGEST_TEXT) as found:
        yield found


def checked(request: Request, found: Annotated[FormData, Depends(read)]) -> Sent:
    """Take a form; raises ForbiddenError where it was not made by a page of ours, or by somebody else's session."""
    shown = str(found.get(TOKEN, "")) or request.headers.get("x-csrf-token", "")
    kept = str(request.session.get(TOKEN, ""))
    if not kept or not secrets.compare_digest(shown.encode(), kept.encode()):
        raise ForbiddenError("this form is not from a page of this session, or that is over; load the page again")
    items = found.multi_items()
    return Sent(
        fields={name: value for name, value in items if isinstance(value, str)},
        uploads=tuple(value for _, value in items if isinstance(value, UploadFile) and value.filename),
    )


OpenForm = Annotated[Sent, Depends(checked)]
"""A form that nobody needs to be there for."""


def form(request: Request, found: OpenForm) -> Form:
    """Take a form with who sent it."""
    return Form(fields=found.fields, uploads=found.uploads, visitor=visitor_of(request, found.fields))


def visitor_of(request: Request, fields: Mapping[str, str]) -> Visitor:
    """Tell who sent a form; where nobody signs in, it may say who it is, and is remembered."""
    site = site_of(request)
    named = of_the_team(site.app.team.person(PersonId(fields.get("by", ""))))
    if site.alone and named:
        request.session.update({"person": named.id, "by": "choice"})
    return visitor(request)


Filled = Annotated[Form, Depends(form)]


def local(address: str) -> str:
    r"""Take an address on this server; anything else is the first page.

    >>> local("/board?q=1"), local("//elsewhere/x"), local("https://elsewhere"), local("/\\\\elsewhere")
    ('/board?q=1', '/', '/', '/')
    """
    parts = urlsplit(address)
    good = address.startswith("/") and not address.startswith(("//", "/\\")) and not parts.netloc and not parts.scheme
    return address if good and address.isprintable() else "/"


def told(request: Request, message: str, *, back: str, well: bool = True) -> RedirectResponse:
    """Lead back to a page, which shows a message once."""
    request.session["said"] = {"message": message, "well": well}
    return RedirectResponse(local(back), status_code=303)


def said(request: Request) -> Mapping[str, object] | None:
    """Take the message that waits to be shown."""
    found: Mapping[str, object] | None = request.session.pop("said", None)
    return found
