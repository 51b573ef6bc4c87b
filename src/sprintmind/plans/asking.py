"""What is asked of preflight, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from sprintmind.domain.events import ClaimId, PersonId, TicketKey
from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import LessonId
from sprintmind.domain.plan_checks import Override, PlanCheck
from sprintmind.domain.visibility import Caller
from sprintmind.preflight import Assessment

PATIENCE = timedelta(seconds=8)
"""How long memory has for all queries of one check; a person waits for a linter no longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A plan that is to be checked."""

    body: bytes
    kind: str = "text"
    """text, terraform or pull; of a text, what it is shows by itself."""
    name: str = ""
    """The file's, in messages."""
    at: datetime | date | None = None
    """When it is carried out, in the zone that was given, or on which day; None: only what its text says counts."""
    by: PersonId | None = None
    caller: Caller = field(default_factory=Caller)
    memory: bool = True
    """False: no organisational memory is used at all."""
    incident: bool = False
    """It is a hotfix: past hotfixes are shown, and the verdict is what it is."""
    dry_run: bool = False
    """Nothing is recorded: the check is told, and not kept."""
    patience: timedelta = PATIENCE
    subjects: tuple[TicketKey, ...] = ()
    """Tickets that it is known to be about, beside those that it names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """A promise that a plan touches."""

    commitment: ClaimId
    customer: str
    what: str
    due: date | None
    ticket: TicketKey | None
    """None where the plan names the customer and no ticket of the promise."""
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """What the ledger knows of what a plan names."""

    tickets: tuple[TicketKey, ...] = ()
    promises: tuple[Touched, ...] = ()
    notes: tuple[str, ...] = ()
    """One sentence each: a blocker, a red build, an open conflict, a freeze, another plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The answer to a check."""

    check: PlanCheck
    assessment: Assessment
    bridge: Bridge
    texts: Mapping[str, str]
    """What memory recalled, by document id."""
    lessons: Mapping[LessonId, KeptLesson] = field(default_factory=dict)
    """Every lesson that is cited or was recalled, whole, from the ledger."""
    outcomes: Mapping[LessonId, PlanCheck] = field(default_factory=dict)
    """The checks whose outcomes are cited."""
    warnings: tuple[str, ...] = ()
    override: Override | None = None
    """An override of this plan that holds now."""
    hotfixes: tuple[PlanCheck, ...] = ()
    """Past checks that were overridden in an incident; only where this is one."""
