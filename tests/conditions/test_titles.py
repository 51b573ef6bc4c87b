"""What a lesson lists is found in the lexicon whatever it is called, and one phrase is one condition."""

from datetime import UTC, datetime

import pytest

from sprintmind.conditions.owned import identity_of
from sprintmind.conditions.relative import relative_days
from sprintmind.conditions.titles import canonical


@pytest.mark.parametrize(
    ("phrase", "names"),
    [
        pytest.param("Saturday migration", ("schema migration", "weekend change"), id="a day beside a change"),
        pytest.param("third-party library upgrade", ("dependency updates",), id="no partner of ours"),
        pytest.param("access logs not looked at", ("access logs not reviewed",), id="a measure that is denied"),
        pytest.param("dry run signed off", ("dry run done",), id="one measure, the exact one"),
        pytest.param("record wipe", ("bulk deletion",), id="what only a title says"),
        pytest.param("proxy migration", (), id="too broad to be shared"),
    ],
)
def test_a_listed_phrase_is_one_condition(phrase, names):
    assert canonical(phrase) == names


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        pytest.param("scheduled job altered", "cron schedule change", id="a verb for its noun"),
        pytest.param("receivers not upgraded first", "consumers not upgraded first", id="a like verb"),
        pytest.param("recoverable deletions", "soft delete", id="inflected"),
        pytest.param("rollback not rehearsed", "no rollback plan", id="a measure that is denied"),
        pytest.param("deletion in bulk", "bulk deletion", id="another order"),
    ],
)
def test_another_name_is_known_by_words_that_mean_the_same(phrase, name):
    assert canonical(phrase) == (name,)


@pytest.mark.parametrize(
    "phrase",
    [
        pytest.param("courier vendor change", id="narrower"),
        pytest.param("code table change", id="a table of another kind"),
        pytest.param("no berth monitoring", id="of one thing only"),
        pytest.param("review of the berth plan skipped", id="of another object"),
        pytest.param("crane rate limit not checked", id="another absence"),
        pytest.param("crane API removal", id="another deed"),
        pytest.param("storage move", id="a like deed only"),
        pytest.param("alerts muted", id="less than no monitoring"),
        pytest.param("restore not tested", id="a backup there is"),
        pytest.param("firewall rule change", id="a kind of network change"),
        pytest.param("shared database server", id="another thing is shared"),
    ],
)
def test_what_says_more_or_less_or_something_else_stays_a_lessons_own(phrase):
    assert canonical(phrase) == ()


def test_own_phrases_that_say_the_same_are_one():
    assert identity_of("longer crane lifetime") == identity_of("increase of the crane lifetime")
    assert identity_of("crane not checked") != identity_of("crane checked")


@pytest.mark.parametrize(
    ("text", "hour", "days"),
    [
        pytest.param("tomorrow at noon", 12, ["2025-11-06"], id="tomorrow"),
        pytest.param("tonight at one", 1, ["2025-11-06"], id="tonight, in the small hours"),
        pytest.param("tonight at 23:00", 23, ["2025-11-05"], id="tonight"),
        pytest.param("next Tuesday", None, ["2025-11-11"], id="a weekday"),
        pytest.param("this Wednesday", None, ["2025-11-12"], id="the weekday it is, a week on"),
        pytest.param("not before tomorrow", None, [], id="not before"),
    ],
)
def test_a_day_is_told_by_its_distance(text, hour, days):
    now = datetime(2025, 11, 5, 9, tzinfo=UTC)
    assert [str(day) for day in relative_days(text, now=now, hour=hour)] == days
