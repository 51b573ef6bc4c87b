"""What became of a checked plan: told by people, asked for where evidence hints at it, or overridden."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sprintmind.domain.events import PersonId, named
from sprintmind.domain.experiences import Action, CheckId, Result
from sprintmind.domain.learning import CHECK
from sprintmind.domain.people import Team
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.policy import Policy
from sprintmind.errors import InputError
from sprintmind.intake import Delivery
from sprintmind.ledger.port import Ledger, Reading
from sprintmind.notes import AnyNote, OutcomeNote, OverrideNote
from sprintmind.plans.following import Followed
from sprintmind.record import record

LONGEST = timedelta(days=7)
"""How long an override may hold; whoever needs longer asks again."""
NOTE = 2_000  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A check whose outcome is asked for, and why now."""

    check: PlanCheck
    ask: str
    """One question."""
    suggests: Result | None = None
    """What the evidence hints at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class At:
    """Where a note is kept, and when."""

    ledger: Ledger
    team: Team
    policy: Policy
    now: datetime


def tell_outcome(
    check: CheckId, *, action: Action, by: PersonId, result: Result | None, note: str, at: At
) -> PlanCheck:
    """Record what was done about a verdict; told again, the newest stands.

    Raises:
        InputError: There is no such check, or the note is too long.
    """
    if len(note) > NOTE:
        raise InputError(f"the note has {len(note):,} characters; at most {NOTE:,} are kept")
    before = _events_before(check, at)
    return _recorded(
        OutcomeNote(at=at.now, by=by, sequence=before, check=check, action=action, result=result, remark=note),
        check,
        at,
    )


def override(check: CheckId, *, by: PersonId, reason: str, lasting: timedelta, incident: bool, at: At) -> PlanCheck:
    """Let a plan pass in spite of its verdict, for a while.

    Raises:
        InputError: There is no such check, no reason, or it would hold too long.
    """
    if not reason.strip():
        raise InputError("the reason is empty; an override is kept with the reason for it")
    if not timedelta() < lasting <= LONGEST:
        raise InputError(f"an override holds for at most {LONGEST.days} days, not for {lasting}")
    before = _events_before(check, at)
    note = OverrideNote(
        at=at.now,
        by=by,
        sequence=before,
        check=check,
        reason=reason.strip(),
        expires=at.now + lasting,
        incident=incident,
    )
    return _recorded(note, check, at)


def due(
    checks: Iterable[PlanCheck], followed: Mapping[CheckId, tuple[Followed, ...]], *, now: datetime, team: Team
) -> Iterator[Due]:
    """Tell whose outcome is asked for: what the evidence hints at, and since yesterday what was overridden.

    Args:
        checks: Those that may be asked about.
        followed: What became of what each named.
        now: The moment of asking.
        team: Whose days count.
    """
    for check in checks:
        if check.settled:
            continue
        hint = next((hint for each in followed.get(check.id, ()) for hint in each.hints), None)
        if hint:
            yield Due(check=check, ask=f"{hint}: did this fail?", suggests=Result.FAILED)
        elif check.overrides and team.calendar.day(now) > team.calendar.day(check.overrides[-1].at):
            by = check.overrides[-1].by
            yield Due(
                check=check, ask=f"{by} let it pass on {team.calendar.day(check.overrides[-1].at)}: how did it go?"
            )


def known_check(reading: Reading, id: CheckId) -> PlanCheck:
    """Find a check; raises InputError where there is none."""
    found = reading.plan_checks([id])
    if not found:
        raise InputError(f"there is no check {id}; the history lists those that there are")
    return found[0]


def _events_before(check: CheckId, at: At) -> int:
    with at.ledger.reading() as reading:
        known_check(reading, check)
        return len(reading.touching([named(CHECK, check)]))


def _recorded(note: AnyNote, check: CheckId, at: At) -> PlanCheck:
    delivery = Delivery(source="preflight", body=note.body(), received_at=at.now)
    for failed in record([delivery], ledger=at.ledger, team=at.team, policy=at.policy, now=at.now).refused:
        raise failed.error
    with at.ledger.reading() as reading:
        return known_check(reading, check)
