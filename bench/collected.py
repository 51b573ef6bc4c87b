"""Texts with questions whose answers are known: meetings, and incidents; public, and not part of the project.

`SPRINTMIND_TEST_DATA` names the directory that holds them.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.mix import BEGINNING
from sprintmind.domain.memories import DocumentId, Memory, Tag

VARIABLE = "SPRINTMIND_TEST_DATA"

_FRONT = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.DOTALL)
_TITLE = re.compile(r"^(?:title:|#)\s*(.+)$", re.MULTILINE)
_SYMPTOM = re.compile(r"^(?:summary|description):\s*(.+)$", re.MULTILINE)
_HEADING = re.compile(r"^#\s.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question whose answers are known."""

    text: str
    answers: frozenset[str]
    """Documents, of which any is a hit."""
    within: Tag
    """Where it is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Memories, and questions to them."""

    name: str
    memories: tuple[Memory, ...]
    questions: tuple[Asked, ...]


def is_there() -> bool:
    """Tell whether the texts are on this machine."""
    return (_root() / "memory_bench").is_dir()


def collections() -> Iterator[Collection]:
    """Read all of them."""
    yield from _meetings()
    yield from _incidents()


def _root() -> Path:
    return Path(os.environ.get(VARIABLE) or "/nowhere")


def _meetings() -> Iterator[Collection]:
    """Take each turn of a meeting as a memory; asked within its meeting, and within all of them."""
    tags: dict[str, tuple[Memory, ...]] = {}
    questions: list[Asked] = []
    for file in sorted((_root() / "memory_bench" / "qmsum").glob("*.json")):
        meeting = json.loads(file.read_text("utf-8"))
        tag = Tag(f"meeting:{file.stem}")
        tags[tag] = tuple(_turns(meeting, tag))
        questions += _questions(meeting, tag)
    memories = tuple(memory for some in tags.values() for memory in some)
    yield Collection(name="turns of the meeting asked about", memories=memories, questions=tuple(questions))
    everywhere = tuple(Asked(text=each.text, answers=each.answers, within=Tag("kind:meeting")) for each in questions)
    yield Collection(name="turns of any meeting", memories=memories, questions=everywhere)


def _turns(meeting: Mapping[str, Any], tag: Tag) -> Iterator[Memory]:
    before = ""
    for number, turn in enumerate(meeting["meeting_transcripts"]):
        text = f"{turn['speaker']}: {turn['content']}"
        yield Memory(
            document=DocumentId(f"{tag}/{number}"),
            text=text,
            said_at=BEGINNING,
            tags=(tag, Tag("kind:meeting")),
            context=before,
        )
        before = text


def _questions(meeting: Mapping[str, Any], tag: Tag) -> Iterator[Asked]:
    for each in meeting["specific_query_list"]:
        spans = ((int(first), int(last)) for first, last in each["relevant_text_span"])
        turns = frozenset(f"{tag}/{turn}" for first, last in spans for turn in range(first, last + 1))
        yield Asked(text=each["query"], answers=turns, within=tag)


def _incidents() -> Iterator[Collection]:
    """Take each report, without its title and its symptom, as a memory; reports of one title answer each other's."""
    told = [_report(file) for file in sorted((_root() / "postmortems").rglob("*")) if _is_report(file)]
    memories = tuple(memory for memory, _, _ in told)
    for name, which in (("incidents by their title", 1), ("incidents by their symptom", 2)):
        asked = [(each[which].casefold(), each[which], each[0].document) for each in told if each[which]]
        answers = {fold: frozenset(document for other, _, document in asked if other == fold) for fold, _, _ in asked}
        questions = (Asked(text=text, answers=answers[fold], within=Tag("kind:lesson")) for fold, text, _ in asked)
        yield Collection(name=name, memories=memories, questions=tuple(questions))


def _is_report(file: Path) -> bool:
    return file.is_file() and file.suffix != ".csv" and "template" not in str(file).casefold()


def _report(file: Path) -> tuple[Memory, str, str]:
    """Read a report: its body, its title and its symptom; empty where it names none."""
    text = file.read_text("utf-8", errors="replace")
    front = _FRONT.match(text)
    head, body = (front[1], front[2]) if front else ("", text)
    title = _first(_TITLE, f"{head}\n{body}") or file.stem
    lines = (line for line in _HEADING.sub("", body).splitlines() if title not in line)
    memory = Memory(
        document=DocumentId(f"{file.parent.name}/{file.name}"),
        text="\n".join(lines).strip(),
        said_at=BEGINNING,
        tags=(Tag("kind:lesson"),),
        whole=True,
    )
    return memory, title, _first(_SYMPTOM, head)


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1].strip().strip("\"'") if found else ""
