"""What became of what a plan named: of its tickets the pull requests, their commits, and what is deployed of these."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.deployments import has_failed
from sprintmind.domain.events import EventKey, Name, TicketKey, named
from sprintmind.domain.experiences import CheckId
from sprintmind.domain.heard import Heard
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.plans import SubjectKind
from sprintmind.domain.repositories import DeploymentSeen
from sprintmind.domain.timeline import PullSeen, pull_name
from sprintmind.domain.work import CiState, PullRequest
from sprintmind.ledger.port import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployed:
    """A commit on its way to an environment, as GitHub showed it last; a failure stays one."""

    environment: str
    state: str
    at: datetime
    sha: str
    event: EventKey

    @property
    def failed(self) -> bool:
        """It did not come about."""
        return has_failed(self.state)


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A pull request that a plan named, or that works on a ticket that it named, and what became of it since."""

    pull: PullRequest
    ticket: TicketKey | None
    commits: tuple[str, ...] = ()
    """Its head, and the commit that merged it; full SHAs."""
    deployments: tuple[Deployed, ...] = ()
    """Since the plan was checked and it was merged; what is deployed of an open one is a trial."""
    since: datetime

    @property
    def landed(self) -> datetime | None:
        """When it landed, if that was after the check."""
        at = self.pull.landed_at or self.pull.merged_at
        return at if at is not None and at >= self.since else None

    @property
    def hints(self) -> Iterator[str]:
        """Find what says that it did not go well."""
        pull, of = self.pull, f", which works on {self.ticket}," if self.ticket else ""
        if self.landed and pull.reverted:
            yield f"{pull.name}, which the plan named{f' with {self.ticket}' if self.ticket else ''}, was reverted"
        elif self.landed and pull.ci is CiState.FAILING:
            yield f"CI failed on {pull.name} after it was merged"
        for each in self.deployments:
            if each.failed:
                yield f"the deployment of {pull.name}{of} to {each.environment or 'its environment'} failed"


def follow(reading: Reading, checks: Iterable[PlanCheck]) -> Mapping[CheckId, tuple[Followed, ...]]:
    """Tell for each check what became of the pull requests that its plan named, those of its tickets included."""
    named_by = {check.id: tuple(pulls) for check, pulls in _pulls(reading, tuple(checks))}
    names = {_name(pull) for some in named_by.values() for _, _, pull in some}
    commits = _commits(reading.touching(sorted(names)))
    shas = sorted({sha for some in commits.values() for sha in some})
    deployed = _deployed(reading.touching(named("commit", sha) for sha in shas))
    return {
        made: tuple(_followed(check, key, pull, commits, deployed) for check, key, pull in some)
        for made, some in named_by.items()
    }


_Named = tuple[PlanCheck, TicketKey | None, PullRequest]


def _pulls(reading: Reading, checks: Sequence[PlanCheck]) -> Iterator[tuple[PlanCheck, Iterator[_Named]]]:
    keys = reading.ticket_keys({key for check in checks for key in check.tickets})
    tickets = {key: ticket for ticket in reading.tickets(set(keys.values())) for key in ticket.keys}
    alone = reading.pulls() if any(_pulls_named(check) for check in checks) else ()
    for check in checks:
        found: dict[str, _Named] = {}
        for key in check.tickets:
            for pull in tickets[key].pulls if key in tickets else ():
                found.setdefault(pull.name, (check, tickets[key].key, pull))
        for pull in alone:
            if {pull.name.casefold(), f"#{pull.number}"} & _pulls_named(check):
                found.setdefault(pull.name, (check, None, pull))
        yield check, iter(found.values())


def _pulls_named(check: PlanCheck) -> frozenset[str]:
    return frozenset(each.name.casefold() for each in check.subjects if each.kind is SubjectKind.PULL)


def _name(pull: PullRequest) -> Name:
    return pull_name(pull.repository_id, pull.number)


def _commits(heard: Iterable[Heard]) -> Mapping[Name, tuple[str, ...]]:
    found: dict[Name, dict[str, None]] = {}
    for each in heard:
        for seen in each.event.observations:
            if isinstance(seen, PullSeen):
                found.setdefault(seen.pull, {}).update(dict.fromkeys(filter(None, (seen.head, seen.merge_commit))))
    return {name: tuple(shas) for name, shas in found.items()}


def _deployed(heard: Iterable[Heard]) -> Mapping[str, tuple[Deployed, ...]]:
    """Tell by commit what was deployed, each deployment once."""
    newest: dict[int, DeploymentSeen] = {}
    seen = (o for each in heard for o in each.event.observations if isinstance(o, DeploymentSeen))
    for each in sorted(seen, key=lambda seen: (seen.at, has_failed(seen.state), seen.state)):
        if each.deployment not in newest or not has_failed(newest[each.deployment].state):
            newest[each.deployment] = each
    found: dict[str, list[Deployed]] = {}
    for each in newest.values():
        shown = Deployed(environment=each.environment, state=each.state, at=each.at, sha=each.sha, event=each.event)
        found.setdefault(each.sha, []).append(shown)
    return {sha: tuple(some) for sha, some in found.items()}


def _followed(
    check: PlanCheck,
    key: TicketKey | None,
    pull: PullRequest,
    commits: Mapping[Name, tuple[str, ...]],
    deployed: Mapping[str, tuple[Deployed, ...]],
) -> Followed:
    shas = commits.get(_name(pull), ())
    merged = pull.landed_at or pull.merged_at
    since = max(check.at, merged) if merged else None
    every = [each for sha in shas for each in deployed.get(sha, ()) if since and each.at >= since]
    return Followed(
        pull=pull,
        ticket=key,
        commits=shas,
        deployments=tuple(sorted(every, key=lambda each: (each.at, each.event))),
        since=check.at,
    )
