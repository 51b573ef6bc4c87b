"""Times of day that a plan says in words are when it is carried out, as those that a clock shows are."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from sprintmind.conditions.times import timing

OSLO = ZoneInfo("Europe/Oslo")
NOW = datetime(2025, 11, 5, 10, tzinfo=OSLO)


def when(text):
    return timing(text, at=None, duration=None, zone=OSLO, now=NOW)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("We flush it at quarter past six in the morning.", time(6, 15)),
        ("Reboot at ten to four.", time(15, 50)),
        ("The switch is just after midnight.", time(0, 5)),
        ("First thing Monday we swap the gateway.", time(8)),
        ("Half past nine in the evening on Tuesday.", time(21, 30)),
        ("Restart at 2 in the morning.", time(2)),
        ("Restart at seven thirty on Monday.", time(7, 30)),
        ("Window opens 0215Z.", time(2, 15)),
        ("Le déploiement est à 22h30.", time(22, 30)),
    ],
)
def test_it_is_carried_out_at(text, start):
    assert when(text).clock.start == start


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Window opens 0215Z.", "0215"),
        ("Le déploiement est à 22h30, sinon demain.", "22h30"),
        ("First 0215Z is noted, then at 22 h 30 it goes.", "0215"),
        ("Entre 22h30 - 23h15 la base est arrêtée.", "22h30 - 23h15"),
        ("After the 0930 UTC report, at half past nine in the evening.", "0930"),
    ],
)
def test_its_words_are_those_of_the_text(text, words):
    assert when(text).words == words
    assert words in text


def test_over_lunch_lasts_an_hour():
    found = when("We restart the brokers over lunch.")
    assert (found.clock.start, found.duration) == (time(12), timedelta(hours=1))


def test_between_two_and_four_lasts_two_hours():
    found = when("Between two and four in the morning the core switch is replaced.")
    assert (found.clock.start, found.duration) == (time(2), timedelta(hours=2))


@pytest.mark.parametrize(
    "text",
    [
        "It has been broken since quarter past six.",
        "It is done by noon.",
        "Five to ten percent of them see it.",
        "We go from two to six nodes.",
        "All of it in one go.",
    ],
)
def test_it_names_no_time(text):
    assert when(text).clock is None


def test_a_zone_with_an_offset_is_that_offset():
    assert when("Start at 14:00 UTC+2.").clock.zone.utcoffset(None) == timedelta(hours=2)


def test_a_zone_may_be_called_after_its_place():
    assert when("We start at 9 am Pacific.").zone == ZoneInfo("America/Los_Angeles")
