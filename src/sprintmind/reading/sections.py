"""What headings and labels say about the words under them: yesterday, blockers, done, or whose words they are."""

import re
from functools import cache

from msgspec import Struct

from sprintmind.domain.events import PersonId
from sprintmind.reading.automaton import cues
from sprintmind.reading.lexicon import facts, listed
from sprintmind.reading.names import Names
from sprintmind.reading.words import words

STATUS_SECTIONS = frozenset({"done", "in_review", "in_qa", "todo", "cancelled"})
_LABEL = re.compile(r"^[\W_]{0,8}(?P<label>[^\n:|]{1,60}?)[*_`]{0,3}\s?(?::|\?|\s[-–—]\s)[*_`]{0,3}\s*")
_MAY_LABEL = re.compile(r"[:?\s](?:(?<=[:?])|[-–—]\s)")
"""What stands behind every label; most lines have none of it so near their beginning."""
_LONGEST = 80  # characters of a label and what stands around it
_COUNT = re.compile(r"\s?[(\[]\d{1,4}[)\]]")
_HEAD = re.compile(r"[,.;]|\s[-–—]\s")
_DECORATION = re.compile(r"^[\W\d_]{1,12}|[^\w?)]{1,12}$")


class Section(Struct, frozen=True, gc=False):
    """What the words stand under."""

    meaning: str = ""
    """done, yesterday, today, doing, in_review, in_qa, blockers, todo, cancelled, …; empty where none is known."""
    person: PersonId | None = None
    """Whose heading it is."""
    customer: str | None = None


NO_SECTION = Section()


def section(headings: tuple[str, ...], names: Names) -> Section:
    """Tell what headings say together; an inner one goes before an outer one."""
    found = NO_SECTION
    for heading in headings:
        plain = _plain(heading)
        person = names.team.person_named(plain) or names.speaker(heading).person
        meaning = meaning_of(heading)
        found = Section(
            meaning or ("" if person else _kept(found.meaning)),
            person or found.person,
            names.team.customer_named(plain),
        )
    return found


def labelled(text: str) -> tuple[str, int] | None:
    """Find a label that opens a line, `Blockers: …`, as its meaning and where the rest begins."""
    found = _LABEL.match(text) if _MAY_LABEL.search(text, 0, _LONGEST) else None
    if not found:
        return None
    meaning = meaning_of(found["label"], exact="?" not in found[0])
    return (meaning, found.end()) if meaning else None


@cache
def meaning_of(heading: str, *, exact: bool = False) -> str:
    """Tell what a heading means, by its name or, where it asks a question, by a phrase in it."""
    plain = _plain(heading)
    if plain in _names():
        return _names()[plain]
    if exact:
        return ""
    texts = tuple(word.text for word in words(heading, 0, len(heading)))
    found = cues(texts, "section_phrases")
    return found[0].name.partition(".")[2] if found else ""


def empty(text: str) -> bool:
    """Tell whether a line says that there is nothing to say: none, n/a, no."""
    plain = text.strip().strip(".!*_ ").casefold()
    head = _HEAD.split(plain, maxsplit=1)[0].strip()
    return plain in listed("sections", "nothing") or head in listed("sections", "nothing")


@cache
def _names() -> dict[str, str]:
    names = facts("sections")["names"]
    if not isinstance(names, dict):
        raise TypeError("sections.names is no table")
    return {str(name): str(meaning) for meaning, entries in names.items() for name in entries}


def _kept(meaning: str) -> str:
    """An unknown heading below a known one keeps its meaning, `Today / Backend`; below "notes" it has none."""
    return meaning


def _plain(heading: str) -> str:
    heading = _COUNT.sub("", heading)
    return " ".join(
        _DECORATION.sub("", _DECORATION.sub("", heading.strip())).casefold().replace("’", "'").split()
    ).rstrip("?: ")
