"""What in a sentence can be checked: ticket keys, people, dates, numbers and statuses, each in one writing.

The words are in `terms.toml`; `dates.py` beside it finds the days.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from importlib.resources import files

from sprintmind.domain.checkable import Term, TermKind
from sprintmind.domain.people import Team

URL = re.compile(r"https?://\S+")
CITATION = re.compile(r"\[\d{1,3}\]")


@cache
def _facts() -> Mapping[str, Mapping[str, object]]:
    return tomllib.loads((files("sprintmind.domain") / "terms.toml").read_text("utf-8"))


@cache
def numbers_of(section: str) -> Mapping[str, int]:
    """Tell the numbers behind the words of a section: months, weekdays, relative."""
    return {word: int(str(number)) for word, number in _facts()[section].items()}


@cache
def words_of(name: str) -> frozenset[str]:
    """Tell the words of a list."""
    entries = _facts()["words"][name]
    return frozenset(str(each) for each in entries) if isinstance(entries, list) else frozenset()


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """Finds terms in texts of one team on one day."""

    team: Team
    today: date
    """The team's."""

    def terms(self, text: str) -> frozenset[Term]:
        """Find the terms of a text, without those of its addresses and citations."""
        rest = CITATION.sub(" ", URL.sub(" ", text)).replace("’", "'")
        found: set[Term] = set()
        for finder in (self._tickets, self._dates, self._people, self._statuses, _numbers, self._names):
            taken = list(finder(rest))
            found.update(term for _, term in taken if term.kind is not TermKind.NAME or term.value)
            if finder in (self._tickets, self._dates, self._people):
                rest = _blanked(rest, (span for span, _ in taken))
        return frozenset(found)

    def _tickets(self, text: str) -> Iterator[tuple[tuple[int, int], Term]]:
        for found in self.team.key_pattern.finditer(text):
            yield found.span(), Term(TermKind.TICKET, found[0].upper())

    def _dates(self, text: str) -> Iterator[tuple[tuple[int, int], Term]]:
        for found in _DATE.finditer(text):
            if value := _day(found, self.today):
                yield found.span(), Term(TermKind.DATE, value)

    def _people(self, text: str) -> Iterator[tuple[tuple[int, int], Term]]:
        for found in self._people_pattern.finditer(text):
            yield found.span(), Term(TermKind.PERSON, self._people_by_name[found[0]])

    def _statuses(self, text: str) -> Iterator[tuple[tuple[int, int], Term]]:
        for found in _status_pattern().finditer(text):
            status = _status_words()[" ".join(found["status"].casefold().split())]
            yield found.span(), Term(TermKind.STATUS, f"not_{status}" if found["not"] else status)

    def _names(self, text: str) -> Iterator[tuple[tuple[int, int], Term]]:
        for found in _NAME.finditer(text):
            if not _harmless(found[0]):
                yield found.span(), Term(TermKind.NAME, found[0].casefold())
        if (first := _first_pattern().match(text)) and not _harmless(first["name"]):
            yield first.span(), Term(TermKind.NAME, first["name"].casefold())

    @cached_property
    def _people_by_name(self) -> Mapping[str, str]:
        found: dict[str, set[str]] = {}
        for person in self.team.people:
            for name in _names_of(person.name, person.id, (*person.aliases, *person.github)):
                found.setdefault(name, set()).add(person.id)
        return {name: "|".join(sorted(ids)) for name, ids in found.items()}

    @cached_property
    def _people_pattern(self) -> re.Pattern[str]:
        names = sorted(self._people_by_name, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names)) or '(?!)'})(?!\w)")


def bears_out(known: frozenset[Term], term: Term, *, words: frozenset[str]) -> bool:
    """Tell whether evidence with these terms and words holds a term."""
    match term.kind:
        case TermKind.PERSON:
            persons = {one for each in known if each.kind is TermKind.PERSON for one in each.value.split("|")}
            return bool(persons & set(term.value.split("|")))
        case TermKind.DATE:
            return any(_same_day(each.value, term.value) for each in known if each.kind is TermKind.DATE)
        case TermKind.NAME:
            return term.value in words or term in known
        case _:
            return term in known


def _names_of(name: str, id: str, others: Iterable[str]) -> Iterator[str]:
    """List how a person is written; a first name that is a word of English needs the other names with it."""
    parts = name.split()
    for each in (name, *parts[:1], id, *others):
        if each and (each.casefold() not in words_of("common") or each == name != parts[0]):
            yield each


_MONTHS = "|".join(sorted(numbers_of("months"), key=len, reverse=True))
_DATE = re.compile(
    rf"""
    (?<![\w-])(?:
      (?P<y>\d{{4}})-(?P<m>\d\d)-(?P<d>\d\d)(?![\d-])
    | (?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\ (?:of\ )?(?P<m1>{_MONTHS})\b\.?(?:,?\ (?P<y1>\d{{4}}))?
    | (?P<m2>{_MONTHS})\.?\ (?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:])(?:,?\ (?P<y2>\d{{4}}))?
    | (?P<d3>\d{{1,2}})\.(?P<m3>\d{{1,2}})\.(?P<y3>\d{{4}})?(?!\d)
    | (?P<week>{"|".join(sorted(numbers_of("weekdays"), key=len, reverse=True))})\b
    | (?P<relative>{"|".join(numbers_of("relative"))})\b
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NUMBER = re.compile(r"(?<![A-Za-z_\d.])\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<=[a-z0-9,;)] )[A-Z][a-z]{2,}\b")


def _day(found: re.Match[str], today: date) -> str | None:
    if found["week"]:
        weekday = found["week"]
        whole = weekday[0].isupper() or len(weekday) > 4
        names = [name for name, number in numbers_of("weekdays").items() if number == _weekday(weekday)]
        return max(names, key=len) if whole else None
    if found["relative"]:
        shift = numbers_of("relative")[found["relative"].casefold()]
        return date.fromordinal(today.toordinal() + shift).isoformat()
    return _written(found)


def _weekday(word: str) -> int:
    return numbers_of("weekdays")[word.casefold()]


def _written(found: re.Match[str]) -> str | None:
    for year, month, day in (("y", "m", "d"), ("y1", "m1", "d1"), ("y2", "m2", "d2"), ("y3", "m3", "d3")):
        if found[day]:
            number = numbers_of("months").get(found[month].casefold()) or int(found[month])
            rest = f"{number:02}-{int(found[day]):02}"
            return f"{found[year]}-{rest}" if found[year] else rest
    return None


def _same_day(known: str, said: str) -> bool:
    """Tell whether two writings can be one day: a day without its year is that of any, a weekday is that of its dates.

    >>> _same_day("2025-10-03", "friday"), _same_day("2025-10-03", "10-03"), _same_day("2025-10-03", "2025-10-04")
    (True, True, False)
    """
    if known == said:
        return True
    if said in numbers_of("weekdays"):
        return _falls_on(known, said)
    return known[-5:] == said[-5:] and min(len(known), len(said)) == 5


def _falls_on(day: str, weekday: str) -> bool:
    try:
        return date.fromisoformat(day).weekday() == numbers_of("weekdays")[weekday]
    except ValueError:
        return False


@cache
def _status_words() -> Mapping[str, str]:
    return {
        str(phrase): status
        for status, phrases in _facts()["statuses"].items()
        if isinstance(phrases, list)
        for phrase in phrases
    }


@cache
def _status_pattern() -> re.Pattern[str]:
    phrases = "|".join(
        re.escape(phrase).replace(r"\ ", r"\s+") for phrase in sorted(_status_words(), key=len, reverse=True)
    )
    negations = "|".join(sorted(map(re.escape, words_of("negations")), key=len, reverse=True))
    return re.compile(
        rf"(?<![\w-])(?:(?P<not>{negations})\s+(?:yet\s+|been\s+)?)?(?P<status>{phrases})(?!\w)", re.IGNORECASE
    )


@cache
def _first_pattern() -> re.Pattern[str]:
    return re.compile(rf"[\s“\"*-]*(?P<name>[A-Z][a-z]{{2,}})\s+(?:has\s+)?(?:{'|'.join(words_of('deeds'))})\b")


def _numbers(text: str) -> Iterator[tuple[tuple[int, int], Term]]:
    for found in _NUMBER.finditer(re.sub(r"(?m)^\s*\d+[.)]\s", "  ", text)):
        value = re.sub(r",(?=\d{3}(?!\d))", "", found[0])
        yield found.span(), Term(TermKind.NUMBER, value)
    for found in re.finditer(r"[A-Za-z]+", text):
        if number := _facts()["numbers"].get(found[0].casefold()):
            yield found.span(), Term(TermKind.NUMBER, str(number))


def _harmless(word: str) -> bool:
    plain = word.casefold()
    dated = plain in numbers_of("months") or plain in numbers_of("weekdays")
    return dated or plain in words_of("ours") or plain in _status_words()


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Blank what was understood, so that the digits of a date are no numbers too."""
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)
