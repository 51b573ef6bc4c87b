"""What a case asks of memory, and what must or must not come back."""

import json
from collections.abc import Iterator, Sequence
from typing import Self

from pydantic import Field, JsonValue, model_validator

from sprintmind.app import App
from sprintmind.domain.events import PersonId
from sprintmind.domain.visibility import NOBODY, Caller
from sprintmind.evals.matching import forbidden, missing
from sprintmind.evals.strict import Strict
from sprintmind.remembering import about
from sprintmind.shapes import memory as documents
from sprintmind.shapes.reader import Reader


class Recalling(Strict):
    """`sprintmind memory recall`, and parts of what it gives."""

    query: str
    ticket: str | None = None
    person: str | None = None
    customer: str | None = None
    kind: tuple[str, ...] = ()
    finds: tuple[dict[str, JsonValue], ...] | None = None
    """An empty list says that nothing comes back."""
    never: tuple[dict[str, JsonValue], ...] = ()
    """What must not come back, whatever else does."""
    count: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _can_fail(self) -> Self:
        if self.finds is None and not self.never and self.count is None:
            raise ValueError("expects nothing of the recall, and so cannot fail")
        return self


def recall_failures(asked: Sequence[Recalling], app: App, *, caller: str | None) -> Iterator[str]:
    """Ask memory, and tell what does not hold of what comes back."""
    asking = app.team.person(PersonId(caller)) if caller else None
    who = Caller(person=asking.id, manager=asking.role == "manager") if asking else NOBODY
    for each in asked:
        question = about(
            each.query, caller=who, ticket=each.ticket, person=each.person, customer=each.customer, kinds=each.kind
        )
        told = documents.recalled(app.recall(question).found, Reader(zone=app.team.calendar.zone, caller=who))
        found: list[JsonValue] = json.loads(json.dumps(told))
        yield from (f"recall {each.query!r}: {failure}" for failure in _failures(each, found))


def _failures(asked: Recalling, found: Sequence[JsonValue]) -> Iterator[str]:
    yield from missing(found, asked.finds or ())
    yield from forbidden(found, asked.never)
    wanted = 0 if asked.finds == () else asked.count
    if wanted is not None and len(found) != wanted:
        yield f"{len(found)} come back, not {wanted}: {found}"
