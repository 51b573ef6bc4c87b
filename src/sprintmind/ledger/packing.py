"""Domain types to bytes and back; text that may be erased is packed apart from what the fold needs."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeVar

import msgspec

from sprintmind import domain
from sprintmind.domain.authority import Conflict, Decided
from sprintmind.domain.events import Claim, ClaimId, Observation, Promise, SourceEvent, Span
from sprintmind.domain.work import Ticket

T = TypeVar("T")
Quoted = TypeVar("Quoted", Claim, Promise)

_encoder = msgspec.json.Encoder(order="deterministic")


class DamagedError(ValueError):
    """What was stored is not what was packed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """An event as it is packed: its observations by the name of their kind."""

    event: SourceEvent
    observations: tuple[tuple[str, msgspec.Raw], ...]


def packed(value: object) -> bytes:
    """Pack a state, a mental model, an answer, or whatever else is made of dataclasses."""
    return _encoder.encode(value)


def unpacked(data: bytes, kind: type[T]) -> T:
    """Unpack what `packed` packed."""
    return _decoded(data, kind)


_WORDS = ClaimId("")
"""Among an event's quotes, where its own words stand."""


def packed_reading(event: SourceEvent) -> tuple[bytes, bytes]:
    """Pack an event's reading, and apart from it its words and the quotes of its claims and promises."""
    quotes = {claim.id: claim.span.quote for claim in event.claims if claim.span.quote}
    quotes |= {promise.id: promise.span.quote for promise in event.promises if promise.span.quote}
    quotes |= {_WORDS: event.words} if event.words else {}
    bare = replace(
        event,
        claims=tuple(map(_unquoted, event.claims)),
        promises=tuple(map(_unquoted, event.promises)),
        observations=(),
        words="",
    )
    observations = tuple((type(o).__name__, msgspec.Raw(_encoder.encode(o))) for o in event.observations)
    return _encoder.encode(_Reading(event=bare, observations=observations)), _encoder.encode(quotes)


def unpacked_reading(reading: bytes, quotes: bytes | None) -> SourceEvent:
    """Unpack an event; its words and quotes are empty where they were erased."""
    found = _decoded(reading, _Reading)
    words = _decoded(quotes, dict[ClaimId, str]) if quotes else {}
    return replace(
        found.event,
        words=words.get(_WORDS, ""),
        claims=tuple(_quoted(claim, words) for claim in found.event.claims),
        promises=tuple(_quoted(promise, words) for promise in found.event.promises),
        observations=tuple(_decoded(raw, _kinds()[kind]) for kind, raw in found.observations),
    )


def without_history(ticket: Ticket) -> Ticket:
    """Take a ticket as it is stored: each field with its holder and its open conflicts."""
    bare = {
        name: replace(history, decided=(), conflicts=history.open_conflicts) for name, history in ticket.fields.items()
    }
    return replace(ticket, fields=bare)


def packed_history(ticket: Ticket) -> bytes:
    """Pack what was made of every claim on a ticket, without the quotes."""
    bare = {
        name: (
            tuple(replace(each, claim=_unquoted(each.claim)) for each in history.decided),
            tuple(_unquoted_conflict(each) for each in history.conflicts if not each.open),
        )
        for name, history in ticket.fields.items()
    }
    return _encoder.encode(bare)


def unpacked_history(ticket: Ticket, data: bytes) -> Ticket:
    """Give a ticket its history back: the decided claims, and beside the open conflicts the closed ones."""
    found = _decoded(data, dict[str, tuple[tuple[Decided, ...], tuple[Conflict, ...]]])
    fields = {
        name: replace(history, decided=found[name][0], conflicts=(*history.conflicts, *found[name][1]))
        for name, history in ticket.fields.items()
    }
    return replace(ticket, fields=fields)


def _unquoted(item: Quoted) -> Quoted:
    return replace(item, span=Span(line=item.span.line, path=item.span.path)) if item.span.quote else item


def _unquoted_conflict(conflict: Conflict) -> Conflict:
    return replace(conflict, holder=_unquoted(conflict.holder), challenger=_unquoted(conflict.challenger))


def _quoted(item: Quoted, words: Mapping[ClaimId, str]) -> Quoted:
    quote = words.get(item.id, "")
    return replace(item, span=replace(item.span, quote=quote)) if quote else item


_decoders: dict[object, "msgspec.json.Decoder[Any]"] = {}
"""Decoders by their type; making one takes longer than decoding with it."""


def _decoded(data: bytes | msgspec.Raw, kind: type[T]) -> T:
    decoder: msgspec.json.Decoder[T] = _decoders.get(kind) or msgspec.json.Decoder(kind)
    _decoders[kind] = decoder
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedError(str(error)) from error


@lru_cache(maxsize=1)
def _kinds() -> Mapping[str, type[Observation]]:
    """Every kind of observation; loading the whole domain defines them all."""
    for module in iter_modules(domain.__path__):
        import_module(f"{domain.__name__}.{module.name}")
    found: list[type[Observation]] = [Observation]
    for kind in found:
        found += kind.__subclasses__()
    return {kind.__name__: kind for kind in found}
