"""What the radar, briefs, answers and memory hold as documents, for the OpenAPI document."""

from sprintmind.web.api.documents import Commitment, Conflict, Risk, Shape, Value


class Said(Shape):
    """What something rests on."""

    event: str | None
    source: str
    said_at: str | None
    quote: str | None
    what: str


class Placed(Shape):
    """Where a ticket stands."""

    ticket: str
    title: Value
    status: Value
    because: str
    severity: str | None
    findings: list[Risk]
    evidence: list[Said]


class Link(Shape):
    """One link from a promise to the customer."""

    link: str
    shows: str
    standing: str


class Promised(Commitment):
    """Where a promise stands."""

    in_danger: bool
    first_broken: Link | None
    chain: list[Link]
    evidence: list[Said]


class Change(Shape):
    """What is otherwise than it was."""

    at: str
    kind: str
    subject: str
    text: str
    evidence: list[Said]


class Decision(Shape):
    """What must be decided, by whom, and a message that asks for it."""

    what: str
    whom: str | None
    message: str
    severity: str
    evidence: list[Said]


class Heard(Shape):
    """When a source was last heard."""

    source: str
    last_heard: str


class Radar(Shape):
    """The manager's page."""

    headline: str
    on_track: list[Placed]
    at_risk: list[Placed]
    blocked: list[Placed]
    commitments: list[Promised]
    conflicts: list[Conflict]
    decisions: list[Decision]
    since: str
    changed: list[Change]
    freshness: list[Heard]
    memory_backlog: int
    narrative: str
    author: str


class Line(Shape):
    """A sentence, and what it rests on."""

    text: str
    subject: str | None
    evidence: list[Said]


class Standup(Shape):
    """A draft."""

    yesterday: list[Line]
    today: list[Line]
    blockers: list[Line]


class PersonalBrief(Shape):
    """A person's day."""

    person: str
    changed: list[Change]
    waits_on_me: list[Line]
    i_wait_on: list[Line]
    blocked: list[Placed]
    tickets: list[Placed]
    promises: list[Promised]
    standup: Standup


class CustomerBrief(Shape):
    """A page before a call."""

    customer: str
    promises: list[Promised]
    may_say: list[Line]
    may_not_say: list[Line]
    waits_on_them: list[Line]


class SprintTicket(Shape):
    """A ticket of a sprint."""

    ticket: str
    title: str | None
    status: str
    why: str | None


class SprintBrief(Shape):
    """How a sprint closes."""

    sprint: str
    state: str
    committed: list[SprintTicket]
    done: list[SprintTicket]
    added: list[SprintTicket]
    removed: list[SprintTicket]
    prose: str


class Sentence(Shape):
    """What was said about a person, and what became of it."""

    claim: str
    quote: str
    reads: str
    subject: str
    source: str
    said_at: str
    became: str
    own: bool


class Piece(Shape):
    """One piece of an answer's evidence."""

    n: int
    kind: str
    text: str
    source: str
    at: str | None
    url: str | None


class Citations(Shape):
    """What an answer cites, and what was taken out of it."""

    cited: list[int]
    removed: list[int]
    unsupported: list[str]


class Recall(Shape):
    """What memory was asked."""

    label: str
    query: str
    tags: list[str]
    results: list[str]
    ms: float


class Trace(Shape):
    """How an answer came about."""

    recalls: list[Recall]
    ms: float


class Asked(Shape):
    """An answer as one line of a history."""

    id: str
    question: str
    asked_at: str
    as_of: str | None
    answer: str
    author: str
    unknown: bool


class Answer(Asked):
    """An answer."""

    evidence: list[Piece]
    citations: Citations
    trace: Trace


class MemoryStatus(Shape):
    """How memory is."""

    backend: str | None
    ready: bool
    backlog: int
    oldest_pending: str | None
    last_error: str | None


class Recalled(Shape):
    """What memory recalls."""

    id: str
    text: str
    tags: list[str]
    at: str
    score: float


class MentalModel(Shape):
    """What memory makes of the whole."""

    name: str
    text: str
    made_at: str
    stale: bool


class Delivered(Shape):
    """Of how much memory was told."""

    told: int
    failed: int
    error: str | None
    backlog: int
    parked: int
    leased: int
    free_at: str | None
