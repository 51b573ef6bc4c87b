"""What the checks of one commit say together, from check runs, suites, workflow runs and statuses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sprintmind.domain.events import EventKey, Name, Observation, named
from sprintmind.domain.timeline import pull_name
from sprintmind.domain.work import CiState

FAILING = frozenset({"failure", "timed_out", "cancelled", "startup_failure", "action_required", "stale", "error"})
PENDING = frozenset({"queued", "in_progress", "waiting", "requested", "expected", "pending"})
PASSING = frozenset({"success"})


class CheckKind(StrEnum):
    """GitHub's four ways to say how a commit fares."""

    RUN = "check_run"
    SUITE = "check_suite"
    WORKFLOW = "workflow_run"
    STATUS = "status"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSeen(Observation):
    """A check of a commit, as one payload showed it."""

    kind: CheckKind
    sha: str
    app: str
    """`github-actions`; empty for a status."""
    name: str
    state: str
    """GitHub's word: the conclusion once there is one, else the status."""
    started_at: datetime
    """When this attempt began."""
    attempt: int = 0
    """The attempt's number, where GitHub tells it."""
    queued_pull: Name | None = None
    """The pull request whose merge queue entry was checked."""

    @property
    def names(self) -> tuple[Name, ...]:
        """The commit, and the pull request that stood in the merge queue with it."""
        return (named("commit", self.sha), *((self.queued_pull,) if self.queued_pull else ()))

    @property
    def ci(self) -> CiState:
        """What it says by itself."""
        if self.state in FAILING:
            return CiState.FAILING
        if self.state in PENDING:
            return CiState.PENDING
        return CiState.PASSING if self.state in PASSING else CiState.UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueSeen(Observation):
    """A pull request's turn in the merge queue, with the commit made for it."""

    repository_id: int
    number: int
    sha: str
    state: str
    """`checks_requested`, or why it left the queue: merged, invalidated, dequeued."""

    @property
    def names(self) -> tuple[Name, ...]:
        """The pull request and the queue's commit."""
        return (pull_name(self.repository_id, self.number), named("commit", self.sha))


def ci(checks: Iterable[CheckSeen]) -> tuple[CiState, tuple[EventKey, ...]]:
    """Tell what all checks of one commit say together, and the events that decide it.

    The newest attempt of each check counts. Suites and workflow runs count only for an app that has nothing
    finer on this commit; nothing at all, or only neutral and skipped ones, is unknown and never passing.
    """
    counting = _finest(_newest(checks))
    for state in (CiState.FAILING, CiState.PENDING, CiState.PASSING):
        deciding = sorted(each.event for each in counting if each.ci is state)
        if deciding:
            return state, tuple(deciding)
    return CiState.UNKNOWN, ()


def queue_ci(entries: Iterable[QueueSeen], checks: Sequence[CheckSeen]) -> CiState | None:
    """Tell what the checks of a pull request's newest merge queue commit say; None if it was never queued.

    Args:
        entries: Its turns in the queue.
        checks: Of the queue's commits.
    """
    commits = [(each.at, each.sha) for each in entries]
    commits += [(each.started_at, each.sha) for each in checks if each.queued_pull]
    if not commits:
        return None
    newest = max(commits)[1]
    return ci(each for each in checks if each.sha == newest)[0]


def _newest(checks: Iterable[CheckSeen]) -> list[CheckSeen]:
    """Drop every check that a newer attempt, or a later word on the same attempt, supersedes."""
    newest: dict[tuple[CheckKind, str, str], CheckSeen] = {}
    for each in checks:
        key = (each.kind, each.app, each.name)
        if key not in newest or _order(newest[key]) < _order(each):
            newest[key] = each
    return list(newest.values())


def _order(check: CheckSeen) -> tuple[datetime, int, datetime, bool, EventKey]:
    return (check.started_at, check.attempt, check.at, check.state not in PENDING, check.event)


def _finest(checks: Sequence[CheckSeen]) -> list[CheckSeen]:
    """Keep, of each app, its check runs; without these its workflow runs; without these its suites."""
    grain = (CheckKind.RUN, CheckKind.WORKFLOW, CheckKind.SUITE)
    counting = [each for each in checks if each.kind is CheckKind.STATUS]
    for app in {each.app for each in checks if each.kind is not CheckKind.STATUS}:
        of_app = [each for each in checks if each.app == app and each.kind is not CheckKind.STATUS]
        finest = min((each.kind for each in of_app), key=grain.index)
        counting += [each for each in of_app if each.kind is finest]
    return counting
