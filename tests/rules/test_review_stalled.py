import pytest

from sprintmind.domain.work import PullStatus
from work_builders import found, pull, review, severities, ticket, work

RULE = "review_stalled"


def reviewed(*reviews, ready="2025-10-02", status="in_review", **more):
    return work([ticket(status=status, since=ready, pulls=[pull(88, "NW-1", ready=ready, reviews=reviews, **more)])])


@pytest.mark.parametrize(
    ("day", "severity"),
    [
        pytest.param("2025-10-06", None, id="for one: a holiday and a weekend"),
        pytest.param("2025-10-06 23:59", None, id="the last minute of one"),
        pytest.param("2025-10-07 00:00", "medium", id="for two"),
        pytest.param("2025-10-08", "high", id="for three"),
        pytest.param("2025-10-20", "high", id="for long"),
    ],
)
def test_a_pull_request_that_nobody_reviews_stalls(day, severity):
    assert severities(found(reviewed(), day, rule=RULE)) == ({"NW-1": severity} if severity else {})


@pytest.mark.parametrize(
    "decisive",
    [
        pytest.param(review("2025-10-06"), id="approved"),
        pytest.param(review("2025-10-06", of_head=False), id="approved before the head moved"),
        pytest.param(review("2025-10-06", approves=False), id="changes requested"),
    ],
)
def test_any_decisive_review_ends_the_wait_for_one(decisive):
    assert not found(reviewed(decisive), "2025-10-06 18:00", rule=RULE)
    assert "first review" not in str(found(reviewed(decisive), "2025-10-08", rule=RULE))


@pytest.mark.parametrize(
    ("day", "severity"),
    [pytest.param("2025-10-08", None, id="for four"), pytest.param("2025-10-09", "high", id="for five")],
)
def test_more_than_four_business_days_in_review_are_high(day, severity):
    of = reviewed(review("2025-10-02", approves=False), ready="2025-10-01", author=None)

    assert severities(found(of, day, rule=RULE)) == ({"NW-1": severity} if severity else {})


@pytest.mark.parametrize(
    ("day", "severity"),
    [pytest.param("2025-10-08", None, id="for four"), pytest.param("2025-10-09", "high", id="for five")],
)
def test_a_ticket_in_review_that_no_pull_request_shows_counts_from_its_status(day, severity):
    of = work([ticket(status="in_review", since="2025-10-01")])

    assert severities(found(of, day, rule=RULE)) == ({"NW-1": severity} if severity else {})


@pytest.mark.parametrize(
    ("author", "day", "finds"),
    [
        pytest.param("tom", "2025-10-02", False, id="the same day"),
        pytest.param("tom", "2025-10-05", False, id="a holiday and a weekend"),
        pytest.param("tom", "2025-10-06", True, id="for one"),
        pytest.param("priya", "2025-10-07", False, id="its author is away"),
        pytest.param("priya", "2025-10-08", True, id="its author is back"),
        pytest.param(None, "2025-10-06", True, id="its author is nobody of the team"),
    ],
)
def test_an_approved_head_that_is_not_merged_for_a_business_day_is_medium(author, day, finds):
    of = reviewed(review("2025-10-02"), author=author)

    assert severities(found(of, day, rule=RULE)) == ({"NW-1": "medium"} if finds else {})


@pytest.mark.parametrize(
    "reviews",
    [
        pytest.param([review("2025-10-02", of_head=False)], id="of an older head"),
        pytest.param(
            [review("2025-10-02"), review("2025-10-02", approves=False, by="dana")], id="and one who disagrees"
        ),
    ],
)
def test_what_is_not_wholly_approved_waits_for_no_merge(reviews):
    assert not found(reviewed(*reviews), "2025-10-07", rule=RULE)


def test_an_approval_of_a_draft_counts_once_it_is_ready():
    assert not found(reviewed(review("2025-09-29"), ready="2025-10-06"), "2025-10-06", rule=RULE)
    assert found(reviewed(review("2025-09-29"), ready="2025-10-06"), "2025-10-07", rule=RULE)


@pytest.mark.parametrize("status", [PullStatus.DRAFT, PullStatus.CLOSED, PullStatus.MERGED])
def test_what_is_not_open_and_ready_waits_for_nobody(status):
    the_pull = pull(88, "NW-1", status=status, merged="2025-10-01" if status is PullStatus.MERGED else None)

    assert not found(work([ticket(status="in_progress", pulls=[the_pull])]), "2025-10-20", rule=RULE)


def test_a_ticket_in_review_whose_only_pull_request_is_a_draft_waits_for_nobody():
    draft = pull(88, "NW-1", status=PullStatus.DRAFT)

    assert not found(work([ticket(status="in_review", pulls=[draft])]), "2025-10-20", rule=RULE)


def test_what_works_on_no_ticket_goes_by_its_own_name():
    findings = found(work(pulls=[pull(160)]), "2025-10-08", rule=RULE)

    assert severities(findings) == {"northwind/checkout#160": "high"}
    assert findings[0].tickets == ()


@pytest.mark.parametrize(
    "of",
    [
        pytest.param(work(pulls=[pull(160, own=False)]), id="of no ticket"),
        pytest.param(work([ticket(pulls=[pull(160, "NW-1", own=False)])]), id="of a ticket"),
    ],
)
def test_a_batch_or_a_bots_waits_for_nobody(of):
    assert not found(of, "2025-10-08", rule=RULE)


@pytest.mark.parametrize("status", ["done", "cancelled"])
def test_a_ticket_that_is_over_waits_for_no_review(status):
    assert not found(reviewed(status=status), "2025-10-20", rule=RULE)


def test_one_pull_request_for_two_tickets_is_a_finding_of_each():
    both = pull(88, "NW-1", "NW-2", ready="2025-10-02")
    of = work([ticket("NW-1", pulls=[both]), ticket("NW-2", pulls=[both])])

    assert severities(found(of, "2025-10-07", rule=RULE)) == {"NW-1": "medium", "NW-2": "medium"}


def test_it_says_since_when_and_asks_the_author():
    (finding,) = found(reviewed(), "2025-10-08", rule=RULE)

    assert finding.because == "northwind/checkout#88 has waited for a first review since 2025-10-02"
    assert (finding.ask, finding.evidence) == ("tom", ("github:pull:88",))
