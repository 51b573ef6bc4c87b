"""What was said about one person, sentence by sentence, with what became of each."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.authority import Decided
from sprintmind.domain.events import (
    UNKNOWN_PERSON,
    Claim,
    ClaimId,
    EventKey,
    PersonId,
    Promise,
    Source,
    SourceEvent,
    Value,
)
from sprintmind.domain.visibility import Caller, visible_to


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence about a person, as it was read."""

    claim: ClaimId
    event: EventKey
    quote: str
    reads: str
    """What was read from it: `status is in review`."""
    subject: str
    """A ticket's key, or the customer of a promise."""
    is_ticket: bool
    source: Source
    said_at: datetime
    became: str
    """accepted, confirmed, conflicting, rejected or withdrawn; of a promise promised."""
    because: str = ""
    own: bool = False
    """It is read as theirs: they may say that it is not what they said."""


def sentences_of(
    events: Iterable[SourceEvent],
    person: PersonId,
    *,
    decided: Mapping[ClaimId, Decided],
    promised: Iterable[ClaimId],
) -> tuple[Sentence, ...]:
    """List every sentence about a person, the latest first; whatever a manager can read about them, they can too.

    Args:
        events: What may hold some.
        person: About whom.
        decided: What became of claims, by id.
        promised: Ids of what counts in promises; others were taken back.
    """
    reader = Caller(person=person, manager=True)
    counting = frozenset(promised)
    found = (
        each
        for event in events
        if visible_to(event.audience, reader)
        for each in _about(event, person, decided, counting)
    )
    return tuple(sorted(found, key=lambda each: (each.said_at, each.claim), reverse=True))


def concerns(claim: Claim, person: PersonId) -> bool:
    """Tell whether a claim is about a person, or names them."""
    return person in (claim.person, claim.value, claim.waiting_on, claim.unblocker)


def said_by(item: Claim | Promise) -> PersonId | None:
    """Tell whose words something was read from; None where that is nobody of ours, or no words at all.

    Earlier versions noted no speaker; what they read counts as said by whom it is about.
    """
    about = item.person if isinstance(item, Claim) else item.owner
    speaker = about if item.speaker is None else item.speaker
    return speaker if item.source.speaks and speaker != UNKNOWN_PERSON else None


def _about(
    event: SourceEvent, person: PersonId, decided: Mapping[ClaimId, Decided], promised: frozenset[ClaimId]
) -> Iterator[Sentence]:
    for claim in event.claims:
        if concerns(claim, person) and _is_sentence(claim):
            yield _of_claim(claim, person, decided.get(claim.id))
    for promise in event.promises:
        if promise.owner == person and _is_sentence(promise):
            yield _of_promise(promise, counts=promise.id in promised)


def _is_sentence(item: Claim | Promise) -> bool:
    """Tell a sentence from a payload's value, and from a claim that only takes one back."""
    return bool(item.span.quote) and item.span.path is None and not (isinstance(item, Claim) and item.withdraws)


def _of_claim(claim: Claim, person: PersonId, decided: Decided | None) -> Sentence:
    return Sentence(
        claim=claim.id,
        event=claim.event,
        quote=claim.span.quote,
        reads=f"{claim.field.replace('_', ' ')} is {_shown(claim.value)}",
        subject=claim.subject,
        is_ticket=True,
        source=claim.source,
        said_at=claim.said_at,
        became=decided.decision.value if decided else "waits",
        because=decided.reason if decided else "said of a moment to come",
        own=said_by(claim) == person,
    )


def _of_promise(promise: Promise, *, counts: bool) -> Sentence:
    due = promise.due or promise.due_phrase or "no date"
    return Sentence(
        claim=promise.id,
        event=promise.event,
        quote=promise.span.quote,
        reads=f"a promise of {promise.what}, due {due}",
        subject=promise.customer,
        is_ticket=False,
        source=promise.source,
        said_at=promise.said_at,
        became="promised" if counts else "withdrawn",
        own=said_by(promise) == promise.owner,
    )


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "no longer true"
    return "nothing" if value is None else value.replace("_", " ")
