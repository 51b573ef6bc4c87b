"""How one pull request stands to one ticket at a moment."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sprintmind.domain.events import Name, PersonId, Span, TicketKey
from sprintmind.domain.landing import History
from sprintmind.domain.reverts import Undoing
from sprintmind.domain.timeline import Moment, Occasion
from sprintmind.domain.work import PullStatus


class Stage(StrEnum):
    """How far the work of a pull request is."""

    DRAFT = "draft"
    READY = "ready"
    ELSEWHERE = "elsewhere"
    """Merged into another branch than the default one, where it has not landed yet."""
    LANDED = "landed"
    REVERTED = "reverted"
    GONE = "gone"
    """Closed, and neither merged nor landed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a pull request stands to a ticket."""

    pull: Name
    stage: Stage
    works: bool
    mentions: bool
    """It names the ticket without working on it."""
    own: bool
    named: frozenset[TicketKey]
    """The keys by which it has named it up to now."""
    author: PersonId | None
    landed_at: datetime | None
    turn: Occasion
    """What made it so."""

    @property
    def counts(self) -> bool:
        """Its words about the ticket stand."""
        return self.works and self.own and self.stage is not Stage.GONE

    def differs(self, before: "Standing | None") -> bool:
        """Tell whether it is another state than before; a new head, a label or a review is none."""
        return before is None or self.state != before.state

    @property
    def state(self) -> tuple[Stage, bool, bool, bool]:
        """What a change of it claims something about the ticket."""
        return (self.stage, self.works, self.mentions, self.own)


def standing(pull: History, keys: frozenset[TicketKey], undone: Undoing | None, at: datetime) -> Standing | None:
    """Tell how a pull request stands to a ticket at a moment; None before it was opened.

    Args:
        pull: The pull request.
        keys: All keys of the ticket.
        undone: The revert in force that undoes it.
        at: The moment.
    """
    line, landed = pull.until(at), pull.landed(at)
    if not line:
        return None
    now = line[-1]
    works = bool(keys & now.works_on)
    turns = (undone.occasion if undone else None, landed, _turn(line, keys))
    return Standing(
        pull=pull.pull,
        stage=_stage(now, landed, undone),
        works=works,
        mentions=bool(keys & now.mentions) and not works,
        own=now.own,
        named=frozenset(key for moment in line for key in keys & (moment.works_on | moment.mentions)),
        author=now.seen.author,
        landed_at=landed.at if landed else None,
        turn=max((each for each in turns if each), key=lambda each: each.at),
    )


def _stage(now: Moment, landed: Occasion | None, undone: Undoing | None) -> Stage:
    if landed:
        return Stage.REVERTED if undone else Stage.LANDED
    return {
        PullStatus.DRAFT: Stage.DRAFT,
        PullStatus.OPEN: Stage.READY,
        PullStatus.CLOSED: Stage.GONE,
        PullStatus.MERGED: Stage.ELSEWHERE,
    }[now.status]


def turns(line: Iterable[Moment], keys: frozenset[TicketKey]) -> Iterator[Moment]:
    """Find the moments that changed something for a ticket: a status, a link, whether it is an own pull request."""
    before = None
    for each in line:
        state = (each.status, bool(keys & each.works_on), bool(keys & each.mentions), each.own)
        if state != before:
            yield each
        before = state


def _turn(line: Sequence[Moment], keys: frozenset[TicketKey]) -> Occasion:
    """Tell when a pull request last took another status, or became or ceased to be about the ticket."""
    turning = list(turns(line, keys))
    return _shown(turning[-1], linked=len(turning) > 1 and turning[-1].status is turning[-2].status)


def _shown(moment: Moment, *, linked: bool) -> Occasion:
    """Tell where in the payload a turn shows: in the title where only links changed, else in the status."""
    seen = moment.seen
    path, quote = {
        PullStatus.DRAFT: ("draft", "true"),
        PullStatus.OPEN: ("draft", "false"),
        PullStatus.CLOSED: ("state", "closed"),
        PullStatus.MERGED: ("base.ref", seen.base),
    }[moment.status]
    if linked:
        return Occasion(at=moment.at, event=seen.event, span=Span(path="pull_request.title", quote=seen.title))
    return Occasion(at=moment.at, event=moment.event, span=Span(path=f"pull_request.{path}", quote=quote))
