"""People, identities of nobody, and links between them, as documents."""

from collections.abc import Iterable

from sprintmind.answers import Ingested, LinkPreview, Unmapped
from sprintmind.domain.people import Person
from sprintmind.shapes.reader import Document, Reader
from sprintmind.shapes.recorded import ingested


def people(known: Iterable[Person], unmapped: Iterable[Unmapped]) -> Document:
    """Write the team's people, and the identities seen that are nobody's."""
    return {"people": [person(each) for each in known], "unmapped": [identity(each) for each in unmapped]}


def person(found: Person) -> Document:
    """Write one person."""
    return {
        "id": found.id,
        "name": found.name,
        "aliases": list(found.aliases),
        "github": list(found.github),
        "jira": list(found.jira),
        "email": list(found.email),
        "role": found.role,
        "customer": found.customer,
    }


def identity(found: Unmapped) -> Document:
    """Write an identity that is nobody's yet."""
    return {
        "identity": found.identity,
        "source": found.source,
        "seen": found.seen,
        "suggestion": found.suggestion,
    }


def link(preview: LinkPreview, result: Ingested | None, reader: Reader) -> Document:
    """Write what a link changes, and what came of recording it; without a result nobody agreed to it."""
    document: Document = {
        "identity": preview.identity,
        "person": preview.person,
        "rereads": preview.events,
        "changes": list(preview.changes),
        "recorded": result is not None,
    }
    return document | (ingested(result, reader) if result else {})
