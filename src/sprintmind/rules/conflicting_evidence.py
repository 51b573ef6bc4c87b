"""Two sources say different things, and nobody has settled it."""

from collections.abc import Iterator

from sprintmind.domain.authority import Conflict
from sprintmind.domain.events import Value
from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.standpoint import grounds
from sprintmind.domain.telling import source_called
from sprintmind.domain.views import TicketView, first_known, joined
from sprintmind.risk import rule


@rule
def conflicting_evidence(view: TicketView) -> Iterator[Finding]:
    """Find open conflicts on a ticket, done or not: medium, high if a promise hangs on it.

    All its fields in conflict are one finding. A promise that counts as kept hangs on what it was kept by until its
    day is over; one that no person has confirmed makes nothing high.
    """
    if not view.conflicts:
        return
    promise = view.commitment()
    said = [grounds(conflict.holder, conflict.challenger) for conflict in view.conflicts]
    rests = joined([*said, promise.grounds] if promise else said)
    yield Finding(
        rule="conflicting_evidence",
        subject=view.subject,
        severity=Severity.HIGH if promise else Severity.MEDIUM,
        because=f"Sources disagree about {view.key}: {'; '.join(map(_disagreement, view.conflicts))}"
        + (f"; a promise to {promise.customer} hangs on it" if promise else ""),
        since=min(conflict.since for conflict in view.conflicts),
        evidence=rests.evidence,
        ask=first_known(view.assignee, *(conflict.challenger.person for conflict in view.conflicts)),
        resolves_when="the sources agree, or a person settles it",
        tickets=(view.key,),
        commitment=promise.id if promise else None,
        audience=rests.audience,
    )


def _disagreement(conflict: Conflict) -> str:
    ours, theirs = conflict.holder, conflict.challenger
    says = ", and ".join(f"{_word(each.value)} according to {source_called(each.source)}" for each in (ours, theirs))
    return f"{_word(conflict.field)} is {says}"


def _word(value: Value) -> str:
    if value is None:
        return "nothing"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value.replace("_", " ")
