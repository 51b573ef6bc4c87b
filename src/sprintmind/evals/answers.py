"""What the application answers to a case's questions, in the shapes that scripts get."""

import json
from collections.abc import Iterable
from typing import Literal

from pydantic import JsonValue

from sprintmind.app import App
from sprintmind.domain.events import PersonId
from sprintmind.domain.moments import Moment
from sprintmind.domain.verdicts import Verdict
from sprintmind.domain.visibility import NOBODY, Caller
from sprintmind.evals.expectations import Expect, ListName
from sprintmind.evals.preflight import checked
from sprintmind.intake import Delivery
from sprintmind.reading.statements import Kind
from sprintmind.shapes import claims, commitments, conflicts, findings, lessons, people, preflight, statements, tickets
from sprintmind.shapes.reader import Document, Reader


def tickets_asked(expect: Expect, app: App) -> dict[str, JsonValue]:
    """Answer `tickets`, by key."""
    reader = reader_of(expect, app)
    found = app.tickets(moment_of(expect, app), reader.caller)
    return {ticket.key: _plain(tickets.ticket(ticket, reader)) for ticket in found}


def answers(name: ListName, expect: Expect, app: App, *, texts: Iterable[Delivery]) -> list[JsonValue]:
    """Answer one of the questions that have a list for an answer.

    Args:
        name: Which.
        expect: As of when, and who asks.
        app: What answers.
        texts: The documents that `extract` reads.
    """
    return [_plain(document) for document in _documents(name, expect, app, texts)]


def _documents(name: ListName, expect: Expect, app: App, texts: Iterable[Delivery]) -> Iterable[Document]:
    reader, moment = reader_of(expect, app), moment_of(expect, app)
    match name:
        case "why":
            return _why(app, moment, reader)
        case "risks":
            return (findings.finding(each, None, reader) for each in app.risks(moment, reader.caller))
        case "conflicts":
            return (conflicts.conflict(each, reader) for each in app.conflicts(moment, reader.caller))
        case "commitments":
            return (commitments.commitment(each, reader) for each in app.commitments(moment, reader.caller))
        case "unmapped":
            return (people.identity(each) for each in app.people()[1])
        case "lessons" | "checks" | "verdict" | "asked" | "track_record":
            return _of_preflight(name, expect, app, reader)
        case "extract":
            said = (each for text in texts for each in app.extract(text))
            return (statements.statement(each, reader) for each in said if each.kind is not Kind.NONE)


def _of_preflight(
    name: Literal["lessons", "checks", "verdict", "asked", "track_record"], expect: Expect, app: App, reader: Reader
) -> Iterable[Document]:
    match name:
        case "lessons":
            return (lessons.lesson(each, reader) for each in app.lessons())
        case "checks":
            return (preflight.shown(each, app.followed(each), reader) for each in app.plan_checks())
        case "asked":
            return (preflight.due(each) for each in app.outcomes_due())
        case "track_record":
            return (preflight.row(each) for each in app.track_record().rows)
        case "verdict":
            return _verdict(expect, app, reader)


def _verdict(expect: Expect, app: App, reader: Reader) -> Iterable[Document]:
    """Check the plan of an expectation, as `preflight check --enforce` does."""
    if expect.plan is None:
        return ()
    found = checked(expect.plan, app)
    passes = found.check.verdict is not Verdict.RED or found.override is not None
    return ({**preflight.checked(found, reader, explain=True), "passes": passes, "hotfixes": len(found.hotfixes)},)


def _why(app: App, moment: Moment, reader: Reader) -> Iterable[Document]:
    keys = [ticket.key for ticket in app.tickets(moment, reader.caller, deleted=True)]
    for ticket in (app.ticket(key, moment, reader.caller) for key in keys):
        events = {decided.claim.event for history in ticket.fields.values() for decided in history.decided}
        yield from claims.why(ticket, app.heard(frozenset(events)), reader)


def moment_of(expect: Expect, app: App) -> Moment:
    """Tell as of when a case asks."""
    return Moment(now=app.now(), as_of=expect.as_of, known_at=expect.known_at)


def reader_of(expect: Expect, app: App) -> Reader:
    """Tell who asks."""
    asking = app.team.person(PersonId(expect.caller)) if expect.caller else None
    caller = Caller(person=asking.id, manager=asking.role == "manager") if asking else NOBODY
    return Reader(zone=app.team.calendar.zone, caller=caller)


def _plain(document: Document) -> JsonValue:
    """Take a document as a script reads it."""
    plain: JsonValue = json.loads(json.dumps(document))
    return plain
