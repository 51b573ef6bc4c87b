from datetime import date

import pytest

from sprintmind.domain.events import Visibility
from work_builders import claim, commitment, found, pull, restricted, severities, ticket, work

RULE = "dependency_at_risk"
SPRINTS = {"S1": date(2025, 9, 22), "S2": date(2025, 10, 6)}


def waits(key="NW-1", on="NW-2", *more, **ticket_more):
    edge = claim(f"dependency:{on.lower()}", True, "2025-09-29", subject=key, waiting_on=on)
    return ticket(key, edge, *more, status="todo", **ticket_more)


def blocked(key, since="2025-10-01", **more):
    return claim("blocked", True, since, subject=key, **more)


def due(key, day):
    return claim("due_date", day, "2025-09-01", subject=key)


def sprint(key, name):
    return claim("sprint", name, "2025-09-01", subject=key)


@pytest.mark.parametrize(
    ("day", "finds"),
    [
        pytest.param("2025-10-02 23:59", False, id="due until the end of its day"),
        pytest.param("2025-10-03 00:00", True, id="overdue on a holiday"),
    ],
)
def test_a_wait_on_something_overdue_is_medium(day, finds):
    of = work([waits(), ticket("NW-2", due("NW-2", "2025-10-02"), status="todo")])

    assert severities(found(of, day, rule=RULE)) == ({"NW-1": "medium"} if finds else {})


@pytest.mark.parametrize(
    ("day", "severity"),
    [
        pytest.param("2025-10-02", "medium", id="its blocker is medium"),
        pytest.param("2025-10-06", "high", id="its blocker is high"),
    ],
)
def test_a_wait_on_something_blocked_is_as_high_as_what_is_found_there(day, severity):
    of = work([waits(), ticket("NW-2", blocked("NW-2"), status="in_progress", quiet=day)])

    assert severities(found(of, day, rule=RULE)) == {"NW-1": severity}


@pytest.mark.parametrize(
    ("ours", "theirs", "finds"),
    [
        pytest.param("S1", "S2", True, id="later"),
        pytest.param("S1", "S1", False, id="the same"),
        pytest.param("S2", "S1", False, id="earlier"),
        pytest.param("S1", "S9", False, id="its start is unknown"),
        pytest.param("S9", "S2", False, id="our start is unknown"),
    ],
)
def test_a_wait_on_something_in_a_later_sprint_is_medium(ours, theirs, finds):
    of = work(
        [waits("NW-1", "NW-2", sprint("NW-1", ours)), ticket("NW-2", sprint("NW-2", theirs), status="todo")],
        sprints=SPRINTS,
    )

    assert severities(found(of, "2025-10-01", rule=RULE)) == ({"NW-1": "medium"} if finds else {})


def test_a_high_finding_alone_is_no_trouble_of_the_wait():
    stalled = ticket("NW-2", status="in_review", pulls=[pull(88, "NW-2", ready="2025-09-22")])

    assert not found(work([waits(), stalled]), "2025-10-01", rule=RULE)


def test_trouble_is_told_one_step_far_and_not_along_a_whole_chain():
    late = due("NW-2", "2025-09-30")
    of = work([waits(), waits("NW-2", "NW-3", late), ticket("NW-3", blocked("NW-3", "2025-09-22"), status="todo")])

    assert severities(found(of, "2025-10-01", rule=RULE)) == {"NW-1": "medium", "NW-2": "high"}


def test_that_something_lies_on_a_circle_makes_a_wait_on_it_no_graver():
    late = due("NW-2", "2025-09-30")
    of = work([waits(), waits("NW-2", "NW-3", late), waits("NW-3", "NW-2")])

    assert severities(found(of, "2025-10-01", rule=RULE)) == {"NW-1": "medium", "NW-2": "high", "NW-3": "high"}


@pytest.mark.parametrize("gone", [{"status": "done"}, {"status": "cancelled"}, {"deleted": True}])
def test_what_is_over_is_waited_for_no_more(gone):
    of = work([waits(), ticket("NW-2", blocked("NW-2"), **gone)])

    assert not found(of, "2025-10-08", rule=RULE)


def test_a_blocker_that_names_a_ticket_is_a_wait_on_it():
    of = work([ticket("NW-1", blocked("NW-1", waiting_on="nw-2")), ticket("NW-2", blocked("NW-2"))])

    assert severities(found(of, "2025-10-01", rule=RULE)) == {"NW-1": "medium"}


def test_a_wait_that_ended_is_none():
    ended = ticket("NW-1", claim("dependency:nw-2", False, "2025-09-29"), status="todo")

    assert not found(work([ended, ticket("NW-2", blocked("NW-2"))]), "2025-10-01", rule=RULE)


def test_a_moved_ticket_is_waited_for_under_its_old_key():
    moved = ticket("PAY-7", blocked("PAY-7"), keys=frozenset({"NW-2", "PAY-7"}))

    assert severities(found(work([waits(), moved]), "2025-10-01", rule=RULE)) == {"NW-1": "medium"}


@pytest.mark.parametrize(
    ("tickets", "members"),
    [
        pytest.param([waits("NW-1", "NW-2"), waits("NW-2", "NW-1")], "NW-1 and NW-2", id="two"),
        pytest.param(
            [waits("NW-1", "NW-2"), waits("NW-2", "NW-3"), waits("NW-3", "NW-1"), waits("NW-4", "NW-1")],
            "NW-1, NW-2 and NW-3",
            id="three, and one that waits on them",
        ),
    ],
)
def test_waits_in_a_circle_are_high_for_everyone_in_it(tickets, members):
    findings = found(work(tickets), "2025-10-01", rule=RULE)

    assert {each.because for each in findings} == {f"{members} wait on each other"}
    assert set(severities(findings).values()) == {"high"}
    assert {each.subject for each in findings} == set(findings[0].tickets)


@pytest.mark.parametrize(
    "last",
    [
        pytest.param(waits("NW-3", "NW-3"), id="waits on itself, which is a slip"),
        pytest.param(ticket("NW-3", claim("dependency:NW-1", True, "2025-10-01"), status="done"), id="is done"),
        pytest.param(ticket("NW-3", status="todo"), id="waits on nobody"),
    ],
)
def test_a_chain_is_no_circle(last):
    assert not found(work([waits("NW-1", "NW-2"), waits("NW-2", "NW-3"), last]), "2025-10-01", rule=RULE)


def test_it_says_what_is_wrong_and_asks_who_has_it():
    theirs = [blocked("NW-2"), due("NW-2", "2025-09-30"), claim("assignee", "lena", "2025-09-01", subject="NW-2")]
    of = work([waits(), ticket("NW-2", *theirs, status="todo")])

    (finding,) = found(of, "2025-10-02", rule=RULE)
    assert finding.because == "NW-1 waits on NW-2, which was due on 2025-09-30 and has been blocked since 2025-10-01"
    assert (finding.ask, finding.tickets) == ("lena", ("NW-1", "NW-2"))
    assert len(finding.evidence) == 3


def test_what_it_rests_on_narrows_who_may_read_it():
    private = restricted(Visibility.PRIVATE, "tom")
    of = work([waits(), ticket("NW-2", blocked("NW-2", audience=private), status="todo")], [commitment("NW-2")])

    (finding,) = found(of, "2025-10-02", rule=RULE)
    assert finding.audience == private
