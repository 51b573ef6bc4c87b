"""A verdict as it is shown: what it rests on, side by side, for whoever looks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sprintmind.app import App
from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import LessonId, record_line
from sprintmind.domain.plan_checks import Override, PlanCheck, Quote
from sprintmind.domain.plans import PlanCondition, Untaken
from sprintmind.domain.redaction import check_for
from sprintmind.domain.secrets import masked
from sprintmind.domain.verdicts import CounterExample, Match, Verdict
from sprintmind.plans.asking import Checked, Touched
from sprintmind.plans.following import Followed
from sprintmind.shapes.reader import Reader
from sprintmind.web.highlighting import MOST, Piece, pieces
from sprintmind.web.visitor import Visitor


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A condition, and which cited experiences share it."""

    condition: PlanCondition
    lessons: tuple[LessonId, ...]

    @property
    def look(self) -> str:
        """How it is coloured."""
        return "safe" if self.condition.safe else "matched" if self.lessons else "unmatched"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """One experience that a verdict cites."""

    id: LessonId
    found: Match | CounterExample
    kept: KeptLesson | None
    """None where it is an outcome, gone, or not for whoever looks."""
    outcome: PlanCheck | None
    quote: Quote | None = None
    """What it said then, of a check that is kept; None where that is not kept, or not for whoever looks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """All that is shown of a check."""

    check: PlanCheck
    stated: tuple[Stated, ...]
    words: tuple[Piece, ...] = ()
    """The plan's own; empty where only the check is kept."""
    untaken: tuple[Untaken, ...] = ()
    """What was looked at in the plan's words and not taken, with the reasons; told right after a check alone."""
    cut: bool = False
    """The plan is longer than what is shown."""
    matches: tuple[Beside, ...]
    counter_examples: tuple[Beside, ...]
    promises: tuple[Touched, ...]
    notes: tuple[str, ...] = ()
    texts: Mapping[str, str]
    """What memory recalled, by document id."""
    lowers_to: Verdict | None = None
    warnings: tuple[str, ...] = ()
    override: Override | None
    hotfixes: tuple[PlanCheck, ...] = ()
    followed: tuple[Followed, ...] = ()
    """What became of what the plan named; only of a check that is kept."""


def card_of(found: Checked, reader: Reader) -> Card:
    """Make the card of a check that was just made."""
    made, graded = check_for(reader.caller, found.check), found.assessment.graded
    text = masked(found.assessment.plan.text)
    lessons = {name: kept for name, kept in found.lessons.items() if reader.sees(kept.lesson.audience)}
    return Card(
        check=made,
        stated=_stated(made),
        words=pieces(text, made.conditions),
        untaken=found.assessment.untaken,
        cut=len(text) > MOST,
        matches=_beside(graded.matches, lessons, found.outcomes),
        counter_examples=_beside(made.counters, lessons, found.outcomes),
        promises=found.bridge.promises,
        notes=found.bridge.notes,
        texts={name: masked(text) for name, text in found.texts.items()},
        lowers_to=found.assessment.change.verdict if found.assessment.change else None,
        warnings=found.warnings,
        override=found.override,
        hotfixes=found.hotfixes,
    )


def card_of_kept(made: PlanCheck, app: App, visitor: Visitor) -> Card:
    """Make the card of a check that is kept; the plan's text is not, and promises are told as they stand."""
    made = check_for(visitor.reader.caller, made)
    recalled = [LessonId(name) for query in made.panel.queries for name in query.found]
    cited = [*(each.lesson for each in made.matches), *made.counter_examples]
    known = app.lessons_named({*cited, *recalled})
    lessons = {name: kept for name, kept in known.items() if visitor.reader.sees(kept.lesson.audience)}
    outcomes = {each.outcome_id: each for each in app.plan_checks() if each.outcome is not None}
    quotes = {each.lesson: each for each in made.quotes}
    return Card(
        check=made,
        stated=_stated(made),
        matches=_beside(made.matches, lessons, outcomes, quotes),
        counter_examples=_beside(made.counter_evidence, lessons, outcomes, quotes),
        promises=_promises(made, app, visitor),
        texts={name: record_line(lessons[name].lesson) for name in recalled if name in lessons},
        override=made.overridden(visitor.now),
        followed=app.followed(made),
    )


def _stated(made: PlanCheck) -> tuple[Stated, ...]:
    sharing: dict[str, list[LessonId]] = {}
    for match in made.matches:
        for name in match.conditions:
            sharing.setdefault(name, []).append(match.lesson)
    return tuple(
        Stated(condition=each, lessons=() if each.safe else tuple(sharing.get(each.condition, ())))
        for each in made.conditions
    )


def _beside(
    found: Iterable[Match | CounterExample],
    lessons: Mapping[LessonId, KeptLesson],
    outcomes: Mapping[LessonId, PlanCheck],
    quotes: Mapping[LessonId, Quote] = MappingProxyType({}),
) -> tuple[Beside, ...]:
    return tuple(
        Beside(
            id=each.lesson,
            found=each,
            kept=lessons.get(each.lesson),
            outcome=outcomes.get(each.lesson),
            quote=quotes.get(each.lesson),
        )
        for each in found
    )


def _promises(made: PlanCheck, app: App, visitor: Visitor) -> tuple[Touched, ...]:
    every = app.commitments(visitor.moment, visitor.reader.caller, disputed=True)
    return tuple(
        Touched(
            commitment=each.id,
            customer=each.customer,
            what=each.what,
            due=each.due,
            ticket=next((key for key in each.tickets if key in made.tickets), None),
            why="",
        )
        for each in every
        if not set(each.ids).isdisjoint(made.commitments)
    )
