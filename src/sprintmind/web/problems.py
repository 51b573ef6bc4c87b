"""What went wrong, told: to programs as problem+json, to people as a page that says what to do."""

from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from sprintmind.commands.usage import UsageError
from sprintmind.errors import InputError, NotTheirsError, SprintMindError, UnavailableError
from sprintmind.web.forms import local, told
from sprintmind.web.labels import labelled, wrong
from sprintmind.web.limits import TooOftenError
from sprintmind.web.page import Page
from sprintmind.web.rendering import plain_page
from sprintmind.web.site import site_of
from sprintmind.web.visitor import ForbiddenError, SignInNeededError

PROBLEM = "application/problem+json"
PAGE = Page(title="That did not work", path="", facts="Nothing on this page comes from the ledger.")


class Problem(BaseModel):
    """What went wrong, as RFC 9457 says."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str


Answers = dict[int | str, dict[str, Any]]
"""Descriptions of answers, by status."""

PROBLEM_ANSWERS: Answers = {
    status: {"description": HTTPStatus(status).phrase, "content": {PROBLEM: {"schema": Problem.model_json_schema()}}}
    for status in (400, 401, 403, 404, 413, 422, 429, 503)
}
"""What any address for programs may answer; for the OpenAPI document."""


class NotFoundError(InputError):
    """Nothing is known of what was asked for."""


def tell_problems(app: FastAPI) -> None:
    """Let an application tell whatever goes wrong."""
    app.add_exception_handler(SprintMindError, _ours)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(Exception, _unexpected)


def problem(status: int, detail: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """Tell a program, as RFC 9457 says."""
    title = HTTPStatus(status).phrase
    content = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    return JSONResponse(content, status_code=status, media_type=PROBLEM, headers=headers)


def status_of(error: SprintMindError) -> int:
    """Tell what an error is called in HTTP."""
    match error:
        case SignInNeededError():
            return 401
        case ForbiddenError() | NotTheirsError():
            return 403
        case NotFoundError():
            return 404
        case TooOftenError():
            return 429
        case InputError() | UsageError():
            return 400
        case UnavailableError():
            return 503
        case _:
            return 502


def _ours(request: Request, error: Exception) -> Response:
    if not isinstance(error, SprintMindError):
        raise error
    status = status_of(error)
    if status >= 500:
        _note(request, error)
    headers = {"Retry-After": str(error.wait)} if isinstance(error, TooOftenError) else None
    if _for_a_program(request):
        wanted = {"WWW-Authenticate": "Bearer"} if status == 401 else headers
        return problem(status, str(error), wanted)
    if isinstance(error, SignInNeededError):
        return RedirectResponse(f"/sign-in?next={quote(_back(request))}", status_code=303)
    if status == 400 and request.method == "POST":
        return told(request, labelled(str(error)), back=_referrer(request), well=False)
    return plain_page(request, PAGE, message=labelled(str(error)), status=status, headers=headers)


def _of_http(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    status = error.status_code
    detail = "There is no such page" if status == 404 else str(error.detail)
    headers = dict(error.headers or {})
    if _for_a_program(request):
        return problem(status, detail, headers)
    return plain_page(request, PAGE, message=detail, status=status, headers=headers)


def _unreadable(request: Request, error: Exception) -> Response:
    if not isinstance(error, RequestValidationError):
        raise error
    program = _for_a_program(request)
    detail = "; ".join(wrong(each, page=not program) for each in error.errors())
    if program:
        return problem(422, detail)
    return plain_page(request, PAGE, message=detail, status=422)


def _unexpected(request: Request, error: Exception) -> Response:
    """Tell that something is wrong with us; what it is stands in the log and on no page."""
    _note(request, error)
    message = "something went wrong here, and it is not your fault; the log says what"
    if _for_a_program(request):
        return problem(500, message)
    return plain_page(request, PAGE, message=message, status=500)


def _note(request: Request, error: Exception) -> None:
    """Note which address failed, as we call it, and how; not what was asked for there."""
    route = getattr(request.scope.get("route"), "path", "")
    site_of(request).journal.failed("request", error, what=route)


def _for_a_program(request: Request) -> bool:
    return request.url.path.startswith(("/api", "/webhooks", "/healthz", "/readyz"))


def _back(request: Request) -> str:
    return local(request.url.path + (f"?{request.url.query}" if request.url.query else ""))


def _referrer(request: Request) -> str:
    """Give the page that a form stood on, as the browser says; the first page where it does not."""
    return local(request.headers.get("referer", "/").removeprefix(f"{request.url.scheme}://{request.url.netloc}"))
