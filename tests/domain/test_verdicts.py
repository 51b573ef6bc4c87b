"""A verdict is computed from what a plan shares with the past, by the rules of the policy and nothing else."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lesson_builders import danger, experience, fine, measure, near_miss
from sprintmind.domain.changes import Ease, smallest_change
from sprintmind.domain.experiences import SafeSide
from sprintmind.domain.verdicts import BasisKind, Verdict, grade

FRIDAY, DEPS, BUNDLE, FLAG = "Friday deploy", "dependency updates", "bundled changes", "behind a feature flag"
NO_DEPS = SafeSide(condition="no dependency changes", opposite=DEPS)
THEN = datetime(2025, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("conditions", "experiences", "expected"),
    [
        pytest.param([danger(FRIDAY)], [], "UNKNOWN", id="nothing to compare with"),
        pytest.param([danger(FRIDAY)], [experience("E1", DEPS)], "GREEN", id="nothing shared"),
        pytest.param([danger(FRIDAY)], [experience("E1", FRIDAY, DEPS)], "YELLOW", id="one of two"),
        pytest.param([danger(FRIDAY), danger(DEPS)], [experience("E1", FRIDAY, DEPS)], "RED", id="two of one"),
        pytest.param([danger(DEPS)], [experience("E1", DEPS), experience("E2", DEPS)], "RED", id="one of two failures"),
        pytest.param(
            [danger(DEPS)],
            [experience("E1", DEPS, group="g"), experience("E2", DEPS, group="g")],
            "YELLOW",
            id="two records of one incident are one failure",
        ),
        pytest.param(
            [danger(DEPS), danger(FRIDAY)],
            [experience("E1", DEPS, group="g"), experience("E2", FRIDAY, group="g")],
            "RED",
            id="the conditions of an incident are united",
        ),
        pytest.param([danger(DEPS), danger(FRIDAY)], [near_miss("E1", DEPS, FRIDAY)], "YELLOW", id="a near miss warns"),
        pytest.param([danger(DEPS)], [experience("E1", DEPS), near_miss("E2", DEPS)], "YELLOW", id="and is no failure"),
        pytest.param(
            [danger(DEPS, common=True)], [experience("E1", DEPS), experience("E2", DEPS)], "GREEN", id="common alone"
        ),
        pytest.param([measure(FLAG)], [fine("E1", FRIDAY, safe=[FLAG])], "GREEN", id="a safe side alone"),
        pytest.param(
            [danger(DEPS)],
            [experience("E1", DEPS, guarded=True), experience("E2", DEPS)],
            "YELLOW",
            id="a confirmed guard lowers its failure",
        ),
    ],
)
def test_the_verdict_of(conditions, experiences, expected):
    assert grade(conditions, experiences).verdict.value == expected


def test_two_failures_share_a_condition_only_where_their_services_meet_the_plan():
    failures = [experience("E1", DEPS, services=frozenset({"billing"})), experience("E2", DEPS)]
    assert grade([danger(DEPS)], failures, services=frozenset({"search"})).verdict is Verdict.YELLOW
    assert grade([danger(DEPS)], failures, services=frozenset({"billing"})).verdict is Verdict.RED
    assert grade([danger(DEPS)], failures).verdict is Verdict.RED


def test_a_counter_example_lifts_red_to_yellow_only_if_its_whole_safe_side_is_met():
    past = [experience("E1", FRIDAY), experience("E2", FRIDAY), fine("E3", FRIDAY, safe=[FLAG, NO_DEPS])]
    assert grade([danger(FRIDAY)], past).verdict is Verdict.RED
    covered = grade([danger(FRIDAY), measure(FLAG)], past)
    assert covered.verdict is Verdict.YELLOW
    assert covered.bases[0].covered
    assert grade([danger(FRIDAY), measure(FLAG), danger(DEPS)], past).verdict is Verdict.RED


def test_a_basis_is_lifted_only_if_every_condition_of_it_is_covered():
    past = [experience("E1", FRIDAY, DEPS), fine("E2", FRIDAY)]
    plan = [danger(FRIDAY), danger(DEPS)]
    assert grade(plan, past).verdict is Verdict.RED
    assert grade(plan, [*past, fine("E3", DEPS)]).verdict is Verdict.YELLOW


def test_covering_one_basis_leaves_the_others():
    past = [experience("E1", FRIDAY), experience("E2", FRIDAY, BUNDLE), experience("E3", BUNDLE), fine("E4", FRIDAY)]
    graded = grade([danger(FRIDAY), danger(BUNDLE)], past)
    assert graded.verdict is Verdict.RED
    assert {basis.kind for basis in graded.remaining} == {BasisKind.TWO_OF_ONE, BasisKind.ONE_OF_TWO}


def test_a_counter_example_that_does_not_apply_is_shown_with_what_is_missing():
    graded = grade([danger(FRIDAY)], [experience("E1", FRIDAY), fine("E2", FRIDAY, safe=[FLAG])])
    assert [(each.lesson, each.unmet, each.covers) for each in graded.counter_examples] == [("E2", (FLAG,), ())]


def test_the_newest_outcome_under_the_same_conditions_wins():
    past = [experience("E1", FRIDAY), experience("E2", FRIDAY)]
    went_fine = fine("O1", FRIDAY, outcome_at=THEN)
    failed_later = experience("O2", FRIDAY, outcome_at=THEN + timedelta(days=1))
    failed_before = experience("O2", FRIDAY, outcome_at=THEN - timedelta(days=1))
    assert grade([danger(FRIDAY)], [*past, went_fine]).verdict is Verdict.YELLOW
    assert grade([danger(FRIDAY)], [*past, went_fine, failed_later]).verdict is Verdict.RED
    assert grade([danger(FRIDAY)], [*past, went_fine, failed_before]).verdict is Verdict.YELLOW


def test_the_smallest_change_is_what_lowers_the_verdict():
    past = [experience("E2", DEPS, BUNDLE), experience("E3", FRIDAY, DEPS)]
    plan = [danger(FRIDAY), danger(DEPS), danger(BUNDLE)]
    change = smallest_change(grade(plan, past), plan, past)
    assert [(step.condition, step.adds) for step in change.steps] == [(DEPS, False)]
    assert change.verdict is Verdict.YELLOW


def test_a_measure_that_worked_before_is_preferred_to_leaving_the_change_out():
    past = [experience("E1", DEPS), experience("E2", DEPS), fine("E3", DEPS, safe=["canary first"])]
    change = smallest_change(grade([danger(DEPS)], past), [danger(DEPS)], past, eases={DEPS: Ease.PURPOSE})
    assert [(step.condition, step.adds) for step in change.steps] == [("canary first", True)]


def test_nothing_lowers_green():
    past = [experience("E1", DEPS)]
    assert smallest_change(grade([], past), [], past) is None


CONDITIONS = tuple("abcdef")
SAFE = tuple("xyz")
some_conditions = st.frozensets(st.sampled_from(CONDITIONS), max_size=4)


@st.composite
def experiences(draw, prefix="E"):
    count = draw(st.integers(1, 7))
    return [
        experience(
            f"{prefix}{number}",
            *draw(some_conditions),
            safe=draw(st.lists(st.sampled_from(SAFE), max_size=2, unique=True)),
            group=draw(st.sampled_from(["", "", "g", "h"])),
            type=draw(st.sampled_from(["failure", "counter_example", "near_miss"])),
        )
        for number in range(count)
    ]


plans = st.builds(
    lambda bad, good: [*map(danger, sorted(bad)), *map(measure, sorted(good))],
    st.frozensets(st.sampled_from(CONDITIONS), max_size=5),
    st.frozensets(st.sampled_from(SAFE), max_size=3),
)


@given(plans, experiences())
def test_adding_an_unrelated_lesson_changes_nothing(plan, past):
    before, after = grade(plan, past), grade(plan, [*past, experience("Z", "unrelated", "other")])
    assert (before.verdict, before.matches, before.bases) == (after.verdict, after.matches, after.bases)


@given(plans, experiences(), some_conditions, st.sampled_from(["", "g", "h"]))
def test_adding_a_matching_failure_never_lowers(plan, past, conditions, group):
    more = [*past, experience("Z", *conditions, group=group)]
    assert grade(plan, more).verdict.gravity >= grade(plan, past).verdict.gravity


@given(plans, experiences(), st.sampled_from(CONDITIONS))
def test_removing_a_danger_from_a_plan_never_raises(plan, past, gone):
    less = [each for each in plan if each.condition != gone]
    assert grade(less, past).verdict.gravity <= grade(plan, past).verdict.gravity


@given(plans, experiences())
def test_two_records_of_one_incident_count_once(plan, past):
    doubled = [*past, *(experience(f"{each.id}-copy", *each.dangers, group="same") for each in past[:1])]
    again = [*doubled, *(experience(f"{each.id}-again", *each.dangers, group="same") for each in past[:1])]
    assert grade(plan, doubled).verdict is grade(plan, again).verdict


@given(plans, experiences(), st.randoms(use_true_random=False))
def test_order_never_matters(plan, past, random):
    shuffled, mixed = random.sample(past, len(past)), random.sample(plan, len(plan))
    assert grade(plan, past) == grade(mixed, shuffled)


@settings(max_examples=50)
@given(plans, experiences())
def test_the_smallest_change_lowers_and_no_single_step_fewer_does(plan, past):
    graded = grade(plan, past)
    change = smallest_change(graded, plan, past)
    if graded.verdict is Verdict.GREEN:
        assert change is None
        return
    assert change.verdict.gravity < graded.verdict.gravity
    for left_out in change.steps:
        gone = {step.condition for step in change.steps if step != left_out and not step.adds}
        added = [measure(step.condition) for step in change.steps if step != left_out and step.adds]
        less = [each for each in plan if each.condition not in gone]
        assert grade([*less, *added], past).verdict.gravity >= graded.verdict.gravity
