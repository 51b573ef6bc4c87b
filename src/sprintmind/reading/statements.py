"""What a text claims, as people would list it: the shape that `extract` prints and sources turn into claims."""

from datetime import date, datetime
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from sprintmind.domain.events import PersonId, TicketKey, Value


class Kind(StrEnum):
    """What a statement is about."""

    STATUS = "status"
    BLOCKED = "blocked"
    DEPENDENCY = "dependency"
    APPROVAL = "approval"
    COMMITMENT = "commitment"
    ASSIGNEE = "assignee"
    DUE_DATE = "due_date"
    SPRINT = "sprint"
    PROGRESS = "progress"
    NONE = "none"


SAYS = frozenset(Kind) - {Kind.NONE, Kind.PROGRESS}
"""The kinds that move something."""


class Statement(Struct, frozen=True, gc=False, kw_only=True):
    """One thing that a text says, with its words."""

    kind: Kind
    quote: str
    """A verbatim piece of the text."""
    line: int
    """Line, or number of the cue, from 1."""
    said_at: datetime
    ticket: TicketKey | None = None
    value: Value = None
    person: PersonId | None = None
    """Whom it is about, or the speaker where it is about nobody else."""
    speaker: PersonId | None = None
    waiting_on: str | None = None
    """A ticket key, a person's id, a customer's name, or the words used."""
    unblocker: str | None = None
    by: str | None = None
    """Whose approval: a person's id, a role, a customer, or the words used."""
    customer: str | None = None
    what: str | None = None
    due: date | None = None
    due_phrase: str | None = None
    replaces_due: date | None = None
    owner: PersonId | None = None
    tickets: tuple[TicketKey, ...] = ()
    outcome: str | None = None
    """Of a commitment that the words end: kept, missed or cancelled."""
    needs_review: bool = False
    meant: Kind | None = None
    """Of kind none: what it would have been."""
    reason: str | None = None
    """Why it claims nothing (kind none) or moves no field (kind progress)."""
    proposed_by: str | None = None
    """The model that proposed it; None where the rules read it."""
    cues: tuple[str, ...] = ()
    """Which cue matched where, for `--explain`: `status.done "merged" at 12`."""


def unsaid(statement: Statement, reason: str) -> Statement:
    """Turn a statement into one that claims nothing, and say why."""
    if statement.kind is Kind.NONE:
        return statement
    return replace(statement, kind=Kind.NONE, meant=statement.kind, reason=reason)
