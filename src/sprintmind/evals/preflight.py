"""What may happen in a case of preflight: lessons, checks, outcomes and overrides, and how they are done."""

from datetime import timedelta

from pydantic import AwareDatetime, Field, JsonValue

from sprintmind.answers import Ingested
from sprintmind.app import App
from sprintmind.domain.events import PersonId
from sprintmind.domain.experiences import Action, Result
from sprintmind.domain.learning import Move
from sprintmind.domain.lessons import LessonId
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.errors import InputError
from sprintmind.evals.strict import Strict
from sprintmind.lessons.files import LessonFile as Brought
from sprintmind.plans.asking import Checked, Request


class LessonMoved(Strict):
    """`sprintmind lessons confirm|retire`."""

    lesson: str
    what: Move
    by: str
    successor: str | None = None


class Plan(Strict):
    """`sprintmind preflight check`."""

    text: str
    at: AwareDatetime | None = None
    memory: bool = True
    incident: bool = False
    by: str | None = None


class OutcomeTold(Strict):
    """`sprintmind preflight outcome`; the check is the newest whose title holds these words."""

    plan: str
    action: Action
    by: str
    result: Result | None = None
    note: str = ""


class Overridden(Strict):
    """`sprintmind preflight override`; the check is named as in an outcome."""

    plan: str
    by: str
    reason: str = "it cannot wait"
    hours: int = Field(default=4, gt=0)
    incident: bool = False


class LessonFile(Strict):
    """`sprintmind lessons import` of one file."""

    name: str
    text: str


class LessonWritten(Strict):
    """`sprintmind lessons add`."""

    fields: dict[str, JsonValue]


Told = LessonWritten | LessonFile | LessonMoved | Plan | OutcomeTold | Overridden


def tell(told: Told, app: App) -> Ingested:
    """Do it; raises InputError where it is refused."""
    match told:
        case LessonWritten():
            app.add_lesson(told.fields)
        case LessonFile():
            return _imported(told, app)
        case LessonMoved():
            successor = LessonId(told.successor) if told.successor else None
            app.move_lesson(LessonId(told.lesson), what=told.what, by=PersonId(told.by), successor=successor)
        case Plan():
            checked(told, app)
        case OutcomeTold():
            found = _newest(told.plan, app)
            app.tell_outcome(found.id, action=told.action, by=PersonId(told.by), result=told.result, note=told.note)
        case Overridden():
            found = _newest(told.plan, app)
            lasting = timedelta(hours=told.hours)
            app.override(found.id, by=PersonId(told.by), reason=told.reason, lasting=lasting, incident=told.incident)
    return Ingested()


def checked(plan: Plan, app: App) -> Checked:
    """Check a plan."""
    request = Request(
        body=plan.text.encode(),
        at=plan.at,
        memory=plan.memory,
        incident=plan.incident,
        by=PersonId(plan.by) if plan.by else None,
    )
    return app.check_plan(request)


def _imported(file: LessonFile, app: App) -> Ingested:
    result = app.teach([Brought(name=file.name, body=file.text.encode())])
    for refused in result.refused:
        raise InputError(refused.reason)
    return Ingested()


def _newest(words: str, app: App) -> PlanCheck:
    found = [check for check in app.plan_checks() if words.casefold() in check.title.casefold()]
    if not found:
        raise InputError(f"no plan was checked that says {words!r}")
    return found[-1]
