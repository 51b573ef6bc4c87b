"""What every memory promises: what is told replaces, what is asked for is found, and nobody is shown another's."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders import at
from remembering import (
    DANA,
    KINDS,
    NOBODY,
    OPERATOR,
    PRIYA,
    TOM,
    asked,
    audience,
    documents,
    found,
    memory,
    params,
)
from sprintmind.domain.memories import Budget, TagFilter, TimeRange
from sprintmind.domain.recalls import admitted
from sprintmind.errors import InputError

DEPLOY = "the deploy of checkout waits for the certificate"


@pytest.fixture(params=params(KINDS))
def memories(request, tmp_path):
    """A memory of each kind in which nothing is yet."""
    made = request.param.open(tmp_path)
    yield made
    made.close()


def test_what_was_retained_is_recalled_as_it_was(memories):
    kept = memory("a", DEPLOY, "ticket:NW-1", metadata={"lesson": "7"}, context="Standup", day=0.3)
    memories.retain([kept])
    [recalled] = memories.recall(asked("certificate"))
    assert recalled.memory == kept
    assert recalled.score > 0


def test_the_same_document_again_replaces_what_was_kept(memories):
    memories.retain([memory("a", DEPLOY, "ticket:NW-1"), memory("b", "certificate of birth", "ticket:NW-2")])
    memories.retain([memory("a", "the certificate is there", "ticket:NW-3")])
    assert {each.memory.document: each.memory.text for each in memories.recall(asked("certificate"))} == {
        "a": "the certificate is there",
        "b": "certificate of birth",
    }
    assert documents(memories, asked("certificate", "ticket:NW-1")) == []
    assert documents(memories, asked("certificate", "ticket:NW-3")) == ["a"]
    assert memories.status().memories == 2


def test_of_two_with_one_document_the_last_stands(memories):
    memories.retain([memory("a", "first words"), memory("a", "last words")])
    assert [each.memory.text for each in memories.recall(asked("words"))] == ["last words"]


def test_what_is_retained_twice_is_there_once(memories):
    for _ in range(2):
        memories.retain([memory("a", DEPLOY, "ticket:NW-1")])
    assert documents(memories, asked("certificate")) == ["a"]
    assert memories.status().memories == 1


def test_all_are_kept_or_none(memories):
    with pytest.raises(InputError):
        memories.retain([memory("a", DEPLOY), memory("", DEPLOY)])
    assert documents(memories, asked("certificate")) == []


def test_a_time_without_an_offset_is_refused(memories):
    kept = memory("a", DEPLOY)
    naive = type(kept)(document="b", text="words", said_at=at(0).replace(tzinfo=None), tags=())
    with pytest.raises(InputError, match="offset"):
        memories.retain([naive])


def test_nothing_retained_is_no_mistake(memories):
    memories.retain([])
    assert memories.recall(asked("anything")) == ()


def test_what_answers_better_comes_first(memories):
    memories.retain([memory("a", "lunch is at noon"), memory("b", DEPLOY), memory("c", "the certificate of a school")])
    recalled = memories.recall(asked("which deploy waits for a certificate"))
    assert recalled[0].memory.document == "b"
    assert [each.score for each in recalled] == sorted((each.score for each in recalled), reverse=True)


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        ("any_strict", {"one", "other", "both"}),
        ("all_strict", {"both"}),
        ("any", {"one", "other", "both", "none"}),
        ("all", {"both", "none"}),
    ],
)
def test_tags_find_as_their_mode_says(memories, match, expected):
    memories.retain(
        [
            memory("one", DEPLOY, "ticket:NW-1"),
            memory("other", DEPLOY, "ticket:NW-2", "person:priya"),
            memory("both", DEPLOY, "ticket:NW-1", "ticket:NW-2"),
            memory("none", DEPLOY),
            memory("third", DEPLOY, "ticket:NW-3"),
        ]
    )
    assert found(memories, asked("certificate", "ticket:NW-1", "ticket:NW-2", match=match)) == expected


def test_a_filter_is_strict_unless_it_says_otherwise(memories):
    memories.retain([memory("tagged", DEPLOY, "ticket:NW-1"), memory("untagged", DEPLOY)])
    assert TagFilter(tags=("ticket:NW-1",)).match == "any_strict"
    assert documents(memories, asked("certificate", "ticket:NW-1")) == ["tagged"]


def test_a_filter_that_names_no_tag_is_a_mistake():
    with pytest.raises(ValueError, match="at least one tag"):
        TagFilter(tags=())


def test_tags_are_names_and_no_patterns(memories):
    tags = ("customer:O'Neil & Söhne", 'customer:"; DROP TABLE memories; --', "customer:%", "customer:a*", "kind:é")
    memories.retain([memory(str(place), DEPLOY, tag) for place, tag in enumerate(tags)])
    for place, tag in enumerate(tags):
        assert documents(memories, asked("certificate", tag)) == [str(place)]
    assert documents(memories, asked("certificate", "customer:")) == []


AUDIENCES = {
    "team": audience("team"),
    "managers": audience("managers"),
    "managers and priya": audience("managers", "priya"),
    "priya and tom": audience("participants", "priya", "tom"),
    "nobody": audience("participants"),
    "priya's own": audience("private", "priya"),
}


@pytest.mark.parametrize(
    ("caller", "sees"),
    [
        pytest.param(NOBODY, {"team"}, id="nobody in particular"),
        pytest.param(PRIYA, {"team", "managers and priya", "priya and tom", "priya's own"}, id="a participant"),
        pytest.param(TOM, {"team", "priya and tom"}, id="another participant"),
        pytest.param(DANA, {"team", "managers", "managers and priya"}, id="a manager who was not there"),
        pytest.param(OPERATOR, set(AUDIENCES), id="the operator"),
    ],
)
@pytest.mark.parametrize("match", ["any_strict", "all", None])
def test_a_caller_is_shown_what_they_may_read_and_nothing_else(memories, caller, sees, match):
    memories.retain([memory(name, DEPLOY, "ticket:NW-1", audience=each) for name, each in AUDIENCES.items()])
    question = (
        asked("certificate", "ticket:NW-1", match=match, caller=caller) if match else asked(DEPLOY, caller=caller)
    )
    assert found(memories, question) == sees


def test_what_a_caller_may_not_read_takes_no_place_of_what_they_may(memories):
    hidden = [memory(f"hidden {n}", DEPLOY, audience=audience("private", "priya")) for n in range(40)]
    memories.retain([*hidden, memory("open", "a certificate")])
    assert documents(memories, asked(DEPLOY, limit=3)) == ["open"]


def test_no_tag_makes_something_readable(memories):
    spoofed = ("visibility:team", "reader:tom", "r:tom", "visibility:managers")
    memories.retain([memory("a", DEPLOY, *spoofed, audience=audience("private", "priya"))])
    assert [found(memories, asked("certificate", caller=each)) for each in (NOBODY, TOM, DANA)] == [set(), set(), set()]


def test_a_text_that_becomes_private_is_gone_for_others(memories):
    memories.retain([memory("a", DEPLOY)])
    memories.retain([memory("a", DEPLOY, audience=audience("private", "priya"))])
    assert [found(memories, asked("certificate", caller=each)) for each in (TOM, PRIYA)] == [set(), {"a"}]


def test_kinds_narrow_a_question(memories):
    memories.retain(
        [
            memory("correction", DEPLOY, "kind:correction", "ticket:NW-1"),
            memory("lesson", DEPLOY, "kind:lesson"),
            memory("event", DEPLOY, "ticket:NW-1"),
        ]
    )
    assert found(memories, asked("certificate", kinds=("correction",))) == {"correction"}
    assert found(memories, asked("certificate", kinds=("correction", "lesson"))) == {"correction", "lesson"}
    assert found(memories, asked("certificate", "ticket:NW-1", kinds=("lesson",))) == set()
    assert found(memories, asked("certificate", "ticket:NW-1", match="any", kinds=("correction",))) == {"correction"}


def test_a_range_of_time_begins_with_its_start_and_ends_before_its_end(memories):
    memories.retain([memory(f"day {day}", DEPLOY, day=day) for day in range(4)])
    between = TimeRange(start=at(1), end=at(3))
    assert found(memories, asked("certificate", within=between)) == {"day 1", "day 2"}
    assert found(memories, asked("certificate", within=TimeRange(start=at(2)))) == {"day 2", "day 3"}
    assert found(memories, asked("certificate", within=TimeRange(end=at(0)))) == set()
    elsewhere = TimeRange(start=at(1).astimezone(tz=None), end=at(1) + timedelta(seconds=1))
    assert found(memories, asked("certificate", within=elsewhere)) == {"day 1"}


def test_no_more_are_given_than_were_asked_for(memories):
    memories.retain([memory(str(number), f"{DEPLOY} {number}") for number in range(30)])
    for limit in (0, 1, 7, 30, 100):
        assert len(memories.recall(asked("certificate", limit=limit))) == min(limit, 30)


@pytest.mark.parametrize("budget", Budget)
def test_a_limit_is_reached_with_every_budget(memories, budget):
    memories.retain([memory(str(number), f"certificate {number}") for number in range(150)])
    assert len(memories.recall(asked("certificate", budget=budget, limit=120))) == 120


def test_what_is_forgotten_is_gone_and_counted(memories):
    memories.retain([memory("a", DEPLOY), memory("b", DEPLOY)])
    assert memories.forget(["a", "unknown", "a"]) == 1
    assert documents(memories, asked("certificate")) == ["b"]
    assert memories.forget(["a"]) == 0
    memories.retain([memory("a", "the certificate is back")])
    assert found(memories, asked("certificate")) == {"a", "b"}


def test_after_clearing_nothing_is_there_and_it_can_be_filled_again(memories):
    memories.retain([memory("a", DEPLOY, "ticket:NW-1"), memory("b", DEPLOY)])
    memories.recall(asked("certificate"))
    memories.clear()
    assert memories.recall(asked("certificate")) == ()
    assert memories.status().memories == 0
    memories.retain([memory("b", DEPLOY, "ticket:NW-1")])
    assert documents(memories, asked("certificate", "ticket:NW-1")) == ["b"]


@pytest.mark.parametrize(
    "words", ["Grüße aus Köln", "請檢查部署", "деплой в пятницу", "🚀 released", "e\u0301te\u0301", "a\x00b"]
)
def test_a_text_in_any_script_comes_back_as_it_is(memories, words):
    memories.retain([memory("a", words), memory("b", "something else entirely")])
    recalled = memories.recall(asked(words))
    assert recalled[0].memory.text == words


def test_an_empty_text_and_an_empty_question_are_no_mistakes(memories):
    memories.retain([memory("empty", ""), memory("a", DEPLOY)])
    assert "a" in found(memories, asked("certificate"))
    for nothing in ("", "   ", "?!…", '"'):
        memories.recall(asked(nothing))
    assert memories.status().memories == 2


QUERIES = (
    'certificate"', "certificate OR", "NEAR(certificate)", "certificate*", "text:certificate", "-certificate",
    "'; DROP TABLE memories; --", "certificate AND NOT deploy", "{text}: certificate", "^certificate", "(((certificate",
    "scope:untagged certificate", "100% certificate_", "\\certificate", "certificate\x00deploy",
)  # fmt: skip


@pytest.mark.parametrize("query", QUERIES)
def test_a_question_is_words_and_never_an_expression(memories, query):
    hidden = memory("hidden", DEPLOY, audience=audience("private", "priya"))
    memories.retain([memory("a", DEPLOY), hidden])
    assert found(memories, asked(query)) in ({"a"}, set())
    assert found(memories, asked("certificate")) == {"a"}


def test_a_long_text_is_found_by_its_end(memories):
    padding = "Nothing of note was said about lunch today. " * 230
    memories.retain([memory("long", f"{padding}\nThe certificate expires."), memory("b", "lunch")])
    [recalled, *_] = memories.recall(asked("certificate expires"))
    assert recalled.memory.document == "long"
    assert "The certificate expires." in recalled.memory.text
    assert recalled.memory.text in f"{padding}\nThe certificate expires."


def test_what_must_come_back_whole_does(memories):
    text = "\n\n".join(f"Section {n}. The certificate of server {n} had expired." for n in range(200))
    memories.retain([memory("lesson", text, "kind:lesson", whole=True)])
    [recalled] = memories.recall(asked("certificate of server 150"))
    assert recalled.memory.text == text


def test_a_text_is_found_by_its_document_and_by_the_ticket_that_it_names(memories):
    memories.retain([memory(f"e:{n}", f"NW-{n} is in review") for n in range(30)])
    assert documents(memories, asked("e:17"))[0] == "e:17"
    assert documents(memories, asked("what about NW-2"))[0] == "e:2"


def test_a_reflection_rests_on_what_the_caller_may_read_and_says_who_wrote_it(memories):
    memories.retain(
        [
            memory("a", "NW-1 waits for a certificate.", "ticket:NW-1"),
            memory("secret", "The certificate costs a salary.", "ticket:NW-1", audience=audience("private", "priya")),
        ]
    )
    reflection = memories.reflect(asked("certificate"))
    assert reflection.path
    assert [each.memory.document for each in reflection.based_on] == ["a"]
    assert "NW-1 waits for a certificate." in reflection.text
    assert "salary" not in reflection.text


def test_a_status_says_what_it_is(memories):
    memories.retain([memory("a", DEPLOY)])
    status = memories.status()
    assert (status.ready, status.memories) == (True, 1)
    assert status.backend
    assert status.mode


NAMES = st.sampled_from(["ticket:NW-1", "ticket:NW-2", "person:priya", "kind:lesson", "kind:correction"])
KEPT = st.builds(
    lambda tags, readers, day: (tags, readers, day),
    st.sets(NAMES),
    st.sampled_from(sorted(AUDIENCES)),
    st.integers(0, 3),
)
ASKED = st.builds(
    lambda tags, match, caller, kinds, within: asked(
        "certificate", *sorted(tags), match=match, caller=caller, kinds=tuple(sorted(kinds)), within=within, limit=50
    ),
    st.sets(NAMES, max_size=3),
    st.sampled_from(["any", "all", "any_strict", "all_strict"]),
    st.sampled_from([NOBODY, PRIYA, TOM, DANA, OPERATOR]),
    st.sets(st.sampled_from(["lesson", "correction"])),
    st.one_of(st.none(), st.builds(lambda start: TimeRange(start=at(start), end=at(start + 2)), st.integers(0, 3))),
)


EXAMPLE = given(kept=st.lists(KEPT, max_size=12), questions=st.lists(ASKED, min_size=1, max_size=4))


def see_that_what_is_found_is_what_each_memory_by_itself_admits(memories, kept, questions):
    some = [
        memory(str(place), DEPLOY, *sorted(tags), day=day, audience=AUDIENCES[readers])
        for place, (tags, readers, day) in enumerate(kept)
    ]
    memories.retain(some)
    for question in questions:
        assert found(memories, question) == {each.document for each in some if admitted(each, question)}
    memories.close()


@pytest.mark.parametrize("opening", params(each for each in KINDS if not each.needs))
@EXAMPLE
def test_what_is_found_is_what_each_memory_by_itself_admits(opening, tmp_path_factory, kept, questions):
    made = opening.open(tmp_path_factory.mktemp("memory"))
    see_that_what_is_found_is_what_each_memory_by_itself_admits(made, kept, questions)


@pytest.mark.parametrize("opening", params(each for each in KINDS if each.needs))
@settings(max_examples=8)
@EXAMPLE
def test_what_a_server_finds_is_what_each_memory_by_itself_admits(opening, tmp_path_factory, kept, questions):
    made = opening.open(tmp_path_factory.mktemp("memory"))
    see_that_what_is_found_is_what_each_memory_by_itself_admits(made, kept, questions)
