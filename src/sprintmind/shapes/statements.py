"""What a text claims, as `extract` lists it."""

from sprintmind.reading.statements import Kind, Statement
from sprintmind.shapes.reader import Document, Reader, day


def statement(found: Statement, reader: Reader, *, explain: bool = False) -> Document:
    """Write a statement: what every kind has, then what its own kind adds.

    Args:
        found: The statement.
        reader: For whom.
        explain: Add which cue of the reading matched where.
    """
    document: Document = {
        "kind": found.kind.value,
        "ticket": found.ticket,
        "value": found.value,
        "person": found.person,
        "quote": found.quote,
        "line": found.line,
        "said_at": reader.time(found.said_at),
        "needs_review": found.needs_review,
    }
    return document | _of_its_kind(found) | ({"cues": list(found.cues)} if explain else {})


def _of_its_kind(found: Statement) -> Document:
    match found.kind:
        case Kind.BLOCKED:
            return {"waiting_on": found.waiting_on, "unblocker": found.unblocker}
        case Kind.DEPENDENCY:
            return {"waiting_on": found.waiting_on}
        case Kind.APPROVAL:
            return {"by": found.by}
        case Kind.COMMITMENT:
            return _commitment(found)
        case Kind.PROGRESS | Kind.NONE:
            return {"reason": found.reason}
        case Kind.STATUS | Kind.ASSIGNEE | Kind.DUE_DATE | Kind.SPRINT:
            return {}


def _commitment(found: Statement) -> Document:
    document: Document = {
        "customer": found.customer,
        "what": found.what,
        "due": day(found.due),
        "due_phrase": found.due_phrase,
        "owner": found.owner,
        "tickets": list(found.tickets),
    }
    document |= {"replaces_due": day(found.replaces_due)} if found.replaces_due else {}
    return document | ({"outcome": found.outcome} if found.outcome else {})
