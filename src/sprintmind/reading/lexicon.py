"""The facts of the English language that reading rests on, from `lexicon/*.toml`: words, tables and lists.

How phrases are written and found, `phrases` tells. A name in the files is the name of the cue: `done.state`.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct


class Cue(Struct, frozen=True, gc=False):
    """A phrase of the lexicon that was found.

    (There are many: the garbage collector, which would look at each again and again, need not.)
    """

    name: str
    start: int
    """Index of its first word."""
    end: int
    """Index after its last word."""

    @property
    def family(self) -> str:
        """The part of the name before the dot."""
        return _family(self.name)


@cache
def _family(name: str) -> str:
    return name.partition(".")[0]


def first_of(found: Iterable[Cue], name: str) -> Cue | None:
    """Tell the first cue of a name."""
    for cue in found:
        if cue.name == name:
            return cue
    return None


@cache
def facts(name: str) -> Mapping[str, object]:
    """Load one file of the lexicon."""
    text = (files("sprintmind.reading") / "lexicon" / f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def table(name: str, section: str) -> Mapping[str, str]:
    """Tell what each word of a section means, `"can't" → "can not"`."""
    section_facts = facts(name)[section]
    if not isinstance(section_facts, dict):
        raise TypeError(f"{name}.{section} is no table")
    return {str(word): str(meaning) for word, meaning in section_facts.items()}


@cache
def listed(name: str, section: str) -> frozenset[str]:
    """Tell the words of a list."""
    entries = facts(name)[section]
    if not isinstance(entries, list):
        raise TypeError(f"{name}.{section} is no list")
    return frozenset(str(entry) for entry in entries)


@cache
def united(*lists: str) -> frozenset[str]:
    """Tell the words of several lists together, each by its file and section: `words.fillers`."""
    return frozenset[str]().union(*(listed(*name.split(".")) for name in lists))
