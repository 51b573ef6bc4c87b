"""What a case asks in words and expects of the answer; by whom it is written, and what is not there meanwhile."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from pydantic import JsonValue, ValidationError

from sprintmind.adapters import Adapters
from sprintmind.app import App
from sprintmind.domain.evidence import TEMPLATES
from sprintmind.errors import ModelOutputError, UnavailableError
from sprintmind.evals.matching import difference
from sprintmind.evals.strict import Strict
from sprintmind.llm.port import Model, Request, Response, Shape
from sprintmind.memory.port import Memories
from sprintmind.proposing.asking import PURPOSE
from sprintmind.shapes import answers as documents
from sprintmind.shapes.reader import Reader

SCRIPTED = "scripted"


class AnswerExpected(Strict):
    """What must hold of an answer; texts are found in any case."""

    cites: tuple[dict[str, JsonValue], ...] = ()
    """Parts of evidence that must be cited."""
    says: tuple[str, ...] = ()
    never_says: tuple[str, ...] = ()
    """What must not stand in the answer."""
    never_shows: tuple[str, ...] = ()
    """What must stand nowhere: neither in the answer, nor in its evidence, nor in what memory brought."""
    refuses: bool | None = None
    """It says that it does not know."""
    removed: tuple[int, ...] | None = None
    unsupported: tuple[str, ...] = ()
    """Of sentences that do not hold, some words each."""
    notes: tuple[str, ...] = ()
    """What it says is missing, some words each."""
    author: str | None = None
    """`templates`, or `scripted`."""


@dataclass
class StandIns:
    """What a case puts in the place of memory and model; changed between two questions."""

    replies: tuple[str, ...] = ()
    """What the scripted model answers, in turn; none: there is no scripted model."""
    memory_down: bool = False
    asked: int = field(default=0)
    proposals: list[dict[str, JsonValue]] = field(default_factory=list)
    """What the scripted model proposes of every text that it reads; what stands in another text is dropped."""

    def beside(self, chosen: Adapters) -> Adapters:
        """Change what is called beside the ledger."""

        def memory() -> Memories:
            if self.memory_down:
                raise UnavailableError("memory is down in this case")
            return chosen.memory()

        def model() -> Model | None:
            return _ScriptedModel(self) if self.replies or self.proposals else chosen.model()

        return replace(chosen, memory=memory, model=model)


class _ScriptedModel:
    """Answers what the case says, whatever it is asked."""

    def __init__(self, told: StandIns) -> None:
        self._told = told

    @property
    def name(self) -> str:
        return SCRIPTED

    def respond(self, request: Request[Shape]) -> Response[Shape]:
        if request.purpose == PURPOSE:
            return _response(request.shape.model_validate({"proposals": self._told.proposals}))
        if not self._told.replies:
            raise UnavailableError("the scripted model of this case only reads")
        text = self._told.replies[min(self._told.asked, len(self._told.replies) - 1)]
        self._told.asked += 1
        if text == "!unavailable":
            raise UnavailableError("the scripted model is down")
        try:
            output = request.shape.model_validate({"answer": text})
        except ValidationError as error:
            raise ModelOutputError(text) from error
        return _response(output)


def _response(output: Shape) -> Response[Shape]:
    return Response(output=output, model=SCRIPTED, input_tokens=0, output_tokens=0, took=timedelta())


def failures(
    question: str, expected: AnswerExpected, app: App, reader: Reader, *, as_of: datetime | None, model: str
) -> Iterator[str]:
    """Ask, and tell what does not hold of the answer.

    Args:
        question: What is asked.
        expected: What must hold.
        app: Answers.
        reader: Who asks.
        as_of: Of which moment of the past; None: of now, or of the day that the question names.
        model: The name of a real model that must have written it; empty: none.
    """
    found = app.ask(question, reader.caller, as_of=as_of)
    document: JsonValue = json.loads(json.dumps(documents.answer(found, reader)))
    whole = json.dumps({**document, "question": "", "id": ""} if isinstance(document, dict) else document)
    cited = [documents.evidence(each, reader) for each in found.evidence if each.n in found.citations.cited]
    plain: list[JsonValue] = json.loads(json.dumps(cited))
    for pattern in expected.cites:
        if all(difference(each, dict(pattern)) for each in plain):
            yield f"{question!r} cites nothing like {pattern}: {found.text!r}"
    yield from (f"{question!r} does not say {one!r}: {found.text!r}" for one in _lacking(expected.says, found.text))
    yield from (f"{question!r} says {one!r}: {found.text!r}" for one in _present(expected.never_says, found.text))
    yield from (f"{question!r} shows {one!r}" for one in _present(expected.never_shows, whole.replace(question, "")))
    beside = (*found.citations.unsupported, *found.citations.uncited)
    yield from (f"{one!r} is not marked: {beside}" for one in _lacking(expected.unsupported, "\n".join(beside)))
    yield from (
        f"it is not said that {one!r}: {found.trace.notes}"
        for one in _lacking(expected.notes, "\n".join(found.trace.notes))
    )
    wanted = {
        "refuses": (found.unknown, expected.refuses),
        "removed": (found.citations.removed, expected.removed),
        "author": (found.author, model or expected.author),
    }
    for name, (told, right) in wanted.items():
        if right is not None and told != right:
            yield f"{question!r}: {name} is {told!r}, not {right!r}: {found.text!r}; {found.trace.notes}"
    if found.author == TEMPLATES and not found.citations.hold:
        yield f"{question!r}: what the templates wrote does not hold: {found.citations}"


def _lacking(words: tuple[str, ...], text: str) -> Iterator[str]:
    return (one for one in words if one.casefold() not in text.casefold())


def _present(words: tuple[str, ...], text: str) -> Iterator[str]:
    return (one for one in words if one.casefold() in text.casefold())
