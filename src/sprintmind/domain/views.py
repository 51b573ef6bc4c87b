"""What a risk rule may read about one subject: frozen, with days counted and names written out."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

from sprintmind.domain.audiences import narrowest
from sprintmind.domain.authority import Conflict
from sprintmind.domain.events import (
    TEAM_AUDIENCE,
    UNKNOWN_PERSON,
    Audience,
    ClaimId,
    EventKey,
    PersonId,
    TicketKey,
    Value,
)
from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.policy import Policy
from sprintmind.domain.work import PullRequest, Review, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """The events that something rests on, and who may read all of them."""

    evidence: tuple[EventKey, ...] = ()
    audience: Audience = TEAM_AUDIENCE


def joined(grounds: Iterable[Grounds]) -> Grounds:
    """Unite grounds: each event once, in order, for those who may read all of them."""
    found = tuple(grounds)
    if len(found) == 1:
        return found[0]
    evidence = dict.fromkeys(event for each in found for event in each.evidence)
    return Grounds(evidence=tuple(evidence), audience=narrowest(each.audience for each in found))


def first_known(*people: PersonId | None) -> PersonId | None:
    """Pick the first of several people who is somebody in particular."""
    return next((person for person in people if person and person != UNKNOWN_PERSON), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One subject, as a rule reads it."""

    subject: str
    """The ticket key where there is one, else the commitment's id or `owner/repo#n`."""
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """How long something has been so."""

    since: datetime
    """UTC."""
    day: date
    """The team's day of `since`."""
    days: int
    """Business days since then; where it waits on one person, without that person's absences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Wait):
    """A field's value that stands now, since it was said and not merely confirmed."""

    value: Value
    grounds: Grounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocker(Fact):
    """What keeps a ticket from going on."""

    waiting_on: str | None
    """As people read it: a person's name, a ticket key, a customer, or the words used."""
    unblocker: PersonId | None
    """Who can unblock it, if that is a person whom we know."""
    unblocker_name: str | None
    """The same for people to read; words, where they are nobody's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval(Fact):
    """An approval that was asked for and not given; refused is not given either."""

    approver: str
    """The person's name, or the role."""
    person: PersonId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitmentView(View):
    """One promise beside one of its tickets, or beside none."""

    id: ClaimId
    customer: str
    due: date | None
    overdue: bool
    """The due day is over; a day is due until its end."""
    business_days_left: int | None
    """After today, up to and including the due day; 0 or less once it is overdue, None without a date."""
    open: bool
    needs_review: bool
    owner: PersonId | None
    since: datetime
    """When it was first said."""
    grounds: Grounds
    """Of the promise, not of its tickets."""
    key: TicketKey | None = None
    """None of a promise with no ticket that is still to be done."""
    tickets: tuple[TicketKey, ...] = ()
    status: Status | None = None
    """The ticket's; None where nobody said anything."""
    status_grounds: Grounds = Grounds()
    assignee: PersonId | None = None
    open_pulls: tuple[PullRequest, ...] = ()
    """Its own pull requests that are open, drafts too."""

    def due_within(self, days: int) -> bool:
        """Tell whether it is overdue or due in so many business days; without a date it is neither."""
        return self.business_days_left is not None and self.business_days_left <= days

    def at_most(self, severity: Severity) -> Severity:
        """Hold a severity down to medium while a person has not confirmed the promise."""
        return min(severity, Severity.MEDIUM) if self.needs_review else severity

    @property
    def deadline(self) -> str:
        """Say what is due when: "the promise to Acme is due on 2025-10-03"."""
        return f"the promise to {self.customer} {'was' if self.overdue else 'is'} due on {self.due}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PullView:
    """One of a ticket's own pull requests, with its waits."""

    pull: PullRequest
    ready: Wait | None
    """Since it became ready; None of a draft and of what is no longer open."""
    approval: Review | None
    """The newest approval of the current head, unless somebody still asks for changes."""
    approved: Wait | None
    """Since it was both approved and ready, without its author's absences."""
    merged: Wait | None
    grounds: Grounds


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketView(View):
    """One ticket that is not deleted, with its pull requests and the promises that hang on it."""

    key: TicketKey
    status: Status | None
    status_fact: Fact | None
    assignee: PersonId | None
    due: Fact | None
    """Its due date as ISO text; `days` is what is left until then, negative once it is past."""
    overdue: bool
    sprint: Fact | None
    sprint_start: date | None
    """None where its sprint or when that starts is unknown."""
    blocker: Blocker | None
    approvals: tuple[Approval, ...]
    """Those not given yet."""
    conflicts: tuple[Conflict, ...]
    """The open ones."""
    pulls: tuple[PullView, ...]
    """Its own, whatever their state; not reverts, batches or a bot's."""
    merged_by_others: bool
    """A pull request that works on it and is not its own was merged."""
    commitments: tuple[CommitmentView, ...]
    """Open promises on it or on its parent, and those that count as kept before their day."""
    quiet: Wait | None
    """Since any source last showed or said something about it, without its assignee's absences."""

    @property
    def live(self) -> bool:
        """It is still to be done."""
        return self.status not in (Status.DONE, Status.CANCELLED)

    def commitment(self, *, due_within: int | None = None) -> CommitmentView | None:
        """Find a confirmed promise that hangs on it: one that more people may know of first, then the soonest due.

        Args:
            due_within: Only an open one that is overdue or due in so many business days; None: any.
        """
        confirmed = (each for each in self.commitments if not each.needs_review)
        if due_within is None:
            return next(confirmed, None)
        return next((each for each in confirmed if each.open and each.due_within(due_within)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanView(View):
    """One ticket that is still to be done, is promised to somebody, and that a plan names whose check is RED."""

    ticket: TicketView
    commitment: CommitmentView
    """The open promise on it that more people may know of first, then the soonest due."""
    plan: PlanCheck
    """The newest check that names it; nobody told yet how it went."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewView(View):
    """What waits for review: of a ticket that is still to be done, or a pull request that works on no ticket."""

    key: TicketKey | None
    pulls: tuple[PullView, ...]
    """Open and ready; a draft waits for nobody."""
    in_review: Fact | None
    """The ticket's status, if it is in review and not merely a draft."""
    assignee: PersonId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependency:
    """One ticket that another waits on."""

    edge: Fact
    """That it waits."""
    ticket: TicketView
    """What it waits on, still to be done."""
    later_sprint: bool
    """It is planned for a sprint that starts later; False where either start is unknown."""
    sprints: Grounds
    """Which sprints both are in."""
    findings: tuple[Finding, ...] = ()
    """What the other rules find about what it waits on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyView(View):
    """A ticket that is still to be done and waits on others; read last, because it has what other rules find."""

    key: TicketKey
    assignee: PersonId | None
    dependencies: tuple[Dependency, ...]
    cycle: tuple[TicketKey, ...] = ()
    """The tickets that wait on each other in a circle, this one among them; empty without one."""
    cycle_edges: tuple[Fact, ...] = field(default=())
    """Every wait inside that circle."""
