"""What a model may take away: a claim of the rules whose own sentence holds a word of doubt that the rules let pass."""

from collections.abc import Sequence

from msgspec.structs import replace

from sprintmind.domain.proposed import Proposal
from sprintmind.proposing.asserted import FAMILIES
from sprintmind.proposing.places import Place
from sprintmind.reading.modality import moods
from sprintmind.reading.statements import Kind, Statement, unsaid

QUESTION = "question"


def marker(proposal: Proposal, place: Place) -> str | None:
    """Tell the words of doubt in a quote, outside what claims something there; None where it holds none."""
    kind = (proposal.value or "").strip().casefold()
    if kind == QUESTION:
        return "?" if place.whole.sentence.asked else None
    if kind not in FAMILIES:
        return None
    whole = place.whole
    for mood in moods(whole, FAMILIES[kind], 0, whole.end):
        words = whole.verbatim(mood.start, mood.end)
        inside = any(cue.start <= mood.start and mood.end <= cue.end for cue in whole.cues)
        if words in proposal.quote and not inside:
            return words
    return None


def doubted(
    statements: Sequence[Statement], proposal: Proposal, place: Place, *, words: str, model: str
) -> tuple[Statement, ...]:
    """Take away what a sentence claims, or leave a promise to a person; lifts stay, since they claim less by nature."""
    return tuple(
        _weaker(each, words=words, model=model) if _is_meant(each, proposal, place) else each for each in statements
    )


def _is_meant(statement: Statement, proposal: Proposal, place: Place) -> bool:
    here = {(each.quote, each.line, each.ticket) for each in place.heard.statements}
    if (statement.quote, statement.line, statement.ticket) not in here or statement.kind in _KEPT:
        return False
    if statement.kind is Kind.COMMITMENT:
        return statement.customer in place.names("#c") and not statement.needs_review
    lifted = statement.kind is Kind.BLOCKED and statement.value is False
    return (
        not lifted and statement.value != "pending" and statement.ticket in place.keys and _names(proposal, statement)
    )


_KEPT = frozenset({Kind.NONE, Kind.PROGRESS})


def _names(proposal: Proposal, statement: Statement) -> bool:
    return (proposal.ticket or "").strip().upper() == statement.ticket


def _weaker(statement: Statement, *, words: str, model: str) -> Statement:
    by = f"doubted by {model}: “{words}”"
    if statement.kind is Kind.COMMITMENT:
        return replace(statement, needs_review=True, cues=(*statement.cues, by))
    return replace(unsaid(statement, f"its sentence says “{words}”"), cues=(*statement.cues, by))
