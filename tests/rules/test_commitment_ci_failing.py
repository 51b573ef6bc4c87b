import pytest

from sprintmind.domain.work import CiState, CommitmentStatus, PullStatus
from work_builders import commitment, found, pull, severities, ticket, work

RULE = "commitment_ci_failing"


def red(*works_on, **more):
    return pull(88, *works_on, ci=CiState.FAILING, **more)


def promised(the_pull, *, status="in_review", **promise):
    return work([ticket("NW-1", status=status, pulls=[the_pull])], [commitment("NW-1", **promise)])


@pytest.mark.parametrize(
    ("day", "severity"),
    [
        pytest.param("2025-10-07", None, id="due in three"),
        pytest.param("2025-10-07 23:59", None, id="the last minute of three"),
        pytest.param("2025-10-08 00:00", "critical", id="due in two"),
        pytest.param("2025-10-10", "critical", id="due today"),
        pytest.param("2025-10-13", "critical", id="overdue"),
    ],
)
def test_a_red_head_before_a_promise_is_critical(day, severity):
    findings = found(promised(red("NW-1"), due="2025-10-10"), day, rule=RULE)

    assert severities(findings) == ({"NW-1": severity} if severity else {})


def test_a_holiday_is_no_day_left():
    assert not found(promised(red("NW-1"), due="2025-10-07"), "2025-10-01", rule=RULE)
    assert found(promised(red("NW-1"), due="2025-10-07"), "2025-10-02", rule=RULE)


@pytest.mark.parametrize("state", [CiState.UNKNOWN, CiState.PENDING, CiState.PASSING])
def test_a_head_that_is_not_red_is_no_evidence_of_failure(state):
    assert not found(promised(pull(88, "NW-1", ci=state)), "2025-10-09", rule=RULE)


@pytest.mark.parametrize(
    ("the_pull", "finds"),
    [
        pytest.param(red("NW-1"), True, id="ready"),
        pytest.param(red("NW-1", status=PullStatus.DRAFT), True, id="a draft is open"),
        pytest.param(red("NW-1", status=PullStatus.MERGED, merged="2025-10-01"), False, id="merged"),
        pytest.param(red("NW-1", status=PullStatus.CLOSED), False, id="closed"),
        pytest.param(red("NW-1", own=False), False, id="a batch or a bot's"),
    ],
)
def test_only_its_own_open_pull_requests_count(the_pull, finds):
    assert bool(found(promised(the_pull), "2025-10-09", rule=RULE)) is finds


def test_a_promise_that_no_person_confirmed_is_medium():
    findings = found(promised(red("NW-1"), needs_review=True), "2025-10-09", rule=RULE)

    assert severities(findings) == {"NW-1": "medium"}


@pytest.mark.parametrize("status", [each for each in CommitmentStatus if each is not CommitmentStatus.OPEN])
def test_a_promise_that_is_over_is_at_no_risk(status):
    of = work([ticket(status="in_review", pulls=[red("NW-1")])], [commitment("NW-1", status=status)])

    assert not found(of, "2025-10-09", rule=RULE)


def test_it_names_the_pull_the_customer_the_day_and_whom_to_ask():
    (finding,) = found(promised(red("NW-1")), "2025-10-09", rule=RULE)

    assert finding.because == ("CI is failing on northwind/checkout#88, and the promise to Acme is due on 2025-10-10")
    assert finding.ask == "tom"
    assert finding.evidence == ("github:ci:88", "meeting:promise-1")
    assert (finding.tickets, finding.commitment) == (("NW-1",), "promise-1")
