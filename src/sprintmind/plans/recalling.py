"""Memory is asked: a few targeted queries, merged by document, within the time that a person waits."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic

from sprintmind.domain.memories import Budget, Question, Recalled
from sprintmind.domain.plan_checks import Asked, Panel
from sprintmind.domain.plans import Plan, PlanCondition
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError, UnavailableError
from sprintmind.memory.port import Memories

KINDS = ("lesson", "outcome")
LIMIT = 8
"""Documents that one query may find."""
LONGEST = 400  # characters of a query


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """What memory answered."""

    panel: Panel
    texts: Mapping[str, str] = field(default_factory=dict)
    """By document id, in the order of finding."""


def queries(plan: Plan, conditions: Sequence[PlanCondition], *, services: frozenset[str]) -> tuple[str, ...]:
    """Word what memory is asked: the plan, its dangers, its safe side, and what it touches."""
    dangers = [each.condition for each in conditions if not each.safe and not each.common]
    safe = [each.condition for each in conditions if each.safe]
    touched = sorted(services)
    asked = [
        " ".join(plan.text.split()),
        "; ".join(dangers),
        "; ".join(["went fine", *safe, *dangers[:3]]) if dangers else "",
        "; ".join([*touched, *dangers[:2]]) if touched else "",
    ]
    return tuple(dict.fromkeys(each[:LONGEST] for each in asked if each))


def and_untold(found: Recall, waiting: int) -> Recall:
    """Say how much memory has not been told yet: what it does not know, it cannot recall."""
    if not waiting or not found.panel.used:
        return found
    items = f"{waiting} {'item waits' if waiting == 1 else 'items wait'}"
    path = f"{found.panel.path}; {items} to be told to memory (`sprintmind memory deliver`)"
    return replace(found, panel=replace(found.panel, path=path))


def nothing_asked() -> Recall:
    """Give the panel of a check that was made without memory, on purpose."""
    return Recall(panel=Panel(used=False, path="memory is off: no organisational memory was used"))


def recall(open_memory: Callable[[], Memories], asked: Sequence[str], *, caller: Caller, patience: timedelta) -> Recall:
    """Ask memory, and give up on what does not come in time; it never raises.

    Args:
        open_memory: Opens it, or gives the one that is open.
        asked: The queries.
        caller: Who asks; what they may not read is not found.
        patience: For everything together.
    """
    answers: SimpleQueue[_Answer] = SimpleQueue()
    Thread(target=_ask, args=(open_memory, asked, caller, answers), daemon=True).start()
    start, found, failure, backend = monotonic(), list[_Answer](), "", ""
    while len(found) < len(asked) and not failure:
        left = patience.total_seconds() - (monotonic() - start)
        try:
            answer = answers.get(timeout=max(left, 0.001))
        except Empty:
            failure = (
                f"memory did not answer {len(asked) - len(found)} of {len(asked)} queries within {patience.seconds} s"
            )
            break
        failure, backend = answer.failure, answer.backend or backend
        if not failure:
            found.append(answer)
    return _merged(found, failure=failure, backend=backend, milliseconds=_ms(start))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """What came of one query, or why none can be asked."""

    query: str = ""
    found: tuple[Recalled, ...] = ()
    milliseconds: int = 0
    backend: str = ""
    failure: str = ""


def _ask(
    open_memory: Callable[[], Memories], asked: Sequence[str], caller: Caller, answers: "SimpleQueue[_Answer]"
) -> None:
    try:
        for answer in _answers(open_memory(), asked, caller):
            answers.put(answer)
    except (UnavailableError, InputError) as error:
        answers.put(_Answer(failure=str(error)))
    finally:
        answers.put(_Answer(failure="memory stopped without an answer"))  # read only where an answer is missing


def _answers(memory: Memories, asked: Sequence[str], caller: Caller) -> Iterator[_Answer]:
    backend = memory.status().backend
    for query in asked:
        start = monotonic()
        question = Question(text=query, caller=caller, kinds=KINDS, budget=Budget.LOW, limit=LIMIT)
        found = memory.recall(question)
        yield _Answer(query=query, found=found, milliseconds=_ms(start), backend=backend)


def _merged(found: Sequence[_Answer], *, failure: str, backend: str, milliseconds: int) -> Recall:
    texts: dict[str, str] = {}
    for answer in found:
        for each in answer.found:
            texts.setdefault(each.memory.document, each.memory.text)
    panel = Panel(
        used=bool(found),
        backend=backend,
        queries=tuple(
            Asked(
                query=each.query,
                found=tuple(one.memory.document for one in each.found),
                milliseconds=each.milliseconds,
            )
            for each in found
        ),
        milliseconds=milliseconds,
        failed=bool(failure),
        path=f"{len(found)} {'query' if len(found) == 1 else 'queries'} to memory ({backend})"
        if found
        else "memory was not asked",
    )
    return Recall(panel=replace(panel, path=f"{panel.path}; {failure}" if failure else panel.path), texts=texts)


def _ms(start: float) -> int:
    return round((monotonic() - start) * 1000)
