"""Lessons as files: what each form holds, what is refused and where, and that what is written reads back."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from learned import FRIDAY, UPDATES, fields, lesson
from sprintmind.domain.lessons import Lesson, LessonId, LessonStatus, LessonType
from sprintmind.errors import InputError
from sprintmind.lessons.fields import FIELDS, clean
from sprintmind.lessons.files import LessonFile, read
from sprintmind.lessons.markdown import document
from sprintmind.lessons.nearness import near_duplicates

YAML = """\
id: F1
situation: |
  The situation of F1.
lesson: What F1 taught.
trigger_conditions:
  - Friday deploy
  - dependency updates
date: 2025-03-14
"""
MATTER = """\
---
id: F1
type: failure
trigger_conditions: [Friday deploy, dependency updates]
date: 2025-03-14
---

## Situation

The situation of F1.

## Lesson

What F1 taught.
"""


def lessons_in(name, text):
    return [each.lesson for each in read(LessonFile(name=name, body=text.encode()))]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("a.json", json.dumps(fields("F1", FRIDAY, UPDATES, date="2025-03-14")), id="one of JSON"),
        pytest.param("a.json", json.dumps([fields("F1", FRIDAY, UPDATES, date="2025-03-14")]), id="a list of JSON"),
        pytest.param("a.jsonl", json.dumps(fields("F1", FRIDAY, UPDATES, date="2025-03-14")), id="JSON lines"),
        pytest.param("", json.dumps(fields("F1", FRIDAY, UPDATES, date="2025-03-14")), id="standard input"),
        pytest.param("a.yaml", YAML, id="YAML"),
        pytest.param("a.yml", "lessons:\n- " + YAML.replace("\n", "\n  "), id="a list under lessons"),
        pytest.param("a.md", MATTER, id="Markdown"),
    ],
)
def test_every_form_gives_the_same_lesson(name, text):
    [found] = lessons_in(name, text)

    assert (found.id, found.situation, found.lesson) == ("F1", "The situation of F1.", "What F1 taught.")
    assert (found.trigger_conditions, found.date.isoformat()) == ((FRIDAY, UPDATES), "2025-03-14")
    assert found.status is LessonStatus.ACTIVE


def test_what_is_left_out_is_completed_and_marked():
    [found] = lessons_in("a.json", json.dumps({"situation": "s", "lesson": "l"}))

    assert found.type is LessonType.FAILURE
    assert found.completed == {"type"}
    assert found.id == lessons_in("b.json", json.dumps({"situation": "s", "lesson": "l"}))[0].id


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        pytest.param("a.json", "{}", "a.json: lacks situation and lesson", id="nothing in it"),
        pytest.param("a.json", '{"situation": "s"}', "a.json: lacks lesson", id="no lesson"),
        pytest.param("a.json", "{", "a.json: is no JSON", id="broken JSON"),
        pytest.param("a.json", "[1]", "a.json: 1 is no object with situation and lesson", id="no object"),
        pytest.param("a.json", "[null, 1]", "a.json entry 1: null is no object", id="nothing"),
        pytest.param("a.yaml", "- - 2025-10-01: x\n- y", "entry 1: a list is no object", id="a list in a list"),
        pytest.param("a.yaml", "2025-10-01", 'a.yaml: "2025-10-01" is no object', id="a day"),
        pytest.param("a.json", '{"situation":"s","lesson":"l","lesson":"m"}', "'lesson' stands twice", id="again"),
        pytest.param("a.jsonl", '{"situation":"s","lesson":"l"}\n{', "a.jsonl line 2: is no JSON", id="a broken line"),
        pytest.param("a.yaml", "a: [", "a.yaml: is no YAML", id="broken YAML"),
        pytest.param("a.md", "---\na: [\n---\nx", "front matter is no YAML", id="broken front matter"),
        pytest.param("a.yaml", "situation: s\ndate: 2025-13-45", "a.yaml: is no YAML: month", id="no day in YAML"),
        pytest.param("a.md", "---\ndate: 2025-13-45\n---\nx", "front matter is no YAML: month", id="no day in matter"),
        pytest.param("a.md", f"---\nguard: {'9' * 6000}\n---\nx", "front matter is no YAML", id="an endless number"),
        pytest.param("a.md", f"---\na: {'[' * 3000}\n---\nx", "front matter is no YAML", id="a deep front matter"),
        pytest.param("a.yaml", "id: &a [x, x]\nguard: [*a, *a]", "alias is not read in line 2", id="an alias"),
        pytest.param("a.yaml", "situation: s\nlesson: l\nlesson: m", "'lesson' stands twice in line 3", id="twice"),
        pytest.param("a.json", '{"situation":"s","lesson":"l","Lesson":"m"}', "'lesson' stands twice", id="two cases"),
        pytest.param("a.json", '{"situation":"s","lesson":"l","date":"2025-10-01s"}', "expected YYYY", id="a long day"),
        pytest.param("a.csv", "id,situation\n1,2", "is a table", id="a table"),
        pytest.param("a.json", '{"situation":"s","lesson":"l","tpye":"x"}', "did you mean 'type'?", id="misspelt"),
        pytest.param("a.json", '{"situation":"s","lesson":"l","type":"x"}', "expected failure", id="no such type"),
        pytest.param("a.json", '{"situation":"s","lesson":"l","date":"soon"}', "expected YYYY-MM-DD", id="no date"),
        pytest.param("a.json", '{"situation":1,"lesson":"l"}', "expected a text", id="a number"),
        pytest.param("a.json", '{"situation":"s","lesson":"l","services":[1]}', "short phrases", id="no phrases"),
        pytest.param("a.json", '{"situation":"s","lesson":"l","id":"../x"}', "id is '../x'", id="an id that is a path"),
        pytest.param("a.json", '{"situation":"s","lesson":"l","id":"O0123456789"}', "outcome", id="an outcome's id"),
        pytest.param("a.json", '{"situation":"s","lesson":"l","status":"new"}', "expected draft", id="no such status"),
        pytest.param("a.json", json.dumps({"situation": "s" * 9000, "lesson": "l"}), "9,000 characters", id="long"),
        pytest.param("a.json", '[{"id":"A","situation":"s","lesson":"l"},{"id":"A","situation":"t","lesson":"l"}]',
                     "entry 2: id A is also at", id="one id twice"),
        pytest.param("a.md", "   ", "empty", id="empty"),
        pytest.param("a.md", "Dear all, the cake is in the kitchen.", "no lesson can be read", id="no postmortem"),
    ],
)  # fmt: skip
def test_a_mistake_is_refused_with_its_place(name, text, message):
    with pytest.raises(InputError, match="a\\.") as refused:
        lessons_in(name, text)

    assert message in str(refused.value)


def test_a_binary_file_is_refused():
    with pytest.raises(InputError, match=r"x\.md: the file is a picture"):
        read(LessonFile(name="x.md", body=b"\x89PNG\r\n\x1a\n" + bytes(100)))


words = st.text(alphabet=st.characters(codec="utf-8"), max_size=60).map(clean)
phrases = st.lists(words.map(lambda text: " ".join(text.split())).filter(bool), max_size=3, unique=True).map(tuple)
lessons = st.builds(
    Lesson,
    id=st.from_regex(r"[A-Za-z][A-Za-z0-9._-]{0,20}", fullmatch=True).map(LessonId),
    situation=words.filter(bool),
    lesson=words.filter(bool),
    type=st.sampled_from(LessonType),
    date=st.none() | st.dates(),
    believed=words,
    root_cause=words | st.just("## Lesson\n\\## Lesson\n# x\n---"),
    trigger_conditions=phrases.filter(lambda found: not any(";" in each for each in found)),
    services=phrases,
    incident_group=words,
    status=st.sampled_from(LessonStatus),
    completed=st.frozensets(st.sampled_from(FIELDS)),
)


@given(lessons)
def test_what_is_exported_reads_back_the_same(found):
    [again] = read(LessonFile(name=f"{found.id}.md", body=document(found).encode()))

    assert again.lesson == found


def test_the_same_experience_told_twice_is_told_of():
    known = [
        lesson("E1", situation="Friday release of the till with new libraries took it down", lesson="No libraries")
    ]
    new = [
        lesson("E2", situation="The Friday release of the till with new libraries took it down", lesson="no libraries"),
        lesson("E3", situation="A migration locked the orders table", lesson="Try it on a copy"),
    ]

    assert [(near.lesson, near.other) for near in near_duplicates(new, known)] == [("E2", "E1")]


def test_two_records_of_one_incident_are_no_duplicates():
    same = {"situation": "Friday release of the till took it down", "lesson": "No", "incident_group": "till"}

    assert list(near_duplicates([lesson("E2", **same)], [lesson("E1", **same)])) == []


@pytest.mark.needs("data")
def test_every_real_postmortem_is_read_or_refused_precisely():
    folder = Path(os.environ["SPRINTMIND_TEST_DATA"]) / "postmortems"
    files = {file.name: file for file in sorted(folder.rglob("*")) if file.is_file()}
    drafts, refusals = {}, {}
    for name, file in files.items():
        try:
            [drafts[name]] = lessons_of(file)
        except InputError as error:
            refusals[name] = str(error)
    assert all(name in refusal for name, refusal in refusals.items())
    assert {found.status for found in drafts.values()} == {LessonStatus.DRAFT}
    for name, found in drafts.items():
        assert found.lesson.removesuffix(" …")[:80] in " ".join(files[name].read_text("utf-8").split())
    assert len(drafts) > 2 * len(refusals)


def lessons_of(file):
    return [each.lesson for each in read(LessonFile(name=file.name, body=file.read_bytes()))]
