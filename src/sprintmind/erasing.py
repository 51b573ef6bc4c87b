"""What is erased is taken out of an event and its delivery, on their way in as in the ledger.

The reading stays, so that the fold comes to the same: the status that was moved, the promise that was made. The words
go, and the name: in its place stands `[erased person]`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import msgspec

from sprintmind.domain.erasure import ERASED, Erasures
from sprintmind.domain.events import Claim, Name, Promise, SourceEvent
from sprintmind.domain.learning import LEARNED, sentences_of
from sprintmind.domain.turns import TEXTS, Turn
from sprintmind.intake import REDACTED, Delivery, DeliveryError, turns
from sprintmind.ledger.beside import Received
from sprintmind.ledger.packing import packed_reading, unpacked_reading

SHORTEST = 12  # characters
"""Shorter words are not looked for in other places: they are anybody's."""
GONE = "[erased]"
"""Stands where words were that are erased, in what was made of them."""
_SAID_WHY = frozenset({"reason", "note", "remark"})
"""What a person wrote beside a deed, in a record that says `by` whom it is."""

Said = TypeVar("Said", Claim, Promise)
Json = object


@dataclass(frozen=True, slots=True, kw_only=True)
class Redacted:
    """An event without what is erased."""

    event: SourceEvent
    delivery: Delivery | None
    """None where nothing of it is left to read."""
    words: tuple[str, ...] = ()
    """What went, to be looked for elsewhere."""


def redacted(event: SourceEvent, delivery: Delivery | None, erasures: Erasures) -> Redacted:
    """Take out of an event what is erased; one with nothing of it comes back as it is.

    Args:
        event: As it was read.
        delivery: Its raw delivery; None if that was erased before.
        erasures: What is erased.
    """
    whole, mine = erasures.document(event), _wrote(event, erasures)
    said = _said(event, delivery)
    theirs = () if whole else tuple(turn for turn in said if _speaks(turn, erasures, mine=mine))
    gone = _words_of(said if whole else theirs) if said else ()
    bare = _without_words(event, whole=whole or (mine and not said), gone=gone)
    named = _renamed(bare, erasures)
    kept = None if whole else _delivery(delivery, erasures, said=said, theirs=theirs, mine=mine)
    words = (*gone, *(_quotes(event) if bare != event else ()))
    lost = tuple(word for word in words if len(word) >= SHORTEST and word not in _quotes(bare))
    return Redacted(event=named, delivery=kept, words=lost)


def without_erased(received: Received, erasures: Erasures) -> Received:
    """Take what is erased out of what is kept of a delivery; the body of one that holds it is not kept at all."""
    holds = received.body is not None and erasures.text(received.body) != received.body
    left = received.without_body() if holds else received
    return replace(left, event=erasures.text(left.event), detail=erasures.text(left.detail))


def walked(value: Json, rewrite: Callable[[str], str], erasures: Erasures) -> Json:
    """Rewrite every text in a JSON document; what an erased person wrote beside a deed goes whole."""
    if isinstance(value, str):
        return rewrite(value)
    if isinstance(value, list):
        return [walked(each, rewrite, erasures) for each in value]
    if not isinstance(value, dict):
        return value
    by = value.get("by")
    silent = _SAID_WHY if isinstance(by, str) and erasures.person(by) else frozenset()
    return {
        rewrite(str(name)): "" if name in silent else walked(each, rewrite, erasures) for name, each in value.items()
    }


def without(words: Iterable[str], erasures: Erasures) -> Callable[[str], str]:
    """Make what takes some words, and the names of those erased, out of a text."""
    long = tuple(sorted({word for word in words if len(word) >= SHORTEST}, key=len, reverse=True))

    def rewrite(text: str) -> str:
        for word in long:
            if word in text:
                text = text.replace(word, GONE)
        return erasures.text(text)

    return rewrite


def _said(event: SourceEvent, delivery: Delivery | None) -> tuple[Turn, ...]:
    """Take a text apart; one that can no longer be read has nothing in it to keep."""
    if delivery is None or event.kind not in TEXTS:
        return ()
    try:
        return turns(delivery)
    except DeliveryError:
        return ()


def _wrote(event: SourceEvent, erasures: Erasures) -> bool:
    """Tell whether an erased person wrote it; of somebody who is nobody's any more, their account tells."""
    if event.author is not None:
        return erasures.person(event.author)
    return event.kind not in TEXTS and any(erasures.named(each.partition(":")[2]) for each in event.identities)


def _speaks(turn: Turn, erasures: Erasures, *, mine: bool) -> bool:
    if turn.speaker:
        return erasures.named(turn.speaker)
    return mine or any(heading and erasures.text(heading).strip() == ERASED for heading in turn.under)


def _words_of(said: Iterable[Turn]) -> tuple[str, ...]:
    return tuple(turn.words for turn in said)


def _quotes(event: SourceEvent) -> tuple[str, ...]:
    said = [claim.span.quote for claim in event.claims] + [promise.span.quote for promise in event.promises]
    learned = [sentence for each in event.observations for sentence in sentences_of(each)]
    return tuple(filter(None, (event.words, *said, *learned)))


def _without_words(event: SourceEvent, *, whole: bool, gone: Sequence[str]) -> SourceEvent:
    """Take the quotes out that stand in erased words, or all of them."""
    letters = [_letters(words) for words in gone]

    def unquoted(item: Said) -> Said:
        quote = _letters(item.span.quote)
        lost = whole or (quote and any(quote in words for words in letters))
        return replace(item, span=replace(item.span, quote="")) if lost else item

    return replace(
        event,
        words="" if whole else event.words,
        claims=tuple(map(unquoted, event.claims)),
        promises=tuple(map(unquoted, event.promises)),
        observations=tuple(each for each in event.observations if not (whole and isinstance(each, LEARNED))),
    )


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _renamed(event: SourceEvent, erasures: Erasures) -> SourceEvent:
    """Put the mark in place of every name; an erased identity is nobody's, and waits for nobody to be linked."""
    found = rewritten(event, erasures.text, erasures)
    return replace(
        found,
        identities=frozenset(each for each in found.identities if ERASED not in each),
        touches=frozenset(each for each in found.touches if not _is_identity(each)),
    )


def rewritten(event: SourceEvent, rewrite: Callable[[str], str], erasures: Erasures) -> SourceEvent:
    """Rewrite every text of an event's reading."""
    reading, quotes = packed_reading(event)
    again = [msgspec.json.encode(walked(msgspec.json.decode(each), rewrite, erasures)) for each in (reading, quotes)]
    return unpacked_reading(again[0], again[1])


def _is_identity(name: Name) -> bool:
    return name.startswith("identity:") and ERASED in name


def _delivery(
    delivery: Delivery | None, erasures: Erasures, *, said: Sequence[Turn], theirs: Sequence[Turn], mine: bool
) -> Delivery | None:
    """Keep of a text what others said; a payload in which an erased person occurs is not kept at all."""
    if delivery is None:
        return None
    along = replace(
        delivery,
        filename=erasures.text(delivery.filename),
        title=erasures.text(delivery.title),
        author=erasures.text(delivery.author),
        participants=tuple(erasures.text(each) for each in delivery.participants),
    )
    if not said:
        body = delivery.body.decode("utf-8", "replace")
        return None if mine or erasures.text(body) != body else along
    spoken = {id(turn) for turn in theirs}
    rest = [_renamed_turn(turn, erasures) for turn in said if id(turn) not in spoken]
    if rest == list(said):
        return along
    return replace(along, body=msgspec.json.encode(rest), filename=REDACTED, proposed=None) if rest else None


def _renamed_turn(turn: Turn, erasures: Erasures) -> Turn:
    return Turn(
        words=erasures.text(turn.words),
        speaker=erasures.text(turn.speaker) if turn.speaker else None,
        under=tuple(erasures.text(each) for each in turn.under),
    )
