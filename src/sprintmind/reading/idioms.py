"""Words that sound like a claim and are none: habits, activities as such, adjectives, addresses, a tool's lines."""

import re
from collections import Counter
from collections.abc import Collection
from functools import cache

from sprintmind.reading.checks import Check
from sprintmind.reading.descriptions import DESCRIPTIONS
from sprintmind.reading.elsewhere import ELSEWHERE
from sprintmind.reading.lexicon import Cue, listed, united
from sprintmind.reading.limits import LIMITS
from sprintmind.reading.loose_waits import depends_loosely, holds_nothing_up, needed_by_nothing, told_of_others
from sprintmind.reading.sentences import Clause

_TOOL_LINE = re.compile(r"^\S{0,40}\s?\[?(?:WARN|WARNING|ERROR|INFO|DEBUG)\]?[:\s]")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_DETERMINED = frozenset({"a", "an", "the", "this", "our"})
_ADJUNCT = frozenset({"around", "for", "of", "the", "with", "an", "a"})
_LABELS = frozenset({(":",), ("->",), ("→",)})


def _telling(phrases: Collection[str]) -> frozenset[str]:
    """Give of each phrase a word that not every other sentence has, the same of as many phrases as it may be."""
    small = united("words.fillers", "words.determiners")
    counts = Counter(word for phrase in phrases for word in phrase.split(" ") if word not in small)
    return frozenset(max(phrase.split(" "), key=counts.__getitem__) for phrase in phrases)


_HABIT_WORDS = _telling(listed("idioms", "habit_phrases"))


def idiom(clause: Clause, cue: Cue) -> str | None:
    """Tell why a cue is no claim whatever it is about, or None if it may be one."""
    words = clause.all
    for check in _checks(cue.family):
        if (check.words is None or not check.words.isdisjoint(words)) and (why := check.tell(clause, cue)):
            return why
    return None


def _address(clause: Clause, cue: Cue) -> str | None:
    """A word in a web address or a path says nothing."""
    text = clause.sentence.utterance.text
    if "/" not in text:
        return None
    at = clause.places[cue.start][0]
    start = max(text.rfind(sign, 0, at) for sign in " \n\t(<") + 1
    return "part of a web address" if "://" in text[start:at] else None


def _tool_line(clause: Clause, cue: Cue) -> str | None:  # noqa: ARG001  # all checks are called alike
    return "a line that a tool put out" if _TOOL_LINE.match(clause.sentence.utterance.text) else None


def _habit(clause: Clause, cue: Cue) -> str | None:
    often = listed("idioms", "often") & set(clause.texts(cue.end, cue.end + 4))
    if often or listed("idioms", "habits") & set(clause.sentence.texts[: cue.start]):
        return "a habit"
    if _HABIT_WORDS.isdisjoint(clause.all):
        return None
    said = f" {' '.join(clause.sentence.texts)} "
    return "a habit" if any(f" {phrase} " in said for phrase in listed("idioms", "habit_phrases")) else None


def _activity(clause: Clause, cue: Cue) -> str | None:
    """Mind that "a way of doing that", "support for building kernels" name an activity and report none."""
    last = clause.tokens[cue.start]
    if cue.family != "in_progress" or not last.endswith("ing"):
        return None
    at = cue.start - 1
    while at > clause.start and clause.tokens[at] in listed("elsewhere", "adverbs") - {","}:
        at -= 1
    if {clause.tokens[at], clause.tokens[cue.start - 1]} & listed(
        "idioms", "gerund_leads"
    ) and cue.start > clause.start:
        return "an activity as such"
    if clause.texts(cue.start - 1, cue.start) == ("#t",) and listed("idioms", "compounds") & set(
        clause.texts(cue.end, cue.end + 1)
    ):
        return "part of a name"
    return None


def _doing(clause: Clause, cue: Cue) -> str | None:
    """Mind that "clients are doing well" and "doing the same is easier" take nothing up; "I'm doing NW-1" does."""
    if clause.texts(cue.start, cue.end) != ("doing",):
        return None
    behind, lead = clause.texts(cue.end, clause.end), clause.texts(cue.start - 1, cue.start)
    if behind[:1] in _LABELS or lead in _LABELS or lead == ("(",):
        return None
    at = cue.start - 1
    while at >= clause.start and clause.tokens[at] in listed("idioms", "between"):
        at -= 1
    who = clause.tokens[at] if at >= clause.start else ""
    place = next((n for n, text in enumerate(behind) if text == "#t"), len(behind))
    if _is_object(behind, place):
        opens = who in {"", ",", "and", "#d", "-"} | listed("idioms", "doers")
        return None if opens else "what others do"
    if who == "#t" and "".join(behind[:1]) in {"", ",", ".", ";", "!"}:
        return None
    rest = [text for text in behind if text.isalpha() and text not in listed("words", "fillers")]
    meant = not rest or place < min(6, len(behind)) or any(n < cue.start for n in clause.tickets)
    return None if who in listed("idioms", "doers") and meant else "an idiom, not a report"


def _is_object(behind: tuple[str, ...], place: int) -> bool:
    """Tell whether a ticket is what is done, and not the subject of what is said of doing it."""
    small = united("words.determiners", "words.fillers")
    if place == len(behind) or behind[place + 1 : place + 2] in {("is",), ("'s",), ("was",)}:
        return False
    return small.issuperset(behind[:place])


def _adjective(clause: Clause, cue: Cue) -> str | None:
    """Mind that "the live network", "for improved demos" and "complete enough" describe a thing."""
    one = clause.texts(cue.start, cue.end)
    if one == ("complete",) and (
        clause.texts(cue.end, cue.end + 1) == ("enough",)
        or listed("idioms", "degrees") & set(clause.texts(cue.start - 1, cue.start))
    ):
        return "a matter of degree"
    lead = "".join(clause.texts(cue.start - 1, cue.start))
    if lead not in _DETERMINED and lead not in _ADJUNCT and lead != ",":
        return None
    behind = "".join(clause.texts(cue.end, cue.end + 1))
    known = united("words.fillers", "words.prepositions", "words.whole")
    named = behind.isalpha() and behind not in known
    determined = lead in _DETERMINED and cue.family == "done"
    if lead == "," and clause.texts(cue.start - 2, cue.start - 1) in {("a",), ("an",), ("the",)} and behind.isalpha():
        return "an adjective"
    adjunct = lead in _ADJUNCT and cue.family == "part"
    return "an adjective" if named and len(one) == 1 and (determined or adjunct) else None


def _participle(clause: Clause, cue: Cue) -> str | None:
    """Mind that "a backend written in Rust", "prepared to write" and "set up in a way" tell what something is like."""
    if cue.family != "part":
        return None
    words, behind = clause.texts(cue.start, cue.end), clause.texts(cue.end, cue.end + 3)
    lead = "".join(clause.texts(cue.start - 1, cue.start))
    if words[0] in {"written", "rewritten"} and lead.isalpha() and lead not in listed("words", "fillers"):
        return "an adjective"
    if words == ("made",) and behind[:1] == ("#t",) and behind[1:2] in {("a",), ("more",), ("less",), ("much",)}:
        return "an effect, not work"
    if (words == ("prepared",) and behind[:1] == ("to",)) or (words == ("set", "up") and behind == ("in", "a", "way")):
        return "an adjective"
    return None


def _indirect(clause: Clause, cue: Cue) -> str | None:
    """Mind that "it depends on how NW-1 is integrated" and "anything else the team works on" ask."""
    if cue.family == "part" and listed("idioms", "indirect") & set(
        clause.texts(max(clause.start, cue.start - 4), cue.start)
    ):
        return "an indirect question"
    if cue.family == "in_progress" and clause.sentence.texts[0] == "anything":
        return "a question"
    return None


def _undone(clause: Clause, cue: Cue) -> str | None:
    if cue.family not in {"part", "done"}:
        return None
    return (
        "undone since" if {"roll", "rolled"} & set(clause.sentence.texts[cue.end :]) and "back" in clause.all else None
    )


def _duty(clause: Clause, cue: Cue) -> str | None:
    """Mind that "we have to review" and "what we want to test" are needs and wishes; "NW-1 went to test" is not."""
    words = clause.texts(cue.start, cue.end)
    if words[-2:] not in {("to", "test"), ("to", "review")} or cue.family not in {"in_qa", "in_review"}:
        return None
    if words[0] in {"have", "has", "need", "needs", "want"}:
        return "a need, not a state"
    if words[0] == "to" and "".join(clause.texts(cue.start - 1, cue.start)) not in listed("idioms", "arrivals"):
        return "a need, not a state"
    return None


def _torn(clause: Clause, cue: Cue) -> str | None:
    """Mind that "which is in… in slot one" breaks off, "are out of sync" goes on, "40%-50% of our time" shares time."""
    words, behind = clause.texts(cue.start, cue.end), clause.texts(cue.end, cue.end + 4)
    if cue.family == "done" and (
        clause.verbatim(cue.start, cue.end).endswith(("…", "..")) or words[-1:] + behind[:1] == ("out", "of")
    ):
        return "not all that was said"
    if words[0] == "%" and "%" in behind and "of" in clause.texts(cue.end, cue.end + 5):
        return "a share of something else"
    if cue.name == "in_progress.state" and words[0] == "started" and ("during" in behind or _is_long_ago(clause, cue)):
        return "of the past"
    return None


def _is_long_ago(clause: Clause, cue: Cue) -> bool:
    """Mind that "we started November 2016" tells of a year: nobody says so of a ticket."""
    spoken = " ".join(
        clause.when(n).phrase if clause.tokens[n] == "#d" else clause.tokens[n]
        for n in range(cue.end, min(cue.end + 4, clause.end))
    )
    return bool(_YEAR.search(spoken)) and not clause.tickets


def _description(clause: Clause, cue: Cue) -> str | None:
    """Mind that "all of them, which are released" describes, and "released, or another release" begins in mid-air."""
    if cue.family != "done" or "#t" in clause.sentence.texts:
        return None
    which = clause.texts(clause.start, clause.start + 2) == ("which", "are")
    choice = cue.start == 0 and clause.texts(cue.end, cue.end + 2) == (",", "or")
    return "a description" if which or choice else None


def _nowhere(clause: Clause, cue: Cue) -> str | None:
    """Mind that "there is no place where NW-1 is, you know, released" denies it from afar."""
    ahead = clause.sentence.texts[: cue.start]
    return "negated" if any(text == "no" and "place" in ahead[n : n + 4] for n, text in enumerate(ahead)) else None


def _place(clause: Clause, cue: Cue) -> str | None:
    """Mind that "it's merged in NW-1" has something else merged there."""
    it = {"it", "that", "this"} & set(clause.texts(max(clause.start, cue.start - 4), cue.start))
    inside = clause.tokens[cue.end - 1] == "in" and clause.texts(cue.end, cue.end + 1) == ("#t",)
    return "a place, not what was done" if it and inside and cue.family == "done" else None


_CHECKS = (
    Check(_address, words=frozenset({"/"})),
    Check(_tool_line),
    Check(_habit, words=united("idioms.often", "idioms.habits") | _HABIT_WORDS),
    Check(_activity, families=frozenset({"in_progress"})),
    Check(_doing, words=frozenset({"doing"})),
    Check(_adjective, families=frozenset({"done", "part"})),
    Check(_participle, families=frozenset({"part"})),
    Check(_indirect, families=frozenset({"in_progress", "part"}), words=listed("idioms", "indirect") | {"anything"}),
    Check(_undone, families=frozenset({"done", "part"}), words=frozenset({"roll", "rolled"})),
    Check(_duty, families=frozenset({"in_qa", "in_review"}), words=frozenset({"to"})),
    Check(_torn, words=frozenset({"%", ".", "..", "...", "during", "out", "started"})),
    Check(_description, families=frozenset({"done"})),
    Check(_nowhere, words=frozenset({"place"})),
    Check(_place, families=frozenset({"done"}), words=frozenset({"in"})),
    Check(needed_by_nothing, words=frozenset({"need", "needs"})),
    Check(depends_loosely, families=frozenset({"blocked", "dependency"})),
    Check(holds_nothing_up, families=frozenset({"blocked"})),
    Check(told_of_others, families=frozenset({"blocked", "dependency"}), words=frozenset({"says", "hang"})),
    *DESCRIPTIONS,
    *ELSEWHERE,
    *LIMITS,
)


@cache
def _checks(family: str) -> tuple[Check, ...]:
    """Tell what to look for around the cues of a family."""
    return tuple(check for check in _CHECKS if check.families is None or family in check.families)
