"""Lessons and checks are folded from what was told of them, in whatever order it was heard."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from learned import CONFIRM, FAILED, FINE, GUARD, RETIRE, heard, lesson, made, moved, plan_check, told, written
from sprintmind.domain.experiences import Action, experiences_of
from sprintmind.domain.learning import check_state, lesson_state, version
from sprintmind.domain.lessons import LessonStatus
from sprintmind.domain.plan_checks import outcomes_of

DRAFT = replace(lesson("F1"), status=LessonStatus.DRAFT, completed=frozenset({"lesson"}), guard="a gate")
TOLD = (
    written(DRAFT),
    moved("F1", CONFIRM, "2025-10-02"),
    moved("F1", GUARD, "2025-10-02", sequence=2),
    written(replace(DRAFT, status=LessonStatus.ACTIVE, lesson="Told better."), "2025-10-03", sequence=3),
    moved("F1", RETIRE, "2025-10-04", sequence=4),
)
OUTCOMES = (
    made(plan_check("C1")),
    told("C1", "2025-10-02", result=FAILED),
    told("C1", "2025-10-03", note="still looking"),
    told("C1", "2025-10-04", result=FINE, sequence=2),
)


@given(st.permutations(range(len(TOLD))), st.lists(st.sampled_from(range(len(TOLD)))))
def test_a_lesson_is_the_same_in_any_order_and_however_often_it_is_told(order, again):
    everything = [TOLD[n] for n in (*order, *again)]

    kept = lesson_state(heard(*everything), "F1")

    assert (kept.lesson.lesson, kept.lesson.status, kept.moved_by) == ("Told better.", LessonStatus.RETIRED, "dana")


@given(st.permutations(range(len(OUTCOMES))), st.lists(st.sampled_from(range(len(OUTCOMES)))))
def test_a_check_is_the_same_in_any_order_and_however_often_it_is_told(order, again):
    found = check_state(heard(*(OUTCOMES[n] for n in (*order, *again))), "C1")

    assert (found.outcome.result, found.outcome.note) == (FINE, "still looking")


def test_a_confirmed_draft_is_active_and_no_longer_marked():
    kept = lesson_state(heard(*TOLD[:2]), "F1")

    assert (kept.lesson.status, kept.lesson.completed) == (LessonStatus.ACTIVE, frozenset())


def test_what_was_said_before_a_lesson_was_written_anew_does_not_count_for_the_new_words():
    kept = lesson_state(heard(*TOLD[:4]), "F1")

    assert not kept.lesson.guard_confirmed


def test_within_one_moment_the_writers_order_decides():
    first, second = moved("F1", RETIRE, sequence=1), moved("F1", CONFIRM, sequence=2)

    kept = lesson_state(heard(second, first, written(lesson("F1"))), "F1")

    assert kept.lesson.status is LessonStatus.ACTIVE


def test_nothing_is_known_of_what_nobody_told():
    assert lesson_state(heard(moved("F1", CONFIRM)), "F1") is None
    assert check_state(heard(told("C1", "2025-10-02")), "C1") is None


def test_a_note_without_a_result_leaves_the_result_that_was_told():
    found = check_state(heard(*OUTCOMES[:3]), "C1")

    assert found.outcome.result is FAILED


def test_a_plan_that_was_changed_after_all_has_no_result():
    changed = told("C1", "2025-10-05", action=Action.CHANGED, sequence=3)

    found = check_state(heard(*OUTCOMES, changed), "C1")

    assert found.outcome.result is None
    assert experiences_of(outcomes_of([found])) == ()


def test_a_version_changes_with_the_words_and_with_nothing_else():
    plain = lesson("F1", "Friday deploy")

    assert version(plain) == version(replace(plain, status=LessonStatus.RETIRED, guard_confirmed=True))
    assert version(plain) != version(replace(plain, lesson="Something else"))
    assert version(plain) != version(replace(plain, trigger_conditions=("weekend change",)))
