"""What every way in may ask of preflight: lessons, checks of plans, their outcomes, and what they teach together."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from sprintmind.adapters import Adapters
from sprintmind.care import Care
from sprintmind.conditions.described import compared
from sprintmind.domain.events import PersonId
from sprintmind.domain.experiences import Action, CheckId, Result
from sprintmind.domain.learning import KeptLesson, Move
from sprintmind.domain.lessons import LessonId, LessonStatus
from sprintmind.domain.people import Team
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.policy import Policy
from sprintmind.domain.progress import Progress, unwatched
from sprintmind.domain.visibility import NOBODY, Caller, visible_to
from sprintmind.errors import UnavailableError
from sprintmind.ledger.port import Ledger
from sprintmind.lessons.fields import written
from sprintmind.lessons.files import LessonFile
from sprintmind.lessons.sought import Sought
from sprintmind.llm.port import Model
from sprintmind.patterns import Patterns, patterns
from sprintmind.plans.asking import PATIENCE, Checked, Request
from sprintmind.plans.check import Desk, check
from sprintmind.plans.following import Followed, follow
from sprintmind.plans.outcomes import At, Due, due, known_check, override, tell_outcome
from sprintmind.plans.pulling import plan_of_pull
from sprintmind.plans.recollecting import Recollection, recollect
from sprintmind.plans.reporting import Report, report
from sprintmind.plans.shelf import Shelf
from sprintmind.teach import Taught, known_lesson, move, teach, teach_written


class Checking(Care):
    """Preflight, for `App`; arguments are those of `Care`."""

    def __init__(
        self, *, ledger: Ledger, team: Team, policy: Policy, clock: Callable[[], datetime], adapters: Adapters
    ) -> None:
        super().__init__(ledger=ledger, team=team, policy=policy, clock=clock, adapters=adapters)
        self._shelf = Shelf()

    def lessons(self, *, status: LessonStatus | None = None) -> tuple[KeptLesson, ...]:
        """List lessons by id; of one status, or all."""
        with self._ledger.reading() as reading:
            return reading.lessons(status=status)

    def find_lessons(self, asked: Sought, *, caller: Caller) -> tuple[KeptLesson, ...]:
        """List the lessons that a caller may see and that fit, by id."""
        return tuple(kept for kept in self.lessons(status=asked.status) if asked.fits(kept, caller=caller))

    def lessons_named(self, ids: Iterable[LessonId]) -> Mapping[LessonId, KeptLesson]:
        """Tell those lessons that there are, by id."""
        with self._ledger.reading() as reading:
            return {kept.lesson.id: kept for kept in reading.lessons(tuple(ids))}

    def lesson(self, id: LessonId, *, caller: Caller = NOBODY) -> KeptLesson:
        """Tell one lesson that a caller may see; raises InputError if there is none."""
        with self._ledger.reading() as reading:
            return known_lesson(reading, id, caller=caller)

    def teach(
        self,
        files: Iterable[LessonFile],
        *,
        by: PersonId | None = None,
        dry_run: bool = False,
        progress: Progress = unwatched,
    ) -> Taught:
        """Read files of lessons and record what is new; files with a mistake are listed and nothing of them is kept.

        Args:
            files: What is brought.
            by: Who brings it.
            dry_run: Tell what would come of it, and store nothing.
            progress: Is told how many of how many phrases are learned for later checks.
        """
        model, lacking = self._model()
        taught = teach(
            files,
            by=by,
            ledger=self._ledger,
            team=self._team,
            policy=self._policy,
            now=self.now(),
            model=model,
            dry_run=dry_run,
        )
        unlearned = "" if dry_run else self.learn_lessons(progress)
        return replace(taught, warnings=tuple(filter(None, (lacking, *taught.warnings, unlearned))))

    def add_lesson(self, fields: Mapping[str, object], *, by: PersonId | None = None) -> Taught:
        """Record a lesson that a person writes; raises InputError where a field cannot be used."""
        found = written(fields, place="the lesson")
        taught = teach_written(
            [found], by=by, ledger=self._ledger, team=self._team, policy=self._policy, now=self.now()
        )
        return replace(taught, warnings=tuple(filter(None, (self.learn_lessons(),))))

    def learn_lessons(self, progress: Progress = unwatched) -> str:
        """Compare the active lessons with the lexicon, so that the next check need not; tell what hindered it."""
        with self._ledger.reading() as reading:
            shelved = self._shelf.take(reading)
        try:
            meaning = self._adapters.meaning()
            if meaning is not None:
                self._shelf.words(shelved, zone=self._team.calendar.zone, meaning=meaning, progress=progress)
        except UnavailableError as error:
            return f"what lessons mean could not be learned: {error}"
        return ""

    def forget_phrases(self) -> None:
        """Let go of what is kept of phrases that no active lesson has any more."""
        with self._ledger.reading() as reading:
            shelved = self._shelf.take(reading)
        if self._adapters.phrases:
            self._adapters.phrases.keep_only(compared(shelved.described))

    def move_lesson(
        self, id: LessonId, *, what: Move, by: PersonId, reason: str = "", successor: LessonId | None = None
    ) -> KeptLesson:
        """Confirm, retire or supersede a lesson, or confirm its guard; raises InputError where that cannot be."""
        kept = move(
            id,
            what=what,
            by=by,
            reason=reason,
            successor=successor,
            ledger=self._ledger,
            team=self._team,
            policy=self._policy,
            now=self.now(),
        )
        self.learn_lessons()
        return kept

    def check_plan(self, request: Request, *, progress: Progress = unwatched) -> Checked:
        """Check a plan against what was learned, and record the check; raises InputError where it holds no plan.

        Args:
            request: The plan, and who asks.
            progress: Is told how far it is, where it takes long.
        """
        if request.memory:
            self._tell_memory_first()
        desk = Desk(
            ledger=self._ledger,
            team=self._team,
            policy=self._policy,
            now=self.now(),
            open_memory=self._adapters.memory,
            open_meaning=self._adapters.meaning,
            open_model=self._adapters.model,
            shelf=self._shelf,
            progress=progress,
        )
        return check(request, desk)

    def pull_request(self, name: str, *, at: datetime | None = None) -> Request:
        """Take a pull request from the ledger as a plan; raises InputError where it is not there."""
        with self._ledger.reading() as reading:
            return replace(plan_of_pull(reading, name), at=at)

    def plan_checks(self) -> tuple[PlanCheck, ...]:
        """List every check, in the order of asking."""
        with self._ledger.reading() as reading:
            return reading.plan_checks()

    def plan_check(self, id: CheckId) -> PlanCheck:
        """Tell one check; raises InputError if there is none."""
        with self._ledger.reading() as reading:
            return known_check(reading, id)

    def tell_outcome(
        self, check: CheckId, *, action: Action, by: PersonId, result: Result | None = None, note: str = ""
    ) -> PlanCheck:
        """Record what was done about a verdict, and how it went; told again, the newest stands."""
        return tell_outcome(check, action=action, by=by, result=result, note=note, at=self._at())

    def override(
        self, check: CheckId, *, by: PersonId, reason: str, lasting: timedelta, incident: bool = False
    ) -> PlanCheck:
        """Let a plan pass in spite of its verdict, for a while; a person answers for it."""
        return override(check, by=by, reason=reason, lasting=lasting, incident=incident, at=self._at())

    def outcomes_due(self) -> tuple[Due, ...]:
        """Tell whose outcome is asked for, and why."""
        with self._ledger.reading() as reading:
            checks = [each for each in reading.plan_checks() if not each.settled]
            followed = follow(reading, checks)
        return tuple(due(checks, followed, now=self.now(), team=self._team))

    def followed(self, check: PlanCheck) -> tuple[Followed, ...]:
        """Tell what became of what a plan named: pull requests, their commits, what was deployed of them."""
        with self._ledger.reading() as reading:
            return follow(reading, [check])[check.id]

    def track_record(self) -> Report:
        """Count how checks turned out."""
        return report(self.plan_checks())

    def ask_history(self, question: str, *, caller: Caller = NOBODY) -> Recollection:
        """Answer a question about the past from lessons; raises InputError where it holds no word."""
        with self._ledger.reading() as reading:
            known = reading.lessons(status=LessonStatus.ACTIVE)
        active = [kept for kept in known if visible_to(kept.lesson.audience, caller)]
        self._tell_memory_first()
        model, lacking = self._model()
        found = recollect(
            question,
            active,
            open_memory=self._adapters.memory,
            model=model,
            caller=caller,
            patience=PATIENCE,
        )
        return replace(found, path="; ".join(filter(None, (found.path, lacking))))

    def patterns(self) -> Patterns:
        """Tell what fails again and again, and which path found it."""
        with self._ledger.reading() as reading:
            active = [kept.lesson for kept in reading.lessons(status=LessonStatus.ACTIVE)]
        return patterns(active, zone=self._team.calendar.zone, open_memory=self._adapters.memory)

    def _model(self) -> tuple[Model | None, str]:
        """Open the model; where that cannot be, say so, and go on without it."""
        try:
            return self._adapters.model(), ""
        except UnavailableError as error:
            return None, f"there is no model: {error}"

    def _at(self) -> At:
        return At(ledger=self._ledger, team=self._team, policy=self._policy, now=self.now())
