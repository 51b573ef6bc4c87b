"""Rules that a team turns on: each finds its kind of thing, and nothing while it is off."""

from datetime import date

import pytest

from sprintmind.domain.policy import Policy
from sprintmind.domain.work import PullStatus
from work_builders import claim, commitment, found, pull, review, severities, ticket, work

EXTRAS = ("scope_creep", "unplanned_work", "unowned_commitment", "merged_unreviewed", "unlinked_pull")
ON = Policy(rules_on=frozenset(EXTRAS))
STARTS = {"Sprint 5": date(2025, 9, 22)}


def finds(of, at, rule):
    return severities(found(of, at, rule=rule, policy=ON))


def sprinted(since, *, status="todo"):
    return work([ticket("NW-1", claim("sprint", "Sprint 5", since), status=status)], sprints=STARTS)


@pytest.mark.parametrize(
    ("of", "finding"),
    [
        pytest.param(sprinted("2025-09-24"), {"NW-1": "low"}, id="two days after the start"),
        pytest.param(sprinted("2025-09-22"), {}, id="on the day of the start"),
        pytest.param(sprinted("2025-09-19"), {}, id="before"),
        pytest.param(sprinted("2025-09-24", status="done"), {}, id="done by now"),
        pytest.param(
            work([ticket("NW-1", claim("sprint", "Sprint 6", "2025-09-24"))]), {}, id="nobody knows the start"
        ),
    ],
)
def test_what_comes_into_a_running_sprint_is_scope_creep(of, finding):
    assert finds(of, "2025-09-26", "scope_creep") == finding


@pytest.mark.parametrize(
    ("of", "day", "finding"),
    [
        pytest.param(
            work([ticket(status="in_progress", since="2025-09-24")]), "2025-09-25", {"NW-1": "low"}, id="a day"
        ),
        pytest.param(work([ticket(status="in_progress", since="2025-09-24")]), "2025-09-24", {}, id="just begun"),
        pytest.param(work([ticket(status="todo", since="2025-09-01")]), "2025-09-25", {}, id="not begun"),
        pytest.param(sprinted("2025-09-19", status="in_progress"), "2025-09-25", {}, id="in a sprint"),
    ],
)
def test_what_is_worked_on_in_no_sprint_is_unplanned(of, day, finding):
    assert finds(of, day, "unplanned_work") == finding


@pytest.mark.parametrize(
    ("promise", "finding"),
    [
        pytest.param(commitment(owner="unknown", due="2025-10-20"), {"promise-1": "medium"}, id="far away"),
        pytest.param(commitment(owner=None, due="2025-10-06"), {"promise-1": "high"}, id="due soon"),
        pytest.param(commitment(owner=None, due="2025-10-06", needs_review=True), {"promise-1": "medium"}, id="unsure"),
        pytest.param(commitment(owner="priya", due="2025-10-06"), {}, id="somebody's"),
    ],
)
def test_a_promise_of_nobody_is_unowned(promise, finding):
    assert finds(work(commitments=[promise]), "2025-10-01", "unowned_commitment") == finding


def merged(**more):
    return work(
        [ticket(pulls=[pull(88, "NW-1", status=PullStatus.MERGED, merged="2025-09-29", **more)], status="done")]
    )


@pytest.mark.parametrize(
    ("of", "day", "finding"),
    [
        pytest.param(merged(), "2025-09-30", {"NW-1": "medium"}, id="nobody looked"),
        pytest.param(merged(reviews=(review("2025-09-28"),)), "2025-09-30", {}, id="reviewed"),
        pytest.param(merged(reverted=True), "2025-09-30", {}, id="taken back"),
        pytest.param(merged(), "2025-10-20", {}, id="long past"),
    ],
)
def test_a_merge_that_nobody_reviewed_is_found_for_some_days(of, day, finding):
    assert finds(of, day, "merged_unreviewed") == finding


@pytest.mark.parametrize(
    ("pulls", "finding"),
    [
        pytest.param([pull(7)], {"northwind/checkout#7": "low"}, id="ready"),
        pytest.param([pull(7, status=PullStatus.DRAFT)], {}, id="a draft"),
        pytest.param([pull(7, own=False)], {}, id="a bot's"),
        pytest.param([pull(7, "NW-1")], {}, id="of a ticket"),
    ],
)
def test_a_pull_request_of_no_ticket_is_unlinked(pulls, finding):
    assert finds(work(pulls=pulls), "2025-10-02", "unlinked_pull") == finding


@pytest.mark.parametrize("rule", EXTRAS)
def test_an_extra_finds_nothing_while_it_is_off(rule):
    of = work(
        [
            ticket("NW-1", claim("sprint", "Sprint 5", "2025-09-24"), status="todo"),
            ticket("NW-2", status="in_progress", since="2025-09-24"),
            ticket("NW-3", pulls=[pull(88, "NW-3", status=PullStatus.MERGED, merged="2025-09-29")], status="done"),
        ],
        [commitment(owner=None)],
        [pull(7)],
        STARTS,
    )
    assert found(of, "2025-10-01", rule=rule, policy=ON)
    assert not found(of, "2025-10-01", rule=rule)
