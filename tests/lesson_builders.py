"""Builders of lessons, plans and outcomes, each with what a test does not care about filled in."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from sprintmind.conditions.clock import Almanac
from sprintmind.conditions.plans.kinds import plan_of
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.experiences import Action, Experience, Outcome, SafeSide
from sprintmind.domain.lessons import IncidentId, Lesson, LessonId, LessonType
from sprintmind.domain.plans import ConditionName, PlanCondition
from sprintmind.preflight import examine

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2025, 11, 5, 9, tzinfo=UTC)


def danger(name, **fields):
    return PlanCondition(condition=ConditionName(name), words=name, **fields)


def measure(name):
    return danger(name, safe=True)


def experience(id, *dangers, safe=(), group="", type=LessonType.FAILURE, **fields):
    return Experience(
        id=LessonId(id),
        type=LessonType(type),
        dangers=frozenset(map(ConditionName, dangers)),
        safe_side=frozenset(each if isinstance(each, SafeSide) else SafeSide(condition=each) for each in safe),
        incident=IncidentId(f"group:{group}" if group else f"lesson:{id}"),
        **fields,
    )


def fine(id, *dangers, safe=(), **fields):
    return experience(id, *dangers, safe=safe, type=LessonType.COUNTER_EXAMPLE, **fields)


def near_miss(id, *dangers, **fields):
    return experience(id, *dangers, type=LessonType.NEAR_MISS, **fields)


def lesson(id, *conditions, type="failure", situation="Something was changed", lesson="Look first.", **fields):
    return Lesson(
        id=LessonId(id),
        type=LessonType(type),
        situation=situation,
        lesson=lesson,
        trigger_conditions=conditions,
        **fields,
    )


ARTICLE = (
    lesson("E002", "dependency updates", "bundled changes"),
    lesson("E003", "Friday deploy", "dependency updates"),
    lesson("E010", "Friday deploy", "behind a feature flag", "no dependency changes", type="counter_example"),
)


def almanac(*, zone=BERLIN, now=NOW, **fields):
    return Almanac(calendar=Calendar(zone=zone, **fields), now=now)


def check(text, lessons=ARTICLE, outcomes=(), *, at=None, file="", holidays=frozenset(), zone=BERLIN, **fields):
    moment = (datetime if "T" in at else date).fromisoformat(at) if at else None
    plan = plan_of(text, at=moment, zone=zone, file=file)
    return examine(plan, lessons, outcomes, almanac=almanac(zone=zone, holidays=holidays), **fields)


def outcome(assessment, result, *, id="O1", check="C1", action="proceeded", minutes=0):
    return Outcome(
        id=LessonId(id),
        check=check,
        at=NOW + timedelta(minutes=minutes),
        action=Action(action),
        result=result,
        conditions=assessment.conditions,
    )


def verdict(assessment):
    return assessment.graded.verdict.value


def names(assessment):
    return {each.condition for each in assessment.conditions}
