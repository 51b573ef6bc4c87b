"""What is in a language that nobody here reads is not called harmless."""

from datetime import UTC, datetime

import pytest

from sprintmind.conditions.clock import Almanac
from sprintmind.conditions.languages import foreign
from sprintmind.conditions.plans.kinds import plan_of
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.lessons import Lesson, LessonId, LessonStatus, LessonType
from sprintmind.preflight import examine

GERMAN = "Am Dienstag um 10 Uhr ziehen wir die neue Version ein, und der alte Stand bleibt auf dem Server."
LESSON = Lesson(
    id=LessonId("L1"),
    type=LessonType.FAILURE,
    situation="The cache was flushed at noon.",
    lesson="Flush it at night.",
    trigger_conditions=("cache flush",),
    status=LessonStatus.ACTIVE,
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (GERMAN, "German"),
        ("Mardi nous allons vider le cache et les données sont dans la base du site.", "French"),
        ("El martes vamos a vaciar la caché y los datos están en la base del sitio.", "Spanish"),
        ("Deploy of mailer 1.9 on Friday", None),
        ("kubectl scale deploy web --replicas=3", None),
        ("Der Chef wants it: we flush the cache in the morning and it is done.", None),
        ("Partner pays per stay rather than per night.", None),
        ("", None),
    ],
)
def test_a_language_is_named_where_its_small_words_are_sure(text, language):
    assert foreign(text) == language


def judged(plan):
    almanac = Almanac(calendar=Calendar(zone=UTC), now=datetime(2025, 11, 5, 10, tzinfo=UTC))
    return examine(plan_of(plan), [LESSON], almanac=almanac).graded


def test_a_plan_in_another_language_is_unknown_and_not_green():
    assert judged(GERMAN).verdict.value == "UNKNOWN"
    assert "German" in judged(GERMAN).because
    assert judged("On Tuesday we draw in the new version at ten.").verdict.value == "GREEN"


def test_what_is_found_in_another_language_all_the_same_stands():
    assert judged(f"{GERMAN} Cache flush.").verdict.value == "YELLOW"
