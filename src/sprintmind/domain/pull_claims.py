"""What a ticket's pull requests together say about its status, second by second."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import chain

from sprintmind.domain.events import Claim, ClaimId, Name, Observation, Source, TicketKey, Voice, digest
from sprintmind.domain.landing import CommitSeen, History, histories
from sprintmind.domain.people import Team
from sprintmind.domain.pull_stages import Stage, Standing, standing, turns
from sprintmind.domain.reverts import Undoing, in_force, undoings, undone_by
from sprintmind.domain.timeline import Occasion, PullSeen
from sprintmind.domain.work import Status

MENTION = "mention only; a mention never moves a ticket"


def ticket_claims(keys: frozenset[TicketKey], observations: Iterable[Observation], *, team: Team) -> tuple[Claim, ...]:
    """Derive what GitHub says about one ticket, from all observations of the pull requests that ever named it.

    Args:
        keys: All keys that the ticket has had.
        observations: Of those pull requests and of what `pulls.companions` names for them; in any order, with
            repeats.
        team: What a merge means.

    Returns:
        Status claims, withdrawals, and a rejected claim for each thing that a mere mention would have said, in
        order of time; the order given does not matter.
    """
    shown = frozenset(each for each in observations if isinstance(each, PullSeen | CommitSeen))
    return _ticket_claims(keys, shown, done=Status(team.merged_means))


@lru_cache(maxsize=500)
def _ticket_claims(
    keys: frozenset[TicketKey], shown: frozenset[PullSeen | CommitSeen], *, done: Status
) -> tuple[Claim, ...]:
    """Derive the claims; most events on a ticket show nothing new of its pull requests."""
    pulls = histories(shown)
    reverts = undoings(pulls, (each for each in shown if isinstance(each, CommitSeen)))
    naming = [each for each in pulls if any(keys & (moment.works_on | moment.mentions) for moment in each.moments)]
    words = _Words(keys=keys, done=done)
    told = [_second(at, naming, keys, reverts) for at in _seconds(naming, keys, reverts)]
    return tuple(chain(_spoken(told, words), _mentioned(told, words)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """How what pull requests say is put into claims."""

    keys: frozenset[TicketKey]
    done: Status

    def value(self, stage: Stage) -> Status | None:
        """Tell what one pull request of this stage would say of its ticket."""
        return {
            Stage.READY: Status.IN_REVIEW,
            Stage.DRAFT: Status.IN_PROGRESS,
            Stage.LANDED: self.done,
            Stage.REVERTED: Status.IN_PROGRESS,
        }.get(stage)

    def claim(self, pull: Standing, occasion: Occasion, *, value: Status | None, rejected: str | None = None) -> Claim:
        """Claim a status, or with None withdraw what the pull request said.

        Args:
            pull: Whose word it is.
            occasion: What made it say so.
            value: What it says.
            rejected: Why it may not.
        """
        subject = min(self.keys & pull.named)
        identity = (subject, pull.pull, occasion.at.isoformat(), value and value.value, rejected)
        return Claim(
            id=ClaimId(f"github:{digest(*identity)}"),
            event=occasion.event,
            subject=subject,
            field="status",
            value=value and value.value,
            source=Source.GITHUB,
            said_at=occasion.at,
            voice=Voice(pull.pull),
            withdraws=value is None,
            rejected=rejected,
            person=pull.author,
            span=occasion.span,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Second:
    """How every pull request that names the ticket stands to it in one second, by name and in order."""

    at: datetime
    standings: Mapping[Name, Standing]
    reverts: Sequence[Occasion]
    """Those of this second."""
    last_revert: datetime | None
    """When the last one in force undid one that works on the ticket."""

    def occasion(self, pull: Standing) -> Occasion:
        """Tell what made a pull request speak now: its own turn, else that of another, or a revert's."""
        turns = (each.turn for each in (pull, *self.standings.values()))
        return next(each for each in (*turns, *self.reverts) if each.at == self.at)


def _seconds(pulls: Sequence[History], keys: frozenset[TicketKey], reverts: Iterable[Undoing]) -> Sequence[datetime]:
    """Tell every second in which something may have changed."""
    first = min((each.moments[0].at for each in pulls), default=None)
    if first is None:
        return ()
    seconds = {moment.at for each in pulls for moment in turns(each.moments, keys)}
    seconds |= {each.landing.at for each in pulls if each.landing}
    return sorted(seconds | {each.at for each in reverts if each.at > first})


def _second(at: datetime, pulls: Iterable[History], keys: frozenset[TicketKey], reverts: Iterable[Undoing]) -> _Second:
    holding = in_force(reverts, at=at)
    undone = {each.pull: undone_by(each, holding) for each in pulls}
    found = (standing(each, keys, undone[each.pull], at) for each in pulls)
    standings = {each.pull: each for each in found if each}
    lasting = (each.at for name, each in undone.items() if each and name in standings and standings[name].counts)
    return _Second(
        at=at,
        standings=standings,
        reverts=[each.occasion for each in reverts if each.at == at],
        last_revert=max(lasting, default=None),
    )


def _spoken(told: Iterable[_Second], words: _Words) -> Iterator[Claim]:
    """Claim what the pull requests that count say together; withdraw the words of those that no longer count."""
    said: list[tuple[Name, Status]] = []
    before: Mapping[Name, Standing] = {}
    for second in told:
        now = second.standings
        for name in sorted({name for name, _ in said if not now[name].counts}):
            said = [(voice, value) for voice, value in said if voice != name]
            yield words.claim(now[name], second.occasion(now[name]), value=None)
        value, deciders = _together(second, words)
        changed = [each for each in deciders if each.differs(before.get(each.pull))]
        if value and (changed or not said or said[-1][1] is not value):
            voice = (changed or deciders)[0]
            said.append((voice.pull, value))
            yield words.claim(voice, second.occasion(voice), value=value)
        before = now


def _together(second: _Second, words: _Words) -> tuple[Status | None, Sequence[Standing]]:
    """Tell what the pull requests that count say together, and which of them decide it."""
    counting = [each for each in second.standings.values() if each.counts]
    last = second.last_revert
    for stage in (Stage.READY, Stage.DRAFT, Stage.LANDED, Stage.REVERTED):
        deciders = [each for each in counting if each.stage is stage]
        if stage is Stage.LANDED and last:
            deciders = [each for each in deciders if each.landed_at and each.landed_at > last]
        if deciders:
            return words.value(stage), deciders
    return None, ()


def _mentioned(told: Iterable[_Second], words: _Words) -> Iterator[Claim]:
    """Show what pull requests that merely mention the ticket would have said."""
    before: Mapping[Name, Standing] = {}
    for second in told:
        for name, each in second.standings.items():
            value = words.value(each.stage)
            if each.mentions and value and each.differs(before.get(name)):
                yield words.claim(each, second.occasion(each), value=value, rejected=MENTION)
        before = second.standings
