"""Understanding a question without a model: keys, people, customers, days, and what is wanted.

How people ask is data, in `words.toml`; a new way to ask is a phrase there.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from importlib.resources import files

from sprintmind.ask.days import Days, Meant, days_meant
from sprintmind.domain.checkable import TermKind
from sprintmind.domain.events import UNKNOWN_PERSON, PersonId
from sprintmind.domain.inquiries import Inquiry, Intent
from sprintmind.domain.likeness import WORD, content_words
from sprintmind.domain.people import Team
from sprintmind.domain.terms import Vocabulary
from sprintmind.domain.visibility import Caller
from sprintmind.domain.work import Status

_COURTESY = re.compile(r"\b(?:show|tell|give|remind|let|help|send)\s+me\b", re.IGNORECASE)
"""Says `me` and means nobody in particular."""
_PULL = re.compile(r"(?:#|\b(?:pr|pull request|pull)\s+#?)(\d{1,6})\b", re.IGNORECASE)


def understood(text: str, *, caller: Caller, team: Team, days: Days) -> Inquiry:
    """Understand a question.

    Args:
        text: As it was asked.
        caller: Who `me` is; without a person it is nobody.
        team: Whose people, customers and keys may be named.
        days: Today, and when sprints start.
    """
    plain = " ".join(text.replace("’", "'").split())
    rest = team.key_pattern.sub(" ", plain)
    meant = days_meant(rest, days)
    named, unsure, rest = _people(_without(rest, meant.words), team)
    customers, rest = _customers(rest, team)
    words = [word.casefold() for word in WORD.findall(plain)]
    intent, phrase = _intent(plain.casefold())
    then = _then(plain, meant, intent, today=days.today)
    mine = _is_mine(plain, intent, phrase)
    return Inquiry(
        text=plain,
        intent=intent,
        tickets=team.ticket_keys(plain),
        pulls=tuple(int(each) for each in dict.fromkeys(_PULL.findall(team.key_pattern.sub(" ", plain)))),
        people=tuple(dict.fromkeys((*named, *((caller.person,) if mine and caller.person else ())))),
        unsure=unsure,
        customers=customers,
        statuses=_statuses(plain, team, days),
        mine=mine,
        yes_or_no=bool(words) and words[0] in listed("asks", "yes_or_no") - listed("asks", "of_the_future"),
        wants_person=not listed("asks", "people").isdisjoint(words),
        since=None if then else meant.since,
        until=None if then else meant.until,
        then=then,
        topic=_topic(_PULL.sub(" ", rest), phrase),
    )


@cache
def _facts() -> Mapping[str, Mapping[str, object]]:
    return tomllib.loads((files("sprintmind.ask") / "words.toml").read_text("utf-8"))


@cache
def listed(section: str, name: str) -> frozenset[str]:
    """Tell the words of a list in `words.toml`; a text is a list of its words."""
    entries = _facts()[section][name]
    return frozenset(entries.split() if isinstance(entries, str) else map(str, _each(entries)))


def _each(entries: object) -> Iterable[object]:
    return entries if isinstance(entries, list) else ()


@cache
def _phrases() -> tuple[tuple[Intent, re.Pattern[str]], ...]:
    found = []
    for name, entries in _facts()["intents"].items():
        phrases = sorted(map(str, _each(entries)), key=len, reverse=True)
        found.append((Intent(name), re.compile(rf"(?<![\w'-])(?:{'|'.join(map(re.escape, phrases))})(?![\w-])")))
    return tuple(found)


def _intent(text: str) -> tuple[Intent, str]:
    """Tell what is wanted, and by which words."""
    for intent, pattern in _phrases():
        if found := pattern.search(text):
            return intent, found[0]
    return Intent.OTHER, ""


_STANDS = frozenset(Intent) - {
    Intent.CHANGES, Intent.CORRECTIONS, Intent.DUE, Intent.MOVED,
    Intent.NEXT, Intent.OTHER, Intent.PROMISES, Intent.SAID,
}  # fmt: skip
"""What asks how something stands; beside it, a day of the past is one on which it stood so."""
_AS_OF = re.compile(r"\bas\s+(?:of|at)\b", re.IGNORECASE)


def _then(text: str, meant: Meant, intent: Intent, *, today: date) -> date | None:
    """Tell at the end of which day of the past things are asked to have stood; None: a day says something else."""
    if meant.until is None or meant.until >= today:
        return None
    return meant.until if intent in _STANDS or _AS_OF.search(text) else None


def _is_mine(text: str, intent: Intent, phrase: str) -> bool:
    """Tell whether `I` or `me` stands for whoever asks, and not merely in a way to ask: "whom should I ask"."""
    rest = _COURTESY.sub("tell", text).casefold()
    if intent is not Intent.NEXT and phrase:
        rest = rest.replace(phrase, " ", 1)
    return not listed("asks", "mine").isdisjoint(WORD.findall(rest))


def _statuses(text: str, team: Team, days: Days) -> frozenset[Status]:
    found = Vocabulary(team=team, today=days.today).terms(text)
    words = {term.value.removeprefix("not_") for term in found if term.kind is TermKind.STATUS}
    return frozenset(status for status in Status if status.value in words)


def _people(text: str, team: Team) -> tuple[tuple[PersonId, ...], tuple[str, ...], str]:
    """Find the people named, the names that could be two, and the text without either."""
    people: list[PersonId] = []
    unsure: list[str] = []
    for name in _names(team):
        pattern = re.compile(rf"(?<![\w-]){re.escape(name)}(?:'s)?(?![\w-])", re.IGNORECASE)
        if not (found := pattern.search(text)) or not _is_meant(found[0], name):
            continue
        person = team.person_named(name) or PersonId(name)
        text = pattern.sub(" ", text)
        if person == UNKNOWN_PERSON:
            unsure.append(found[0])
        else:
            people.append(person)
    return tuple(dict.fromkeys(people)), tuple(unsure), text


def _names(team: Team) -> Iterator[str]:
    names = {name for each in team.people for name in (each.id, each.name, each.name.split(" ")[0], *each.aliases)}
    yield from sorted((name for name in names if name.strip()), key=lambda name: (-len(name), name))


def _is_meant(written: str, name: str) -> bool:
    """Tell whether a name that is also a word of every question stands for a person: then it has a capital."""
    return name.casefold() not in listed("empty", "words") or written[0].isupper()


def _customers(text: str, team: Team) -> tuple[tuple[str, ...], str]:
    found: list[str] = []
    for each in team.customers:
        for name in sorted((each.name, *each.aliases), key=len, reverse=True):
            pattern = re.compile(rf"(?<![\w-]){re.escape(name)}(?:'s)?(?![\w-])", re.IGNORECASE)
            if pattern.search(text):
                found.append(each.name)
                text = pattern.sub(" ", text)
    return tuple(dict.fromkeys(found)), text


def _without(text: str, phrases: Iterable[str]) -> str:
    for phrase in phrases:
        text = text.replace(phrase, " ", 1)
    return text


def _topic(text: str, phrase: str) -> frozenset[str]:
    """Find the words that name something which was not understood otherwise."""
    rest = re.sub(rf"(?<![\w'-]){re.escape(phrase)}(?![\w-])", " ", text, flags=re.IGNORECASE) if phrase else text
    known = listed("empty", "words") | _intent_words()
    words = (word for word in WORD.findall(rest) if word.casefold().replace("'s", "") not in known)
    return content_words(" ".join(word for word in words if not word.isdigit()))


@cache
def _intent_words() -> frozenset[str]:
    phrases = (str(phrase) for entries in _facts()["intents"].values() for phrase in _each(entries))
    return frozenset(word for phrase in phrases for word in phrase.split())
