from importlib.resources import files

import pytest

from sprintmind.reading.automaton import cues
from sprintmind.reading.lexicon import facts

FILES = sorted(path.name.removesuffix(".toml") for path in (files("sprintmind.reading") / "lexicon").iterdir())


@pytest.mark.parametrize("name", FILES)
def test_every_file_of_the_lexicon_can_be_read(name):
    assert facts(name)


def found(text, name):
    texts = tuple(text.split(" "))
    return [(cue.name, " ".join(texts[cue.start : cue.end])) for cue in cues(texts, name)]


def test_the_longest_phrase_of_a_name_stands():
    assert found("it is out for code review", "status") == [
        ("done.state", "is out"),
        ("in_review.state", "out for code review"),
    ]


def test_a_ticket_may_stand_inside_a_phrase():
    assert found("gave #t the green light", "approvals") == [("approval.given", "gave #t the green light")]


def test_a_hyphen_is_a_word_of_its_own_on_both_sides():
    assert found("got the sign - off from legal", "approvals") == [("approval.given", "got the sign - off from")]


def test_words_that_no_phrase_begins_with_cost_nothing():
    assert cues(("lunch", "was", "tasty"), "approvals") == ()


@pytest.mark.parametrize("name", ["status", "blockers", "approvals", "people", "promises", "modality", "talk"])
def test_no_phrase_is_empty_or_has_stray_spaces(name):
    assert facts(name)
    for kinds in facts(name).values():
        for entries in kinds.values():
            assert all(phrase == " ".join(phrase.split()) and phrase for phrase in entries)


@pytest.mark.parametrize("name", FILES)
def test_a_person_can_read_every_line_of_the_lexicon(name):
    text = (files("sprintmind.reading") / "lexicon" / f"{name}.toml").read_text("utf-8")
    assert [line for line in text.split("\n") if len(line) > 120] == []


@pytest.mark.parametrize("name", [name for name in FILES if name != "dates"])
def test_the_entries_of_every_list_stand_in_order_and_once(name):
    lists = [entries for kinds in facts(name).values() for entries in _lists(kinds)]
    assert [entries for entries in lists if entries != sorted(set(entries), key=_place)] == []


def test_every_list_is_read_by_some_reader_or_is_a_class_of_some_phrase():
    room = files("sprintmind.reading")
    code, written = ("\n".join(path.read_text("utf-8") for path in room.rglob(kind)) for kind in ("*.py", "*.toml"))
    lists = {f"{name}.{section}": section for name in FILES for section in facts(name) if _is_list(name, section)}
    read = [place for place, name in lists.items() if f'"{name}"' in code or f'"{place}"' in code]
    assert [place for place, name in lists.items() if place not in read and f"<{name}>" not in written] == []


def _is_list(name, section):
    return isinstance(facts(name)[section], list)


def _lists(kinds):
    return [kinds] if isinstance(kinds, list) else [each for each in kinds.values() if isinstance(each, list)]


def _place(entry):
    return (entry.strip("#").casefold(), entry)


def test_dots_in_a_text_are_none_of_the_words_that_a_phrase_lets_pass():
    assert found("waiting on #c 's approval", "approvals") == [("approval.pending", "waiting on #c 's approval")]
    assert found("waiting on ... approval", "approvals") == []
