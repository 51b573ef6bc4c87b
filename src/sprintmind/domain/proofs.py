"""What an event says, as evidence that a page can show: verbatim where there are words, to whoever may read them."""

from collections.abc import Iterable, Iterator

from sprintmind.domain.accounts import Proof
from sprintmind.domain.events import Claim, Promise, SourceEvent
from sprintmind.domain.evidence import Evidence, EvidenceKind
from sprintmind.domain.heard import Heard
from sprintmind.domain.visibility import Caller, visible_to


def proofs(heard: Iterable[Heard], caller: Caller) -> Proof:
    """Tell what events say; of one that the caller may not read there is nothing."""
    return {each.event.key: tuple(_said(each.event)) for each in heard if visible_to(each.event.audience, caller)}


def _said(event: SourceEvent) -> Iterator[Evidence]:
    items: list[Claim | Promise] = [*event.promises, *event.claims]
    if not items:
        yield _evidence(event, subject="", quote="", url=_url(event))
    for each in items:
        subject = each.subject if isinstance(each, Claim) else each.id
        payload = each.span.path is not None
        yield _evidence(event, subject=subject, quote="" if payload else each.span.quote, url=_url(event))


def _evidence(event: SourceEvent, *, subject: str, quote: str, url: str | None) -> Evidence:
    words = event.title or event.kind.replace("_", " ")
    return Evidence(
        kind=EvidenceKind.STATE,
        text=words,
        source=event.source.value,
        at=event.said_at,
        quote=quote,
        url=url,
        event=event.key,
        subject=subject,
        audience=event.audience,
    )


def _url(event: SourceEvent) -> str | None:
    found = (getattr(each, "url", None) for each in event.observations)
    return next((url for url in found if isinstance(url, str)), None)
