"""What lessons are described by: the conditions that they list, or what their story is about."""

from zoneinfo import ZoneInfo

from lesson_builders import lesson
from sprintmind.conditions.described import describe, vocabulary

ZONE = ZoneInfo("Europe/Berlin")


def together(*lessons):
    return vocabulary({each: describe(each) for each in lessons}, zone=ZONE)


def dangers_of(words, id):
    return next(each.dangers for each in words.experiences if each.id == id)


def test_a_story_is_about_what_several_of_its_parts_speak_of():
    told = lesson(
        "L1",
        situation="All customers without a berth were to be removed. The harbour's own notes name 3,000 of them.",
        decision="Delete them at once, no dry run.",
        root_cause="A bulk deletion that nobody tried.",
        lesson="A dry run comes first.",
    )
    assert describe(told).dangers == {"bulk deletion", "no dry run"}


def test_a_failure_has_no_measure_that_its_story_mentions():
    told = lesson("L1", situation="The canary first looked well, then the deletion of 4,000 rows hit the fares.")
    assert describe(told).measures == frozenset()


def test_lessons_whose_own_phrases_say_the_same_share_one():
    words = together(lesson("L1", "longer berth lifetime"), lesson("L2", "increase of the berth lifetime"))
    assert dangers_of(words, "L1") == dangers_of(words, "L2")
    assert len(words.phrases) == 1


def test_lessons_whose_own_phrases_say_more_or_less_share_none():
    words = together(lesson("L1", "crane rule change"), lesson("L2", "crane parking rule change"))
    assert dangers_of(words, "L1").isdisjoint(dangers_of(words, "L2"))


def test_a_change_that_went_fine_is_no_measure():
    words = together(lesson("L1", "berth label change", "pilot stayed aboard", type="counter_example"))
    assert [each.written for each in words.phrases] == ["berth label change"]
    assert [each.written for each in words.measures] == ["pilot stayed aboard"]
