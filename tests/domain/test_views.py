from dataclasses import replace

import pytest

from sprintmind.domain.events import UNKNOWN_PERSON, Visibility
from sprintmind.domain.viewing import views
from sprintmind.domain.views import (
    CommitmentView,
    DependencyView,
    Grounds,
    ReviewView,
    TicketView,
    first_known,
    joined,
)
from sprintmind.domain.work import CommitmentStatus, PullStatus
from work_builders import POLICY, TEAM, claim, commitment, history, moment, pull, restricted, review, ticket, work


def seen(of, kind, at="2025-10-01"):
    return {view.subject: view for view in views(of, team=TEAM, policy=POLICY, now=moment(at)) if type(view) is kind}


def test_each_ticket_is_seen_once_and_a_deleted_one_not_at_all():
    of = work([ticket("NW-1", status="done"), ticket("NW-2"), ticket("NW-3", deleted=True)])

    assert list(seen(of, TicketView)) == ["NW-1", "NW-2"]
    assert list(seen(of, ReviewView)) == ["NW-2"]
    assert seen(of, DependencyView) == {}


@pytest.mark.parametrize("value", [None, True, "whatever", ""])
def test_what_is_no_status_is_none(value):
    assert seen(work([ticket("NW-1", claim("status", value, "2025-10-01"))]), TicketView)["NW-1"].status is None


@pytest.mark.parametrize(
    ("value", "day"),
    [
        pytest.param("2025-10-02", "2025-10-02", id="a day"),
        pytest.param("2025-10-02T09:00:00+02:00", "2025-10-02", id="a moment"),
        pytest.param("soon", None, id="a phrase"),
        pytest.param(None, None, id="nothing"),
    ],
)
def test_a_due_date_is_a_day_or_nothing(value, day):
    view = seen(work([ticket("NW-1", claim("due_date", value, "2025-10-01"))]), TicketView)["NW-1"]

    assert (view.due.value if view.due else None) == day
    assert not view.overdue


def test_what_was_confirmed_stands_since_it_was_first_said():
    told = history(claim("status", "todo", "2025-09-01"), claim("status", "in_progress", "2025-09-24"))
    told = history(*(each.claim for each in told.decided), claim("status", "in_progress", "2025-09-30"))

    fact = seen(work([ticket(fields=[told])]), TicketView)["NW-1"].status_fact
    assert (fact.day.isoformat(), fact.days) == ("2025-09-24", 5)


def test_a_day_is_the_teams_and_not_the_worlds():
    late = work([ticket("NW-1", claim("blocked", True, "2025-10-01 00:30"))])

    assert seen(late, TicketView, "2025-10-01 23:59")["NW-1"].blocker.days == 0
    assert seen(late, TicketView, "2025-10-02 00:00")["NW-1"].blocker.days == 1


def test_a_promise_is_seen_beside_each_ticket_that_is_still_to_be_done():
    of = work([ticket("NW-1", status="done"), ticket("NW-2", status="in_qa")], [commitment("NW-1", "NW-2", "NW-3")])

    assert {key: view.status for key, view in seen(of, CommitmentView).items()} == {"NW-2": "in_qa", "NW-3": None}


@pytest.mark.parametrize(
    ("day", "subjects"),
    [pytest.param("2025-10-10", [], id="in time"), pytest.param("2025-10-11", ["promise-1"], id="late")],
)
def test_an_open_promise_with_every_ticket_done_is_seen_once_it_is_overdue(day, subjects):
    of = work([ticket("NW-1", status="done")], [commitment("NW-1", due="2025-10-10")])

    assert list(seen(of, CommitmentView, day)) == subjects


@pytest.mark.parametrize("status", [each for each in CommitmentStatus if each is not CommitmentStatus.OPEN])
def test_a_promise_that_is_over_is_not_seen_by_itself(status):
    assert not seen(work([ticket("NW-1")], [commitment("NW-1", status=status)]), CommitmentView)


def test_a_ticket_knows_its_promises_the_openly_known_and_the_soonest_first():
    hidden = restricted(Visibility.PARTICIPANTS, "tom")
    of = work(
        [ticket("NW-1", parent="NW-9"), ticket("NW-9")],
        [
            commitment("NW-1", id="hidden", due="2025-10-02", audience=hidden),
            commitment("NW-9", id="parents", due="2025-10-07"),
            commitment("NW-1", id="own", due="2025-10-08"),
            commitment("NW-2", id="others"),
        ],
    )

    assert [each.id for each in seen(of, TicketView)["NW-1"].commitments] == ["parents", "own", "hidden"]
    assert [each.id for each in seen(of, TicketView)["NW-9"].commitments] == ["parents"]


def test_only_its_own_pull_requests_are_a_tickets():
    pulls = [pull(1, "NW-1"), pull(2, "NW-1", own=False, status=PullStatus.MERGED)]
    view = seen(work([ticket("NW-1", pulls=pulls)]), TicketView)["NW-1"]

    assert [each.pull.number for each in view.pulls] == [1]
    assert view.merged_by_others


def test_the_newest_approval_of_the_head_is_the_one_that_counts():
    reviews = (review("2025-09-29"), review("2025-09-30", by="dana"), review("2025-10-01", of_head=False, by="priya"))
    view = seen(work([ticket("NW-1", pulls=[pull(1, "NW-1", ready="2025-09-26", reviews=reviews)])]), ReviewView)[
        "NW-1"
    ]

    assert view.pulls[0].approval == reviews[1]
    assert view.pulls[0].approved.days == 1


def test_a_promise_is_read_by_whom_everything_said_of_it_is_for():
    tom = restricted(Visibility.PRIVATE, "tom")
    promise = commitment("NW-1", audience=tom)

    of = work([ticket("NW-1")], [replace(promise, audience=restricted(Visibility.TEAM))])
    assert seen(of, CommitmentView)["NW-1"].grounds.audience == tom


def test_grounds_are_joined_in_order_and_narrowed():
    tom = restricted(Visibility.PRIVATE, "tom")
    both = joined([Grounds(evidence=("b", "a")), Grounds(evidence=("a", "c"), audience=tom)])

    assert both == Grounds(evidence=("b", "a", "c"), audience=tom)


def test_somebody_unknown_is_nobody_to_ask():
    assert first_known(None, UNKNOWN_PERSON, "tom", "dana") == "tom"
    assert first_known(UNKNOWN_PERSON) is None
