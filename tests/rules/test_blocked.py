import pytest

from sprintmind.domain.events import Source, Visibility
from sprintmind.domain.policy import Policy
from work_builders import claim, commitment, found, history, restricted, severities, ticket, work

RULE = "blocked"


def stuck(since="2025-10-01", *, status="in_progress", parent=None, **more):
    return ticket("NW-1", claim("blocked", True, since, source=Source.STANDUP, **more), status=status, parent=parent)


@pytest.mark.parametrize(
    ("day", "severity"),
    [
        pytest.param("2025-10-01", "medium", id="the same day"),
        pytest.param("2025-10-02", "medium", id="for one"),
        pytest.param("2025-10-03", "medium", id="for one: a holiday"),
        pytest.param("2025-10-05 23:59", "medium", id="for one: a weekend"),
        pytest.param("2025-10-06 00:00", "high", id="for two"),
        pytest.param("2025-10-20", "high", id="for long"),
    ],
)
def test_a_blocker_grows_high_after_two_business_days(day, severity):
    assert severities(found(work([stuck()]), day, rule=RULE)) == {"NW-1": severity}


@pytest.mark.parametrize(
    ("waits", "day", "severity"),
    [
        pytest.param({"waiting_on": "dana"}, "2025-10-07", "medium", id="she is away"),
        pytest.param({"waiting_on": "dana"}, "2025-10-08", "high", id="she is back"),
        pytest.param({"unblocker": "dana"}, "2025-10-07", "medium", id="who can unblock it is away"),
        pytest.param({"waiting_on": "tom"}, "2025-10-06", "high", id="somebody else is away"),
        pytest.param({"waiting_on": "the vendor"}, "2025-10-06", "high", id="no person"),
    ],
)
def test_days_on_which_the_one_it_waits_for_is_away_do_not_count(waits, day, severity):
    assert severities(found(work([stuck(**waits)]), day, rule=RULE)) == {"NW-1": severity}


@pytest.mark.parametrize(
    ("day", "severity"),
    [
        pytest.param("2025-10-01", "medium", id="due in six"),
        pytest.param("2025-10-02", "critical", id="due in five"),
        pytest.param("2025-10-13", "critical", id="overdue"),
    ],
)
def test_it_is_critical_before_a_promise_due_within_five(day, severity):
    of = work([stuck()], [commitment("NW-1", due="2025-10-10")])

    assert severities(found(of, day, rule=RULE)) == {"NW-1": severity}


def test_a_promise_on_the_parent_is_stood_before_too():
    of = work([stuck(parent="NW-9"), ticket("NW-9", status="in_progress")], [commitment("NW-9", due="2025-10-10")])

    assert severities(found(of, "2025-10-02", rule=RULE)) == {"NW-1": "critical"}


def test_a_promise_that_no_person_confirmed_makes_nothing_critical():
    of = work([stuck()], [commitment("NW-1", due="2025-10-10", needs_review=True)])

    assert severities(found(of, "2025-10-08", rule=RULE)) == {"NW-1": "high"}


@pytest.mark.parametrize("status", ["done", "cancelled"])
def test_what_is_over_is_not_blocked(status):
    assert not found(work([stuck(status=status)]), "2025-10-08", rule=RULE)


def test_a_deleted_ticket_is_not_blocked():
    assert not found(work([ticket("NW-1", claim("blocked", True, "2025-10-01"), deleted=True)]), "2025-10-08")


def test_a_blocker_that_was_lifted_is_none():
    lifted = history(claim("blocked", True, "2025-09-29"), claim("blocked", False, "2025-09-30"))

    assert not found(work([ticket(fields=[lifted])]), "2025-10-08", rule=RULE)


def test_who_said_last_what_it_waits_on_is_believed_and_its_start_stays():
    first = claim("blocked", True, "2025-10-01", waiting_on="the vendor")
    again = claim("blocked", True, "2025-10-02", source=Source.STANDUP, waiting_on="dana")

    (finding,) = found(work([ticket(fields=[history(first, again)])]), "2025-10-08", rule=RULE)
    assert finding.because == "NW-1 has been blocked since 2025-10-01, waiting on Dana Fox; Dana Fox can unblock it"
    assert finding.evidence == (first.event, again.event)
    assert (finding.ask, finding.since) == ("dana", first.said_at)


def test_it_says_who_can_unblock_it_and_before_what_it_stands():
    of = work([stuck(waiting_on="PAY-4", unblocker="lena")], [commitment("NW-1", due="2025-10-10")])

    (finding,) = found(of, "2025-10-08", rule=RULE)
    assert finding.because == (
        "NW-1 has been blocked since 2025-10-01, waiting on PAY-4; Lena Vogt can unblock it, "
        "and the promise to Acme is due on 2025-10-10"
    )
    assert finding.ask == "lena"


def test_nobody_is_named_who_was_not_named():
    (finding,) = found(work([stuck()]), "2025-10-01", rule=RULE)

    assert finding.because.endswith("nobody said who can unblock it")
    assert finding.ask is None


def test_only_who_may_read_the_promise_and_the_blocker_reads_the_finding():
    blocker = {"audience": restricted(Visibility.PARTICIPANTS, "tom", "dana")}
    promise = {"audience": restricted(Visibility.PARTICIPANTS, "tom", "priya")}

    (finding,) = found(work([stuck(**blocker)], [commitment("NW-1", **promise)]), "2025-10-08", rule=RULE)
    assert finding.audience == restricted(Visibility.PARTICIPANTS, "tom")


def test_a_team_may_be_more_patient():
    policy = Policy(thresholds={"blocked_high": 3})

    assert severities(found(work([stuck()]), "2025-10-06", policy=policy, rule=RULE)) == {"NW-1": "medium"}
    assert severities(found(work([stuck()]), "2025-10-07", policy=policy, rule=RULE)) == {"NW-1": "high"}
