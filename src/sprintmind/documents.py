"""A delivery as the text that reading takes: what sources of documents, and `extract`, have in common."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

import msgspec

from sprintmind.domain.events import SourceEvent
from sprintmind.domain.people import Team
from sprintmind.domain.proposed import Proposed, ReadBy
from sprintmind.domain.turns import Turn
from sprintmind.intake import REDACTED, Delivery, Version
from sprintmind.llm.port import Model
from sprintmind.proposing.asking import Answered, asked
from sprintmind.proposing.judging import Judged, judged
from sprintmind.proposing.modelled import Modelled, PartsWatch
from sprintmind.proposing.places import talk_of
from sprintmind.reading.formats import read_document
from sprintmind.reading.statements import Statement
from sprintmind.reading.texts import Revision, Text, event_of, identity_of, statements_of
from sprintmind.reading.utterances import Document


def document_event(delivery: Delivery, team: Team) -> Sequence[SourceEvent]:
    """Read a standup, a meeting or a digest into its one event.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    return (event_of(_text(delivery, _as_proposed(delivery, team)), team),)


def extract(delivery: Delivery, team: Team) -> Sequence[Statement]:
    """Read what a document says, those statements included that claim nothing.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    return statements_of(_text(delivery, _as_proposed(delivery, team)), team)


def propose(
    delivery: Delivery, team: Team, *, model: Model, stopwatch: Callable[[], float], watch: PartsWatch | None = None
) -> Modelled:
    """Let a model propose what a document claims, and keep with the delivery what holds.

    Args:
        delivery: The document.
        team: Whose tickets, people and customers are meant.
        model: Is asked; where it does not answer, the rules' reading stands.
        stopwatch: Counts seconds.
        watch: Is told how many of how many parts were read.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    told: list[tuple[Answered, Judged]] = []

    def ask(rules: tuple[Statement, ...], document: Document, said_at: datetime) -> tuple[Statement, ...]:
        day = team.calendar.day(said_at)
        answered = asked(document, model=model, day=day, stopwatch=stopwatch, watch=watch)
        talk = talk_of(document, team=team, said_at=said_at, author=delivery.author, kind=delivery.source)
        result = judged(rules, answered.proposals, talk=talk, model=model.name)
        told.append((answered, result))
        return result.statements

    statements = statements_of(_text(delivery, ask), team)
    answered, result = told[-1]
    proposed = Proposed(model=model.name, proposals=result.kept) if result.kept else None
    return Modelled(
        delivery=replace(delivery, proposed=proposed),
        statements=statements,
        read_by=_read_by(answered, result, model=model.name),
        calls=answered.calls,
        down=answered.down,
    )


def version(delivery: Delivery, team: Team) -> Version:
    """Tell of which document a delivery is a version.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    document, key = identity_of(_text(delivery, None), team)
    return Version(document=document, key=key)


def turns(delivery: Delivery) -> tuple[Turn, ...]:
    """Take a document apart into what each of its speakers said, in order; headings alone say nothing.

    Raises:
        DeliveryError: Nothing can be read from it.
    """
    if delivery.filename == REDACTED:
        return msgspec.json.decode(delivery.body, type=tuple[Turn, ...])
    document = read_document(delivery.body, filename=delivery.filename, kind=delivery.source)
    return tuple(
        Turn(words=said.text, speaker=said.speaker, under=(*said.headings, *said.parents))
        for said in document.utterances
        if said.text.strip() and not said.is_heading
    )


def _as_proposed(delivery: Delivery, team: Team) -> Revision | None:
    """Judge again what was proposed when the text was heard, by the checks and the team of today; no model is asked."""
    proposed = delivery.proposed
    if proposed is None:
        return None

    def revise(rules: tuple[Statement, ...], document: Document, said_at: datetime) -> tuple[Statement, ...]:
        talk = talk_of(document, team=team, said_at=said_at, author=delivery.author, kind=delivery.source)
        return judged(rules, proposed.proposals, talk=talk, model=proposed.model).statements

    return revise


def _read_by(answered: Answered, result: Judged, *, model: str) -> ReadBy:
    return ReadBy(
        model=model,
        proposed=len(answered.proposals),
        dropped=result.dropped,
        answered=answered.heard,
        notes=(answered.note,) if answered.note else (),
    )


def _text(delivery: Delivery, revise: Revision | None) -> Text:
    return Text(
        kind=delivery.source,
        body=delivery.body,
        received_at=delivery.received_at,
        filename=delivery.filename,
        said=delivery.said,
        title=delivery.title,
        author=delivery.author,
        participants=delivery.participants,
        visibility=delivery.visibility,
        revise=revise,
    )
