"""A due date was moved later."""

from collections.abc import Iterator
from datetime import date

from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.past_views import MovedView
from sprintmind.domain.views import CommitmentView, first_known, joined
from sprintmind.risk import optional_rule, threshold

FOR = threshold("date_slipped_for", 5)  # business days since it was moved, after which it is past


@optional_rule
def date_slipped(view: MovedView) -> Iterator[Finding]:
    """Find a due date that was moved later within five business days: a ticket's is low, a promise's medium.

    A ticket's is medium too if it now lies behind the day of a confirmed promise that hangs on it. All moves of those
    days count together: what was moved later and back again has not slipped.
    """
    moves = tuple(each for each in view.moves if each.said.days <= view.policy.limit(FOR))
    if not moves or moves[-1].after <= moves[0].before:
        return
    last = moves[-1]
    promise = view.commitment or _behind(view, last.after)
    behind = f"; {promise.deadline}" if promise and not view.commitment else ""
    steps = f" in {len(moves)} moves, the last" if len(moves) > 1 else ""
    grounds = joined((*(each.grounds for each in moves), *((promise.grounds,) if promise else ())))
    yield Finding(
        rule="date_slipped",
        subject=view.subject,
        severity=Severity.MEDIUM if promise else Severity.LOW,
        because=f"The due date of {view.what} was moved from {moves[0].before} to {last.after}{steps} on "
        f"{last.said.day}, according to {last.source}{behind}",
        since=last.said.since,
        evidence=grounds.evidence,
        ask=first_known(last.by, view.owner),
        resolves_when=f"it is done or moved back, or more than {view.policy.limit(FOR)} business days have passed",
        tickets=view.tickets,
        commitment=promise.id if promise else None,
        audience=grounds.audience,
    )


def _behind(view: MovedView, day: date) -> CommitmentView | None:
    """Find a confirmed promise that is due before a ticket's new day."""
    return next((each for each in view.hanging if not each.needs_review and each.due and each.due < day), None)
