"""The order in which claims count: as they were said, never as they arrived."""

from collections.abc import Iterable

from sprintmind.domain.events import Claim, ClaimId

Place = tuple[object, ...]
"""Sorts claims; compare it with nothing else."""


def place(claim: Claim) -> Place:
    """Tell a claim's place among all claims about its field.

    In one second, what is taken back comes first and the most trusted word comes last; then a source's own sequence
    decides. The rest only makes the order total.
    """
    return (
        claim.said_at,
        0 if claim.withdraws else claim.authority,
        claim.source,
        -1 if claim.sequence is None else claim.sequence,
        claim.event,
        claim.position,
        repr(claim.value),
        claim.id,
    )


def in_order(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """Sort claims by place, each once; of two readings with one id the same one stays whichever came first."""
    chosen: dict[ClaimId, Claim] = {}
    for claim in claims:
        known = chosen.setdefault(claim.id, claim)
        if known is not claim and known != claim:
            chosen[claim.id] = min(known, claim, key=_content)
    return tuple(sorted(chosen.values(), key=place))


def _content(claim: Claim) -> Place:
    people = sorted(claim.audience.people)
    rest = (claim.withdraws, claim.repeats, claim.rejected, claim.voice, claim.span, claim.person, claim.waiting_on)
    return (place(claim), repr((rest, claim.unblocker, claim.date_only, claim.audience.visibility, people)))
