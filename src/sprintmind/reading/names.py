"""Named things in a text: the team's tickets, people and customers, and the dates that are said."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from msgspec import Struct

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId
from sprintmind.domain.people import Team
from sprintmind.reading.dates import dates, may_hold_date
from sprintmind.reading.lexicon import listed
from sprintmind.reading.words import Word, placed, written_in

_WORDS = re.compile(r"\w+")
_LABEL = re.compile(r"\(([^()]{1,60})\)|\s[-|/@]\s(.{1,60})$|,\s(.{1,60})$")


class Speaker(Struct, frozen=True, gc=False):
    """Who speaks, and for whom."""

    person: PersonId | None = None
    """One of ours; None where nobody is named or it is not known who."""
    customer: str | None = None
    """The customer for whom this person speaks."""
    label: str = ""
    """As written."""

    @property
    def meant(self) -> PersonId | None:
        """The person; `UNKNOWN_PERSON` where a label names somebody and it is not known who, None where nobody."""
        return self.person or (UNKNOWN_PERSON if self.label and not self.customer else None)

    @property
    def ours(self) -> bool:
        """A known person of the team."""
        return self.person is not None and self.customer is None


NOBODY = Speaker()


@dataclass(frozen=True)
class Names:
    """The team's names, ready to be found in text."""

    team: Team

    def speaker(self, label: str | None) -> Speaker:
        """Tell who a speaker's label names; "Carla Mendes (Acme)" speaks for Acme."""
        if not label:
            return NOBODY
        known = self._speakers.get(label)
        if known is None:
            known = self._speakers[label] = self._speaker(label)
        return known

    def _speaker(self, label: str) -> Speaker:
        customer = next((name for part in _behind(label) if (name := self.team.customer_named(part))), None)
        plain = _LABEL.sub("", label).strip()
        if customer or (customer := self.team.customer_named(plain)):
            return Speaker(None, customer, label)
        who = self.team.identified("speaker", label) or self.team.identified("speaker", plain)
        found = self.team.person(who)
        if found is None or who == UNKNOWN_PERSON:
            return Speaker(None, None, label)
        return Speaker(who, found.customer, label)

    def words(self, text: str, start: int, end: int, said: date) -> tuple[Word, ...]:
        """Cut a stretch of text into words in which tickets, people, customers and dates are named."""
        return tuple(placed(text, start, end, self.named(text, start, end, said)))

    def named(self, text: str, start: int, end: int, said: date) -> tuple[Word, ...]:
        """Find the tickets, people, customers and dates in a stretch of text."""
        return self.cut(text, start, end, said)[0]

    def cut(self, text: str, start: int, end: int, said: date) -> tuple[tuple[Word, ...], tuple[str, ...]]:
        """Find what is named in a stretch of text, and cut it around that into words as they are written.

        Most stretches name nothing but tickets, and need not be cut again around the rest.
        """
        stretch = text[start:end]
        plain = stretch.lower()
        tickets = tuple(self._tickets(text, start, end)) if "-" in stretch else ()
        written = written_in(text, start, end, tickets)
        words = written if written and "'" not in stretch else _WORDS.findall(plain)
        found: list[Word] = []
        if not (stretch.isascii() and self._firsts.isdisjoint(words)):
            found += self._people(text, start, end)
        if may_hold_date(plain, words):
            calendar = self.team.calendar
            found += [Word("#d", start + a, start + b, when) for a, b, when in dates(stretch, said, calendar)]
        if not found:
            return tickets, written
        named = tuple(_apart([*tickets, *found]))
        return named, written_in(text, start, end, named)

    def _tickets(self, text: str, start: int, end: int) -> Iterator[Word]:
        for match in self.team.key_pattern.finditer(text, start, end):
            yield Word("#t", match.start(), match.end(), match[0].upper())

    def _people(self, text: str, start: int, end: int) -> Iterator[Word]:
        for match in self._found(text, start, end):
            name = text[match.start() : match.end()].lstrip("@")
            if not _is_name(name, first=match.start() == start):
                continue
            kind, meaning = self._meaning(name)
            if kind:
                yield Word(kind, match.start(), match.end(), meaning)

    def _found(self, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
        """Find what may be a name; plain letters are compared in lower case, which is several times as fast."""
        if text.isascii():
            return self._plain_pattern.finditer(text.lower(), start, end)
        return self._pattern.finditer(text, start, end)

    def _meaning(self, name: str) -> tuple[str, str]:
        plain = " ".join(name.casefold().split())
        if customer := self._customers.get(plain):
            return "#c", customer
        if who := self.team.person_named(plain):
            return "#p", who
        return "", ""

    @cached_property
    def _speakers(self) -> dict[str, Speaker]:
        """Labels that were looked up before; a talk has few, and each stands before many words."""
        return {}

    def mentions(self, text: str) -> bool:
        """Tell whether a text may name a ticket or a customer; else nothing can be claimed in it of either."""
        return bool(self.team.key_pattern.search(text) or self._customer_pattern.search(text.lower()))

    @cached_property
    def _customer_pattern(self) -> re.Pattern[str]:
        known = sorted({name.lower() for name in self._customers}, key=len, reverse=True)
        names = "|".join(re.escape(name).replace(r"\ ", r"\s{1,3}") for name in known) or "(?!)"
        return re.compile(rf"(?<![\w.@-])@?(?:{names})")

    @cached_property
    def _customers(self) -> dict[str, str]:
        found = {}
        for customer in self.team.customers:
            for name in (customer.name, *customer.aliases):
                found[" ".join(name.casefold().split())] = customer.name
        firsts = [" ".join(customer.name.split()).split(" ")[0].casefold() for customer in self.team.customers]
        for customer, first in zip(self.team.customers, firsts, strict=True):
            if len(first) > 4 and firsts.count(first) == 1:
                found.setdefault(first, customer.name)
        return found

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(_either(self._forms), re.IGNORECASE)

    @cached_property
    def _plain_pattern(self) -> re.Pattern[str]:
        return re.compile(_either({form.lower() for form in self._forms}))

    @cached_property
    def _firsts(self) -> frozenset[str]:
        """The first word of each name, in lower case: where none of them stands, nobody is named."""
        return frozenset(words[0] for form in self._forms if (words := _WORDS.findall(form.lower())))

    @cached_property
    def _forms(self) -> frozenset[str]:
        forms = set(self._customers)
        for person in self.team.people:
            forms |= {person.id, person.name, *person.aliases, person.name.split(" ")[0]}
        return frozenset(" ".join(form.split()) for form in forms if _WORDS.search(form))


def _either(forms: Iterable[str]) -> str:
    """Write names as a pattern, the longest first."""
    known = sorted(forms, key=lambda form: (-len(form), form))
    names = "|".join(re.escape(name).replace(r"\ ", r"\s{1,3}") for name in known) or "(?!)"
    return rf"(?<![\w.@-])@?(?:{names})(?![\w@]|-\w|\.\w)"


def _behind(label: str) -> Iterable[str]:
    return (part.strip() for match in _LABEL.finditer(label) for part in match.groups() if part)


def _is_name(name: str, *, first: bool) -> bool:
    """Tell a name from a word that looks like it: Will, Mark and May need their capital, and not only a sentence's."""
    plain = name.casefold()
    if plain in listed("names", "also_words"):
        return name[:1].isupper() and not first
    return len(plain) > 3 or name[:1].isupper() or name.isupper() or plain not in listed("names", "short_words")


def _apart(found: list[Word]) -> list[Word]:
    """Keep of overlapping names the one that begins first, and of those the longest."""
    kept: list[Word] = []
    for word in sorted(found, key=lambda word: (word.start, -word.end)):
        if not kept or word.start >= kept[-1].end:
            kept.append(word)
    return kept
