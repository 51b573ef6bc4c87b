"""How a text stands to what it mentions: denied, past, rejected, for later, only if something breaks, or meant."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import pairwise

from sprintmind.conditions.files import facts
from sprintmind.conditions.passages import Part, Sentence
from sprintmind.conditions.phrases import Pattern, Spot, pattern, spots

REACH = 8  # words before a mention in which a negation still means it
_BREAKS = frozenset(
    {
        ";",
        "(",
        ")",
        "-",
        "→",
        "+",
        "!",
        "?",
        '"',
        "but",
        "however",
        "although",
        "though",
        "because",
        "whereas",
        "so",
        "then",
    }
)
_CALMING = frozenset({"green", "saf"})
_ALARMING = frozenset({"red", "yellow"})
_SUBJECTS = frozenset({"we", "i", "it", "they", "he", "she", "there", "who", "which", "you", "one"})
_RETREATS = frozenset({"revert", "restor", "abort", "undo", "back", "roll", "rollback"})
_RELATIVE = frozenset({"who", "whoever", "whom", "whose", "which"})
_DENIALS = frozenset({"not", "no", "never", "without", "nobody", "none", "nothing", "neither"})
_VERBS = frozenset(
    {"deploy", "releas", "ship", "run", "switch", "mov", "replac", "delet", "remov", "flush", "roll", "push"}
)
_PARTS = {
    Part.HISTORY: "it stands in a part about the past",
    Part.REJECTED: "it stands among rejected options",
    Part.OUTSIDE: "it stands in a part about what is not in scope",
    Part.LATER: "it stands in a part about what comes later",
    Part.FALLBACK: "it stands in the way back, for when something breaks",
}


class Standing(Enum):
    """What a text says of a measure that it mentions."""

    TAKEN = "taken"
    ABSENT = "absent"
    """It is said not to be taken, or only later."""
    UNSAID = "unsaid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a mention is to be taken."""

    told: bool = False
    """The text tells of the past, as a lesson does, so that the past is no objection."""
    denying: bool = False
    """The words themselves deny something ("not tried on a copy")."""
    holding: bool = False
    """A part of the words denies something, "with no delay", and the whole does not."""
    broken: bool = False
    """It is about what happens when something breaks, as retries are, so that this is no objection."""
    unfolding: bool = False
    """It is done over time, so that a later part of it is no delay."""
    anywhere: bool = False
    """It holds whatever else the sentence speaks of."""


SAID = Manner()


def objection(sentence: Sentence, spot: Spot, manner: Manner = SAID) -> str | None:
    """Tell why a danger that is mentioned is not part of the plan, or None if it is."""
    return next((why for check in _CHECKS if (why := check(sentence, spot, manner))), None)


def _of_the_text(sentence: Sentence, spot: Spot, manner: Manner) -> str | None:
    if _addresses_the_judge(sentence, spot):
        return "words that address whoever judges are no part of a plan"
    if is_quoted(sentence, spot):
        return "somebody else's words, or a name"
    return None if manner.told else _of_the_part(sentence, spot, manner)


def _of_the_part(sentence: Sentence, spot: Spot, manner: Manner) -> str | None:
    if not manner.anywhere and _marked("mood.elsewhere", sentence):
        return "it is about something else than software"
    if sentence.part is not Part.PLAN:
        return _PARTS[sentence.part]
    if sentence.asked and any(each.start == 0 for each in _found("mood.asking", sentence)):
        return "it is only asked"
    _, right = clause(sentence, spot)
    if _near("mood.described", sentence, 0, right):
        return "it is what something tells or shows"
    return "an option that was rejected" if _marked("mood.rejected", sentence) else None


def _addresses_the_judge(sentence: Sentence, spot: Spot) -> bool:
    """Tell whether a danger is named only to whoever judges; what asks for GREEN hides none of its sentence."""
    if not _marked("mood.machine", sentence) or sentence.stems & _CALMING:
        return False
    left, right = clause(sentence, spot)
    return bool(sentence.stems & _ALARMING) or _near("mood.machine", sentence, left, right)


def _of_the_clause(sentence: Sentence, spot: Spot, manner: Manner) -> str | None:
    return "negated" if not manner.denying and is_denied(sentence, spot, holding=manner.holding) else None


def _of_the_time(sentence: Sentence, spot: Spot, manner: Manner) -> str | None:
    if manner.told:
        return None
    left, right = clause(sentence, spot)
    troubles = _apart_from("mood.prepared", "mood.trouble", sentence)
    after = (each for each in troubles if not _has_a_consequence(sentence, each, troubles))
    if not manner.broken and (_lies(troubles, 0, spot.end) or _lies(after, spot.end, right)):
        return "only if something breaks"
    if _near("time.separate", sentence, spot.end, right) or _near("time.separate", sentence, left, spot.start):
        return "it comes later, apart from this change"
    if _near("mood.reported", sentence, left, spot.start):
        return "it is told, not done"
    over = _is_history(sentence, spot, left, right) or _near("time.past", sentence, spot.start - 3, spot.start)
    return "of the past" if over and not manner.denying else None


def _has_a_consequence(sentence: Sentence, trouble: Spot, troubles: Iterable[Spot]) -> bool:
    """Tell whether it is said what happens then, so that what stands before happens anyway: "if it fails we revert"."""
    end = max(each.end for each in troubles if each.start == trouble.start)
    return any(word.stem in _SUBJECTS | _RETREATS for word in sentence.words[end : end + 1])


def _is_history(sentence: Sentence, spot: Spot, left: int, right: int) -> bool:
    """Tell whether a clause is of the past; "whoever was away since 2021" only tells who is meant."""
    told = next((n for n in range(spot.start, right) if sentence.words[n].stem in _RELATIVE), right)
    return _lies(_apart_from("time.current", "time.history", sentence), left, max(told, spot.end))


_CHECKS = (_of_the_text, _of_the_clause, _of_the_time)


def standing(sentence: Sentence, spot: Spot, manner: Manner = SAID) -> Standing:
    """Tell whether a measure that is mentioned is taken."""
    told = manner.told
    if sentence.part in (Part.OUTSIDE, Part.LATER) and not told:
        return Standing.ABSENT
    if _is_unsaid(sentence, spot, told=told):
        return Standing.UNSAID
    left, right = clause(sentence, spot)
    if not manner.unfolding and (
        _near("time.later", sentence, left, right)
        or _near("time.later", sentence, spot.end, min(spot.end + 9, _tail(sentence, right)))
    ):
        return Standing.ABSENT
    denials = _apart(_denials(sentence, spot, "negation.before") | _denials(sentence, spot, "negation.skipped"))
    inside = (index for index in range(spot.start, spot.end) if index not in _idle(sentence))
    inner = sum(sentence.words[index].stem in _DENIALS for index in inside) * (not manner.denying)
    after = _near("negation.measure_after", sentence, spot.end, min(right + 4, spot.end + 8))
    if (denials + inner + after) % 2:
        return Standing.ABSENT
    compared = _near("time.compared", sentence, left, min(right + 1, len(sentence.words)))
    outdated = _near("time.outdated", sentence, left, right) and not (told or compared)
    return Standing.UNSAID if outdated else Standing.TAKEN


def _is_unsaid(sentence: Sentence, spot: Spot, *, told: bool) -> bool:
    apart = sentence.part is not Part.PLAN or sentence.asked or _marked("mood.rejected", sentence)
    unreal = any(_marked(f"mood.{each}", sentence) for each in ("machine", "hypothetical", "described"))
    return (apart and not told) or unreal or is_quoted(sentence, spot)


def is_denied(sentence: Sentence, spot: Spot, *, holding: bool = False) -> bool:
    """Tell whether what is mentioned is said not to be there; `holding` words deny a part of themselves, "no delay"."""
    _, right = clause(sentence, spot)
    idle = _idle(sentence)
    inner = any(
        sentence.words[index].stem in {"not", "never", "instead", "without", "no"} and index not in idle
        for index in range(spot.start, spot.end)
    )
    before = _denials(sentence, spot, "negation.before") | _denials(sentence, spot, "negation.dropped")
    after = _near(
        "negation.after", sentence, spot.end, min(len(sentence.words), max(right, spot.end + 2), spot.end + 7)
    )
    return bool((inner and not holding) or before or after)


def is_quoted(sentence: Sentence, spot: Spot) -> bool:
    """Tell whether words stand between quotation marks."""
    marks = [index for index, word in enumerate(sentence.words) if word.stem == '"']
    return len([index for index in marks if index < spot.start]) % 2 == 1 and any(index >= spot.end for index in marks)


def clause(sentence: Sentence, spot: Spot) -> tuple[int, int]:
    """Tell where the clause of a mention begins and ends, as indices of words."""
    words = sentence.words
    left = next((n + 1 for n in range(spot.start - 1, -1, -1) if _breaks(sentence, n)), 0)
    right = next((n for n in range(spot.end, len(words)) if _breaks(sentence, n)), len(words))
    return left, right


def _tail(sentence: Sentence, right: int) -> int:
    """Tell how far what is added behind a comma still speaks of the clause before it, "a load test, later"."""
    words = sentence.words
    own = right + 1 < len(words) and words[right + 1].stem in _SUBJECTS
    return right if own else right + 6


def _breaks(sentence: Sentence, index: int) -> bool:
    words = sentence.words
    stem = words[index].stem
    after = words[index + 1].stem if index + 1 < len(words) else ""
    if stem in {",", "and", ":"}:
        return after in _SUBJECTS or stem in {",", ":"}
    return stem in _BREAKS


def is_lacking(sentence: Sentence, spot: Spot) -> bool:
    """Tell whether what is mentioned is said to be elsewhere, broken or still to come, "on loan", without a denial."""
    _, right = clause(sentence, spot)
    return not _is_unsaid(sentence, spot, told=False) and _near("negation.lacking", sentence, spot.start, right)


def _denials(sentence: Sentence, spot: Spot, name: str) -> set[Spot]:
    """Find what denies a mention from before it, within reach and its own clause or list."""
    left = max(_list_start(sentence, spot.start), spot.start - REACH)
    idle = _idle(sentence)
    return {each for each in _found(name, sentence) if left <= each.start < spot.start and each.start not in idle}


def _apart(denials: set[Spot]) -> int:
    """Count what denies, once where a word of one list is part of another's: "go without" is no double denial."""
    ordered = sorted(denials)
    return len(ordered) - sum(later.start < each.end for each, later in pairwise(ordered))


def _idle(sentence: Sentence) -> frozenset[int]:
    """Tell which words only look like denials, "not null"."""
    return frozenset(index for each in _found("negation.idle", sentence) for index in range(each.start, each.end))


def _list_start(sentence: Sentence, start: int) -> int:
    """Tell where the negation of a list may begin: "no schema, configuration or library changes"."""
    words = sentence.words
    since = 0
    for index in range(start - 1, -1, -1):
        stem = words[index].stem
        if stem == ",":
            if since > 3 or words[index + 1].stem in _SUBJECTS:
                return index + 1
            since = 0
        elif _breaks(sentence, index) or (stem == "and" and words[index + 1].stem in (_SUBJECTS | _VERBS)):
            return index + 1
        else:
            since += 1
    return 0


def _marked(name: str, sentence: Sentence) -> bool:
    return bool(_found(name, sentence))


def _near(name: str, sentence: Sentence, start: int, end: int) -> bool:
    return _lies(_found(name, sentence), start, end)


def _lies(marks: Iterable[Spot], start: int, end: int) -> bool:
    return any(start <= each.start and each.end <= max(end, start) for each in marks)


def _apart_from(excused: str, name: str, sentence: Sentence) -> tuple[Spot, ...]:
    """Find the markers of a list that share no word with one of the list that excuses them."""
    marks = _found(name, sentence)
    spared = _found(excused, sentence) if marks else ()
    return tuple(each for each in marks if all(each.end <= one.start or one.end <= each.start for one in spared))


def _found(name: str, sentence: Sentence) -> tuple[Spot, ...]:
    """Find the markers of a list in a sentence; looked up once."""
    known = sentence.__dict__.setdefault("marks", {})
    if name not in known:
        known[name] = tuple(spot for each in _patterns(name) for spot in spots(each, sentence, document=()))
    found: tuple[Spot, ...] = known[name]
    return found


@cache
def _patterns(name: str) -> tuple[Pattern, ...]:
    section, _, key = name.partition(".")
    group = facts("stance")[section]
    if not isinstance(group, dict):
        raise TypeError(f"stance.{section} is no table")
    return tuple(pattern(str(each)) for each in group[key])
