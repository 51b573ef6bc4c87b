"""Runs cases: each against the whole application, in a home of its own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sprintmind.app import App
from sprintmind.bootstrap import open_app
from sprintmind.errors import InputError
from sprintmind.evals.answers import answers, moment_of, reader_of, tickets_asked
from sprintmind.evals.asked import StandIns, failures
from sprintmind.evals.deliveries import delivery
from sprintmind.evals.expectations import LISTS, Expect
from sprintmind.evals.given import Given
from sprintmind.evals.loading import find_cases, load_case
from sprintmind.evals.matching import difference, forbidden, missing
from sprintmind.evals.orders import obey
from sprintmind.evals.paging import brief_page, misses, radar_page
from sprintmind.evals.plans import run_checks
from sprintmind.evals.recalled import recall_failures
from sprintmind.evals.schema import Case, Stage
from sprintmind.evals.team import team_settings
from sprintmind.intake import Delivery
from sprintmind.settings.models import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAsked:
    """Which language model cases are run against; none without a name."""

    name: str = ""
    url: str = ""


NO_MODEL = ModelAsked()


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


def run_cases(paths: Iterable[Path] = (), *, containing: str = "", model: ModelAsked = NO_MODEL) -> Iterator[Result]:
    """Run cases, one after the other, each in the order that it is written and, where that must not matter, in another.

    Args:
        paths: Files and folders; none means all cases that there are.
        containing: Only cases whose path or text contains this.
        model: With a name, only cases that ask in words are run, and it writes what is not scripted.

    Raises:
        InputError: A case cannot be read; the message says where.
    """
    for file in find_cases(paths, containing=containing):
        case = load_case(file)
        if model.name and not asks_in_words(case):
            continue
        reversed_too = reversed_case(case) if not model.name else None
        found = run_case(case, model=model)
        if reversed_too and not found:
            found = tuple(f"heard in reverse and twice: {failure}" for failure in run_case(reversed_too))
        yield Result(file=file, title=case.title, failures=found)


def asks_in_words(case: Case) -> bool:
    """Tell whether a case asks a question that an author answers who is not scripted."""
    return any(expect.ask and not expect.model for stage in case.stages for expect in stage.expectations)


def run_case(case: Case, *, model: ModelAsked = NO_MODEL) -> tuple[str, ...]:
    """Let happen what a case gives and tell what does not hold that it expects."""
    checked = tuple(run_checks(case.preflight, now=case.now)) if case.preflight else ()
    return (*checked, *_run_stages(case, model)) if case.stages else checked


def _run_stages(case: Case, model: ModelAsked) -> tuple[str, ...]:
    with TemporaryDirectory(prefix="sprintmind-case-") as home:
        clock, stand_ins = _Clock(case.now), StandIns()
        settings = _settings(case, model)
        app = open_app(Path(home), workspace="default", settings=settings, now=clock, beside=stand_ins.beside)
        playing = _Playing(app, clock, stand_ins, model)
        found = [failure for stage in case.stages for failure in _run_stage(stage, playing)]
        differences = app.verify().differences
        return (*found, *(f"state is not the fold of the events: {each}" for each in differences))


def reversed_case(case: Case) -> Case | None:
    """Turn a case round: the same heard in reverse and twice, at the end; None where that may make a difference."""
    steps = [step for stage in case.stages for step in stage.given]
    if not case.any_order or not case.stages or any(step.order or step.refused is not None for step in steps):
        return None
    last = case.stages[-1]
    turned = tuple(step.model_copy(update={"heard": last.now}) for step in reversed(steps) for _ in range(2))
    return case.model_copy(update={"now": last.now, "given": turned, "expect": last.expect, "then": ()})


def _run_stage(stage: Stage, playing: "_Playing") -> Iterator[str]:
    for step in stage.given:
        playing.clock.at = step.heard or step.at
        playing.stand_ins.proposals += step.proposes
        yield from _run_step(step, playing.app, playing.texts)
    playing.clock.at = stage.now
    for expect in stage.expectations:
        checks = (*_check(expect, playing.app, playing.texts), *_asked(expect, playing))
        yield from (f"{stage.now:%Y-%m-%d %H:%M}: {failure}" for failure in checks)


def _asked(expect: Expect, playing: "_Playing") -> Iterator[str]:
    """Ask in words what an expectation asks."""
    if expect.ask is None or expect.answer is None:
        return
    told = playing.stand_ins
    told.replies, told.asked, told.memory_down = expect.model, 0, expect.memory == "off"
    real = "" if expect.model else playing.model.name
    reader = reader_of(expect, playing.app)
    yield from failures(expect.ask, expect.answer, playing.app, reader, as_of=expect.as_of, model=real)


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
    yield from _check_pages(expect, app)


def _check_pages(expect: Expect, app: App) -> Iterator[str]:
    reader, moment = reader_of(expect, app), moment_of(expect, app)
    if expect.radar:
        page = radar_page(app, moment, reader)
        yield from (f"radar: {failure}" for failure in misses(page, expect.radar))
    for wanted in expect.brief:
        page = brief_page(wanted, app, moment, reader)
        yield from (f"brief, {wanted.kind}: {failure}" for failure in misses(page, wanted))


def _settings(case: Case, model: ModelAsked) -> Settings:
    asked = {"model": {"name": model.name, "base_url": model.url}} if model.name else {}
    return Settings.model_validate({**team_settings(case.team), **asked})


@dataclass(frozen=True, slots=True)
class _Playing:
    """A case under way."""

    app: App
    clock: "_Clock"
    stand_ins: StandIns
    model: ModelAsked
    texts: list[Delivery] = field(default_factory=list)


class _Clock:
    """Stands where the case says."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at
