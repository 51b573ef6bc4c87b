"""Which reverts are in force: each undoes a pull request or another revert, and a reverted revert is void."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sprintmind.domain.events import Name, Span, named
from sprintmind.domain.landing import CommitSeen, History
from sprintmind.domain.timeline import Occasion, PullSeen, pull_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing:
    """A revert that reached the default branch."""

    occasion: Occasion
    names: frozenset[Name]
    """What it goes by: its pull request, its commit."""
    targets: frozenset[Name]
    """What it undoes."""

    @property
    def at(self) -> datetime:
        """When it reached the default branch."""
        return self.occasion.at


def undoings(pulls: Iterable[History], commits: Iterable[CommitSeen]) -> tuple[Undoing, ...]:
    """Find every revert that reached the default branch, latest first."""
    landed = tuple(each for each in pulls if each.landing)
    found = {undoing for each in landed if (undoing := _by_pull(each, landed))}
    found |= {_by_commit(each, landed) for each in commits if each.revert}
    return tuple(sorted(found, key=lambda each: (each.at, each.occasion.event, sorted(each.names)), reverse=True))


def in_force(undoings: Iterable[Undoing], *, at: datetime) -> tuple[Undoing, ...]:
    """Tell which reverts hold at a moment: those that no later revert in force undoes.

    Args:
        undoings: Latest first.
        at: The moment.
    """
    holding: list[Undoing] = []
    for each in undoings:
        undone = any(later.at > each.at and later.targets & each.names for later in holding)
        if each.at <= at and not undone:
            holding.append(each)
    return tuple(holding)


def undone_by(pull: History, holding: Iterable[Undoing]) -> Undoing | None:
    """Find the first of the reverts in force that undoes a pull request which landed before it."""
    if not pull.landing:
        return None
    landed, names = pull.landing.at, pull.names
    undoing = (each for each in holding if each.at >= landed and each.targets & names)
    return min(undoing, key=lambda each: (each.at, each.occasion.event), default=None)


def _by_pull(pull: History, landed: Sequence[History]) -> Undoing | None:
    seen = _as_landed(pull)
    if not pull.landing or not seen.revert:
        return None
    return Undoing(
        occasion=replace(pull.landing, span=Span(path="pull_request.title", quote=seen.title)),
        names=pull.names,
        targets=_numbered(seen.repository_id, seen.undoes)
        or _titled(seen.undone_title, seen.repository_id, landed, before=pull.landing.at),
    )


def _by_commit(commit: CommitSeen, landed: Sequence[History]) -> Undoing:
    told = _numbered(commit.repository_id, commit.undoes)
    told |= frozenset(named("commit", sha) for sha in commit.undoes_commits)
    number = (commit.number,) if commit.number else ()
    return Undoing(
        occasion=Occasion(at=commit.at, event=commit.event, span=Span(path="commits[].message", quote=commit.subject)),
        names=_numbered(commit.repository_id, number) | {named("commit", commit.sha)},
        targets=told or _titled(commit.undone_title, commit.repository_id, landed, before=commit.at),
    )


def _as_landed(pull: History) -> PullSeen:
    """Tell the snapshot that counted when it landed."""
    moment = pull.moment(pull.landing.at) if pull.landing else None
    return (moment or pull.moments[-1]).seen


def _numbered(repository_id: int, numbers: Iterable[int]) -> frozenset[Name]:
    return frozenset(pull_name(repository_id, number) for number in numbers)


def _titled(title: str | None, repository_id: int, landed: Sequence[History], *, before: datetime) -> frozenset[Name]:
    """Find the last pull request of this title that landed before."""
    if title is None:
        return frozenset()
    titled: tuple[datetime, frozenset[Name]] | None = None
    for each in landed:
        seen = _as_landed(each)
        at = each.landing.at if each.landing else before
        fits = seen.repository_id == repository_id and _bare(seen.title) == _bare(title)
        if fits and at < before and (titled is None or at >= titled[0]):
            titled = at, each.names
    return titled[1] if titled else frozenset()


def _bare(title: str) -> str:
    """Take a title without the numbers that a squash adds to it.

    >>> _bare('Revert "NW-1: Round (#12)" (#15)')
    'revert "nw-1: round"'
    """
    return " ".join(re.sub(r"\s*\(#\d+\)", "", title).split()).casefold()
