"""When a pull request reached the default branch: by its merge, or by another commit that carries it."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from sprintmind.domain.events import Name, Observation, Span, named
from sprintmind.domain.timeline import Moment, Occasion, PullSeen, moments, pull_name
from sprintmind.domain.work import PullStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitSeen(Observation):
    """A commit that a push brought to the default branch."""

    repository_id: int
    sha: str
    subject: str
    """First line of its message."""
    number: int | None = None
    """The last `(#n)` of its subject."""
    carries: tuple[str, ...] = ()
    """SHAs that it says it was cherry-picked from."""
    revert: bool = False
    undoes_commits: tuple[str, ...] = ()
    undoes: tuple[int, ...] = ()
    """Numbers of the pull requests, in the same repository, that it reverts."""
    undone_title: str | None = None

    @property
    def names(self) -> tuple[Name, ...]:
        """Itself, the commits and the pull requests it carries or reverts."""
        numbers = (*self.undoes, *((self.number,) if self.number else ()))
        return (
            *(named("commit", sha) for sha in (self.sha, *self.carries, *self.undoes_commits)),
            *(pull_name(self.repository_id, number) for number in numbers),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """A pull request over time."""

    moments: tuple[Moment, ...]
    landing: Occasion | None
    """How it reached the default branch; None if it never did."""

    @property
    def pull(self) -> Name:
        """The pull request."""
        return self.moments[0].seen.pull

    @property
    def names(self) -> frozenset[Name]:
        """What a revert may call it: its own name and those of its commits."""
        shas = {sha for each in self.moments for sha in (each.seen.head, each.seen.merge_commit) if sha}
        return frozenset({self.pull, *(named("commit", sha) for sha in shas)})

    def moment(self, at: datetime) -> Moment | None:
        """Tell how it stood at a moment; None before it was opened."""
        return next(reversed(self.until(at)), None)

    def until(self, at: datetime) -> tuple[Moment, ...]:
        """Tell its moments up to and including one."""
        return self.moments[: bisect_right(self.moments, at, key=lambda moment: moment.at)]

    def landed(self, at: datetime) -> Occasion | None:
        """Tell how it had reached the default branch by a moment."""
        return self.landing if self.landing and self.landing.at <= at else None


def histories(observations: Iterable[Observation]) -> tuple[History, ...]:
    """Tell every observed pull request over time, in order of repository and number."""
    return _histories(frozenset(each for each in observations if isinstance(each, PullSeen | CommitSeen)))


@lru_cache(maxsize=500)
def _histories(shown: frozenset[PullSeen | CommitSeen]) -> tuple[History, ...]:
    """Take them together; a ticket and each of its pull requests ask for the same, and most events show no new one."""
    seen: dict[tuple[int, int], set[PullSeen]] = defaultdict(set)
    commits: dict[int, set[CommitSeen]] = defaultdict(set)
    for each in shown:
        match each:
            case PullSeen():
                seen[each.repository_id, each.number].add(each)
            case CommitSeen():
                commits[each.repository_id].add(each)
    return tuple(_history(seen[pull], commits[pull[0]]) for pull in sorted(seen))


def _history(seen: Iterable[PullSeen], commits: Iterable[CommitSeen]) -> History:
    line = moments(seen)
    return History(moments=line, landing=landing(line, commits))


def landing(line: Sequence[Moment], commits: Iterable[CommitSeen]) -> Occasion | None:
    """Tell when a pull request first reached the default branch; None if it never did.

    A commit of the default branch carries it by being its merge commit or its head, by being picked from one
    of these, or by its number at the end of a subject that is not a revert's.

    Args:
        line: Moments of the pull request.
        commits: Of its repository's default branch.
    """
    forward = (each for each in commits if not each.revert)
    landings = [*_merged(line), *(found for commit in forward for found in _carried(line, commit))]
    return min(landings, key=lambda each: (each.at, each.event), default=None)


def merged_to_default(seen: PullSeen) -> bool:
    """Tell whether a merge of this pull request goes to the default branch."""
    return seen.default_branch is None or seen.base == seen.default_branch


def _merged(line: Sequence[Moment]) -> Iterator[Occasion]:
    merge = next((each for each in line if each.status is PullStatus.MERGED), None)
    if merge and merged_to_default(merge.seen):
        yield Occasion(at=merge.at, event=merge.event, span=Span(path="pull_request.merged", quote="true"))


def _carried(line: Sequence[Moment], commit: CommitSeen) -> Iterator[Occasion]:
    span = Span(path="commits[].message", quote=commit.subject)
    if commit.number == line[0].seen.number and commit.at >= line[0].at:
        yield Occasion(at=commit.at, event=commit.event, span=span)
    for moment in line:
        picked = moment.seen.head in commit.carries or (moment.seen.merge_commit or "") in commit.carries
        # A branch that is reset to what the default branch already holds has not landed.
        is_head = commit.sha == moment.seen.head and commit.at >= moment.at
        if picked or is_head or commit.sha == moment.seen.merge_commit:
            yield Occasion(at=max(commit.at, moment.at), event=commit.event, span=span)
            return
