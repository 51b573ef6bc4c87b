"""The author that needs no model: says what the outline says, a sentence each, with the numbers of its evidence."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sprintmind.ask.lines import Line, Outline, admission
from sprintmind.ask.understanding import listed
from sprintmind.domain.events import Source
from sprintmind.domain.evidence import Evidence, EvidenceKind
from sprintmind.domain.inquiries import Inquiry, Intent
from sprintmind.domain.likeness import WORD, content_words
from sprintmind.domain.people import Team
from sprintmind.domain.telling import SAYS, foreign

_SPOKEN = ("meeting", "standup", "comment")
_QUOTES = 3
"""More memories than these are listed and not quoted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What an author wrote."""

    text: str
    unknown: bool


def write(
    inquiry: Inquiry, outline: Outline, evidence: Sequence[Evidence], *, team: Team, searched: Sequence[str]
) -> Written:
    """Write an answer.

    Args:
        inquiry: The question.
        outline: What the ledger answers.
        evidence: Numbered: that of the outline, and what memory recalled.
        team: Whose people are named.
        searched: Where it was looked, for an answer that says that it does not know.
    """
    numbers = {_identity(each): each.n for each in evidence}
    quoted = list(_quotes(inquiry, outline, evidence, team))
    lines = [_sentence(line, numbers) for line in outline.lines]
    known = bool(lines) and not outline.unknown
    if known or (quoted and inquiry.intent in (Intent.SAID, Intent.OTHER)):
        return Written(text="\n".join([*lines, *quoted]), unknown=False)
    first, would = admission(inquiry, outline)
    admitted = [] if any(not line.evidence for line in outline.lines) else [f"{first}."]
    told = [*admitted, *lines, f"Searched: {' and '.join(searched)}.", f"{would}."]
    return Written(text="\n".join([*told, *quoted]), unknown=True)


def _identity(evidence: Evidence) -> tuple[object, ...]:
    return evidence.kind, evidence.text, evidence.event, evidence.subject


def _sentence(line: Line, numbers: Mapping[tuple[object, ...], int]) -> str:
    cited = dict.fromkeys(numbers[_identity(each)] for each in line.evidence)
    text = line.text.rstrip(".")
    first = text.split(" ", 1)[0]
    opened = text if "/" in first else f"{text[0].upper()}{text[1:]}"
    return f"{opened} {''.join(f'[{n}]' for n in cited)}".rstrip() + "."


def _quotes(inquiry: Inquiry, outline: Outline, evidence: Sequence[Evidence], team: Team) -> Iterator[str]:
    """Quote the memories that speak of what was asked: corrections first, then where the ledger has no answer."""
    wanted = _wanted(inquiry, team)
    answered = any(line.evidence for line in outline.lines)
    asks_memory = inquiry.intent in (Intent.SAID, Intent.OTHER) or (outline.unknown and not answered)
    stated = " ".join(each.quote for each in evidence if each.kind is EvidenceKind.STATE and each.quote)
    count = 0
    for each in evidence:
        if (
            each.kind is EvidenceKind.STATE
            or each.source == Source.DERIVED
            or not (asks_memory or _adds(each, inquiry))
        ):
            continue
        said = _best_line(each, wanted)
        if said and inquiry.intent is Intent.WHY and listed("asks", "reasons").isdisjoint(_words(said)):
            continue
        if said and count < _QUOTES and (foreign(said).partition(": ")[2] or foreign(said)) not in stated:
            count += 1
            yield f"{_origin(each, team)}: “{foreign(said, most=300)}” [{each.n}]."


def _adds(evidence: Evidence, inquiry: Inquiry) -> bool:
    """Tell whether a memory belongs beside what the ledger answers: a correction, or what people said to a why."""
    if evidence.kind is EvidenceKind.CORRECTION:
        return True
    return inquiry.intent is Intent.WHY and evidence.source in _SPOKEN


def _wanted(inquiry: Inquiry, team: Team) -> Sequence[frozenset[str]]:
    """Tell what words a memory must have to speak of what was asked: one of each group."""
    names = [each.name for each in team.people if each.id in inquiry.people]
    groups = [
        *([frozenset(key.casefold() for key in inquiry.tickets)] if inquiry.tickets else []),
        *([frozenset(word for name in names for word in content_words(name))] if names else []),
        *([content_words(" ".join(inquiry.customers))] if inquiry.customers else []),
        *([inquiry.topic] if inquiry.topic else []),
    ]
    return tuple(group for group in groups if group)


def _best_line(evidence: Evidence, wanted: Sequence[frozenset[str]]) -> str | None:
    """Pick the line that speaks of what was asked; None where none does, or where nothing in particular was asked."""
    heading, *rest = evidence.text.splitlines() or [""]
    lines = rest or [heading]
    if not wanted:
        return None
    whole = _words(evidence.text)
    if not all(_meets(group, whole) for group in wanted):
        return None
    return max(lines, key=lambda line: sum(len(group & _words(line)) for group in wanted))


def _meets(group: frozenset[str], words: frozenset[str]) -> bool:
    """Half of a group's words are enough, so that a topic of several words need not be said word for word."""
    return len(group & words) * 2 >= len(group)


def _words(text: str) -> frozenset[str]:
    return content_words(text) | frozenset(word.casefold() for word in WORD.findall(text))


def _origin(evidence: Evidence, team: Team) -> str:
    heading, *rest = evidence.text.splitlines() or [""]
    if rest and re.search(r"\d{4}-\d\d-\d\d", heading):
        return foreign(heading)
    day = f" of {team.calendar.day(evidence.at)}" if evidence.at else ""
    source = next((name for key, name in SAYS.items() if key.value == evidence.source), "memory")
    return f"{source[0].upper()}{source[1:]}{day}"


def searched_in(labels: Iterable[str]) -> tuple[str, ...]:
    """Say where it was looked, in words that count nothing."""
    names = tuple(labels)
    memory = f"memory ({', '.join(names)})" if names else "no memory"
    return ("tickets, pull requests, promises, risks and conflicts in the ledger,", memory)
