"""A question is understood without a model: keys, people, customers, days, and what is wanted."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saying import northwind
from sprintmind.ask.days import Days, days_meant
from sprintmind.ask.understanding import understood
from sprintmind.domain.inquiries import Intent
from sprintmind.domain.visibility import Caller
from sprintmind.domain.work import Status

WEDNESDAY = date(2025, 10, 1)
TEAM = northwind()
DAYS = Days(
    today=WEDNESDAY,
    calendar=TEAM.calendar,
    sprints={"Sprint 23": date(2025, 9, 9), "Sprint 24": date(2025, 9, 23), "Sprint 25": date(2025, 10, 7)},
)


def inquiry(text, person=None):
    return understood(text, caller=Caller(person=person), team=TEAM, days=DAYS)


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("What's blocking me today?", Intent.BLOCKED),
        ("Who is stuck?", Intent.BLOCKED),
        ("What is in our way?", Intent.BLOCKED),
        ("Who can unblock NW-1?", Intent.UNBLOCK),
        ("Whom do I ask about NW-1?", Intent.UNBLOCK),
        ("Why is NW-231 still in review?", Intent.WHY),
        ("What's holding up NW-231?", Intent.WHY),
        ("How come NW-1 takes so long?", Intent.WHY),
        ("What did we promise Acme?", Intent.PROMISES),
        ("What do we owe Globex?", Intent.PROMISES),
        ("Are we committed to anything?", Intent.PROMISES),
        ("Was any promise postponed?", Intent.MOVED),
        ("What changed since Thursday?", Intent.CHANGES),
        ("What did I miss?", Intent.CHANGES),
        ("What happened yesterday?", Intent.CHANGES),
        ("What will slip?", Intent.RISK),
        ("Are we on track?", Intent.RISK),
        ("What should worry me?", Intent.RISK),
        ("What should I do next?", Intent.NEXT),
        ("What should we focus on?", Intent.NEXT),
        ("How is the sprint?", Intent.SPRINT),
        ("How are we doing?", Intent.SPRINT),
        ("Where do sources disagree?", Intent.CONFLICTS),
        ("Is CI green?", Intent.CI),
        ("Did the build pass?", Intent.CI),
        ("Has PR 88 been reviewed?", Intent.REVIEW),
        ("When is NW-1 due?", Intent.DUE),
        ("What's the deadline?", Intent.DUE),
        ("Who owns NW-1?", Intent.OWNER),
        ("Who is working on NW-1?", Intent.OWNER),
        ("Did Dana approve NW-1?", Intent.APPROVALS),
        ("What does NW-1 depend on?", Intent.DEPENDENCIES),
        ("What did Tom say about SSO?", Intent.SAID),
        ("Where is NW-1?", Intent.STATUS),
        ("Is NW-1 done?", Intent.STATUS),
        ("What corrections were made?", Intent.CORRECTIONS),
        ("Lunch?", Intent.OTHER),
    ],
)
def test_what_is_wanted_is_understood(question, intent):
    assert inquiry(question).intent is intent


def test_keys_people_customers_pulls_and_statuses_are_found():
    found = inquiry("Did Priya tell Acme Corp that nw-231 and PR #88 are in review, not UTF-8?")
    assert found.tickets == ("NW-231",)
    assert found.people == ("priya",)
    assert found.customers == ("Acme",)
    assert found.pulls == (88,)
    assert found.statuses == {Status.IN_REVIEW}
    assert found.yes_or_no


def test_me_is_whoever_asks_and_show_me_is_nobody():
    assert inquiry("What is blocking me?", "tom").people == ("tom",)
    assert inquiry("What is blocking me?").people == ()
    assert inquiry("What is blocking me?").mine
    assert not inquiry("Show me what is blocked", "tom").mine
    assert not inquiry("Whom should I ask about NW-1?", "tom").mine


def test_a_name_that_could_be_two_people_is_nobody():
    found = inquiry("What is Anna working on?")
    assert (found.people, found.unsure) == ((), ("Anna",))


def test_a_name_that_is_a_word_needs_a_capital():
    team = northwind(people=(*TEAM.people, northwind().people[0].__class__(id="will", name="Will Ames")))
    asked = lambda text: understood(text, caller=Caller(), team=team, days=DAYS).people  # noqa: E731  # asked twice
    assert asked("What will slip?") == ()
    assert asked("What has Will finished?") == ("will",)


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("When is the SSO login due?", {"sso", "login"}),
        ("What did we promise Acme about the data export?", {"data", "export"}),
        ("What is blocking me today?", set()),
        ("How is the sprint going so far?", set()),
        ("What changed since last Thursday?", set()),
        ("What did we promise Initech?", {"initech"}),
    ],
)
def test_the_words_that_are_left_are_the_topic(question, topic):
    assert inquiry(question).topic == topic


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        pytest.param("since Thursday", "2025-09-25", None, id="the last one before today"),
        pytest.param("since Wednesday", "2025-09-24", None, id="today's name is last week's day"),
        pytest.param("since last Monday", "2025-09-29", None, id="last"),
        pytest.param("on last Monday", "2025-09-29", "2025-09-29", id="one day"),
        pytest.param("since 2025-09-20", "2025-09-20", None, id="a date"),
        pytest.param("since September 20", "2025-09-20", None, id="a date in words"),
        pytest.param("yesterday", "2025-09-30", "2025-09-30", id="yesterday"),
        pytest.param("since yesterday", "2025-09-30", "2025-09-30", id="since yesterday"),
        pytest.param("today", "2025-10-01", "2025-10-01", id="today"),
        pytest.param("in the last 3 days", "2025-09-28", None, id="days"),
        pytest.param("in the past two weeks", "2025-09-17", None, id="weeks"),
        pytest.param("in the last 24 hours", "2025-09-30", None, id="hours"),
        pytest.param("this week", "2025-09-29", "2025-10-05", id="this week"),
        pytest.param("last week", "2025-09-22", "2025-09-28", id="last week"),
        pytest.param("this sprint", "2025-09-23", None, id="the sprint that runs"),
        pytest.param("last sprint", "2025-09-09", "2025-09-22", id="the one before it"),
        pytest.param("this month", "2025-10-01", None, id="this month"),
        pytest.param("last month", "2025-09-01", "2025-09-30", id="last month"),
        pytest.param("due by Friday", None, "2025-10-03", id="ahead"),
        pytest.param("what happened on Monday", "2025-09-29", "2025-09-29", id="a weekday of the past"),
        pytest.param("who owns it", None, None, id="none"),
    ],
)
def test_days_are_understood(text, since, until):
    found = days_meant(text, DAYS)
    assert (found.since and found.since.isoformat(), found.until and found.until.isoformat()) == (since, until)


@given(st.text(max_size=80))
def test_anything_can_be_asked(text):
    assert inquiry(text, "tom").intent in set(Intent)


@pytest.mark.parametrize(
    ("question", "day"),
    [
        pytest.param("What was blocking NW-1 last Thursday?", date(2025, 9, 25), id="a last weekday"),
        pytest.param("How was the sprint on Monday?", date(2025, 9, 29), id="a weekday"),
        pytest.param("Who owned NW-1 on 3 March?", date(2025, 3, 3), id="a day of this year"),
        pytest.param("How was the sprint on Dec 24?", date(2024, 12, 24), id="a day that this year has not seen"),
        pytest.param("What was blocked on the 3rd?", date(2025, 9, 3), id="a day of last month"),
        pytest.param("What was blocked two days ago?", date(2025, 9, 29), id="days ago"),
        pytest.param("What was blocked before Monday?", date(2025, 9, 28), id="before a day"),
        pytest.param("How did the last sprint go?", date(2025, 9, 22), id="the end of the last sprint"),
        pytest.param("How was the sprint last week?", date(2025, 9, 28), id="the end of last week"),
        pytest.param("What is the status of NW-1 on 2025-09-20?", date(2025, 9, 20), id="a date, in the present tense"),
        pytest.param("What was promised to Acme as of Monday?", date(2025, 9, 29), id="as of"),
    ],
)
def test_a_day_of_the_past_on_which_something_stood_is_understood(question, day):
    found = inquiry(question)
    assert (found.then, found.since, found.until) == (day, None, None)


@pytest.mark.parametrize(
    "question",
    [
        "What changed on Monday?",
        "What did Tom say on Monday?",
        "What was due last Thursday?",
        "What has been blocked since Monday?",
        "What is blocked today?",
        "Is NW-1 done by Friday?",
        "How was the sprint on Wednesday?",
        "What did we promise Acme last week?",
    ],
)
def test_a_day_that_says_something_else_asks_of_now(question):
    assert inquiry(question).then is None
