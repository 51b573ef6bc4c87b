"""What a verb that names no ticket is done to: an object of its own, or what was spoken of just before."""

from sprintmind.reading.lexicon import Cue, listed, united
from sprintmind.reading.sentences import Clause

_OBJECTS = frozenset({"it", "that", "this", "them", "those", "these", "both"})
_BACK_REFERENCE = frozenset({"on", "with", "doing", "started", "continuing", "continued", "began", "building"})
_ITS_OWN = frozenset({("a",), ("an",), ("the",), ("some",), ("my",), ("our",), ("doing",), ("to",)})
_SHORT = 2
"""A number of more digits than this is a name, "we have done the 7997"."""


def other_object(clause: Clause, cue: Cue) -> bool:
    """Tell whether a verb that names no ticket has an object of its own: "we started a profiler", "working on …"."""
    behind = clause.texts(cue.end, cue.end + 4)
    if cue.family in {"done", "cancelled"} and _is_of_another(clause, cue, behind):
        return True
    if cue.family != "in_progress":
        return False
    if clause.tokens[cue.end - 1] == "progress" or clause.tokens[cue.start] == "started":
        return _makes_way(clause, cue) or _starts(clause, cue, behind)
    return _has_object(clause, cue, behind)


def _makes_way(clause: Clause, cue: Cue) -> bool:
    """Mind that "making progress on choosing one" tells of the choice; "making progress on it" of the ticket."""
    behind = clause.texts(cue.end, cue.end + 2)
    gerund = behind[1:] != () and behind[1].endswith("ing") and behind[1] not in listed("elsewhere", "work")
    return gerund and behind[0] in {"on", "in", "with"}


def _starts(clause: Clause, cue: Cue, behind: tuple[str, ...]) -> bool:
    """Mind that "we started scaling" and "we started, basically, this tool" have their own object."""
    if _has_object(clause, cue, behind):
        return True
    last = clause.tokens[cue.end - 1] == "started"
    if last and behind[:1] and behind[0].endswith("ing") and behind[0] not in listed("elsewhere", "work"):
        return not (_OBJECTS | {"#t"}) & set(behind[1:])
    after = clause.tokens[cue.end : cue.end + 6]
    at = next((n for n, text in enumerate(after) if text not in listed("elsewhere", "adverbs")), 0)
    own = after[at : at + 2]
    named = last and at > 1 and len(own) > 1 and own[0] in listed("words", "determiners")
    return named and own[1].isalpha() and own[1] not in united("words.whole", "words.fillers")


def _has_object(clause: Clause, cue: Cue, behind: tuple[str, ...]) -> bool:
    if clause.tokens[cue.end - 1] not in _BACK_REFERENCE:
        return False
    if behind[:1] in _ITS_OWN:
        known = listed("words", "whole") | {"#t", "last", "same", "other"}
        return not any(text in known for text in behind[1:3])
    if clause.tokens[cue.end - 1] not in {"on", "with"}:
        return False
    trails = clause.verbatim(cue.end - 1, min(cue.end + 1, clause.end)).endswith(("…", ".."))
    known = united("words.whole", "words.fillers")
    named = behind and behind[0].isalpha() and behind[0] not in known and behind[0] not in _OBJECTS
    return trails or bool(named)


def _is_of_another(clause: Clause, cue: Cue, behind: tuple[str, ...]) -> bool:
    """Tell whether something else was done or dropped: "we shipped this: …", "done some splitting", "it closed"."""
    lead = clause.texts(cue.start - 1, cue.start)
    if behind[:2] == ("this", ":") or (clause.texts(cue.start, cue.end) == ("closed",) and lead == ("it",)):
        return True
    if clause.texts(cue.start, cue.end)[-1] == "doing":
        return behind[:1] != () and behind[0].isalpha() and behind[0] not in _OBJECTS | {"any", "anymore"}
    doer = listed("idioms", "doers") | {"have", "has", "'s"}
    own = behind[:1] != () and behind[0] in listed("words", "determiners") and len(behind) > 1
    thing = own and _is_named(behind[1])
    return _is_long(clause, cue) or (cue.name.endswith(".state") and lead != () and lead[0] in doer and thing)


def _is_named(word: str) -> bool:
    known = united("words.whole", "words.fillers")
    return (word.isalpha() and word not in known) or (word.isdigit() and len(word) > _SHORT)


def _is_long(clause: Clause, cue: Cue) -> bool:
    """Mind that "I dropped that linear index thing" names the thing; "I dropped that whole thing" does not."""
    behind = clause.texts(cue.end, cue.end + 7)
    stop = next((n for n, text in enumerate(behind) if text in {"thing", "things"}), 0)
    own = [text for text in behind[1:stop] if text.isalpha() and text not in listed("words", "fillers")]
    return behind[:1] != () and behind[0] in listed("words", "determiners") and len(own) > 1 and "#t" not in behind
