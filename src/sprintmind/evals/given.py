"""What may happen in a case: short forms for what the outside sends and for what people do."""

import datetime as dt
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, AwareDatetime, Field, JsonValue, model_validator

from sprintmind.evals.preflight import LessonFile, LessonMoved, LessonWritten, OutcomeTold, Overridden, Plan, Told
from sprintmind.evals.strict import Strict
from sprintmind.sources import brought


class Pull(Strict):
    """A pull request as one webhook shows it."""

    number: int
    state: Literal["draft", "open", "merged", "closed"] = "open"
    branch: str = "work"
    title: str = "Some work"
    body: str = ""
    repository: str = "northwind/shop"
    author: str = "priya"
    """A person of the team, or a login."""
    head: str = "head"
    """Any word; it stands for the commit whose SHA is made of it."""
    base: str = "main"
    opened: AwareDatetime | None = None
    """When it was opened, if not now."""
    action: str | None = None
    """GitHub's own; opened or closed if left out."""
    repository_id: int | None = None
    """Made of the repository's name if left out; a renamed one keeps its own."""
    fork: bool = False
    bot: bool = False
    merge_commit: str = "merge"
    rest: bool = False
    """As the REST API shows it, not as a webhook."""


class Check(Strict):
    """The result of one check, in one of GitHub's four ways to tell it."""

    head: str = "head"
    conclusion: str | None = None
    """None while it runs."""
    name: str = "build"
    app: str = "github-actions"
    repository: str = "northwind/shop"
    way: Literal["check_run", "check_suite", "status", "workflow_run"] = "check_run"
    branch: str = "work"
    attempt: int = 1


class Deploy(Strict):
    """How a deployment of a commit fares."""

    commit: str = "merge"
    """Any word, as a pull request's `head` or `merge_commit`."""
    environment: str = "production"
    state: Literal["queued", "in_progress", "success", "failure", "error", "inactive"] = "success"
    ref: str = "main"
    number: int = 1
    repository: str = "northwind/shop"


class Review(Strict):
    """A review of a pull request."""

    pull: int
    state: Literal["approved", "changes_requested", "commented", "dismissed"]
    by: str
    head: str = "head"
    """The commit that was reviewed."""
    author: str = "priya"
    repository: str = "northwind/shop"
    branch: str = "work"
    title: str = "Some work"
    bot: bool = False
    submitted: AwareDatetime | None = None
    """Of a dismissal, when the review that it ends was given."""


class Push(Strict):
    """Commits that arrive on a branch."""

    commits: dict[str, str]
    """Message by a word that stands for the commit."""
    branch: str = "main"
    repository: str = "northwind/shop"


class Issue(Strict):
    """An issue of the tracker as one webhook (or, with `history`, as its REST interface) shows it."""

    key: str
    id: int | None = None
    """Made of the key if left out; a moved issue keeps its own."""
    title: str = "Some ticket"
    status: str = "To Do"
    resolution: str | None = None
    assignee: str | None = None
    due: dt.date | None = None
    sprint: str | None = None
    parent: str | None = None
    type: str = "Story"
    created: AwareDatetime | None = None
    by: str = "dana"
    event: Literal["created", "updated", "deleted"] | None = None
    """Created if left out, or updated where something changed."""
    changed: dict[str, tuple[str | None, str | None]] = Field(default_factory=dict)
    """From and to, as the tracker writes them, by the changelog's name for the field."""
    change_id: int | None = None
    blocked_by: tuple[str, ...] = ()
    comment: str | None = None
    history: tuple["Change", ...] | None = None
    """With it, the issue is a REST issue with this changelog."""
    total: int | None = None
    """How many entries the changelog says it has, if more than are there."""


class Change(Strict):
    """One entry of an issue's changelog."""

    at: AwareDatetime
    id: int
    changed: dict[str, tuple[str | None, str | None]]
    by: str = "dana"


class Raw(Strict):
    """A delivery as it is, where no short form says it."""

    event: str | None = None
    payload: JsonValue = None
    text: str | None = None
    file: str = ""


class Correct(Strict):
    """`sprintmind correct`."""

    text: str = "corrected"
    by: str
    ticket: str | None = None
    field: str | None = None
    value: str | None = None
    reason: str | None = None


class Settle(Strict):
    """`sprintmind settle`; the conflict is named by what it is about."""

    ticket: str
    field: str = "status"
    challenger: str
    """The challenging value."""
    value: str
    by: str
    reason: str = "asked them both"


class Withdraw(Strict):
    """`sprintmind withdraw`; the claim is named by its ticket and its words."""

    ticket: str
    quote: str
    by: str


class PromiseAdded(Strict):
    """`sprintmind promise add`."""

    customer: str
    what: str
    by: str
    due: dt.date | None = None
    owner: str | None = None
    ticket: str | None = None


class PromiseAnswered(Strict):
    """`sprintmind promise confirm|reject|close`; the promise is named by its words."""

    what: str
    action: Literal["confirm", "reject", "close"]
    by: str
    reason: str = ""


class Link(Strict):
    """`sprintmind people link`, or `unlink` where nobody is named."""

    identity: str
    person: str | None
    by: str


class Acknowledge(Strict):
    """`sprintmind acknowledge`, or `snooze` until a moment."""

    finding: str
    """`rule/subject`."""
    by: str
    until: AwareDatetime | None = None


class Forget(Strict):
    """`sprintmind forget`; a document is named by its id, which its versions share."""

    person: str | None = None
    document: str | None = None


Order = Forget | Correct | Settle | Withdraw | PromiseAdded | PromiseAnswered | Link | Acknowledge | Told

FORMS = (
    *("pull", "check", "deploy", "review", "push", "jira", "said", "raw"),
    *("correct", "settle", "withdraw", "promise", "answer", "link", "acknowledge", "forget"),
    *("lesson", "lessons", "move", "plan", "outcome", "override"),
)
"""What the outside sends, and what people do."""


def _is_a_source(name: str) -> str:
    if name not in brought():
        raise ValueError(f"no source is called {name!r}; there are {', '.join(brought())}")
    return name


class Given(Strict):
    """One thing that happens; exactly one of the forms says what."""

    at: AwareDatetime
    """When it is said."""
    heard: AwareDatetime | None = None
    """When it reaches us, if later."""
    source: Annotated[str, AfterValidator(_is_a_source)] | None = None
    date: dt.date | None = None
    """Of a text, where only the day is known."""
    title: str = ""
    author: str = ""
    participants: tuple[str, ...] = ()
    visibility: Literal["team", "managers", "participants", "private"] = "team"
    pull: Pull | None = None
    check: Check | None = None
    deploy: Deploy | None = None
    review: Review | None = None
    push: Push | None = None
    jira: Issue | None = None
    said: str | None = None
    proposes: tuple[dict[str, JsonValue], ...] = ()
    """Of a text, what a scripted model proposes that it claims; without any, no model reads it."""
    raw: Raw | None = None
    correct: Correct | None = None
    settle: Settle | None = None
    withdraw: Withdraw | None = None
    promise: PromiseAdded | None = None
    answer: PromiseAnswered | None = None
    link: Link | None = None
    acknowledge: Acknowledge | None = None
    forget: Forget | None = None
    lesson: dict[str, JsonValue] | None = None
    """`sprintmind lessons add`, by the names of its fields."""
    lessons: LessonFile | None = None
    move: LessonMoved | None = None
    plan: Plan | None = None
    outcome: OutcomeTold | None = None
    override: Overridden | None = None
    refused: str | None = None
    """It must be refused, with these words in the message."""

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if len(self.forms) != 1:
            raise ValueError(f"says one thing of {', '.join(FORMS)}; this says {', '.join(self.forms) or 'nothing'}")
        if self.forms[0] in ("said", "raw") and self.source is None:
            raise ValueError("needs a source")
        return self

    @property
    def forms(self) -> tuple[str, ...]:
        """Which of the forms say something."""
        return tuple(form for form in FORMS if getattr(self, form) is not None)

    @property
    def order(self) -> Order | None:
        """What a person does; None where something is delivered."""
        orders = self.correct, self.settle, self.withdraw, self.promise, self.answer, self.link, self.acknowledge
        written = LessonWritten(fields=self.lesson) if self.lesson else None
        told = written, self.lessons, self.move, self.plan, self.outcome, self.override
        return next((order for order in (*orders, self.forget, *told) if order), None)
