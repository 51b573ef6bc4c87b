import pytest

from sprintmind.domain.work import PullStatus
from work_builders import found, pull, severities, ticket, work

RULE = "status_drift"
OPEN = pull(88, "NW-1")
DRAFT = pull(89, "NW-1", status=PullStatus.DRAFT)
CLOSED = pull(90, "NW-1", status=PullStatus.CLOSED)


def merged(number=91, at="2025-10-02", **more):
    return pull(number, "NW-1", status=PullStatus.MERGED, merged=at, **more)


@pytest.mark.parametrize(
    ("pulls", "finds"),
    [
        pytest.param([OPEN], True, id="one is open"),
        pytest.param([DRAFT], True, id="one is a draft"),
        pytest.param([CLOSED], True, id="one was closed unmerged"),
        pytest.param([OPEN, merged()], False, id="one of two is merged"),
        pytest.param([], False, id="it has none"),
        pytest.param([pull(88, "NW-1", own=False)], False, id="it has a bot's"),
        pytest.param([CLOSED, merged(own=False)], False, id="a batch carried it"),
    ],
)
def test_a_done_ticket_with_nothing_merged_is_high(pulls, finds):
    findings = found(work([ticket(status="done", pulls=pulls)]), "2025-10-06", rule=RULE)

    assert severities(findings) == ({"NW-1": "high"} if finds else {})


@pytest.mark.parametrize(
    ("day", "finds"),
    [
        pytest.param("2025-10-02", False, id="the same day"),
        pytest.param("2025-10-05 23:59", False, id="a holiday and a weekend"),
        pytest.param("2025-10-06 00:00", True, id="for one"),
    ],
)
def test_an_open_ticket_is_medium_a_business_day_after_its_merge(day, finds):
    findings = found(work([ticket(status="in_progress", pulls=[merged()])]), day, rule=RULE)

    assert severities(findings) == ({"NW-1": "medium"} if finds else {})


@pytest.mark.parametrize(
    ("status", "pulls", "finds"),
    [
        pytest.param("todo", [merged()], True, id="todo"),
        pytest.param("in_review", [merged()], True, id="in review"),
        pytest.param("in_qa", [merged()], False, id="moved on to QA"),
        pytest.param("done", [merged()], False, id="done"),
        pytest.param("cancelled", [merged()], False, id="cancelled"),
        pytest.param("in_progress", [merged(), OPEN], False, id="another is open"),
        pytest.param("in_progress", [merged(), CLOSED], True, id="another was closed unmerged"),
        pytest.param("in_progress", [merged(reverted=True)], False, id="reverted"),
        pytest.param("in_progress", [merged(), merged(92, reverted=True)], False, id="another was reverted"),
        pytest.param("in_progress", [merged(), merged(92, at="2025-10-06")], False, id="another merged only today"),
    ],
)
def test_only_an_open_ticket_with_everything_merged_has_drifted(status, pulls, finds):
    assert bool(found(work([ticket(status=status, pulls=pulls)]), "2025-10-06", rule=RULE)) is finds


@pytest.mark.parametrize(
    ("status", "pulls", "finds"),
    [
        pytest.param("in_review", [DRAFT], True, id="a draft"),
        pytest.param("in_review", [DRAFT, CLOSED], True, id="a draft and a closed one"),
        pytest.param("in_review", [DRAFT, OPEN], False, id="another is ready"),
        pytest.param("in_progress", [DRAFT], False, id="in progress"),
        pytest.param("in_review", [], False, id="no pull request"),
        pytest.param("in_review", [CLOSED], False, id="only a closed one"),
    ],
)
def test_a_ticket_in_review_whose_pull_request_is_a_draft_is_low(status, pulls, finds):
    findings = found(work([ticket(status=status, pulls=pulls)]), "2025-10-01", rule=RULE)

    assert severities(findings) == ({"NW-1": "low"} if finds else {})


def test_a_deleted_ticket_has_not_drifted():
    assert not found(work([ticket(status="done", pulls=[OPEN], deleted=True)]), "2025-10-06", rule=RULE)


def test_it_says_what_differs_since_when():
    last = merged(92, at="2025-10-02")
    (finding,) = found(
        work([ticket(status="in_review", pulls=[merged(at="2025-10-01"), last])]), "2025-10-06", rule=RULE
    )

    assert finding.because == "All pull requests of NW-1 are merged since 2025-10-02, and it is in review"
    assert finding.since == last.merged_at
    assert finding.evidence == ("task_update:NW-1:status:2025-09-01", "github:pull:91", "github:pull:92")
    assert finding.ask == "tom"
