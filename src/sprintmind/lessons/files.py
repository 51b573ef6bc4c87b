"""Files of lessons, by their form: JSON, JSON lines, YAML, Markdown with front matter, and plain postmortems."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from sprintmind.errors import DeliveryError, InputError
from sprintmind.lessons.fields import Written, written
from sprintmind.lessons.markdown import is_lesson, sections
from sprintmind.lessons.notation import yaml_documents
from sprintmind.lessons.postmortems import draft
from sprintmind.reading.decoding import decoded

LARGEST = 20 * 2**20  # bytes
MOST = 20_000
"""Lessons in one file."""
SHOWN = 60
"""Characters of what is no lesson that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonFile:
    """A file that is to be imported."""

    name: str
    """As it is called in messages; empty for standard input."""
    body: bytes


def read(file: LessonFile) -> tuple[Written, ...]:
    """Read every lesson of a file, all or none.

    Raises:
        InputError: One of them cannot be used; the message names the file and the place.
    """
    place = file.name or "standard input"
    if len(file.body) > LARGEST:
        raise InputError(f"{place}: has {len(file.body):,} bytes; at most {LARGEST:,} are lessons")
    try:
        text = decoded(file.body)
    except DeliveryError as error:
        raise InputError(f"{place}: {error}") from error
    found = tuple(_lessons(text, file.name, place))
    if not found:
        raise InputError(f"{place}: holds no lesson")
    if len(found) > MOST:
        raise InputError(f"{place}: holds {len(found):,} lessons; at most {MOST:,} are taken from one file")
    _once_each(found)
    return found


def _lessons(text: str, name: str, place: str) -> Iterator[Written]:
    match PurePath(name).suffix.casefold():
        case ".jsonl" | ".ndjson":
            yield from _json_lines(text, place)
        case ".json":
            yield from _entries(_json(text, place), place)
        case ".yaml" | ".yml":
            yield from _yaml(text, place)
        case ".csv" | ".tsv":
            raise InputError(f"{place}: is a table; expected JSON, JSON lines, YAML, Markdown or a postmortem as text")
        case _:
            yield from _by_looks(text, name, place)


def _by_looks(text: str, name: str, place: str) -> Iterator[Written]:
    """Read a file whose name does not tell its form."""
    start = text.lstrip()
    if start.startswith("{") and len(start.splitlines()) > 1 and start.splitlines()[1].lstrip().startswith("{"):
        yield from _json_lines(text, place)
    elif start.startswith(("{", "[")) and not name.casefold().endswith((".md", ".markdown", ".txt")):
        yield from _entries(_json(text, place), place)
    else:
        yield _document(text, name, place)


def _document(text: str, name: str, place: str) -> Written:
    matter, body = front_matter(text, place)
    found = sections(body)
    if is_lesson(matter, found):
        return written({**found, **matter}, place=place, name="")
    return draft(body, matter=matter, name=name, place=place)


def front_matter(text: str, place: str) -> tuple[Mapping[str, object], str]:
    """Divide a Markdown file into its front matter and what follows.

    Raises:
        InputError: What stands between the lines of dashes is no YAML.
    """
    if not text.startswith("---\n") or "\n---" not in text[3:]:
        return {}, text
    head, _, body = text[4:].partition("\n---")
    found = next(iter(yaml_documents(head, place=f"{place}: its front matter is no YAML")), None)
    if not isinstance(found, Mapping):
        return {}, text
    return {str(key): value for key, value in found.items()}, body.partition("\n")[2]


def _json_lines(text: str, place: str) -> Iterator[Written]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            at = f"{place} line {number}"
            yield written(_object(_json(line, at), at), place=at)


def _json(text: str, place: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place}: is no JSON: {error}") from error


def _each_once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Take an object as it is written; of a name that stands twice, one value would be lost without a word."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise ValueError(f"{twice!r} stands twice in one object")
    return found


def _yaml(text: str, place: str) -> Iterator[Written]:
    documents = [each for each in yaml_documents(text, place=f"{place}: is no YAML") if each is not None]
    several = [entry for each in documents for entry in (each if isinstance(each, list) else [each])]
    yield from _entries(documents[0] if len(documents) == 1 else several, place)


def _entries(found: object, place: str) -> Iterator[Written]:
    """Read one lesson, a list of them, or a list under `lessons`."""
    if isinstance(found, Mapping) and set(found) == {"lessons"}:
        found = found["lessons"]
    entries: Sequence[object] = found if isinstance(found, list) else [found]
    for number, each in enumerate(entries, start=1):
        at = f"{place} entry {number}" if len(entries) > 1 else place
        yield written(_object(each, at), place=at)


def _object(found: object, place: str) -> Mapping[str, object]:
    if not isinstance(found, Mapping):
        shown = "a list" if isinstance(found, list) else json.dumps(found, default=str, ensure_ascii=False)[:SHOWN]
        raise InputError(f"{place}: {shown} is no object with situation and lesson")
    return {str(key): value for key, value in found.items()}


def _once_each(found: Sequence[Written]) -> None:
    """Refuse a file in which two lessons have one id and different words."""
    known: dict[str, Written] = {}
    for each in found:
        other = known.setdefault(each.lesson.id, each)
        if other.lesson != each.lesson:
            raise InputError(f"{each.place}: id {each.lesson.id} is also at {other.place}, with other words")
