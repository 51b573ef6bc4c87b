"""What GitHub shows, taken together: each pull request as it stood at a moment, and what else to look up for it."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import TypeVar

from sprintmind.domain.checks import CheckSeen, QueueSeen, ci, queue_ci
from sprintmind.domain.deployments import deployments
from sprintmind.domain.events import Name, Observation, named
from sprintmind.domain.landing import CommitSeen, histories
from sprintmind.domain.pull_claims import ticket_claims as ticket_claims
from sprintmind.domain.repositories import DeploymentSeen, RepositorySeen, repository_name
from sprintmind.domain.reverts import Undoing, in_force, undoings, undone_by
from sprintmind.domain.reviews import ReviewSeen, standing_reviews
from sprintmind.domain.timeline import Moment, Occasion, PullSeen
from sprintmind.domain.work import CiState, PullRequest, PullStatus

Seen = TypeVar("Seen", bound=Observation)
Key = TypeVar("Key", bound=Hashable)


def pull_requests(observations: Iterable[Observation], *, at: datetime) -> tuple[PullRequest, ...]:
    """Tell every observed pull request as it stood at a moment, in order of repository and number.

    Args:
        observations: Of the pull requests and of everything that `companions` names for them; in any order,
            with repeats. Checks count by the head's SHA, whatever repository they were reported from.
        at: The moment. What a later payload tells of that time counts, what was so only later does not.
    """
    shown = frozenset(observations)
    pulls = histories(shown)
    holding = in_force(undoings(pulls, _of(CommitSeen, shown)), at=at)
    beside = _Beside.of([each for each in shown if each.at <= at])
    return tuple(
        _pull(each.until(at), each.landed(at), beside, undone_by(each, holding)) for each in pulls if each.until(at)
    )


def companions(observations: Iterable[Observation]) -> frozenset[Name]:
    """Name what else must be looked up to know these pull requests wholly.

    That is the pull requests themselves, their commits with checks, landings and reverts, what they revert, and
    what their repositories are called. Ask again with what was found, until nothing new is named.
    """
    names: set[Name] = set()
    for each in observations:
        match each:
            case PullSeen():
                names.update(name for name in each.names if not name.startswith("ticket:"))
                names.add(repository_name(each.repository_id))
            case CommitSeen() if each.revert:
                names.update(each.names)
            case QueueSeen():
                names.add(named("commit", each.sha))
            case _:
                pass
    return frozenset(names)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Beside:
    """What was shown beside the pull requests, by what it is about."""

    checks: Mapping[str, Sequence[CheckSeen]]
    """By SHA."""
    queued: Mapping[Name, Sequence[QueueSeen]]
    queue_checks: Mapping[Name, Sequence[CheckSeen]]
    reviews: Mapping[Name, Sequence[ReviewSeen]]
    deployed: Mapping[str, Sequence[DeploymentSeen]]
    """By SHA."""
    repositories: Mapping[int, str]
    """The newest name of each."""

    @classmethod
    def of(cls, shown: Sequence[Observation]) -> "_Beside":
        checks = _of(CheckSeen, shown)
        queue_checks = [(each.queued_pull, each) for each in checks if each.queued_pull]
        return cls(
            checks=_grouped((each.sha, each) for each in checks),
            queued=_grouped((each.names[0], each) for each in _of(QueueSeen, shown)),
            queue_checks=_grouped(queue_checks),
            reviews=_grouped((each.names[0], each) for each in _of(ReviewSeen, shown)),
            deployed=_grouped((each.sha, each) for each in _of(DeploymentSeen, shown)),
            repositories=_newest_names(shown),
        )

    def queue_ci(self, pull: Name) -> CiState | None:
        """Tell what the merge queue's newest commit for a pull request says; None if it was never queued."""
        entries = self.queued.get(pull, ())
        checks = {each for entry in entries for each in self.checks.get(entry.sha, ())}
        return queue_ci(entries, [*checks, *self.queue_checks.get(pull, ())])


def _pull(line: Sequence[Moment], landed: Occasion | None, beside: _Beside, undone: Undoing | None) -> PullRequest:
    now, since = line[-1], _since(line)
    seen = now.seen
    state, evidence = ci(each for each in beside.checks.get(seen.head, ()) if not each.queued_pull)
    landed_at = landed.at if landed else None
    status = PullStatus.MERGED if landed else now.status
    return PullRequest(
        repository=beside.repositories.get(seen.repository_id, seen.repository),
        repository_id=seen.repository_id,
        number=seen.number,
        status=status,
        title=seen.title,
        author=seen.author,
        head=seen.head,
        branch=seen.branch,
        works_on=now.works_on,
        mentions=now.mentions,
        ci=state,
        ci_evidence=evidence,
        queue_ci=beside.queue_ci(seen.pull),
        reviews=standing_reviews(beside.reviews.get(seen.pull, ()), line),
        ready_since=since if status is PullStatus.OPEN else None,
        opened_at=line[0].at,
        merged_at=since if now.status is PullStatus.MERGED else landed_at,
        closed_at=since if now.status in (PullStatus.MERGED, PullStatus.CLOSED) else None,
        landed_at=landed_at,
        reverted=undone is not None,
        deployments=deployments(_carrying(now, since, beside)),
        own=now.own,
        draft=seen.draft,
        event=seen.event,
        url=seen.url,
    )


def _carrying(now: Moment, since: datetime, beside: _Beside) -> Iterator[DeploymentSeen]:
    """Find the deployments that carry a merged pull request; one of its head before the merge was only a preview."""
    if now.status is not PullStatus.MERGED:
        return
    yield from beside.deployed.get(now.seen.merge_commit or "", ())
    if now.seen.head != now.seen.merge_commit:
        yield from (each for each in beside.deployed.get(now.seen.head, ()) if each.at >= since)


def _since(line: Sequence[Moment]) -> datetime:
    """Tell since when it has had its last status without a break."""
    alike = takewhile(lambda moment: moment.status is line[-1].status, reversed(line))
    return min(moment.at for moment in alike)


def _newest_names(shown: Iterable[Observation]) -> Mapping[int, str]:
    """Tell what each repository is called now; a rename of one second comes after what else was seen in it."""
    called = [(each.at, 0, each.repository, each.repository_id) for each in _of(PullSeen, shown)]
    called += [(each.at, 1, each.name, each.repository_id) for each in _of(RepositorySeen, shown)]
    return {repository_id: name for _, _, name, repository_id in sorted(called)}


def _of(kind: type[Seen], shown: Iterable[Observation]) -> list[Seen]:
    return [each for each in shown if isinstance(each, kind)]


def _grouped(pairs: Iterable[tuple[Key, Seen]]) -> Mapping[Key, Sequence[Seen]]:
    groups: dict[Key, list[Seen]] = defaultdict(list)
    for key, each in pairs:
        groups[key].append(each)
    return groups
