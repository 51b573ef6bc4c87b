import pytest

from work_builders import claim, found, moment, severities, ticket, work

RULE = "stale_in_progress"


def quiet(since="2025-10-01", *more, status="in_progress"):
    return work([ticket("NW-1", *more, status=status, since="2025-09-22", quiet=since)])


@pytest.mark.parametrize(
    ("day", "severity"),
    [
        pytest.param("2025-10-06", None, id="for two: a holiday and a weekend"),
        pytest.param("2025-10-07 00:00", "medium", id="for three"),
        pytest.param("2025-10-08", "medium", id="for four"),
        pytest.param("2025-10-09", "high", id="for five"),
    ],
)
def test_silence_about_a_ticket_in_progress_grows_grave(day, severity):
    assert severities(found(quiet(), day, rule=RULE)) == ({"NW-1": severity} if severity else {})


@pytest.mark.parametrize(
    ("day", "finds"),
    [pytest.param("2025-10-08", False, id="for two"), pytest.param("2025-10-09", True, id="three")],
)
def test_its_assignees_days_away_do_not_count(day, finds):
    of = quiet("2025-10-01", claim("assignee", "priya", "2025-09-01"))

    assert bool(found(of, day, rule=RULE)) is finds


@pytest.mark.parametrize("status", ["todo", "in_review", "in_qa", "done", "cancelled"])
def test_only_what_is_in_progress_can_be_stale(status):
    assert not found(quiet(status=status), "2025-10-20", rule=RULE)


def test_a_deleted_ticket_is_not_stale():
    gone = ticket(status="in_progress", quiet="2025-09-01", deleted=True)

    assert not found(work([gone]), "2025-10-20", rule=RULE)


def test_it_says_how_long_and_asks_its_assignee():
    (finding,) = found(quiet("2025-10-01", claim("assignee", "tom", "2025-09-01")), "2025-10-08", rule=RULE)

    assert finding.because == "NW-1 is in progress, and no source has shown anything of it since 2025-10-01"
    assert (finding.ask, finding.since) == ("tom", moment("2025-10-01"))
    assert finding.evidence == ("task_update:NW-1:status:2025-09-22",)
