"""Sentences of POLICY on claims that are heard late, and the worked examples of the explanation."""

from dataclasses import replace

from builders import claim, withdrawal
from folding import DASHBOARD, GITHUB, JIRA, MEETING, STANDUP, decisions, folded, of
from sprintmind.domain.events import Audience, Visibility

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
