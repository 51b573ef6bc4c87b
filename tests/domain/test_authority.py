"""Sentences of POLICY on claims, authority and history: what is accepted, confirmed, conflicting, withdrawn."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest

from builders import at, claim, withdrawal
from folding import DASHBOARD, GITHUB, JIRA, MEETING, SETTLEMENT, STANDUP, decisions, folded, of, only_conflict
from sprintmind.domain.authority import FieldHistory
from sprintmind.domain.calendar import Calendar

# The same value again, a different one, a less trusted one
from sprintmind.domain.events import TicketKey


def test_nothing_said_is_no_value():
    assert folded() == FieldHistory(subject=TicketKey("NW-1"), field="status", value=None, holder=None, decided=())


def test_the_first_claim_is_accepted_however_little_it_is_trusted():
    history = folded(claim(MEETING, "todo"))
    assert history.value == "todo"
    assert history.decided[0].reason == "the first claim about status"


def test_nothing_is_a_value_too():
    history = folded(claim(JIRA, None, 0), claim(JIRA, "priya", 1))
    assert decisions(history) == ["accepted", "accepted"]


def test_the_same_value_again_is_confirmed_and_changes_no_holder():
    first, again = claim(STANDUP, "done", 0), claim(GITHUB, "done", 1)
    history = folded(first, again)
    assert history.holder == first
    assert of(history, again).decision == "confirmed"
    assert of(history, again).reason == "confirms done (set by standup on 2025-09-29)"


def test_a_confirmation_protects_at_its_own_authority_and_time():
    history = folded(claim(STANDUP, "done", 0), claim(GITHUB, "done", 1), claim(JIRA, "in_review", 4))
    assert history.value == "done"


@pytest.mark.parametrize(
    ("days", "value"),
    [
        pytest.param(timedelta(hours=72) - timedelta(seconds=1), "done", id="a second before its end"),
        pytest.param(timedelta(hours=72), "done", id="its last second is included"),
        pytest.param(timedelta(hours=72, seconds=1), "in_progress", id="a second later it is over"),
    ],
)
def test_the_window_is_72_hours(days, value):
    assert folded(claim(GITHUB, "done", 0), claim(MEETING, "in_progress", at() + days)).value == value


def test_a_team_may_have_another_window():
    history = folded(claim(GITHUB, "done", 0), claim(MEETING, "todo", 1.5), window=timedelta(hours=30))
    assert history.value == "todo"
    assert "for more than 30 hours" in history.decided[1].reason


def test_friday_to_monday_across_a_clock_change_is_73_hours():
    berlin = Calendar(zone=ZoneInfo("Europe/Berlin"))
    friday, monday = berlin.morning(date(2025, 10, 24)), berlin.morning(date(2025, 10, 27))
    assert folded(claim(GITHUB, "done", friday), claim(MEETING, "in_progress", monday)).value == "in_progress"


def test_a_different_value_at_least_as_trusted_is_accepted():
    history = folded(claim(STANDUP, "in_progress", 0), claim(STANDUP, "in_review", 1))
    assert history.value == "in_review"
    assert (
        history.decided[1].reason
        == "at least as trusted as in_progress (set by standup on 2025-09-29), which it replaces"
    )


def test_a_less_trusted_different_value_is_conflicting_and_names_what_it_is_measured_against():
    meeting = claim(MEETING, "in_progress", 1)
    history = folded(claim(GITHUB, "done", 0), meeting)
    assert history.value == "done"
    assert of(history, meeting).decision == "conflicting"
    assert not of(history, meeting).applied
    assert of(history, meeting).reason == "less trusted than the current value (set by github on 2025-09-29)"
    assert (only_conflict(history).value, only_conflict(history).challenger) == ("done", meeting)


def test_a_reason_names_the_most_trusted_supporter_in_the_window_and_not_the_holder():
    history = folded(claim(STANDUP, "done", 0), claim(GITHUB, "done", 1), claim(MEETING, "todo", 2))
    assert history.decided[2].reason == "less trusted than the current value (set by github on 2025-09-30)"


def test_a_reason_tells_the_day_in_the_teams_zone():
    late_evening = at().replace(hour=22)
    history = folded(claim(GITHUB, "done", late_evening), claim(MEETING, "todo", 1), zone=ZoneInfo("Europe/Berlin"))
    assert "(set by github on 2025-09-30)" in history.decided[1].reason


def test_one_conflict_is_joined_by_every_claim_for_its_value():
    history = folded(claim(GITHUB, "done", 0), claim(MEETING, "todo", 1), claim(STANDUP, "todo", 2))
    assert only_conflict(history).challenger.source is STANDUP
    assert only_conflict(history).since == at(1)


def test_a_later_challenger_at_least_as_trusted_replaces_the_one_for_another_value():
    history = folded(claim(GITHUB, "done", 0), claim(MEETING, "todo", 1), claim(STANDUP, "in_progress", 2))
    assert [each.challenger.value for each in history.open_conflicts] == ["in_progress"]
    assert history.conflicts[1].closed_because == (
        "replaced by in_progress (said by standup on 2025-10-01), who is at least as trusted"
    )


def test_a_less_trusted_later_challenger_stands_beside_the_one_for_another_value():
    history = folded(claim(GITHUB, "done", 0), claim(STANDUP, "todo", 1), claim(MEETING, "in_progress", 2))
    assert [each.challenger.value for each in history.open_conflicts] == ["todo", "in_progress"]


def test_the_weakest_does_not_slip_in_between_two_that_disagree():
    meeting = claim(MEETING, "in_progress", 3.1)
    history = folded(claim(GITHUB, "done", 0), claim(JIRA, "in_review", 2.9), meeting)
    assert history.value == "done"
    assert of(history, meeting).reason == (
        "less trusted than in_review (said by task_update on 2025-10-02), which disagrees with the current value too"
    )


def test_earlier_challengers_of_an_accepted_value_support_it():
    history = folded(
        claim(GITHUB, "done", 0),
        claim(DASHBOARD, "in_review", 2.5),
        claim(MEETING, "in_review", 3.5),
        claim(JIRA, "todo", 4),
    )
    assert history.value == "in_review"
    assert history.decided[3].decision == "conflicting"


# Side by side in one second


def test_two_standups_of_one_second_that_differ_conflict_whichever_the_key_lets_stand():
    for one, other in (("a", "b"), ("b", "a")):
        history = folded(claim(STANDUP, "done", event=one), claim(STANDUP, "in_progress", event=other))
        assert decisions(history) == ["accepted", "conflicting"]
        assert len(history.open_conflicts) == 1
        assert "said at the same time as the current value" in history.decided[1].reason


def test_a_third_standup_of_that_second_takes_no_side_by_its_key():
    for keys in ("abc", "acb", "bac", "cab"):
        history = folded(
            claim(STANDUP, "done", event=keys[0]),
            claim(STANDUP, "done", event=keys[1]),
            claim(STANDUP, "in_progress", event=keys[2]),
        )
        assert len(history.open_conflicts) == 1


def test_a_sources_own_sequence_orders_its_claims_of_one_second():
    history = folded(claim(JIRA, "done", sequence=11, event="a"), claim(JIRA, "in_review", sequence=10, event="b"))
    assert (history.value, history.conflicts) == ("done", ())


def test_the_lines_of_one_document_order_its_claims():
    history = folded(claim(STANDUP, "todo", event="a", position=1), claim(STANDUP, "done", event="a", position=2))
    assert (history.value, history.conflicts) == ("done", ())


def test_another_word_of_the_same_event_does_not_hide_who_else_spoke_in_that_second():
    other, own = claim(STANDUP, "done", event="a"), claim(STANDUP, "done", event="b")
    correction = claim(STANDUP, "todo", event="b", position=1)
    assert decisions(folded(other, correction)) == ["accepted", "conflicting"]
    assert decisions(folded(other, own, correction)) == ["accepted", "confirmed", "conflicting"]


# Rejected and withdrawn


def test_a_rejected_statement_keeps_its_reason_and_moves_nothing():
    part = claim(STANDUP, "done", 1, rejected="sub-step reported done; ticket status unchanged")
    history = folded(claim(MEETING, "in_progress", 0), part)
    assert history.value == "in_progress"
    assert (of(history, part).decision, of(history, part).applied) == ("rejected", False)
    assert of(history, part).reason == "sub-step reported done; ticket status unchanged"
    assert folded(part).holder is None


def test_what_is_taken_back_stops_counting_and_the_rest_stands_as_if_alone():
    pull, meeting, closed = (
        claim(GITHUB, "in_review", 0, voice="pull:1"),
        claim(MEETING, "todo", 1),
        withdrawal("pull:1", 2),
    )
    assert folded(pull, meeting).value == "in_review"
    history = folded(pull, meeting, closed)
    assert (history.value, history.holder) == ("todo", meeting)
    assert of(history, pull).reason == "taken back by github on 2025-10-01"
    assert of(history, closed).decision == "withdrawn"
    assert of(history, meeting).decision == "accepted"
    assert of(history, meeting).reason.endswith("so since github took something back on 2025-10-01")
    assert only_conflict(history).closed_by == closed


def test_a_speaker_who_takes_words_back_is_named():
    spoken = claim(STANDUP, "done", 0, voice="said:1")
    history = folded(spoken, withdrawal("said:1", 1, source=DASHBOARD, person="tom"))
    assert of(history, spoken).reason == "taken back by tom on 2025-09-30"
    assert history.holder is None


def test_a_voice_that_took_something_back_may_speak_again():
    history = folded(
        claim(GITHUB, "in_review", 0, voice="pull:1"),
        withdrawal("pull:1", 1),
        claim(GITHUB, "in_progress", 2, voice="pull:1"),
    )
    assert history.value == "in_progress"


def test_a_withdrawal_of_something_never_said_changes_nothing():
    history = folded(claim(MEETING, "todo", 0), withdrawal("pull:9", 1))
    assert (history.value, decisions(history)) == ("todo", ["accepted", "withdrawn"])


def test_a_conflict_that_opens_again_is_the_same_conflict():
    history = folded(
        claim(GITHUB, "done", 0), claim(MEETING, "todo", 1), claim(STANDUP, "done", 1.5), claim(MEETING, "todo", 2)
    )
    assert (only_conflict(history).open, only_conflict(history).since) == (True, at(2))


def test_a_settlement_keeps_the_authority_it_was_judged_with_when_the_conflict_is_taken_back():
    history = folded(
        claim(GITHUB, "done", 0),
        claim(MEETING, "todo", 1, voice="said:1"),
        claim(SETTLEMENT, "todo", 1.5),
        withdrawal("said:1", 2),
    )
    assert history.value == "todo"


def test_in_one_second_what_is_taken_back_comes_first():
    settlement = claim(SETTLEMENT, "todo", 2)
    history = folded(
        claim(GITHUB, "done", 0),
        claim(MEETING, "todo", 1, voice="v"),
        withdrawal("v", 2, source=SETTLEMENT),
        settlement,
    )
    assert of(history, settlement).decision == "conflicting"


def test_conflicts_are_listed_in_the_order_in_which_they_opened_last():
    history = folded(
        claim(GITHUB, "done", 0),
        claim(MEETING, "todo", 1),
        claim(MEETING, "in_review", 1.1),
        claim(MEETING, "in_progress", 1.2),
        claim(MEETING, "todo", 1.3),
    )
    assert [each.challenger.value for each in history.conflicts] == ["todo", "in_review", "in_progress"]
    again = folded(
        *(each.claim for each in history.decided), claim(MEETING, "in_review", 1.4), claim(MEETING, "done", 2)
    )
    assert [each.challenger.value for each in again.conflicts] == ["in_progress", "todo", "in_review"]
