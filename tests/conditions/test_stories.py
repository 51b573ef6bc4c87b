"""What a plan has in common with what lessons tell, where it has no words for it."""

import random
from dataclasses import replace

import pytest

from sprintmind.conditions.passages import sentences
from sprintmind.conditions.stories import FEWEST, Stories, Story, compare, likenesses, sentences_told
from sprintmind.domain.lessons import Lesson, LessonId, LessonType
from sprintmind.domain.plans import FoundBy, PlanCondition

OVEN = "We baked the rolls before the oven was hot."
"""Of whom nobody has a name for what was done."""


def story(number, *conditions, told=("Something else was done at the mill.",)):
    return Story(lesson=LessonId(f"L{number}"), conditions=frozenset(conditions), told=told)


def others(count=FEWEST):
    return tuple(
        story(number, f"thing {number}", told=(f"The {word} was moved to the {word} shed.",))
        for number, word in enumerate(random.Random(3).sample(WORDS, count))
    )


WORDS = (
    "anvil",
    "barrel",
    "cart",
    "drum",
    "easel",
    "flute",
    "gate",
    "hinge",
    "iron",
    "jar",
    "kite",
    "lamp",
    "mast",
    "nail",
)


def alike(pairs):
    """A model that finds the pairs of texts that are given alike, and no others."""

    def similar(phrases, texts, **_least):
        return [[0.9 if (phrase, text) in pairs else 0.05 for text in texts] for phrase in phrases]

    return similar


def silent(texts):
    """Hear nothing."""
    return [{} for _ in texts]


def compared(plan, stories, *, pairs=(), said=(), denied=(), heard=silent):
    document = tuple(sentences(plan))
    return compare(Stories(each=stories), document, alike(set(pairs)), heard, said=said, denied=denied)


def words(condition, said):
    return PlanCondition(condition=condition, words=said, found_by=FoundBy.WORDS, why="for a test")


PLAN = "Put the rolls in while the oven still warms up."
LIKE = ((OVEN, PLAN), ("cold start", PLAN))


def test_a_plan_that_is_like_a_story_has_what_it_is_a_case_of_and_the_lesson_is_named():
    [found] = compared(PLAN, (*others(), story(99, "cold start", told=(OVEN,))), pairs=LIKE).found
    assert found.condition == "cold start"
    assert found.words == PLAN
    assert found.found_by is FoundBy.MEANING
    assert "L99" in found.why
    assert OVEN in found.why


def test_a_plan_that_is_like_no_story_has_nothing_of_them():
    assert compared(PLAN, (*others(), story(99, "cold start", told=(OVEN,)))).found == ()


def test_among_few_stories_likeness_says_nothing():
    few = (*others(3), story(99, "cold start", told=(OVEN,)))
    assert compared(PLAN, few, pairs=LIKE, said=[words("thing 1", "rolls")]) == compared("", ())


@pytest.mark.parametrize(
    "plan", ["Should the rolls go in while the oven still warms up?", "Never put the rolls in while the oven warms up."]
)
def test_what_is_asked_or_denied_is_no_likeness(plan):
    pairs = ((OVEN, plan), ("cold start", plan))
    assert compared(plan, (*others(), story(99, "cold start", told=(OVEN,))), pairs=pairs).found == ()


def test_what_the_words_deny_must_be_much_more_like_a_story():
    stories = Stories(each=(*others(), story(99, "cold start", told=(OVEN,))))
    document = tuple(sentences(PLAN))
    free, denied = (
        next(
            each
            for each in likenesses(stories, document, alike(LIKE), silent, denied=names)
            if each.condition == "cold start"
        )
        for names in ((), ("cold start",))
    )
    assert denied.probability < free.probability / 2


def test_words_are_doubted_where_the_plan_is_like_everything_but_the_stories_of_it():
    far = "The annual report mentions cold cakes from the canteen of our northern office."
    stories = (*others(), *(story(90 + n, "cache flush", told=(OVEN,)) for n in range(6)))
    elsewhere = {(f"The {word} was moved to the {word} shed.", far) for word in WORDS}
    said = [words("cache flush", "cold cakes")]
    assert compared(far, stories, pairs=elsewhere, said=said).unlike == {"cache flush"}
    assert compared(far, stories, pairs={(OVEN, far)}, said=said).unlike == frozenset()


def test_the_other_side_of_what_the_words_say_is_not_found_in_a_story():
    pairs = ((OVEN, PLAN), ("no load test", PLAN))
    stories = (*others(), story(99, "no load test", told=(OVEN,)))

    def heard(texts):
        return [{"no load test": 0.5} for _ in texts]

    found = compared(PLAN, stories, pairs=pairs, heard=heard).found
    assert [each.condition for each in found] == ["no load test"]
    assert compared(PLAN, stories, pairs=pairs, said=[words("load test done", "still")], heard=heard).found == ()


def test_nothing_is_compared_where_no_sentence_says_anything():
    assert compared("ok", (*others(), story(99, "cold start", told=(OVEN,))), pairs=LIKE) == compared("", ())


def test_a_story_is_what_was_known_before_each_sentence_once():
    lesson = Lesson(
        id=LessonId("E1"),
        type=LessonType.FAILURE,
        situation="We moved the queue. We moved the queue.",
        decision="Move it at noon.",
        what_happened="Orders stood still.",
        root_cause="Nobody had drained it.",
        lesson="Drain it first.",
    )
    assert sentences_told(lesson) == ("We moved the queue.", "Move it at noon.", "Nobody had drained it.")
    assert sentences_told(replace(lesson, situation="", decision="", root_cause="")) == ()


def test_a_plan_that_takes_the_measure_against_a_condition_does_not_have_it():
    stories = Stories(
        each=(*others(), story(99, "cold start", told=(OVEN,))), against={"cold start": frozenset({"oven preheated"})}
    )
    measure = PlanCondition(
        condition="oven preheated", words="warms up", safe=True, found_by=FoundBy.WORDS, why="for a test"
    )
    document = tuple(sentences(PLAN))
    assert compare(stories, document, alike(set(LIKE)), silent, said=(measure,), denied=()).found == ()
    assert compare(stories, document, alike(set(LIKE)), silent, said=(), denied=()).found != ()


def test_a_sentence_whose_amounts_go_the_other_way_does_not_have_what_it_is_like():
    told, more = "The booths went from 20 to 14 for the fair.", "The booths go from 12 to 18 for the fair."
    pairs = ((told, more), ("fewer booths", more))
    less = "The booths go from 18 to 12 for the fair."
    both = (*pairs, (told, less), ("fewer booths", less))
    assert compared(more, (*others(), story(99, "fewer booths", told=(told,))), pairs=both).found == ()
    assert compared(less, (*others(), story(99, "fewer booths", told=(told,))), pairs=both).found != ()
