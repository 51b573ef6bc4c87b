"""Lessons and checks of plans, folded and kept beside the rest of the state, inside one transaction."""

from collections.abc import Iterable, Mapping

from sprintmind.domain.events import Name, TicketKey, identity, named
from sprintmind.domain.experiences import CheckId
from sprintmind.domain.heard import Heard, index
from sprintmind.domain.learning import (
    CHECK,
    LESSON,
    PLANNED,
    CheckMade,
    KeptLesson,
    check_state,
    lesson_state,
)
from sprintmind.domain.lessons import LessonId
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.policy import Policy
from sprintmind.domain.verdicts import Verdict
from sprintmind.ledger.port import Reading, Writing

RULE = "red_plan_with_promise"
"""The extra rule that reads plans; without it none are looked up."""

KINDS = ("lesson", "move", "check", "outcome", "override")
"""The kinds of events that tell of lessons and checks."""


def keep_learned(transaction: Writing, names: Iterable[Name]) -> frozenset[TicketKey]:
    """Fold the lessons and checks that some events touched, store them, and tell which tickets the checks name."""
    touched = tuple(names)
    ids = sorted({LessonId(identity(name)) for name in touched if name.startswith(f"{LESSON}:")})
    checks = sorted({CheckId(identity(name)) for name in touched if name.startswith(f"{CHECK}:")})
    if ids:
        transaction.touching(named(LESSON, each) for each in ids)  # asked for together, for speed
        found = (lesson_state(transaction.touching([named(LESSON, each)]), each) for each in ids)
        transaction.keep_lessons([each for each in found if each], instead_of=ids)
    if not checks:
        return frozenset()
    made = (check_state(transaction.touching([named(CHECK, each)]), each) for each in checks)
    kept = [each for each in made if each]
    transaction.keep_plan_checks(kept, instead_of=checks)
    return frozenset(key for each in kept for key in each.tickets)


def keep_all_learned(transaction: Writing) -> None:
    """Fold every lesson and check anew; what was stored of them is cleared already."""
    lessons, checks = folded_learned(transaction)
    transaction.keep_lessons(tuple(lessons.values()), instead_of=())
    transaction.keep_plan_checks(tuple(checks.values()), instead_of=())


def folded_learned(reading: Reading) -> tuple[Mapping[LessonId, KeptLesson], Mapping[CheckId, PlanCheck]]:
    """Fold every lesson and check from the events; nothing is stored."""
    heard: list[Heard] = [each for kind in KINDS for each in reading.of_kind(kind)]
    touching = index(heard)
    names = {name for each in heard for name in each.names}
    ids = sorted(LessonId(identity(name)) for name in names if name.startswith(f"{LESSON}:"))
    lessons = {each: lesson_state(touching([named(LESSON, each)]), each) for each in ids}
    made = sorted(CheckId(identity(name)) for name in names if name.startswith(f"{CHECK}:"))
    checks = {each: check_state(touching([named(CHECK, each)]), each) for each in made}
    return {k: v for k, v in lessons.items() if v}, {k: v for k, v in checks.items() if v}


def open_plans(reading: Reading, tickets: Iterable[TicketKey] | None, *, policy: Policy) -> tuple[PlanCheck, ...]:
    """Take of each ticket the newest check that names it, if its verdict is RED and nobody told yet how it went.

    A check that could compare the plan with nothing takes back nothing.

    Args:
        reading: The ledger.
        tickets: Which; None: all.
        policy: Says whether a rule asks for them at all.
    """
    if RULE not in policy.rules_on:
        return ()
    names = reading.names_within(f"{PLANNED}:") if tickets is None else [named(PLANNED, key) for key in tickets]
    heard = reading.touching(names)
    ids = {o.check.id for each in heard for o in each.event.observations if isinstance(o, CheckMade)}
    graded = (check for check in reading.plan_checks(ids) if check.verdict is not Verdict.UNKNOWN)
    newest = {key: check for check in graded for key in check.tickets}
    found = {check.id: check for check in newest.values() if check.verdict is Verdict.RED and not check.settled}
    return tuple(found[each] for each in sorted(found))
