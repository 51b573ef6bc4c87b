"""Moves from one state to another, as change logs and arrows tell them: the state moved to counts."""

from collections.abc import Iterator

from sprintmind.reading.context import Context, said
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.modality import objection
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.tables import state_named

_ARROWS = frozenset({"→", "->", "=>"})
_MOVES = listed("around", "transition_verbs")


def transitions(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "NW-1 -> QA" and "moved NW-1 from Code Review to Done"."""
    moves = "to" in clause.all and not _MOVES.isdisjoint(clause.all)
    if not clause.tickets or (not moves and _ARROWS.isdisjoint(clause.all)):
        return
    leads = _ARROWS | {"to"}
    places = [n for n in range(clause.start + 1, clause.end - 1) if clause.tokens[n] in leads and _leads(clause, n)]
    if not places:
        return
    start = places[-1] + 1
    end, state = _state(clause, start, context)
    if any(cue.start >= end and cue.family in {"done", "in_review", "in_qa", "in_progress"} for cue in clause.cues):
        return
    named = {_state(clause, n + 1, context)[1] for n in places}
    if state == "done" and "cancelled" in named:
        state = "cancelled"
    if state == "done" and any(cue.family == "cancelled" and cue.start >= end - 1 for cue in clause.cues):
        state = "cancelled"
    tickets = [clause.key(n) for n in clause.tickets if n < start]
    if state is None or not tickets or objection(clause, Cue("done.state", start - 1, end), context):
        return
    for ticket in tickets:
        kind = Kind.BLOCKED if state == "blocked" else Kind.STATUS
        value = True if state == "blocked" else state
        yield said(kind, clause, context, cue=Cue("transition.to", start - 1, end), ticket=ticket, value=value)


def _leads(clause: Clause, index: int) -> bool:
    text = clause.tokens[index]
    return text in _ARROWS or (text == "to" and bool(_MOVES & set(clause.texts(clause.start, index))))


def _state(clause: Clause, start: int, context: Context) -> tuple[int, str | None]:
    """Find the longest name of a state that begins at a word."""
    for end in range(min(start + 4, clause.end), start, -1):
        state = state_named(clause.verbatim(start, end), context)
        if state:
            return end, state
    return start, None
