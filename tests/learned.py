"""Builders of lessons, of a memory that answers what it is told, and of a model that says what it is told."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from spoken import TEAM
from sprintmind.adapters import Adapters
from sprintmind.app import App
from sprintmind.domain.events import EventKey
from sprintmind.domain.experiences import Action, Result
from sprintmind.domain.learning import CheckMade, LessonMoved, LessonTold, Move, OutcomeTold
from sprintmind.domain.lessons import Lesson, LessonId, LessonType
from sprintmind.domain.memories import DocumentId, Memory, MemoryStatus, Recalled, Reflection
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.policy import Policy
from sprintmind.domain.verdicts import Verdict
from sprintmind.llm.port import Response
from work_builders import moment

FRIDAY, UPDATES, FLAG = "Friday deploy", "dependency updates", "behind a feature flag"
NOW = datetime(2025, 10, 1, 9, tzinfo=UTC)


def lesson(id="F1", *when, type=LessonType.FAILURE, **more):
    told = {"situation": f"The situation of {id}.", "lesson": f"What {id} taught."} | more
    return Lesson(id=LessonId(id), type=type, trigger_conditions=when, **told)


def fields(id="F1", *when, **more):
    """A lesson as a file holds it."""
    given = {"id": id, "situation": f"The situation of {id}.", "lesson": f"What {id} taught."}
    return given | {"trigger_conditions": list(when)} | more


def plan_check(id="C1", *tickets, at="2025-10-01", verdict=Verdict.RED, **more):
    return PlanCheck(
        id=id,
        at=moment(at),
        plan=more.pop("plan", "p1"),
        title="Friday deploy",
        kind="text",
        verdict=verdict,
        because="",
        tickets=tickets,
        **more,
    )


def written(found, at="2025-10-01", *, sequence=0):
    key = EventKey(f"told:{found.id}:{found.lesson}:{at}:{sequence}")
    return LessonTold(event=key, at=moment(at), lesson=found, sequence=sequence)


def moved(id, move, at="2025-10-02", *, sequence=1, by="dana"):
    key = EventKey(f"moved:{id}:{move}:{at}:{sequence}")
    return LessonMoved(event=key, at=moment(at), lesson=id, move=move, by=by, sequence=sequence)


def told(id, at, *, result=None, action=Action.PROCEEDED, sequence=0, note=""):
    key = EventKey(f"outcome:{id}:{at}:{result}:{sequence}")
    return OutcomeTold(
        event=key, at=moment(at), check=id, action=action, by="priya", result=result, note=note, sequence=sequence
    )


def made(check):
    return CheckMade(event=EventKey(f"check:{check.id}"), at=check.at, check=check)


def heard(*observations):
    """Events as they were heard, each with one observation."""
    return [_Heard(each, order) for order, each in enumerate(observations)]


@dataclass
class _Heard:
    observation: object
    order: int

    @property
    def event(self):
        return self

    @property
    def observations(self):
        return (self.observation,)


@dataclass
class ToldMemory:
    """Recalls the same documents whatever is asked."""

    texts: dict[str, str] = field(default_factory=dict)
    error: Exception | None = None
    wait: object = None
    """An event for which a recall waits."""
    asked: list = field(default_factory=list)

    def recall(self, question):
        self.asked.append(question)
        if self.wait:
            self.wait.wait(20)
        if self.error:
            raise self.error
        return tuple(
            Recalled(memory=Memory(document=DocumentId(name), text=text, said_at=NOW, tags=()), score=1.0)
            for name, text in self.texts.items()
        )

    def reflect(self, question, *, budget=None, schema=None):
        if self.error:
            raise self.error
        return Reflection(text="", path="extract")

    def status(self):
        return MemoryStatus(backend="told", ready=True, mode="", memories=len(self.texts))


@dataclass
class ToldModel:
    """Answers with the same output, or fails."""

    output: object = None
    error: Exception | None = None
    name: str = "test:told"
    requests: list = field(default_factory=list)

    def respond(self, request):
        self.requests.append(request)
        if self.error:
            raise self.error
        made = request.shape.model_validate(self.output)
        return Response(output=made, model=self.name, input_tokens=1, output_tokens=1, took=timedelta(0))


def preflight_in(  # noqa: PLR0913 -- whatever a test brings of its own
    place, *, memory=None, model=None, meaning=None, phrases=None, clock=None, policy=None, team=TEAM
):
    """Open a workspace with a memory, a model and what compares meanings of a test's own."""
    now = clock or (lambda: NOW)
    adapters = Adapters(
        memory=lambda: memory or ToldMemory(), meaning=lambda: meaning, model=lambda: model, phrases=phrases
    )
    return App(ledger=place.ledger(now), team=team, policy=policy or Policy(), clock=now, adapters=adapters, read=None)


FAILED, FINE = Result.FAILED, Result.FINE
CONFIRM, RETIRE, SUPERSEDE, GUARD = Move.CONFIRM, Move.RETIRE, Move.SUPERSEDE, Move.GUARD
