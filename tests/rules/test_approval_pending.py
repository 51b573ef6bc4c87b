import pytest

from work_builders import claim, commitment, found, history, severities, ticket, work

RULE = "approval_pending"


def asked(since="2025-10-02", *more, by="security", status="in_review"):
    return ticket("NW-1", claim(f"approval:{by}", "pending", since), *more, status=status)


@pytest.mark.parametrize(
    ("day", "finds"),
    [
        pytest.param("2025-10-02", False, id="the same day"),
        pytest.param("2025-10-03", False, id="a holiday"),
        pytest.param("2025-10-05 23:59", False, id="a weekend"),
        pytest.param("2025-10-06 00:00", True, id="for one"),
    ],
)
def test_an_approval_is_missed_after_one_business_day(day, finds):
    assert severities(found(work([asked()]), day, rule=RULE)) == ({"NW-1": "medium"} if finds else {})


@pytest.mark.parametrize(
    ("day", "finds"), [pytest.param("2025-10-07", False, id="away"), pytest.param("2025-10-08", True, id="back")]
)
def test_the_approvers_days_away_do_not_count(day, finds):
    assert bool(found(work([asked(by="dana")]), day, rule=RULE)) is finds


@pytest.mark.parametrize(
    ("day", "severity"),
    [
        pytest.param("2025-10-07", "medium", id="due in three"),
        pytest.param("2025-10-08", "high", id="due in two"),
        pytest.param("2025-10-13", "high", id="overdue"),
    ],
)
@pytest.mark.parametrize("of_promise", [pytest.param(True, id="the promise"), pytest.param(False, id="the ticket")])
def test_it_is_high_if_the_ticket_or_its_promise_is_due_within_two(day, severity, of_promise):
    due = () if of_promise else (claim("due_date", "2025-10-10", "2025-09-01"),)
    of = work([asked("2025-10-02", *due)], [commitment("NW-1", due="2025-10-10")] if of_promise else [])

    assert severities(found(of, day, rule=RULE)) == {"NW-1": severity}


def test_a_promise_that_no_person_confirmed_makes_nothing_high():
    of = work([asked()], [commitment("NW-1", due="2025-10-10", needs_review=True)])

    assert severities(found(of, "2025-10-09", rule=RULE)) == {"NW-1": "medium"}


def test_only_a_word_that_it_was_given_resolves_it():
    pending, refused, given = (
        claim("approval:security", value, at)
        for value, at in [("pending", "2025-09-29"), ("rejected", "2025-10-01"), ("approved", "2025-10-02")]
    )

    (finding,) = found(work([ticket(fields=[history(pending, refused)])]), "2025-10-01", rule=RULE)
    assert finding.because == ("NW-1 has been waiting for approval by security since 2025-09-29, and it was refused")
    assert finding.since == pending.said_at
    assert finding.evidence == (pending.event, refused.event)
    assert not found(work([ticket(fields=[history(pending, refused, given)])]), "2025-10-06", rule=RULE)


def test_asking_again_after_it_was_given_starts_anew():
    given = claim("approval:security", "approved", "2025-09-29")
    again = claim("approval:security", "pending", "2025-10-02")
    first = claim("approval:security", "pending", "2025-09-22")

    (finding,) = found(work([ticket(fields=[history(first, given, again)])]), "2025-10-06", rule=RULE)
    assert finding.since == again.said_at


def test_two_approvers_are_one_finding_that_names_the_longer_wait():
    of = work([asked("2025-10-01", claim("approval:dana", "pending", "2025-09-29"))])

    (finding,) = found(of, "2025-10-06", rule=RULE)
    assert finding.because == "NW-1 has been waiting for approval by Dana Fox since 2025-09-29"
    assert finding.ask == "dana"


@pytest.mark.parametrize("status", ["done", "cancelled"])
def test_what_is_over_waits_for_no_approval(status):
    assert not found(work([asked(status=status)]), "2025-10-08", rule=RULE)
