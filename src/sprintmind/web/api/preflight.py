"""Preflight for programs: the documents of `preflight check`, `history`, `ask`, `patterns` and `report`."""

from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import Field, model_validator

from sprintmind.app import App
from sprintmind.commands.moments import lasting
from sprintmind.commands.plans import planned
from sprintmind.domain.access import Scope
from sprintmind.domain.experiences import Action, CheckId, Result
from sprintmind.errors import InputError
from sprintmind.plans.asking import Request as Plan
from sprintmind.shapes import preflight as shapes
from sprintmind.shapes import recollections
from sprintmind.web.api import preflight_documents as documents
from sprintmind.web.api.asking import Body, Name, Parted, Signed, Text, Words, author, part_of
from sprintmind.web.problems import PROBLEM_ANSWERS, Answers, NotFoundError
from sprintmind.web.site import site_of
from sprintmind.web.visitor import ForbiddenError, Visiting, Visitor, allowed

router = APIRouter(prefix="/api/preflight", tags=["preflight"], responses=PROBLEM_ANSWERS)

READ = [allowed(Scope.READ)]
CORRECT = [allowed(Scope.CORRECT)]
KEPT: Answers = {200: {"model": documents.Kept}}


class ToCheck(Body):
    """A plan."""

    plan: Text | None = Field(default=None, description="In words, or a file's text: Markdown, terraform's JSON, SQL")
    pull: Name | None = Field(default=None, description="A pull request that the ledger knows: owner/repo#88")
    at: Name | None = Field(default=None, description="When, or on which day: 2025-10-03T15:00:00+02:00, 2025-10-03")
    memory: bool = Field(default=True, description="False: no organisational memory is used")
    incident: bool = Field(default=False, description="It is a hotfix: past ones are shown too")
    explain: bool = Field(default=False, description="Why each condition was taken or was not")
    dry_run: bool = Field(default=False, description="Tell the verdict, and record no check")

    @model_validator(mode="after")
    def one(self) -> "ToCheck":
        """Take words or a pull request."""
        if (self.plan is None) == (self.pull is None):
            raise ValueError("give either plan or pull")
        return self


class Outcome(Signed):
    """What was done about a verdict, and how it went."""

    action: Literal["changed", "proceeded"]
    result: Literal["fine", "failed"] | None = None
    note: Words = ""


class ToOverride(Signed):
    """Why a plan passes in spite of its verdict, and how long."""

    reason: Annotated[Words, Field(min_length=1)]
    expires: Name = Field(description="30m, 4h, 2d; at most 7d")
    incident: bool = False


@router.post("/check", responses={200: {"model": documents.Checked}}, dependencies=READ)
def check(request: Request, visitor: Visiting, body: ToCheck) -> JSONResponse:
    """Check a plan against what was learned; it is kept, unless it is a dry run."""
    site = site_of(request)
    site.limits.asking.attempt(request.client.host if request.client else "")
    if not body.dry_run and Scope.CORRECT not in visitor.scopes:
        raise ForbiddenError("this token may not be used to correct, and a check that is kept needs that; dry_run does")
    found = site.app.check_plan(_asked(body, site.app, visitor))
    return JSONResponse(shapes.checked(found, visitor.reader, explain=body.explain))


@router.get("/checks", responses={200: {"model": list[documents.Kept]}}, dependencies=READ)
def checks(request: Request, visitor: Visiting, part: Parted) -> JSONResponse:
    """List the checks that are kept, the newest first."""
    found = tuple(reversed(site_of(request).app.plan_checks()))
    return part_of(
        found, part, request=request, id=lambda each: each.id, write=lambda each: shapes.kept(each, visitor.reader)
    )


@router.get("/checks/{id}", responses=KEPT, dependencies=READ)
def one(request: Request, visitor: Visiting, id: str) -> JSONResponse:
    """Tell one check."""
    app = site_of(request).app
    made = app.plan_check(_known(request, id))
    return JSONResponse(shapes.shown(made, app.followed(made), visitor.reader))


@router.post("/checks/{id}/outcome", responses=KEPT, dependencies=CORRECT)
def outcome(request: Request, visitor: Visiting, id: str, body: Outcome) -> JSONResponse:
    """Tell what was done about a verdict, and how it went; later verdicts cite it."""
    made = site_of(request).app.tell_outcome(
        _known(request, id),
        action=Action(body.action),
        by=author(visitor, body.by),
        result=Result(body.result) if body.result else None,
        note=body.note,
    )
    return JSONResponse(shapes.kept(made, visitor.reader))


@router.post("/checks/{id}/override", responses=KEPT, dependencies=CORRECT)
def override(request: Request, visitor: Visiting, id: str, body: ToOverride) -> JSONResponse:
    """Let a plan pass in spite of its verdict, for a while; a person answers for it."""
    made = site_of(request).app.override(
        _known(request, id),
        by=author(visitor, body.by),
        reason=body.reason,
        lasting=lasting(body.expires, option="expires"),
        incident=body.incident,
    )
    return JSONResponse(shapes.kept(made, visitor.reader))


@router.get("/history", responses={200: {"model": documents.Recollection}}, dependencies=READ)
def history(
    request: Request, visitor: Visiting, question: Annotated[Words, Query(min_length=1, description="In words")]
) -> JSONResponse:
    """Tell what happened before; the answer cites lessons and says which path ran."""
    site = site_of(request)
    site.limits.asking.attempt(request.client.host if request.client else "")
    return JSONResponse(recollections.answer(site.app.ask_history(question, caller=visitor.reader.caller)))


@router.get("/patterns", responses={200: {"model": documents.Patterns}}, dependencies=READ)
def patterns(request: Request) -> JSONResponse:
    """Tell what fails again and again, and which path found it."""
    site = site_of(request)
    site.limits.asking.attempt(request.client.host if request.client else "")
    return JSONResponse(recollections.patterns(site.app.patterns()))


@router.get("/report", responses={200: {"model": documents.Report}}, dependencies=READ)
def report(request: Request) -> JSONResponse:
    """Tell the track record; no rate stands under ten cases."""
    return JSONResponse(shapes.report(site_of(request).app.track_record()))


def _asked(body: ToCheck, app: App, visitor: Visitor) -> Plan:
    plan = app.pull_request(body.pull) if body.pull is not None else Plan(body=(body.plan or "").encode())
    return replace(
        plan,
        at=planned(body.at, zone=visitor.team.calendar.zone, option="at") if body.at else None,
        by=visitor.person.id if visitor.person else None,
        caller=visitor.reader.caller,
        memory=body.memory,
        incident=body.incident,
        dry_run=body.dry_run,
    )


def _known(request: Request, id: str) -> CheckId:
    """Take the id of a check that there is; raises NotFoundError."""
    try:
        return site_of(request).app.plan_check(CheckId(id)).id
    except InputError as error:
        raise NotFoundError(f"there is no check {id}") from error
