"""The fold: which of all claims about one field stands, and why each of the others does not.

Claims are judged one after the other in the order in which they were said:

- the same value again **confirms** the current one, and protects it at the confirmer's own authority and time;
- a different value is **accepted** if it is at least as trusted as everything that still protects the current one;
- else it is **conflicting**: nothing changes, and the disagreement stays open until somebody ends it.

That rule is `Standing.hear`. Here stands the rest: what does not count, what is taken back, what a settlement weighs.
What arrives when makes no difference. docs/explanation/fold.md walks through it with examples.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, timedelta, tzinfo
from functools import lru_cache

from sprintmind.domain.conflicts import ConflictLog
from sprintmind.domain.events import Authority, Claim, ClaimId, EventKey, TicketKey, Voice
from sprintmind.domain.histories import Conflict as Conflict
from sprintmind.domain.histories import Decided as Decided
from sprintmind.domain.histories import Decision as Decision
from sprintmind.domain.histories import FieldHistory as FieldHistory
from sprintmind.domain.lateness import Arrival, arrivals
from sprintmind.domain.order import in_order
from sprintmind.domain.reasons import Ground, Judgement, Wording
from sprintmind.domain.standing import Standing

WINDOW = timedelta(hours=72)


def fold(
    claims: Iterable[Claim],
    *,
    subject: TicketKey,
    field: str,
    window: timedelta = WINDOW,
    heard: Mapping[EventKey, int] | None = None,
    zone: tzinfo = UTC,
) -> FieldHistory:
    """Decide every claim about one field of one subject.

    Args:
        claims: In any order, with any repeats; all have been said by now (what is said for the future is left out).
        subject: The ticket by its current key (the claims may use older ones).
        field: The field.
        window: How long a value is protected by what supports it.
        heard: In which order the events were heard; without it nothing is late.
        zone: The team's time zone, for the days in reasons.
    """
    said = tuple(claims)
    orders = tuple(heard.get(claim.event) for claim in said) if heard else (None,) * len(said)
    return _folded(said, orders, subject=subject, field=field, window=window, zone=zone)


@lru_cache(maxsize=1_000)
def _folded(
    said: tuple[Claim, ...],
    orders: tuple[int | None, ...],
    *,
    subject: TicketKey,
    field: str,
    window: timedelta,
    zone: tzinfo,
) -> FieldHistory:
    """Fold; most events on a ticket say nothing of most of its fields, which are as they were."""
    heard = {claim.event: order for claim, order in zip(said, orders, strict=True) if order is not None}
    ordered = in_order(said)
    wording = Wording(zone=zone, window=window)
    log = ConflictLog(subject=subject, field=field, wording=wording)
    folding = _Folding.of(ordered, window=window, log=log)
    late = arrivals(ordered, heard, lambda some: _Folding.of(some, window=window).standing)
    return FieldHistory(
        subject=subject,
        field=field,
        value=folding.standing.value,
        holder=folding.standing.holder,
        decided=tuple(folding.decided(claim, late.get(claim.id), wording) for claim in ordered),
        conflicts=log.conflicts(),
    )


def standing(claims: Iterable[Claim], *, window: timedelta = WINDOW) -> Standing:
    """Tell what stands after some claims about one field, and nothing of how it came about; as `fold` decides it."""
    return _Folding.of(in_order(claims), window=window).standing


@dataclass(slots=True, kw_only=True)
class _Folding:
    """A fold under way."""

    standing: Standing
    log: ConflictLog | None
    counted: dict[ClaimId, tuple[Claim, Authority]] = field(default_factory=dict)
    """The claims that count, in order, each with the authority that it was judged with."""
    aside: dict[ClaimId, Judgement] = field(default_factory=dict)
    """What was decided about the claims that do not count."""
    gone: dict[Voice, Claim] = field(default_factory=dict)
    """What each voice took back last."""
    revised: dict[ClaimId, Claim] = field(default_factory=dict)
    """Whose withdrawal changed what had been decided about a claim."""

    @classmethod
    def of(cls, ordered: Sequence[Claim], *, window: timedelta, log: ConflictLog | None = None) -> "_Folding":
        folding = cls(standing=Standing(window=window), log=log)
        for claim in ordered:
            folding.feed(claim)
        return folding

    def feed(self, claim: Claim) -> None:
        """Take the next claim in order."""
        challengers = self.standing.challengers
        judgement = self._judge(claim)
        if self.log and challengers is not self.standing.challengers:
            self.log.follow(judgement, holder=self.standing.holder, before=challengers, after=self.standing.challengers)

    def _judge(self, claim: Claim) -> Judgement:
        if claim.withdraws:
            self._take_back(claim)
            return self._set_aside(claim, Decision.WITHDRAWN, Ground.TAKES_BACK)
        if claim.rejected:
            return self._set_aside(claim, Decision.REJECTED, Ground.REJECTED)
        if claim.voice in self.gone and claim.said_at <= self.gone[claim.voice].said_at:
            return self._set_aside(claim, Decision.WITHDRAWN, Ground.TAKEN_BACK, self.gone[claim.voice])
        authority = self.standing.trust(claim)
        self.counted[claim.id] = claim, authority
        return self.standing.hear(claim, authority)

    def _take_back(self, withdrawal: Claim) -> None:
        """Stop counting what a voice said, and judge again what remains, each as trusted as it was."""
        if withdrawal.voice is None:
            return
        self.gone[withdrawal.voice] = withdrawal
        taken = [claim for claim, _ in self.counted.values() if claim.voice == withdrawal.voice]
        if not taken:
            return
        for claim in taken:
            del self.counted[claim.id]
            self._set_aside(claim, Decision.WITHDRAWN, Ground.TAKEN_BACK, withdrawal)
        decided_before = self.standing.judgements
        self.standing = Standing(window=self.standing.window)
        for claim, authority in self.counted.values():
            if self.standing.hear(claim, authority).decision is not decided_before[claim.id].decision:
                self.revised[claim.id] = withdrawal

    def _set_aside(self, claim: Claim, decision: Decision, ground: Ground, other: Claim | None = None) -> Judgement:
        self.aside[claim.id] = Judgement(claim=claim, decision=decision, ground=ground, other=other)
        return self.aside[claim.id]

    def decided(self, claim: Claim, arrival: Arrival | None, wording: Wording) -> Decided:
        """Show what became of a claim once everything is heard."""
        counts = claim.id in self.counted
        judgement = self.standing.judgements[claim.id] if counts else self.aside[claim.id]
        current = claim is self.standing.holder
        late = counts and not current and arrival is not None and arrival.in_vain
        return Decided(
            claim=claim,
            decision=judgement.decision,
            reason=self._reason(judgement, arrival, late=late, wording=wording),
            late=late,
            current=current,
        )

    def _reason(self, judgement: Judgement, arrival: Arrival | None, *, late: bool, wording: Wording) -> str:
        claim = judgement.claim
        said = wording.because(judgement)
        if judgement.ground in (Ground.REJECTED, Ground.TAKEN_BACK):
            return said
        if claim.id in self.revised:
            said = wording.revised(self.revised[claim.id], said)
        if claim.id in self.standing.successors:
            said = wording.replaced(self.standing.successors[claim.id], said)
        if late and arrival:
            return wording.older(arrival.newer, said)
        if arrival and arrival.before != arrival.after:
            return wording.changes(claim, arrival.before, arrival.after, said)
        return said
