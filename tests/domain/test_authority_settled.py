"""Sentences of POLICY on claims: how conflicts close, settlements, merges, and digests that repeat their tool."""

import pytest

from builders import at, claim, withdrawal
from folding import DASHBOARD, GITHUB, JIRA, MEETING, SETTLEMENT, STANDUP, decisions, folded, of, only_conflict
from sprintmind.domain.authority import fold
from sprintmind.domain.events import Source, TicketKey

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
