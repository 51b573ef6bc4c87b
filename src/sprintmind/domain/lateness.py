"""What the order of hearing adds: which claims came late, and what they changed when they came."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from sprintmind.domain.events import Claim, ClaimId, EventKey, Value
from sprintmind.domain.order import place
from sprintmind.domain.refolding import Refolding, Replay
from sprintmind.domain.standing import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A claim that was heard after a newer one held the value."""

    newer: Claim
    """Of those who said the value that stood then and are newer than the claim: the most trusted inside the window."""
    before: Value
    after: Value
    """What stood before it was heard, and after."""
    took_over: bool
    """It became the holder."""

    @property
    def in_vain(self) -> bool:
        """It left everything as it was."""
        return self.before == self.after and not self.took_over


def arrivals(ordered: Sequence[Claim], heard: Mapping[EventKey, int], replay: Replay) -> Mapping[ClaimId, Arrival]:
    """Tell which claims came late; of an event heard out of order that is folded which it changed, else nothing.

    Args:
        ordered: All claims about a field, in order.
        heard: In which order the events were heard; claims of other events are left out.
        replay: Folds some of them.
    """
    ranks = {claim.id: rank for rank, claim in enumerate(ordered)}
    past = Refolding(ranks=ranks, replay=replay, whole=any(claim.withdraws for claim in ordered))
    found: dict[ClaimId, Arrival] = {}
    arriving = sorted((claim for claim in ordered if claim.event in heard), key=lambda claim: heard[claim.event])
    for _, event in groupby(arriving, key=lambda claim: heard[claim.event]):
        together = tuple(event)
        if past.is_late(together[0]):
            before = past.standing()
            past.add(together)
            found.update(_compared(together, before=before, after=past.standing(), last=past.known[-1]))
        else:
            past.add(together)
    return found


def _compared(
    together: Sequence[Claim], *, before: Standing, after: Standing, last: Claim
) -> Iterator[tuple[ClaimId, Arrival]]:
    holder = before.holder
    for claim in together:
        if holder is None or place(holder) < place(claim):
            continue
        yield (
            claim.id,
            Arrival(
                newer=_most_trusted(before, holder, since=claim, until=last),
                before=before.value,
                after=after.value,
                took_over=after.holder is claim,
            ),
        )


def _most_trusted(standing: Standing, holder: Claim, *, since: Claim, until: Claim) -> Claim:
    strongest = standing.support.strongest(until.said_at, standing.window)
    candidate = holder if strongest is None else standing.support.latest_of(strongest)
    return candidate if place(candidate) > place(since) else holder
