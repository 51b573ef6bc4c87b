"""One pull request over time: what each snapshot of it showed, and how it stood from which second on."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.events import EventKey, Name, Observation, PersonId, Span, TicketKey, named
from sprintmind.domain.work import PullStatus

RANK = {PullStatus.DRAFT: 0, PullStatus.OPEN: 1, PullStatus.CLOSED: 2, PullStatus.MERGED: 3}
"""Within one second the higher one counts: a terminal state beats an open one, ready beats draft."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PullSeen(Observation):
    """A pull request as one payload showed it."""

    repository: str
    """`owner/name`, at that time."""
    repository_id: int
    number: int
    status: PullStatus
    title: str
    branch: str
    head: str
    """Full SHA."""
    base: str
    """The branch that it is to be merged into."""
    default_branch: str | None = None
    """None where the payload does not tell; then `base` counts as the default branch."""
    draft: bool = False
    login: str | None = None
    """The author's; None for an account that is gone."""
    author: PersonId | None = None
    by_bot: bool = False
    works_on: frozenset[TicketKey] = frozenset()
    mentions: frozenset[TicketKey] = frozenset()
    batch: bool = False
    revert: bool = False
    undoes: tuple[int, ...] = ()
    """Numbers of the pull requests, in the same repository, that this one reverts."""
    undone_title: str | None = None
    """Title of what it reverts, where no number is told."""
    merge_commit: str | None = None
    """SHA; only of a merged one (before, GitHub shows a trial merge there)."""
    created_at: datetime | None = None
    merged_at: datetime | None = None
    closed_at: datetime | None = None
    url: str | None = None

    @property
    def own(self) -> bool:
        """Neither a revert, nor a batch, nor a bot's: it may say something about a ticket."""
        return not (self.by_bot or self.batch or self.revert)

    @property
    def pull(self) -> Name:
        """The pull request's name, the same whatever its repository is called."""
        return pull_name(self.repository_id, self.number)

    @property
    def names(self) -> tuple[Name, ...]:
        """Itself, its tickets, its commits and what it reverts."""
        tickets = sorted(self.works_on | self.mentions)
        commits = (sha for sha in (self.head, self.merge_commit) if sha)
        return (
            self.pull,
            *(named("ticket", key) for key in tickets),
            *(named("commit", sha) for sha in commits),
            *(pull_name(self.repository_id, number) for number in self.undoes),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """How a pull request stood from one second on."""

    at: datetime
    status: PullStatus
    works_on: frozenset[TicketKey]
    mentions: frozenset[TicketKey]
    own: bool
    seen: PullSeen
    """The snapshot whose title, branches and head count."""
    event: EventKey
    """What showed the status."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """When something came to be so, and what shows it."""

    at: datetime
    event: EventKey
    span: Span


def pull_name(repository_id: int, number: int) -> Name:
    """Name a pull request by its repository's id and its number.

    >>> pull_name(42, 7)
    'pull:42/7'
    """
    return named("pull", f"{repository_id}/{number}")


def moments(seen: Iterable[PullSeen]) -> tuple[Moment, ...]:
    """Tell how one pull request stood, second by second.

    All snapshots of one second count together. A merge or closing counts from when the payload says that it
    happened, and what the earliest snapshot shows counts from the opening, since GitHub may not have told us.

    Args:
        seen: At least one snapshot, all of one pull request, in any order and with repeats.
    """
    known = sorted(set(seen), key=lambda each: (each.at, RANK[each.status], each.event))
    shown = _statuses(known)
    content = _contents(known, opened=min(shown))
    return tuple(_moments(shown, content))


def _statuses(known: Sequence[PullSeen]) -> Mapping[datetime, list[tuple[PullStatus, PullSeen]]]:
    """Collect by second which statuses were shown, and by which snapshot."""
    shown: dict[datetime, list[tuple[PullStatus, PullSeen]]] = defaultdict(list)
    for each in known:
        shown[each.at].append((each.status, each))
        ended = {PullStatus.MERGED: each.merged_at, PullStatus.CLOSED: each.closed_at}.get(each.status)
        if ended and ended < each.at:
            shown[ended].append((each.status, each))
    opened = min((each.created_at for each in known if each.created_at), default=min(shown))
    if opened < min(shown):
        first = known[0]
        shown[opened].append((PullStatus.DRAFT if first.draft else PullStatus.OPEN, first))
    return shown


def _contents(known: Sequence[PullSeen], *, opened: datetime) -> Mapping[datetime, list[PullSeen]]:
    content: dict[datetime, list[PullSeen]] = defaultdict(list)
    for each in known:
        content[each.at].append(each)
    content.setdefault(opened, [known[0]])
    return content


def _moments(
    shown: Mapping[datetime, list[tuple[PullStatus, PullSeen]]], content: Mapping[datetime, list[PullSeen]]
) -> Iterator[Moment]:
    together: Sequence[PullSeen] = ()
    merged_by: EventKey | None = None
    for at in sorted(shown):
        together = content.get(at, together)
        status = PullStatus.MERGED if merged_by else max((word for word, _ in shown[at]), key=RANK.__getitem__)
        event = merged_by or min((each.at, each.event) for word, each in shown[at] if word is status)[1]
        if status is PullStatus.MERGED:
            merged_by = event
        yield _together(together, at=at, status=status, event=event)


def _together(seen: Sequence[PullSeen], *, at: datetime, status: PullStatus, event: EventKey) -> Moment:
    """Take one second's snapshots together: linked beats unlinked, own beats not own."""
    works_on = frozenset[TicketKey]().union(*(each.works_on for each in seen))
    return Moment(
        at=at,
        status=status,
        works_on=works_on,
        mentions=frozenset[TicketKey]().union(*(each.mentions for each in seen)) - works_on,
        own=any(each.own for each in seen),
        seen=max(seen, key=lambda each: (RANK[each.status], each.event)),
        event=event,
    )
