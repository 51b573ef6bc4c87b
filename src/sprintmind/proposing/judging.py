"""A model's proposals beside what the rules read: what holds is added, what both read stands once, the rest is dropped.

Where the two differ, less is claimed: the rules' word stands against a proposal that says otherwise, and their
objection too; a proposal may take a claim of the rules away only by a word of doubt in that very sentence.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sprintmind.domain.events import TicketKey
from sprintmind.domain.proposed import Dropped, Proposal
from sprintmind.proposing.checks import CHECKS, Outcome
from sprintmind.proposing.doubts import doubted, marker
from sprintmind.proposing.parties import person
from sprintmind.proposing.places import Place, places
from sprintmind.proposing.promised import commitment
from sprintmind.reading.heard import MENTION, Heard
from sprintmind.reading.last_words import last_words
from sprintmind.reading.statements import Kind, Statement

DOUBT = "doubt"
_REPEATED = "proposed before"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What came of some proposals."""

    statements: tuple[Statement, ...]
    """What the text claims, the rules' and the model's, in order."""
    kept: tuple[Proposal, ...] = ()
    """Those that hold, whether the rules read them too or not."""
    dropped: tuple[Dropped, ...] = ()


def judged(
    statements: Sequence[Statement], proposals: Iterable[Proposal], *, talk: Sequence[Heard], model: str
) -> Judged:
    """Put proposals beside what the rules read.

    Args:
        statements: The rules', of the whole text.
        proposals: The model's.
        talk: The text, sentence by sentence.
        model: By whom they are proposed.
    """
    rules, added = tuple(statements), list[Statement]()
    kept: list[Proposal] = []
    dropped: list[Dropped] = []
    for proposal in proposals:
        found = tuple(places(proposal.quote, talk)) if proposal not in kept else ()
        if proposal.kind == DOUBT:
            weaker = _doubted(rules, proposal, found, model=model)
            outcome: Outcome | None = "nothing that is claimed there holds such a word" if weaker == rules else None
            rules = weaker
        else:
            outcome = _outcome(proposal, found, rules=rules, added=added)
        if isinstance(outcome, str):
            dropped.append(Dropped(proposal=proposal, reason=_REPEATED if proposal in kept else outcome))
            continue
        kept.append(proposal)
        if outcome is not None:
            added.append(replace(outcome, cues=(*outcome.cues, f"proposed by {model}"), proposed_by=model))
    return Judged(statements=_in_order(rules, last_words(added)), kept=tuple(kept), dropped=tuple(dropped))


def _doubted(
    rules: tuple[Statement, ...], proposal: Proposal, found: Iterable[Place], *, model: str
) -> tuple[Statement, ...]:
    for place in found:
        words = marker(proposal, place)
        if words:
            rules = doubted(rules, proposal, place, words=words, model=model)
    return rules


def _outcome(
    proposal: Proposal, found: Sequence[Place], *, rules: Sequence[Statement], added: Sequence[Statement]
) -> Outcome | None:
    """Judge a proposal where its quote stands: what it adds, None where that is claimed already, or why it drops."""
    kinds = {kind.value: kind for kind in (*CHECKS, Kind.COMMITMENT)}
    kind = kinds.get(proposal.kind)
    if kind is None:
        return f"{proposal.kind!r} is nothing that a text may claim"
    if not found:
        return "its quote does not stand in one sentence of the text"
    outcomes = [_at(place, proposal, kind, rules=rules, added=added) for place in found]
    return next((each for each in outcomes if not isinstance(each, str)), outcomes[0])


def _at(
    place: Place, proposal: Proposal, kind: Kind, *, rules: Sequence[Statement], added: Sequence[Statement]
) -> Outcome | None:
    if kind is Kind.COMMITMENT:
        objected = _objected(place, rules, kind, ticket=None)
        outcome: Outcome = objected or commitment(proposal, place)
    else:
        ticket = TicketKey((proposal.ticket or "").strip().upper())
        if ticket not in place.keys:
            return f"its quote does not name {proposal.ticket!r}"
        objected = _objected(place, rules, kind, ticket=ticket)
        outcome = objected or CHECKS[kind](proposal, place, ticket)
    if isinstance(outcome, str):
        return None if not objected and _agrees(place, proposal, kind, rules) else outcome
    return _beside(outcome, [*rules, *added])


def _objected(place: Place, rules: Sequence[Statement], kind: Kind, *, ticket: TicketKey | None) -> str | None:
    """Tell why the rules let this very sentence claim nothing of the kind, where they heard it and objected."""
    here = {(each.quote, each.line) for each in place.heard.statements}
    for each in rules:
        if (each.quote, each.line) not in here or each.ticket != ticket or each.reason in (None, MENTION):
            continue
        if each.meant is kind or (each.kind is Kind.PROGRESS and kind is Kind.STATUS):
            return f"the rules: {each.reason}"
    return None


def _agrees(place: Place, proposal: Proposal, kind: Kind, rules: Sequence[Statement]) -> bool:
    """Tell whether the rules claim the very same in this sentence, where their reading goes further than our checks."""
    here = {(each.quote, each.line) for each in place.heard.statements}
    same = [each for each in rules if each.kind is kind and (each.quote, each.line) in here]
    if kind is Kind.COMMITMENT:
        return any(each.customer == place.context.team.customer_named(proposal.customer or "") for each in same)
    ticket = (proposal.ticket or "").strip().upper()
    return any(each.ticket == ticket and _says(each, proposal, place) for each in same)


def _says(statement: Statement, proposal: Proposal, place: Place) -> bool:
    """Tell whether a statement is what a proposal puts forward, in all that it puts forward."""
    value = (proposal.value or "true").strip().casefold().replace(" ", "_")
    wanted = {value, proposal.date or "", str(person(proposal.person, place) or "")}
    named = ((proposal.by, statement.by), (proposal.waiting_on, statement.waiting_on))
    return str(statement.value).casefold() in wanted and all(
        one is None or one.strip().casefold() == (other or "").casefold() for one, other in named
    )


def _beside(statement: Statement, others: Sequence[Statement]) -> Outcome | None:
    """Let a statement stand beside others; None where one says the same, the reason where one says otherwise."""
    same = [each for each in others if each.kind is statement.kind and _field(each) == _field(statement)]
    if not same:
        return statement
    other = next((each for each in same if each.value != statement.value), None)
    return f"read otherwise in line {other.line}" if other else None


def _field(statement: Statement) -> tuple[object, ...]:
    """Name what a statement moves."""
    if statement.kind is Kind.COMMITMENT:
        return statement.customer, statement.due, statement.line
    by = statement.by.casefold() if statement.by else None
    on = statement.waiting_on if statement.kind is Kind.DEPENDENCY else None
    return statement.ticket, by, on


def _in_order(rules: Sequence[Statement], added: Sequence[Statement]) -> tuple[Statement, ...]:
    """Put what is added behind what the rules read in the same line and before."""
    result = list(rules)
    for statement in added:
        at = max((n + 1 for n, each in enumerate(result) if each.line <= statement.line), default=0)
        result.insert(at, statement)
    return tuple(result)
