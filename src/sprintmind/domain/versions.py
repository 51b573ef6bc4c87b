"""Documents heard again: of two versions the one heard last stands, and withdraws what only the old one said."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import TypeVar

from sprintmind.domain.documents import ReadAgain
from sprintmind.domain.events import (
    Claim,
    ClaimId,
    Name,
    Observation,
    Promise,
    Source,
    SourceEvent,
    Span,
    Voice,
    named,
)
from sprintmind.domain.heard import Heard

DELETED = "comment_deleted"
"""The kind of event that takes a whole document back."""

Said = TypeVar("Said", Claim, Promise)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromiseWithdrawn(Observation):
    """A speaker takes back a promise that was read from their words."""

    voice: Voice
    customer: str

    @property
    def names(self) -> tuple[Name, ...]:
        """The customer."""
        return (named("customer", self.customer),)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Version:
    """One version of a document, with the moment from which it stands."""

    event: SourceEvent
    stands_from: datetime
    """When it begins to stand; what a better reader does not find was never said, so its word stands from then."""


def standing_claims(heard: Iterable[Heard]) -> tuple[Claim, ...]:
    """Take every claim that was made, with a withdrawal for each that a later version of its document left out.

    Args:
        heard: Events, and of every document all versions that may count.
    """
    found: list[Claim] = []
    for versions in _documents(heard):
        said, dropped = _said(versions, [version.event.claims for version in versions])
        found += said
        found += [_withdrawal(claim, by=version) for claim, version in dropped]
    return tuple(found)


def standing_promises(heard: Iterable[Heard]) -> tuple[tuple[Promise, ...], Mapping[Voice, datetime]]:
    """Take every promise that was voiced, and the voices that are taken back with the moment of it."""
    events = tuple(heard)
    found: list[Promise] = []
    gone: dict[Voice, datetime] = {}
    for versions in _documents(events):
        said, dropped = _said(versions, [version.event.promises for version in versions])
        found += said
        gone |= {promise.voice: version.stands_from for promise, version in dropped if promise.voice}
    for each in events:
        for observation in each.event.observations:
            if isinstance(observation, PromiseWithdrawn):
                gone[observation.voice] = max(observation.at, gone.get(observation.voice, observation.at))
    return tuple(found), gone


def _documents(heard: Iterable[Heard]) -> Iterable[Sequence[_Version]]:
    """Group events into documents, the versions of each in order; an event without a document is one by itself."""
    ordered = sorted(heard, key=lambda each: (each.event.document or each.event.key, version_order(each)))
    for _, versions in groupby(ordered, key=lambda each: each.event.document or each.event.key):
        yield [_Version(event=each.event, stands_from=_takes_back_from(each)) for each in versions]


def version_order(heard: Heard) -> tuple[bool, datetime, int]:
    """A comment's versions come as they were written, a document's as they were heard; what is deleted stays so."""
    return (heard.event.kind == DELETED, stands_from(heard), heard.order)


def stands_from(heard: Heard) -> datetime:
    """Tell from when on a version stands: a comment's from its edit, another text's from when it was heard."""
    if heard.event.source is Source.COMMENT:
        return heard.event.said_at
    return max(heard.at, heard.event.said_at)


def _takes_back_from(heard: Heard) -> datetime:
    read_again = any(isinstance(observation, ReadAgain) for observation in heard.event.observations)
    return heard.event.said_at if read_again else stands_from(heard)


def _said(
    versions: Sequence[_Version], contents: Sequence[Sequence[Said]]
) -> tuple[list[Said], list[tuple[Said, _Version]]]:
    """Tell everything that any version said, and what was left out with the version that left it out.

    What a later version says again stays the first one's; who may read it is as the latest version has it.
    """
    first: dict[ClaimId, Said] = {}
    last: dict[ClaimId, int] = {}
    for number, (version, said) in enumerate(zip(versions, contents, strict=True)):
        for item in said:
            known = first.setdefault(item.id, _from_the_start(item, versions[0], version))
            if known.audience != item.audience:
                first[item.id] = replace(known, audience=item.audience)
            last[item.id] = number
    dropped = [(item, versions[last[name] + 1]) for name, item in first.items() if last[name] + 1 < len(versions)]
    return list(first.values()), dropped


def _from_the_start(item: Said, first: _Version, version: _Version) -> Said:
    """Words that a document gained were said when it was; those that a comment gained, when it was edited."""
    if version is first or version.event.source is Source.COMMENT:
        return item
    return replace(item, said_at=first.event.said_at)


def _withdrawal(claim: Claim, *, by: _Version) -> Claim:
    return Claim(
        id=ClaimId(f"{claim.id}-gone"),
        event=by.event.key,
        subject=claim.subject,
        field=claim.field,
        value=None,
        source=claim.source,
        said_at=max(by.stands_from, claim.said_at),
        voice=claim.voice,
        withdraws=True,
        span=Span(quote="", path="left out of a later version"),
        audience=claim.audience,
    )
