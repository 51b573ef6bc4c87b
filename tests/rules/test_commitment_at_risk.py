import pytest

from sprintmind.domain.policy import Policy
from work_builders import commitment, found, severities, ticket, work

RULE = "commitment_at_risk"


@pytest.mark.parametrize(
    ("day", "status", "severity"),
    [
        pytest.param("2025-10-01", "todo", None, id="not started, due in six: the holiday does not count"),
        pytest.param("2025-10-02 00:00", "todo", "medium", id="not started, due in five"),
        pytest.param("2025-10-02", "in_progress", None, id="started, due in five"),
        pytest.param("2025-10-07", "todo", "medium", id="not started, due in three"),
        pytest.param("2025-10-07", "in_progress", None, id="started, due in three"),
        pytest.param("2025-10-08", "todo", "high", id="not started, due in two"),
        pytest.param("2025-10-08", "in_qa", "high", id="in QA is not done, due in two"),
        pytest.param("2025-10-10 23:59", "in_progress", "high", id="due until the end of its day"),
        pytest.param("2025-10-11 00:00", "in_progress", "critical", id="overdue on a Saturday"),
        pytest.param("2025-11-11", "todo", "critical", id="long overdue"),
        pytest.param("2025-10-10", "done", None, id="done"),
    ],
)
def test_severity_follows_the_days_left(day, status, severity):
    findings = found(work([ticket(status=status)], [commitment("NW-1", due="2025-10-10")]), day, rule=RULE)

    assert severities(findings) == ({"NW-1": severity} if severity else {})


@pytest.mark.parametrize(
    ("day", "severity"),
    [
        pytest.param("2025-10-01", None, id="due in six"),
        pytest.param("2025-10-02", "medium", id="due in five"),
        pytest.param("2025-10-08", "high", id="due in two"),
        pytest.param("2025-10-11", "critical", id="overdue"),
    ],
)
def test_a_promise_without_a_ticket_is_not_started_and_goes_by_its_own_id(day, severity):
    findings = found(work([], [commitment(due="2025-10-10")]), day, rule=RULE)

    assert severities(findings) == ({"promise-1": severity} if severity else {})


def test_the_clock_change_neither_adds_nor_takes_a_day():
    of = work([ticket(status="in_progress")], [commitment("NW-1", due="2025-10-28")])

    assert not found(of, "2025-10-23 23:59", rule=RULE)
    assert severities(found(of, "2025-10-24 00:00", rule=RULE)) == {"NW-1": "high"}


@pytest.mark.parametrize("day", ["2025-10-02", "2025-10-08", "2025-10-11"])
def test_what_no_person_confirmed_is_never_above_medium(day):
    of = work([ticket(status="todo")], [commitment("NW-1", due="2025-10-10", needs_review=True)])

    assert severities(found(of, day, rule=RULE)) == {"NW-1": "medium"}


def test_a_promise_without_a_date_is_never_due():
    assert not found(work([ticket(status="todo")], [commitment("NW-1", due=None)]), "2025-12-01", rule=RULE)


def test_each_unfinished_ticket_is_a_finding_of_its_own():
    of = work(
        [ticket("NW-1", status="done"), ticket("NW-2", status="todo"), ticket("NW-3", status="in_review")],
        [commitment("NW-1", "NW-2", "NW-3", due="2025-10-10")],
    )

    assert severities(found(of, "2025-10-07", rule=RULE)) == {"NW-2": "medium"}
    assert severities(found(of, "2025-10-08", rule=RULE)) == {"NW-2": "high", "NW-3": "high"}


@pytest.mark.parametrize(
    "gone",
    [pytest.param(ticket(status="cancelled"), id="cancelled"), pytest.param(ticket(deleted=True), id="deleted")],
)
def test_a_ticket_that_is_gone_keeps_no_promise(gone):
    findings = found(work([gone], [commitment("NW-1", due="2025-10-10")]), "2025-10-08", rule=RULE)

    assert severities(findings) == {"promise-1": "high"}


def test_a_moved_ticket_is_found_by_its_old_key():
    moved = ticket("PAY-7", status="todo", keys=frozenset({"NW-1", "PAY-7"}))

    assert severities(found(work([moved], [commitment("NW-1")]), "2025-10-08", rule=RULE)) == {"PAY-7": "high"}


def test_of_two_promises_on_a_ticket_the_graver_one_stands():
    of = work(
        [ticket(status="todo")],
        [commitment("NW-1", due="2025-10-14", id="later"), commitment("NW-1", due="2025-10-10", id="sooner")],
    )

    (finding,) = found(of, "2025-10-08", rule=RULE)
    assert finding.commitment == "sooner"


def test_a_team_may_want_to_hear_of_it_earlier():
    of = work([ticket(status="in_progress")], [commitment("NW-1", due="2025-10-10")])
    policy = Policy(thresholds={"commitment_at_risk_high": 3})

    assert severities(found(of, "2025-10-07", rule=RULE, policy=policy)) == {"NW-1": "high"}


@pytest.mark.parametrize(
    ("status", "day", "because"),
    [
        pytest.param(
            "todo", "2025-10-08", "The promise to Acme is due on 2025-10-10, and NW-1 is not started", id="not started"
        ),
        pytest.param(
            "in_review", "2025-10-13", "The promise to Acme was due on 2025-10-10, and NW-1 is not done", id="overdue"
        ),
    ],
)
def test_it_says_what_is_due_when_and_asks_its_owner(status, day, because):
    (finding,) = found(work([ticket(status=status)], [commitment("NW-1")]), day, rule=RULE)

    assert finding.because == because
    assert finding.ask == "priya"
    assert finding.since == commitment().said[0].said_at
    assert finding.evidence == ("meeting:promise-1", "task_update:NW-1:status:2025-09-01")
