"""A postmortem becomes the draft of a lesson in its own words."""

import pytest

from sprintmind.domain.lessons import LessonStatus, LessonType
from sprintmind.errors import InputError
from sprintmind.lessons.files import LessonFile, read

TEXT = """\
# Till down on Friday

Date: 2025-03-14

## Summary

The till could not take cards for two hours.

## Impact
Nobody paid by card.

## Root Cause
A library changed its default timeout.

## Resolution
We rolled back.

## Lessons learned
Keep libraries out of Friday releases.

## Action items
- [ ] Pin the library
"""


def draft(text, name="till-down.md"):
    [found] = read(LessonFile(name=name, body=text.encode()))
    return found.lesson


def test_each_heading_gives_its_field():
    found = draft(TEXT)

    assert (found.id, found.status, found.type) == ("till-down", LessonStatus.DRAFT, LessonType.FAILURE)
    assert found.situation == "Till down on Friday. The till could not take cards for two hours."
    assert found.what_happened == "Nobody paid by card."
    assert found.root_cause == "A library changed its default timeout."
    assert found.recovery == "We rolled back."
    assert found.lesson == "Keep libraries out of Friday releases."
    assert found.date.isoformat() == "2025-03-14"


def test_everything_that_rules_filled_in_is_marked():
    assert draft(TEXT).completed == {"type", "situation", "what_happened", "root_cause", "recovery", "lesson"}


def test_without_a_part_on_lessons_the_follow_up_is_the_lesson():
    assert draft(TEXT.replace("## Lessons learned\nKeep libraries out of Friday releases.\n", "")).lesson == (
        "- [ ] Pin the library"
    )


def test_labels_in_a_list_are_headings_too():
    found = draft("# Down\n\n- **Impact**: nobody paid\n- **Resolution**: rolled back\n- **Root cause**: a timeout\n")

    assert (found.what_happened, found.recovery, found.root_cause) == ("nobody paid", "rolled back", "a timeout")


def test_a_near_miss_is_one():
    assert draft(TEXT.replace("Till down", "Near miss: till nearly down")).type is LessonType.NEAR_MISS


def test_a_long_part_is_cut_at_the_end_of_a_sentence():
    found = draft(TEXT.replace("We rolled back.", "We rolled back again and again. " * 60))

    assert len(found.recovery) <= 700
    assert found.recovery.endswith("again.")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "# Postmortem\n\n## Summary\n[what happened]\n\n## Lessons learned\n_what we learned_\n", id="template"
        ),
        pytest.param("# Team lunch\n\nIt was nice. Thanks for coming to it, everybody.\n", id="something else"),
    ],
)
def test_what_says_nothing_is_refused(text):
    with pytest.raises(InputError, match=r"x\.md: no lesson"):
        draft(text, "x.md")
