"""Runs cases: each against the whole application, in a home of its own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sprintmind.app import App
from sprintmind.bootstrap import open_app
from sprintmind.errors import InputError
from sprintmind.evals.answers import answers, tickets_asked
from sprintmind.evals.deliveries import delivery
from sprintmind.evals.expectations import LISTS, Expect
from sprintmind.evals.given import Given
from sprintmind.evals.loading import find_cases, load_case
from sprintmind.evals.matching import difference, forbidden, missing
from sprintmind.evals.orders import obey
from sprintmind.evals.plans import run_checks
from sprintmind.evals.recalled import recall_failures
from sprintmind.evals.schema import Case, Stage
from sprintmind.evals.team import team_settings
from sprintmind.intake import Delivery
from sprintmind.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of one case."""

    file: Path
    title: str
    failures: tuple[str, ...]
    """Each a sentence; none if the guarantee holds."""

    @property
    def passed(self) -> bool:
        """The guarantee holds."""
        return not self.failures


def run_cases(paths: Iterable[Path] = (), *, containing: str = "") -> Iterator[Result]:
    """Run cases, one after the other, each in the order that it is written and, where that must not matter, in another.

    Args:
        paths: Files and folders; none means all cases that there are.
        containing: Only cases whose path or text contains this.

    Raises:
        InputError: A case cannot be read; the message says where.
    """
    for file in find_cases(paths, containing=containing):
        case = load_case(file)
        reversed_too = reversed_case(case)
        failures = run_case(case)
        if reversed_too and not failures:
            failures = tuple(f"heard in reverse and twice: {failure}" for failure in run_case(reversed_too))
        yield Result(file=file, title=case.title, failures=failures)


def run_case(case: Case) -> tuple[str, ...]:
    """Let happen what a case gives and tell what does not hold that it expects."""
    checked = tuple(run_checks(case.preflight, now=case.now)) if case.preflight else ()
    return (*checked, *_run_stages(case)) if case.stages else checked


def _run_stages(case: Case) -> tuple[str, ...]:
    with TemporaryDirectory(prefix="sprintmind-case-") as home:
        clock = _Clock(case.now)
        app = open_app(Path(home), workspace="default", settings=_settings(case), now=clock)
        texts: list[Delivery] = []
        failures = [failure for stage in case.stages for failure in _run_stage(stage, app, clock, texts)]
        differences = app.verify().differences
        return (*failures, *(f"state is not the fold of the events: {each}" for each in differences))


def reversed_case(case: Case) -> Case | None:
    """Turn a case round: the same heard in reverse and twice, at the end; None where that may make a difference."""
    steps = [step for stage in case.stages for step in stage.given]
    if not case.any_order or not case.stages or any(step.order or step.refused is not None for step in steps):
        return None
    last = case.stages[-1]
    turned = tuple(step.model_copy(update={"heard": last.now}) for step in reversed(steps) for _ in range(2))
    return case.model_copy(update={"now": last.now, "given": turned, "expect": last.expect, "then": ()})


def _run_stage(stage: Stage, app: App, clock: "_Clock", texts: list[Delivery]) -> Iterator[str]:
    for step in stage.given:
        clock.at = step.heard or step.at
        yield from _run_step(step, app, texts)
    clock.at = stage.now
    for expect in stage.expectations:
        yield from (f"{stage.now:%Y-%m-%d %H:%M}: {failure}" for failure in _check(expect, app, texts))


def _run_step(step: Given, app: App, texts: list[Delivery]) -> Iterator[str]:
    """Let one step happen; what it is refused with must be what the step expects."""
    delivered = delivery(step)
    refused = _refusals(step, delivered, app)
    if delivered and step.said is not None and not refused:
        texts.append(delivered)
    if step.refused is None:
        yield from (f"{step.forms[0]} at {step.at} is refused: {reason}" for reason in refused)
    elif not any(step.refused.casefold() in reason.casefold() for reason in refused):
        yield f"{step.forms[0]} at {step.at} is not refused with {step.refused!r}, but with {refused or 'nothing'}"


def _refusals(step: Given, delivered: Delivery | None, app: App) -> list[str]:
    try:
        if delivered:
            return [each.reason for each in app.ingest([delivered]).refused]
        return [each.reason for each in obey(step.order, app).refused] if step.order else []
    except InputError as error:
        return [str(error)]


def _check(expect: Expect, app: App, texts: Iterable[Delivery]) -> Iterator[str]:
    known = tickets_asked(expect, app) if expect.tickets else {}
    for key, pattern in expect.tickets.items():
        if pattern is None:
            yield from [f"there is a ticket {key}"] if key in known else []
        elif found := difference(known[key], pattern) if key in known else "there is no such ticket":
            yield f"{key}: {found}"
    for name in filter(expect.asks, LISTS):
        told = answers(name, expect, app, texts=texts)
        patterns = expect.patterns(name)
        yield from (f"{name}: {failure}" for failure in missing(told, patterns or ()))
        yield from (f"{name}: {failure}" for failure in forbidden(told, expect.never.patterns(name)))
        wanted = 0 if patterns == () else expect.counts.get(name, len(told))
        if len(told) != wanted:
            yield f"{name}: there are {len(told)}, not {wanted}: {told}"
    yield from recall_failures(expect.recall, app, caller=expect.caller)


def _settings(case: Case) -> Settings:
    return Settings.model_validate(team_settings(case.team))


class _Clock:
    """Stands where the case says."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at
