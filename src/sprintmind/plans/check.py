"""A plan is checked: conditions, recall, verdict, bridge, advice; and the check is recorded as an event."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256

from sprintmind.conditions.described import Vocabulary
from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import LessonId
from sprintmind.domain.people import Team
from sprintmind.domain.plan_checks import Override, PlanCheck, Quote, check_id, outcomes_of
from sprintmind.domain.plans import Plan, PlanCondition, Subject
from sprintmind.domain.policy import Policy
from sprintmind.domain.progress import Progress, unwatched
from sprintmind.domain.secrets import masked
from sprintmind.domain.verdicts import Graded, Verdict
from sprintmind.embeddings.meaning import Meaning
from sprintmind.errors import UnavailableError
from sprintmind.identities import with_links
from sprintmind.intake import Delivery
from sprintmind.ledger.port import Ledger, Reading
from sprintmind.llm.port import Model
from sprintmind.memory.port import Memories
from sprintmind.notes import CheckNote
from sprintmind.plans.advice import Advised, Grounds, advise
from sprintmind.plans.around import Around, notes_around, with_freezes
from sprintmind.plans.asking import Bridge, Checked, Request
from sprintmind.plans.bridge import bridge
from sprintmind.plans.examining import BY_WORDS, Compared, examine_plan, read_plan, timed
from sprintmind.plans.recalling import Recall, and_untold, nothing_asked, queries, recall
from sprintmind.plans.shelf import Shelf, Shelved
from sprintmind.preflight import Assessment
from sprintmind.record import record

TITLE = 160  # characters
QUOTED = 1_000  # characters of a lesson's text that a check keeps
WORDS = 200  # characters of a condition's quote that are kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Whoever checks: where things are kept, what may be asked, and the time."""

    ledger: Ledger
    team: Team
    policy: Policy
    now: datetime
    open_memory: Callable[[], Memories]
    """Raises UnavailableError where it cannot be opened."""
    open_meaning: Callable[[], Meaning | None]
    open_model: Callable[[], Model | None]
    shelf: Shelf = field(default_factory=Shelf)
    """Keeps lessons in mind between checks."""
    progress: Progress = unwatched
    """Is told how far it is, where it takes long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What the ledger knows before a plan is looked at, all of one moment."""

    team: Team
    shelved: Shelved
    checks: tuple[PlanCheck, ...]


def check(request: Request, desk: Desk) -> Checked:
    """Check a plan and record the check, unless it is a dry run; no plan text is kept.

    Raises:
        InputError: It holds no plan; nothing is stored.
    """
    with desk.ledger.reading() as reading:
        known = _known(reading, desk)
        plan = read_plan(request, calendar=known.team.calendar)
        when = timed(plan, now=desk.now)
        plan = with_freezes(plan, desk.policy.freezes, when=when)
        linked = bridge(reading, plan, team=known.team, caller=request.caller, about=request.subjects)
    means, warnings = _means(request, desk, known)
    examined, unlike = _examined(plan, known, means, request=request, desk=desk)
    asked = _recalled(request, examined, desk)
    examined, more = _unknown_where_unasked(examined, asked, request)
    graded = examined.graded
    around = Around(when=when, services=examined.services, freezes=desk.policy.freezes, calendar=known.team.calendar)
    notes = notes_around(plan, around, others=_others(known.checks, plan))
    linked = replace(linked, notes=(*linked.notes, *notes))
    grounds = Grounds(assessment=examined, lessons=known.shelved.lessons, outcomes=_by_outcome(known.checks))
    model, unopened = _model(desk.open_model)
    advised = advise(grounds, model)
    found = _Found(assessment=examined, linked=linked, advised=advised, asked=asked, when=when.start)
    made = _made(request, desk, found, known)
    if not request.dry_run:
        _record(made, desk)
    return Checked(
        check=made,
        assessment=examined,
        bridge=linked,
        texts=asked.texts,
        lessons=_named(known.shelved.lessons, graded, asked.texts),
        outcomes={each: grounds.outcomes[each] for each in graded.cited if each in grounds.outcomes},
        warnings=tuple(filter(None, (*warnings, *unlike, *more, *unopened, advised.warning))),
        override=_override(known.checks, made.plan, desk.now),
        hotfixes=tuple(_hotfixes(known.checks, examined)) if request.incident else (),
    )


def plan_digest(body: bytes) -> str:
    """Name a plan by its text; blanks at its ends make no other plan."""
    return sha256(body.strip()).hexdigest()[:32]


def _known(reading: Reading, desk: Desk) -> _Known:
    shelved = desk.shelf.take(reading)
    return _Known(team=with_links(desk.team, reading), shelved=shelved, checks=reading.plan_checks())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Means:
    """By what a plan is compared with lessons."""

    words: Vocabulary | None = None
    meaning: Meaning | None = None


def _means(request: Request, desk: Desk, known: _Known) -> tuple[_Means, tuple[str, ...]]:
    """Bring lessons together by meaning; where no model compares, by their words alone, which is told."""
    if not request.memory:
        return _Means(), ()
    zone, shelved = desk.team.calendar.zone, known.shelved
    try:
        meaning = desk.open_meaning()
        words = desk.shelf.words(shelved, zone=zone, meaning=meaning, progress=desk.progress)
        return _Means(words=words, meaning=meaning), ()
    except UnavailableError as error:
        return _Means(words=desk.shelf.words(shelved, zone=zone)), (f"{BY_WORDS}: {error}",)


def _examined(
    plan: Plan, known: _Known, means: _Means, *, request: Request, desk: Desk
) -> tuple[Assessment, tuple[str, ...]]:
    """Compare a plan with every active lesson and every outcome; with memory off, with none."""
    compared = Compared(
        lessons=tuple(kept.lesson for kept in known.shelved.lessons.values()) if request.memory else (),
        outcomes=outcomes_of(known.checks) if request.memory else (),
        calendar=known.team.calendar,
        now=desk.now,
        progress=desk.progress,
        words=means.words,
        meaning=means.meaning,
    )
    return examine_plan(plan, compared)


def _recalled(request: Request, examined: Assessment, desk: Desk) -> Recall:
    if not request.memory:
        return nothing_asked()
    asked = queries(examined.plan, examined.conditions, services=examined.services)
    found = recall(desk.open_memory, asked, caller=request.caller, patience=request.patience)
    return and_untold(found, desk.ledger.outbox.waiting().pending)


def _unknown_where_unasked(found: Assessment, asked: Recall, request: Request) -> tuple[Assessment, tuple[str, ...]]:
    """Take back that nothing is relevant where memory could not be asked; what the ledger found stands, and says so."""
    if not request.memory:
        return _unknown(found, "memory is off: no organisational memory was used, so there is no verdict"), ()
    if not asked.panel.failed:
        return found, ()
    warning = f"{asked.panel.path}; the verdict rests on the lessons' own conditions in the ledger"
    if found.graded.verdict is Verdict.GREEN:
        because = "memory could not be asked, and the lessons' own conditions in the ledger found nothing"
        return _unknown(found, because), (warning,)
    if found.graded.verdict in (Verdict.RED, Verdict.YELLOW):
        told = replace(found.graded, because=f"{found.graded.because} (memory was not asked)")
        return replace(found, graded=told), (warning,)
    return found, (warning,)


def _unknown(found: Assessment, because: str) -> Assessment:
    graded = replace(found.graded, verdict=Verdict.UNKNOWN, because=because)
    return replace(found, graded=graded, advice=f"{because[:1].upper()}{because[1:]}. That is no proof of safety.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """All that a check rests on."""

    assessment: Assessment
    linked: Bridge
    advised: Advised
    asked: Recall
    when: datetime | None


def _made(request: Request, desk: Desk, found: _Found, known: _Known) -> PlanCheck:
    examined, panel = found.assessment, found.asked.panel
    graded, plan, digest = examined.graded, examined.plan, plan_digest(request.body)
    before = sum(each.plan == digest for each in known.checks)
    cited = sorted(each for each in graded.cited if each in known.shelved.lessons)
    return PlanCheck(
        id=check_id(digest, at=desk.now, by=request.by, before=before),
        at=desk.now,
        plan=digest,
        title=_title(plan),
        kind=plan.kind,
        verdict=graded.verdict,
        because=graded.because,
        by=request.by,
        planned_at=found.when,
        conditions=tuple(map(_kept_condition, examined.conditions)),
        services=examined.services,
        subjects=tuple(_kept_subject(each) for each in plan.subjects),
        tickets=found.linked.tickets,
        commitments=tuple(each.commitment for each in found.linked.promises),
        matches=graded.matches,
        counter_examples=tuple(each.lesson for each in graded.counter_examples),
        counters=graded.counter_examples,
        quotes=tuple(_quotes(graded, known)),
        lessons=tuple((each, known.shelved.lessons[each].version) for each in cited),
        compared=examined.compared,
        advice=found.advised.text,
        smallest_change=examined.change_text,
        author=found.advised.author,
        panel=replace(panel, queries=tuple(replace(each, query=masked(each.query)) for each in panel.queries)),
    )


def _quotes(graded: Graded, known: _Known) -> Iterator[Quote]:
    """Quote what is cited, so that whoever asks later sees what it said."""
    outcomes = _by_outcome(known.checks)
    for name in sorted(graded.cited):
        if kept := known.shelved.lessons.get(name):
            lesson = kept.lesson
            yield Quote(
                lesson=name,
                situation=lesson.situation[:QUOTED],
                learned=lesson.lesson[:QUOTED],
                audience=lesson.audience,
            )
        elif (other := outcomes.get(name)) and other.outcome:
            told = other.outcome
            learned = ", ".join(filter(None, (told.action.value, told.result and told.result.value, told.note)))
            yield Quote(lesson=name, situation=other.title, learned=learned[:QUOTED])


def _record(made: PlanCheck, desk: Desk) -> None:
    note = CheckNote(at=made.at, by=made.by, check=made)
    delivery = Delivery(source="preflight", body=note.body(), received_at=desk.now)
    recorded = record([delivery], ledger=desk.ledger, team=desk.team, policy=desk.policy, now=desk.now)
    for failed in recorded.refused:
        raise failed.error


def _title(plan: Plan) -> str:
    flat = " ".join(masked(plan.title or plan.text[:4000]).split())
    return flat if len(flat) <= TITLE else f"{flat[:TITLE].rsplit(' ', 1)[0]} …"


def _kept_condition(each: PlanCondition) -> PlanCondition:
    return replace(each, words=masked(each.words)[:WORDS], why=masked(each.why)[:WORDS])


def _kept_subject(each: Subject) -> Subject:
    return replace(each, name=masked(each.name)[:WORDS], words=masked(each.words)[:WORDS])


def _others(checks: Iterable[PlanCheck], plan: Plan) -> tuple[PlanCheck, ...]:
    """Take the newest check of every other plan."""
    return tuple({each.plan: each for each in checks if each.title != _title(plan)}.values())


def _by_outcome(checks: Iterable[PlanCheck]) -> Mapping[LessonId, PlanCheck]:
    return {each.outcome_id: each for each in checks if each.outcome is not None}


def _named(
    lessons: Mapping[LessonId, KeptLesson], graded: Graded, texts: Mapping[str, str]
) -> Mapping[LessonId, KeptLesson]:
    named = {*graded.cited, *(LessonId(each) for each in texts)}
    return {each: kept for each, kept in lessons.items() if each in named}


def _override(checks: Iterable[PlanCheck], plan: str, now: datetime) -> Override | None:
    found = (each.overridden(now) for each in checks if each.plan == plan)
    return next((each for each in found if each), None)


def _hotfixes(checks: Iterable[PlanCheck], examined: Assessment) -> Iterator[PlanCheck]:
    """Find past checks that were overridden in an incident and share a danger with this plan."""
    dangers = {one.condition for one in examined.conditions if not one.safe and not one.common}
    for each in checks:
        theirs = {one.condition for one in each.conditions if not one.safe and not one.common}
        if any(one.incident for one in each.overrides) and dangers & theirs:
            yield each


def _model(open_model: Callable[[], Model | None]) -> tuple[Model | None, tuple[str, ...]]:
    try:
        return open_model(), ()
    except UnavailableError as error:
        return None, (f"there is no model, so templates wrote the advice: {error}",)
