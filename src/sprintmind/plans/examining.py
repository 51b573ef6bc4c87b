"""From bytes to a plan, and from a plan to its verdict."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sprintmind.conditions.clock import Almanac
from sprintmind.conditions.described import Vocabulary
from sprintmind.conditions.free import Similar
from sprintmind.conditions.plans.kinds import plan_of
from sprintmind.conditions.times import Timing, timing
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.experiences import Outcome
from sprintmind.domain.lessons import Lesson
from sprintmind.domain.plans import Plan
from sprintmind.domain.progress import Progress, unwatched
from sprintmind.embeddings.meaning import Meaning
from sprintmind.errors import InputError, UnavailableError
from sprintmind.plans.asking import Request
from sprintmind.preflight import Assessment, examine

BY_WORDS = "phrases were compared by their words alone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What a plan is compared with, and how."""

    lessons: Collection[Lesson]
    """Active ones."""
    outcomes: Sequence[Outcome]
    calendar: Calendar
    now: datetime
    words: Vocabulary | None = None
    """What these lessons say together, where that is known."""
    meaning: Meaning | None = None
    progress: Progress = unwatched
    """Is told how many of how many sentences are read."""


def read_plan(request: Request, *, calendar: Calendar) -> Plan:
    """Read a plan from bytes; raises InputError where it holds none, or none of the kind that was said."""
    plan = plan_of(request.body, file=request.name, at=request.at, zone=calendar.zone)
    if request.kind not in ("text", plan.kind):
        raise InputError(f"{request.name or 'the plan'}: is no plan of {request.kind}; {_EXPECTED[request.kind]}")
    return plan


_EXPECTED = {
    "terraform": "expected what `terraform show -json` prints",
    "pull": "expected the JSON of a pull request",
}


def timed(plan: Plan, *, now: datetime) -> Timing:
    """Tell when a plan is carried out, by what was given or by its text, as far as anybody said."""
    return timing(plan.text, at=plan.at, duration=plan.duration, zone=plan.zone, now=now)


def examine_plan(plan: Plan, compared: Compared) -> tuple[Assessment, tuple[str, ...]]:
    """Judge a plan, and tell what a person should know of how that was done.

    Raises:
        InputError: It says too little to be judged.
    """
    almanac = Almanac(calendar=compared.calendar, now=compared.now)
    similar = compared.meaning.alike if compared.meaning else None
    try:
        return _examined(plan, compared, almanac, similar), ()
    except UnavailableError as error:
        return _examined(plan, compared, almanac, None), (f"{BY_WORDS}: {error}",)


def _examined(plan: Plan, compared: Compared, almanac: Almanac, similar: Similar | None) -> Assessment:
    return examine(
        plan,
        compared.lessons,
        compared.outcomes,
        almanac=almanac,
        words=compared.words,
        progress=compared.progress,
        similar=similar,
        heard=compared.meaning.heard if similar and compared.meaning else None,
    )
