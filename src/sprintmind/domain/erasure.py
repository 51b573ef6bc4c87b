"""Erased people and documents: recognised wherever they come again by digests of what they are called.

What is erased must not come back with the next export of a meeting, and its name must not stand in a list of what is
erased either. So the list holds digests, and a text is searched for them word by word.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from sprintmind.domain.events import PersonId, SourceEvent, digest
from sprintmind.domain.people import Team
from sprintmind.domain.tombstones import Kind as Kind
from sprintmind.domain.tombstones import Tombstone as Tombstone

ERASED = PersonId("[erased person]")
"""Stands where somebody was named who is erased."""
LONGEST = 6  # words
"""Of a name or an address; longer ones are recognised by their first words."""

_WORD = re.compile(r"[^\W_]+")
_BETWEEN = re.compile(r"[^\w\n]{0,2}|_")
"""What may stand between the words of one name."""
_PLACES = re.compile(r"([|:/,>])")
"""What stands around an id in keys and names: `standup|2025-09-29|priya|Daily`, `approval:priya`."""

# fmt: off
_ALSO_WORDS = frozenset({
    "april", "art", "august", "bill", "bob", "carol", "chase", "chip", "christian", "cliff", "colt", "dale", "dean",
    "drew", "earl", "faith", "frank", "gene", "grace", "grant", "guy", "hope", "jack", "joy", "june", "lance", "mark",
    "max", "may", "miles", "nick", "norm", "pat", "pete", "pierce", "ray", "rich", "rob", "rose", "sage", "skip",
    "stew", "sue", "summer", "van", "victor", "wade", "will", "young",
})
# fmt: on
"""Names that are words too, or abbreviations: only as a name, with a capital, are they somebody."""


@dataclass(frozen=True, slots=True)
class Erasures:
    """Everything that is erased."""

    digests: Mapping[Kind, frozenset[str]]

    def __bool__(self) -> bool:
        """Tell whether anything is."""
        return any(self.digests.values())

    @classmethod
    def of(cls, stones: Iterable[Tombstone]) -> "Erasures":
        """Gather what tombstones say."""
        found: dict[Kind, set[str]] = {kind: set() for kind in Kind}
        for stone in stones:
            found[stone.kind].add(stone.identity)
        return cls({kind: frozenset(some) for kind, some in found.items()})

    def person(self, id: str | None) -> bool:
        """Tell whether an id is an erased person's, or the mark of one."""
        return id is not None and (id == ERASED or marked(Kind.PERSON, id) in self.digests[Kind.PERSON])

    def named(self, label: str | None) -> bool:
        """Tell whether a label names an erased person, as the one who speaks."""
        return bool(label) and ERASED in self.text(str(label))

    def document(self, event: SourceEvent) -> bool:
        """Tell whether an event is of an erased document."""
        names = (event.key, *([event.document] if event.document else ()))
        return any(marked(Kind.DOCUMENT, name) in self.digests[Kind.DOCUMENT] for name in names)

    def text(self, text: str) -> str:
        """Put the mark in place of every erased person's ids and names in a text."""
        if not text or not (self.digests[Kind.PERSON] or self.digests[Kind.NAME] or self.digests[Kind.CAPITAL]):
            return text
        parts = _PLACES.split(text)
        if any(self.person(part.strip()) for part in parts):
            text = "".join(ERASED if self.person(part.strip()) else part for part in parts)
        return self._without_names(text)

    def _without_names(self, text: str) -> str:
        words = list(_WORD.finditer(text))
        written: list[str] = []
        end = place = 0
        while place < len(words):
            count = self._name_at(text, words, place)
            if count:
                written += [text[end : words[place].start()], ERASED]
                end = words[place + count - 1].end()
            place += count or 1
        return "".join((*written, text[end:])) if written else text

    def _name_at(self, text: str, words: list[re.Match[str]], place: int) -> int:
        """Tell how many words a name has that begins at a word; 0 where none does."""
        together, longest = "", 0
        for count, word in enumerate(words[place : place + LONGEST], start=1):
            if count > 1 and not _BETWEEN.fullmatch(text, words[place + count - 2].end(), word.start()):
                break
            together = f"{together} {word[0].casefold()}".strip()
            known = _digest(Kind.NAME, together) in self.digests[Kind.NAME]
            capital = words[place][0][0].isupper() and _digest(Kind.CAPITAL, together) in self.digests[Kind.CAPITAL]
            longest = count if known or capital else longest
        return longest


def stones_of(person: PersonId, team: Team, *, at: datetime) -> tuple[Tombstone, ...]:
    """Make the tombstones of a person: of the id, and of every name that is nobody else's.

    Args:
        person: Of the people file, or an id that stood in it.
        team: With the links that people made.
        at: When it is erased.
    """
    names = {name for name in _names(person, team) if team.people_named(name) <= {person}}
    found = [Tombstone(kind=Kind.PERSON, identity=marked(Kind.PERSON, person), at=at)]
    for name in sorted({_plain(name) for name in names} - {""}):
        kind = Kind.CAPITAL if name in _ALSO_WORDS else Kind.NAME
        found.append(Tombstone(kind=kind, identity=_digest(kind, name), at=at))
    return tuple(found)


def stone_of(document: str, *, at: datetime) -> Tombstone:
    """Make the tombstone of a document."""
    return Tombstone(kind=Kind.DOCUMENT, identity=marked(Kind.DOCUMENT, document), at=at)


def marked(kind: Kind, name: str) -> str:
    """Give the digest by which something is recognised."""
    return _digest(kind, name if kind in (Kind.PERSON, Kind.DOCUMENT) else _plain(name))


def _names(person: PersonId, team: Team) -> set[str]:
    found = team.person(person)
    linked = {identity.partition(":")[2] for identity, who in team.links.items() if who == person}
    if found is None:
        return {person, *linked}
    first = found.name.split(" ")[0]
    return {person, found.name, first, *found.aliases, *found.github, *found.jira, *found.email, *linked}


def _plain(name: str) -> str:
    return " ".join(word[0].casefold() for word in list(_WORD.finditer(name))[:LONGEST])


@lru_cache(maxsize=20_000)
def _digest(kind: Kind, name: str) -> str:
    return digest("erased", kind.value, name, size=16)
