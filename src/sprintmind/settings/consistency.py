"""What no single setting shows: names that occur twice, and names of nobody."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from sprintmind.settings.models import Settings
from sprintmind.settings.nearest import hint


def problems(settings: Settings) -> Iterator[tuple[str, str]]:
    """Find contradictions between settings, each as its place and what is wrong there."""
    yield from _twice("people", "id", (person.id for person in settings.people))
    yield from _twice("customers", "name", (customer.name.casefold() for customer in settings.customers))
    customers = [customer.name for customer in settings.customers]
    for n, person in enumerate(settings.people):
        if person.customer is not None and person.customer not in customers:
            message = f"no customer is called {person.customer!r}; {hint(person.customer, customers)}"
            yield f"people[{n}].customer", message
    if settings.transcription.model and settings.transcription.url:
        yield "transcription.url", "model names a model on this machine already; leave one of the two empty"
    yield from _times(settings)


def _twice(table: str, key: str, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    first: dict[str, int] = {}
    for n, name in enumerate(names):
        if first.setdefault(name, n) != n:
            yield f"{table}[{n}].{key}", f"{name!r} stands at {table}[{first[name]}] already"


def _times(settings: Settings) -> Iterator[tuple[str, str]]:
    people = [person.id for person in settings.people]
    for n, absence in enumerate(settings.absences):
        if absence.person not in people:
            yield f"absences[{n}].person", f"no person has the id {absence.person!r}; {hint(absence.person, people)}"
        if absence.end < absence.start:
            yield f"absences[{n}].to", f"{absence.end} lies before from, {absence.start}"
    zone = settings.calendar().zone
    for n, freeze in enumerate(settings.freezes):
        start, end = (at if at.tzinfo else at.replace(tzinfo=zone) for at in (freeze.start, freeze.end))
        if end <= start:
            yield f"freezes[{n}].to", f"{_text(end)} is not after from, {_text(start)}"


def _text(at: datetime) -> str:
    return at.isoformat(timespec="minutes")
