"""What the documents of preflight and lessons hold, for the OpenAPI document; tests compare them with `shapes/`."""

from sprintmind.web.api.documents import Shape


class Condition(Shape):
    """A condition with the words of the plan that gave it."""

    condition: str
    words: str
    safe: bool


class Match(Shape):
    """What a plan shares with one failure or near miss."""

    lesson: str
    type: str
    conditions: list[str]
    incident_group: str | None


class Touched(Shape):
    """A promise that a plan touches."""

    customer: str
    due: str | None
    ticket: str | None


class Query(Shape):
    """A query to memory."""

    query: str
    ms: int


class Memory(Shape):
    """What was asked of memory, and what it recalled."""

    used: bool
    backend: str
    queries: list[Query]
    ms: int
    path: str


class Told(Shape):
    """How a plan turned out."""

    action: str
    result: str | None
    note: str
    by: str
    at: str


class Checked(Shape):
    """The answer to a check."""

    id: str
    verdict: str
    because: str
    conditions: list[Condition]
    matches: list[Match]
    counter_examples: list[str]
    advice: str
    smallest_change: str
    promises: list[Touched]
    memory: Memory
    author: str


class Kept(Shape):
    """A check as it is kept."""

    id: str
    at: str
    by: str | None
    title: str
    plan: str
    verdict: str
    because: str
    conditions: list[Condition]
    matches: list[Match]
    counter_examples: list[str]
    memory: Memory
    outcome: Told | None


class Row(Shape):
    """The checks of one verdict."""

    verdict: str
    checks: int
    changed: int
    fine: int
    failed: int
    pending: int
    overridden: int
    failure_rate: float | None


class Report(Shape):
    """The track record."""

    checks: int
    verdicts: list[Row]


class Pattern(Shape):
    """Failures that have something in common."""

    title: str
    lessons: list[str]
    failures: int
    counter_examples: list[str]
    rule: str


class Patterns(Shape):
    """What fails again and again."""

    path: str
    compared_with: int
    patterns: list[Pattern]


class Recollection(Shape):
    """The answer to a question about the past."""

    question: str
    answer: str
    cited: list[str]
    author: str
    path: str
    memory: Memory


class Lesson(Shape):
    """A lesson with how it stands."""

    id: str
    type: str
    date: str | None
    status: str
    situation: str
    lesson: str
    trigger_conditions: list[str]
    services: list[str]
    version: str
    record: str


class TaughtLesson(Shape):
    """A lesson, and what teaching it changed."""

    id: str
    change: str
    status: str


class RefusedFile(Shape):
    """A file of which nothing was stored."""

    file: str
    reason: str


class Taught(Shape):
    """What came of teaching."""

    lessons: list[TaughtLesson]
    refused: list[RefusedFile]
    memory_backlog: int
