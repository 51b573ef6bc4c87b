"""A text that came in, with what came along: when it was said, whose document it is, and the event that it makes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import PurePath
from typing import TypeVar

from msgspec import structs

from sprintmind.domain.calendar import MORNING
from sprintmind.domain.documents import DocumentSeen
from sprintmind.domain.events import (
    TEAM_AUDIENCE,
    Audience,
    Claim,
    EventKey,
    Name,
    PersonId,
    Promise,
    Source,
    SourceEvent,
    Visibility,
    digest,
    named,
)
from sprintmind.domain.moments import EARLIEST, LATEST, believable
from sprintmind.domain.people import Team
from sprintmind.errors import DeliveryError
from sprintmind.reading.claims import Telling, claims_of, promises_of
from sprintmind.reading.formats import read_document
from sprintmind.reading.headings import with_strangers
from sprintmind.reading.names import Names
from sprintmind.reading.reader import read
from sprintmind.reading.statements import Statement
from sprintmind.reading.utterances import Document
from sprintmind.reading.verbatim import Words

Said = TypeVar("Said", Claim, Promise)

Revision = Callable[[tuple[Statement, ...], Document, datetime], tuple[Statement, ...]]
"""Looks over what the rules read in a document that was said at some time, and gives what it claims in the end."""

SOURCES = {"meeting": Source.MEETING, "standup": Source.STANDUP, "digest": Source.TASK_UPDATE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """The bytes of a standup, meeting or digest, and what was told about them."""

    kind: str
    body: bytes
    received_at: datetime
    filename: str = ""
    said: date | datetime | None = None
    title: str = ""
    author: str = ""
    participants: tuple[str, ...] = ()
    visibility: Visibility = Visibility.TEAM
    revise: Revision | None = None
    """None: what the rules read stands."""


def statements_of(text: Text, team: Team) -> tuple[Statement, ...]:
    """Read what a text says, those statements included that claim nothing.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    document = _document(text, team)
    words = Words(text.body)
    return tuple(structs.replace(each, quote=words.quoted(each.quote)) for each in _statements(text, document, team))


def event_of(text: Text, team: Team) -> SourceEvent:
    """Read a text into its one event: claims, promises, who is named, and that this version was seen.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    document = _document(text, team)
    said_at, date_only = _said(text, document, team)
    name, key = _document_id(text, document, team), _key(text, document, team)
    audience = _audience(text, document, team)
    telling = Telling(
        document=name,
        event=key,
        source=SOURCES[text.kind],
        said_at=said_at,
        date_only=date_only,
        repeats=text.kind == "digest",
        audience=audience,
    )
    statements = _statements(text, document, team)
    words = Words(text.body)
    return SourceEvent(
        key=key,
        source=telling.source,
        kind=text.kind,
        said_at=said_at,
        claims=tuple(_verbatim(claim, words) for claim in claims_of(statements, telling)),
        promises=tuple(_verbatim(promise, words) for promise in promises_of(statements, telling)),
        observations=(DocumentSeen(event=key, at=said_at, document=name, text_digest=_content(document)),),
        touches=_touches(document, team),
        identities=_strangers(text, document, team),
        title=_title(text, document),
        author=_known(text.author, team),
        document=name,
        audience=audience,
        ignored=None if document.utterances else "nobody says anything in it; an unfilled template is no error",
    )


def identity_of(text: Text, team: Team) -> tuple[str, EventKey]:
    """Name the document that a text is, and its event, without reading what it claims.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    document = _document(text, team)
    return _document_id(text, document, team), _key(text, document, team)


def _verbatim(said: Said, words: Words) -> Said:
    """Quote a claim or a promise as its words stand in the file; its id rests on them without their markup."""
    return replace(said, span=replace(said.span, quote=words.quoted(said.span.quote)))


def _document(text: Text, team: Team) -> Document:
    document = read_document(text.body, filename=text.filename, kind=text.kind)
    return with_strangers(document, team) if text.kind == "standup" else document


def _statements(text: Text, document: Document, team: Team) -> tuple[Statement, ...]:
    said_at, _ = _said(text, document, team)
    title = _title(text, document)
    found = read(document, team=team, said_at=said_at, author=text.author, kind=text.kind, title=title)
    return text.revise(found, document, said_at) if text.revise else found


def _said(text: Text, document: Document, team: Team) -> tuple[datetime, bool]:
    """Tell when it was said, UTC, and whether only the day is known: as given, else in the text, else today."""
    if isinstance(text.said, datetime):
        given = text.said if text.said.tzinfo else text.said.replace(tzinfo=team.calendar.zone)
        return _believed(given), False
    day = text.said or document.day or team.calendar.day(text.received_at)
    return _believed(datetime.combine(day, MORNING, team.calendar.zone)), True


def _believed(at: datetime) -> datetime:
    if not believable(at):
        raise DeliveryError(f"nobody spoke on {at.date()}; expected a day from {EARLIEST.year} to {LATEST.year}")
    return at.astimezone(UTC).replace(microsecond=0)


def _document_id(text: Text, document: Document, team: Team) -> str:
    said_at, _ = _said(text, document, team)
    author = _known(text.author, team) or " ".join(text.author.split())
    return "|".join((text.kind, team.calendar.day(said_at).isoformat(), author, _title(text, document)))


def _key(text: Text, document: Document, team: Team) -> EventKey:
    said_at, _ = _said(text, document, team)
    version = digest(_content(document), str(said_at), text.visibility.value, text.participants)
    return EventKey(f"{text.kind}:{_document_id(text, document, team)}:{version}")


def _title(text: Text, document: Document) -> str:
    return text.title or document.title or PurePath(text.filename).stem


def _content(document: Document) -> str:
    """Hash what is read of a text, so that line ends, a BOM or white space make no other version."""
    return digest(
        *(
            (said.text, said.speaker, said.headings, said.parents, said.checked, tuple(said.cells.items()))
            for said in document.utterances
        )
    )


def _known(name: str, team: Team) -> PersonId | None:
    """Tell which of our people a name means; None for nobody and for two who could be meant."""
    speaker = Names(team).speaker(name)
    return speaker.person if speaker.ours else None


def _audience(text: Text, document: Document, team: Team) -> Audience:
    if text.visibility is Visibility.TEAM:
        return TEAM_AUDIENCE
    author = _known(text.author, team)
    given = (
        (text.author,)
        if text.visibility is Visibility.PRIVATE
        else (text.author, *document.speakers, *text.participants)
    )
    people = [person for name in given if (person := _known(name, team))]
    return Audience(visibility=text.visibility, people=frozenset(people), ask=author or next(iter(people), None))


def _touches(document: Document, team: Team) -> frozenset[Name]:
    keys = (key for said in document.utterances for key in team.ticket_keys(said.text))
    people = (person for label in document.speakers if (person := _known(label, team)))
    return frozenset(named("ticket", key) for key in keys) | frozenset(named("person", person) for person in people)


def _strangers(text: Text, document: Document, team: Team) -> frozenset[str]:
    names = Names(team)
    labels = [label for label in (text.author, *document.speakers) if label]
    return frozenset(
        f"speaker:{label}" for label in labels if not (speaker := names.speaker(label)).person and not speaker.customer
    )
