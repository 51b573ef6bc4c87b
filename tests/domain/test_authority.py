"""Each sentence of POLICY on claims, authority and history, and the examples that broke earlier wordings."""

from dataclasses import replace
from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest

from builders import at, claim, withdrawal
from sprintmind.domain.authority import Conflict, Decided, FieldHistory, fold
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.events import Audience, Claim, Source, TicketKey, Visibility

GITHUB, DASHBOARD, JIRA, STANDUP, MEETING, SETTLEMENT = (
    Source.GITHUB,
    Source.DASHBOARD,
    Source.TASK_UPDATE,
    Source.STANDUP,
    Source.MEETING,
    Source.SETTLEMENT,
)


def folded(*claims: Claim, **given) -> FieldHistory:
    return fold(claims, subject=TicketKey("NW-1"), field="status", **given)


def of(history: FieldHistory, wanted: Claim) -> Decided:
    return next(each for each in history.decided if each.claim == wanted)


def decisions(history: FieldHistory) -> list[str]:
    return [each.decision.value for each in history.decided]


def only_conflict(history: FieldHistory) -> Conflict:
    assert len(history.conflicts) == 1
    return history.conflicts[0]


# The same value again, a different one, a less trusted one


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


# How conflicts close; settlements


@pytest.mark.parametrize(
    ("closing", "because"),
    [
        pytest.param(claim(MEETING, "done", 2), "meeting on 2025-10-01 said done again", id="its own source gives in"),
        pytest.param(
            claim(JIRA, "done", 2), "task_update on 2025-10-01 said done again", id="a more trusted one agrees"
        ),
        pytest.param(
            claim(GITHUB, "in_review", 2),
            "the value changed to in_review (set by github on 2025-10-01)",
            id="it changes",
        ),
        pytest.param(
            claim(SETTLEMENT, "todo", 2, person="dana"),
            "settled as todo by dana on 2025-10-01",
            id="a person settles it",
        ),
    ],
)
def test_a_conflict_closes_when(closing, because):
    conflict = only_conflict(folded(claim(GITHUB, "done", 0), claim(MEETING, "todo", 1), closing))
    assert (conflict.open, conflict.closed_by, conflict.closed_because) == (False, closing, because)
    assert conflict.value == "done"


def test_a_less_trusted_source_that_says_the_current_value_closes_nothing():
    history = folded(claim(GITHUB, "done", 0), claim(JIRA, "todo", 1), claim(MEETING, "done", 2))
    assert len(history.open_conflicts) == 1


def test_a_settlement_is_accepted_over_everything_and_protects_like_github():
    settled = [claim(GITHUB, "done", 0), claim(MEETING, "in_progress", 1), claim(SETTLEMENT, "in_progress", 1.5)]
    assert folded(*settled).value == "in_progress"
    assert folded(*settled, claim(DASHBOARD, "todo", 4.5)).value == "in_progress"
    assert folded(*settled, claim(DASHBOARD, "todo", 4.6)).value == "todo"


def test_a_settlement_does_not_block_a_merge_later_the_same_day():
    history = folded(
        claim(GITHUB, "in_review", 0),
        claim(MEETING, "in_progress", 1),
        claim(SETTLEMENT, "in_progress", 1.5),
        claim(GITHUB, "done", 1.6),
    )
    assert history.value == "done"


def test_a_late_claim_that_agrees_does_not_void_a_settlement():
    settlement = claim(SETTLEMENT, "done", 2)
    history = folded(claim(JIRA, "done", 0), claim(MEETING, "todo", 1), settlement, claim(STANDUP, "done", 1.5))
    assert of(history, settlement).decision == "confirmed"
    assert history.value == "done"


def test_a_settlement_with_nothing_open_in_its_place_counts_as_a_correction():
    settlement = claim(SETTLEMENT, "todo", 1)
    refused, taken = folded(claim(GITHUB, "done", 0), settlement), folded(claim(JIRA, "done", 0), settlement)
    assert (refused.value, taken.value) == ("done", "todo")
    assert of(refused, settlement).reason == (
        "no conflict was open, so it counts as a correction: "
        "less trusted than the current value (set by github on 2025-09-29)"
    )


# GitHub knows code only


@pytest.mark.parametrize("source", [JIRA, DASHBOARD, Source.FEEDBACK, Source.APPROVAL])
@pytest.mark.parametrize("value", ["in_qa", "cancelled"])
def test_after_a_merge_a_tracker_or_a_person_may_move_the_ticket_on(source, value):
    moved = claim(source, value, 0.1)
    history = folded(claim(GITHUB, "done", 0), moved)
    assert (history.value, history.conflicts) == (value, ())
    assert of(history, moved).reason == (
        "moves the ticket on after the merge (set by github on 2025-09-29), which contradicts no code"
    )


def test_where_a_merge_means_in_qa_the_ticket_moves_on_to_done():
    assert folded(claim(GITHUB, "in_qa", 0), claim(JIRA, "done", 1)).value == "done"


@pytest.mark.parametrize("value", ["todo", "in_progress", "in_review"])
def test_a_move_back_contradicts_a_merge(value):
    assert decisions(folded(claim(GITHUB, "done", 0), claim(JIRA, value, 1))) == ["accepted", "conflicting"]


@pytest.mark.parametrize("source", [STANDUP, Source.COMMENT, MEETING])
def test_what_is_only_said_moves_no_merged_ticket_on(source):
    assert folded(claim(GITHUB, "done", 0), claim(source, "in_qa", 1)).value == "done"


def test_once_a_ticket_is_moved_on_the_mover_protects_the_value_and_the_merge_no_longer():
    moved = [claim(GITHUB, "done", 0), claim(JIRA, "in_qa", 0.1)]
    assert folded(*moved, claim(STANDUP, "in_progress", 0.2)).value == "in_qa"
    assert folded(*moved, claim(JIRA, "in_progress", 0.2)).value == "in_progress"


def test_an_open_pull_request_is_no_merge():
    assert folded(claim(GITHUB, "in_review", 0), claim(JIRA, "in_qa", 1)).value == "in_review"


def test_whoever_else_says_the_merged_value_still_protects_it():
    history = folded(claim(GITHUB, "done", 0), claim(DASHBOARD, "done", 0.1), claim(JIRA, "in_qa", 1))
    assert history.value == "done"
    assert "(set by dashboard on 2025-09-29)" in history.decided[2].reason


def test_a_merge_protects_other_fields_like_any_claim():
    claims = [claim(GITHUB, "done", 0, field="title"), claim(JIRA, "cancelled", 1, field="title")]
    assert fold(claims, subject=TicketKey("NW-1"), field="title").value == "done"


# A digest repeats


def test_a_digest_that_repeats_its_tools_last_value_brings_no_new_time():
    digest = claim(JIRA, "done", 2, repeats=True)
    history = folded(claim(JIRA, "done", 0), digest, claim(MEETING, "todo", 3.5))
    assert history.value == "todo"
    assert of(history, digest).decision == "accepted"
    assert "repeats what task_update said on 2025-09-29" in of(history, digest).reason


def test_a_digest_has_the_decision_of_the_claim_that_it_repeats():
    history = folded(claim(GITHUB, "done", 0), claim(JIRA, "todo", 1), claim(JIRA, "todo", 2, repeats=True))
    assert decisions(history) == ["accepted", "conflicting", "conflicting"]
    assert only_conflict(history).challenger.said_at == at(1)


def test_a_digest_that_says_something_new_is_a_claim_like_any_other():
    assert folded(claim(JIRA, "todo", 0), claim(JIRA, "done", 1, repeats=True)).value == "done"


def test_a_digest_after_something_else_by_its_tool_is_new():
    history = folded(claim(JIRA, "done", 0), claim(JIRA, "todo", 1), claim(JIRA, "done", 2, repeats=True))
    assert (history.value, history.holder and history.holder.repeats) == ("done", True)


def test_a_digest_stands_for_itself_once_what_it_repeats_is_taken_back():
    digest = claim(JIRA, "done", 1, repeats=True)
    history = folded(claim(JIRA, "done", 0, voice="d:1"), digest, withdrawal("d:1", 2, source=JIRA))
    assert history.holder == digest


# Late claims


def test_a_claim_heard_after_a_newer_value_stood_is_late_and_not_applied():
    standup, pull = claim(STANDUP, "in_progress", 0, event="s"), claim(GITHUB, "in_review", 1, event="g")
    history = folded(standup, pull, heard={"g": 1, "s": 2})
    assert (of(history, standup).late, of(history, standup).applied, of(history, standup).decision) == (
        True,
        False,
        "accepted",
    )
    assert "older than the current value (set by github on 2025-09-30)" in of(history, standup).reason
    assert (of(history, pull).late, of(history, pull).applied) == (False, True)


def test_an_accepted_value_that_no_longer_stands_says_by_what_it_was_replaced():
    history = folded(claim(STANDUP, "in_progress", 0), claim(GITHUB, "in_review", 1))
    assert history.decided[0].reason.endswith("; replaced by in_review (set by github on 2025-09-30)")


def test_a_trusted_claim_said_earlier_and_heard_later_does_change_the_value():
    merge, meeting = claim(GITHUB, "done", 0, event="g"), claim(MEETING, "in_progress", 1, event="m")
    history = folded(merge, meeting, heard={"m": 1, "g": 2})
    assert history.value == "done"
    assert (of(history, merge).late, of(history, merge).applied) == (False, True)
    assert of(history, merge).reason.endswith(
        "said on 2025-09-29, heard later; it changes the value from in_progress to done"
    )


def test_a_late_claim_that_conflicts_says_both():
    meeting = claim(MEETING, "todo", 1, event="m")
    history = folded(
        claim(GITHUB, "done", 0, event="g"), meeting, claim(JIRA, "in_qa", 2, event="j"), heard={"g": 1, "j": 2, "m": 3}
    )
    assert of(history, meeting).late
    assert "older than the current value (set by task_update on 2025-10-01)" in of(history, meeting).reason
    assert "less trusted than the current value (set by github on 2025-09-29)" in of(history, meeting).reason


def test_a_claim_whose_event_was_never_heard_is_not_late():
    history = folded(claim(STANDUP, "todo", 0, event="s"), claim(GITHUB, "done", 1, event="g"), heard={"g": 1})
    assert not history.decided[0].late


def test_a_late_claim_that_takes_the_value_over_is_not_late_in_vain():
    merge = claim(GITHUB, "done", 0, event="g")
    history = folded(merge, claim(JIRA, "done", 1, event="j"), heard={"j": 1, "g": 2})
    assert (of(history, merge).late, of(history, merge).current) == (False, True)


def test_a_claim_heard_out_of_order_is_not_late_while_an_older_one_holds_the_value():
    jira = claim(JIRA, "todo", 1, event="j")
    history = folded(
        claim(GITHUB, "done", 0, event="g"), jira, claim(MEETING, "todo", 2, event="m"), heard={"g": 1, "m": 2, "j": 3}
    )
    assert not of(history, jira).late
    assert of(history, jira).reason == "less trusted than the current value (set by github on 2025-09-29)"


def test_a_claim_that_took_over_when_it_was_heard_was_not_late_even_once_it_is_replaced():
    merge = claim(GITHUB, "done", 0, event="g")
    jira, reopened = claim(JIRA, "done", 1, event="j"), claim(JIRA, "todo", 5, event="r")
    assert not of(folded(merge, jira, reopened, heard={"j": 1, "g": 2, "r": 3}), merge).late


def test_a_late_claim_that_holds_the_value_in_the_end_is_not_late():
    standup, pull = claim(STANDUP, "todo", 0, event="s"), claim(GITHUB, "in_review", 1, event="g", voice="pull:1")
    history = folded(standup, pull, withdrawal("pull:1", 2), heard={"g": 1, "s": 2})
    assert (of(history, standup).current, of(history, standup).late) == (True, False)


# Repeats, and who may read a reason


def test_of_two_readings_with_one_id_the_same_one_stays_whichever_came_first():
    one = claim(STANDUP, "todo", 0)
    other = replace(one, value="done")
    assert folded(one, other) == folded(other, one)
    assert len(folded(one, other).decided) == 1


def test_a_claim_that_is_given_twice_is_listed_once():
    once = claim(STANDUP, "todo", 0)
    assert folded(once, once) == folded(once)


def test_a_reason_does_not_tell_what_a_restricted_source_said():
    private = Audience(visibility=Visibility.PARTICIPANTS)
    history = folded(
        claim(GITHUB, "done", 0), claim(DASHBOARD, "in_review", 2.9, audience=private), claim(MEETING, "todo", 3.1)
    )
    assert history.decided[2].reason == (
        "less trusted than a restricted source on 2025-10-02, which disagrees with the current value too"
    )


# The worked examples of docs/explanation/fold.md


def test_the_worked_example_of_the_meeting_after_the_merge():
    history = folded(
        claim(GITHUB, "in_review", 0),
        claim(GITHUB, "done", 1.2),
        claim(MEETING, "in_progress", 2.1),
        claim(JIRA, "in_qa", 2.3),
        claim(JIRA, "in_progress", 3),
    )
    assert decisions(history) == ["accepted", "accepted", "conflicting", "accepted", "accepted"]
    assert history.value == "in_progress"


def test_the_worked_example_of_late_and_taken_back():
    standup, pull = (
        claim(STANDUP, "in_progress", 0, event="s"),
        claim(GITHUB, "in_review", 1, event="g", voice="pull:7"),
    )
    meeting = claim(MEETING, "in_progress", 2, event="m")
    heard = {"g": 1, "m": 2, "s": 3}
    before = folded(standup, pull, meeting, heard=heard)
    assert (before.value, decisions(before)) == ("in_review", ["accepted", "accepted", "conflicting"])
    assert of(before, standup).late
    after = folded(standup, pull, meeting, withdrawal("pull:7", 4), heard=heard)
    assert decisions(after) == ["accepted", "withdrawn", "confirmed", "withdrawn"]
    assert (after.holder, after.open_conflicts) == (standup, ())
