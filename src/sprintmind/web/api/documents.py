"""What the documents of the API hold, for its OpenAPI document; `shapes/` makes them, tests compare the two."""

from pydantic import BaseModel, ConfigDict

Value = str | bool | None


class Shape(BaseModel):
    """A document; it may get more members."""

    model_config = ConfigDict(extra="allow")


class Pull(Shape):
    """A pull request."""

    repo: str
    number: int
    state: str
    ci: str
    head: str


class Field(Shape):
    """A field's value, and on whose word it stands."""

    value: Value
    source: str
    said_at: str
    event: str | None


class Ticket(Shape):
    """A ticket."""

    key: str
    title: Value
    status: Value
    assignee: Value
    due_date: Value
    sprint: Value
    blocked: bool
    pulls: list[Pull]
    conflicts: int
    fields: dict[str, Field]


class Claim(Shape):
    """A claim, and what was made of it."""

    subject: str
    field: str
    value: Value
    source: str
    authority: int
    said_at: str
    heard_at: str | None
    decision: str
    late: bool
    applied: bool
    current: bool
    reason: str
    quote: str | None
    event: str | None
    claim: str | None
    proposed_by: str | None = None
    """The model that proposed it; only where a model did."""


class TicketWithHistory(Ticket):
    """A ticket, and every claim about it."""

    history: list[Claim]


class Renegotiation(Shape):
    """A promise's date that moved."""

    before: str | None = None
    by: str | None
    at: str


class Commitment(Shape):
    """A promise to a customer."""

    id: str
    customer: str
    what: str
    due: str | None
    due_phrase: str | None
    owner: str | None
    tickets: list[str]
    status: str
    renegotiations: list[Renegotiation]
    needs_review: bool
    quote: str | None
    event: str | None
    proposed_by: str | None = None
    """The model that read it; null where rules did."""


class Challenger(Shape):
    """What is said instead."""

    value: Value
    source: str
    said_at: str
    quote: str
    event: str


class Conflict(Shape):
    """A less trusted source that says something else."""

    id: str
    subject: str
    field: str
    value: Value
    source: str
    said_at: str
    challenger: Challenger
    since: str
    status: str


class Risk(Shape):
    """A risk."""

    id: str
    rule: str
    subject: str
    severity: str
    because: str
    since: str
    evidence: list[str]
    ask: str | None
    resolves_when: str


class Person(Shape):
    """Somebody of the team."""

    id: str
    name: str
    role: str


class Unmapped(Shape):
    """A login or name that is nobody's yet."""

    identity: str
    source: str
    seen: int
    suggestion: str | None


class People(Shape):
    """Who is who."""

    people: list[Person]
    unmapped: list[Unmapped]


class Transition(Shape):
    """How a risk changed."""

    rule: str
    subject: str
    change: str
    severity: str


class Event(Shape):
    """What became of an event."""

    key: str
    new: bool
    claims: int


class Ingested(Shape):
    """What came of something that was recorded."""

    events: list[Event]
    transitions: list[Transition]
    memory_backlog: int


class Statement(Shape):
    """What a text says."""

    kind: str
    ticket: str | None
    value: Value
    person: str | None
    quote: str
    line: int
    said_at: str
    needs_review: bool
