"""What belongs to a ticket and is not the ticket: its kin, its pieces, and things that are told apart by it."""

from sprintmind.reading.lexicon import listed, united
from sprintmind.reading.sentences import Clause

_WHICH = frozenset({"that", "which"})
_IN_ORDER = frozenset({"first", "second", "third", "end", "happy", "quarter"})
"""Behind a ticket, these parts tell when or in which order."""
_PIECES = listed("words", "parts") - _IN_ORDER


def is_kin(clause: Clause, preposition: int) -> bool:
    """Mind that "the parent of NW-1" and "the follow-up to NW-1" are other things, whatever their nouns may mean."""
    before = clause.texts(max(clause.start, preposition - 2), preposition)
    kin = len(before) == 2 and before[1] in listed("limits", "kin")
    return kin or before[:1] == ("-",)


def in_relative(clause: Clause, ticket: int) -> bool:
    """Mind that "the change that caused NW-1 is merged" and "the bug that NW-1 fixes is old" are about others."""
    if clause.all.isdisjoint(_WHICH):
        return False
    for at in (ticket - 1, ticket - 2):
        which = not _WHICH.isdisjoint(clause.texts(at, at + 1))
        if at < 2 or not which or clause.tokens[at - 2] not in listed("words", "determiners"):
            continue
        verb = "".join(clause.texts(ticket + 1, ticket + 2) if at == ticket - 1 else clause.texts(ticket - 1, ticket))
        return verb.isalpha() and verb not in united("words.fillers", "around.verbs")
    return False


def names_piece(clause: Clause, start: int) -> bool:
    """Tell whether a piece of a ticket is named right behind it: "NW-1's backend", "NW-1 frontend", "NW-1 (part 2)"."""
    behind = clause.texts(start, start + 4)
    if behind[:1] == ("(",):
        return bool(_PIECES & set(behind[1:2])) and ")" in behind
    return behind[:1] == ("'s",) or bool(_PIECES & set(behind[:1]))
