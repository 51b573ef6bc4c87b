"""What the addresses of the API take: moments, pages of lists, and words that can be kept."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64Error
from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar
from urllib.parse import urlencode

from fastapi import Query, Request
from fastapi.responses import JSONResponse
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from sprintmind.commands.moments import until
from sprintmind.domain.events import PersonId
from sprintmind.domain.moments import Moment
from sprintmind.errors import InputError
from sprintmind.shapes.reader import Document
from sprintmind.web.visitor import ForbiddenError, Visitor, of_the_team

Item = TypeVar("Item")


def sendable(text: str) -> str:
    """Take words that every database can keep; raises ValueError for halves of letters and NUL."""
    if "\x00" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError("holds what is no text: NUL, or half of a letter")
    return text


Words = Annotated[str, StringConstraints(max_length=2000), AfterValidator(sendable)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(sendable)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=20_000_000), AfterValidator(sendable)]


class Body(BaseModel):
    """What a program sends; it has these members and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Signed(Body):
    """What is recorded in somebody's name."""

    by: Name | None = Field(
        default=None, description="A person's id; only where nobody signs in, else whoever the token is of"
    )


class Then(BaseModel):
    """As of when, and as known when."""

    as_of: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        default=None, description="What was true then, as we know it now: a day, which means its end, or a moment"
    )
    known_at: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        default=None, description="What we believed then"
    )


class Part(BaseModel):
    """Which part of a list."""

    cursor: Annotated[str, StringConstraints(max_length=400)] | None = Field(
        default=None, description="From the header `Link` of the part before"
    )
    limit: int = Field(default=100, ge=1, le=500)


Parted = Annotated[Part, Query()]


def moment_of(asked: Then, visitor: Visitor) -> Moment:
    """Give the moment that is asked about."""
    zone = visitor.team.calendar.zone
    return Moment(
        now=visitor.now,
        as_of=until(asked.as_of, zone=zone, option="as_of") if asked.as_of else None,
        known_at=until(asked.known_at, zone=zone, option="known_at") if asked.known_at else None,
    )


def author(visitor: Visitor, by: str | None) -> PersonId:
    """Give the person in whose name something is recorded; nobody speaks for another."""
    if by is None:
        return visitor.author()
    person = of_the_team(visitor.team.person(PersonId(by)))
    if person is None:
        raise InputError(f"by: nobody of the team has the id {by!r}")
    if visitor.person is not None and visitor.person.id != person.id:
        raise ForbiddenError(f"by: you are {visitor.person.id}, and speak for nobody else")
    return person.id


def part_of(
    items: Sequence[Item],
    asked: Part,
    *,
    request: Request,
    id: Callable[[Item], str],
    write: Callable[[Item], Document],
) -> JSONResponse:
    """Answer with a part of a list; the header `Link` leads to the next.

    Args:
        items: All, in their order.
        asked: Which part.
        request: Whose address the next part has.
        id: Names an item; the next part begins behind the one of this name, wherever that stands by then.
        write: Makes its document.
    """
    start = _start([id(item) for item in items], asked.cursor)
    shown = items[start : start + asked.limit]
    headers = {}
    if start + asked.limit < len(items):
        cursor = urlsafe_b64encode(f"{start + asked.limit}:{id(shown[-1])}".encode()).decode("ascii").rstrip("=")
        query = urlencode({**request.query_params, "cursor": cursor})
        headers["Link"] = f'<{request.url.path}?{query}>; rel="next"'
    return JSONResponse([write(item) for item in shown], headers=headers)


def _start(ids: Sequence[str], cursor: str | None) -> int:
    if cursor is None:
        return 0
    try:
        number, _, last = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("utf-8").partition(":")
        return ids.index(last) + 1 if last in ids else min(int(number), len(ids))
    except (NotBase64Error, ValueError) as error:
        raise InputError("cursor: take it from the header Link of the part before") from error
