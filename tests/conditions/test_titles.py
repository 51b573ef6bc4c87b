"""What a lesson lists is found in the lexicon whatever it is called, and one phrase is one condition."""

from datetime import UTC, datetime

import pytest

from sprintmind.conditions.kinship import nearest, other_names
from sprintmind.conditions.relative import relative_days
from sprintmind.conditions.titles import canonical


@pytest.mark.parametrize(
    ("phrase", "names"),
    [
        pytest.param("Saturday migration", ("schema migration", "weekend change"), id="a day beside a change"),
        pytest.param("third-party library upgrade", ("dependency updates",), id="no partner of ours"),
        pytest.param("access logs not looked at", ("access logs not reviewed",), id="a measure that is denied"),
        pytest.param("dry run signed off", ("dry run done",), id="one measure, the exact one"),
        pytest.param("account wipe", ("bulk deletion",), id="what only a title says"),
        pytest.param("proxy migration", (), id="too broad to be shared"),
    ],
)
def test_a_listed_phrase_is_one_condition(phrase, names):
    assert canonical(phrase) == names


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("scheduled job shifted", "cron schedule change"),
        ("receivers not updated first", "consumers not upgraded first"),
    ],
)
def test_another_name_is_known_by_its_words_without_a_model(phrase, name):
    assert other_names({phrase: ()}, similar=None) == {phrase: name}


def test_a_denial_is_only_the_name_of_a_denial():
    assert all(name.absent for _, (name, _) in nearest("load test untried"))
    assert not any(name.absent for _, (name, _) in nearest("load trial tried"))


def test_meaning_needs_less_beside_the_change_that_it_goes_with():
    def faint(phrases, texts):
        return [[0.3 if "shadow" in text else 0.0 for text in texts] for _ in phrases]

    assert other_names({"nobody watched it before": ("ML model rollout",)}, similar=faint, safe=False) == {
        "nobody watched it before": "no shadow run"
    }
    assert other_names({"nobody watched it before": ()}, similar=faint) == {}


def test_a_failure_never_has_a_measure():
    def sure(phrases, texts):
        return [[0.9] * len(texts) for _ in phrases]

    assert other_names({"crew travelling": ("weekend change",)}, similar=sure, safe=False) != {
        "crew travelling": "on-call at full strength"
    }


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
