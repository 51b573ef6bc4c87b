"""Folds the claims of a test, and finds in the history what a test looks at."""

from sprintmind.domain.authority import Conflict, Decided, FieldHistory, fold
from sprintmind.domain.events import Claim, Source, TicketKey

GITHUB, DASHBOARD, JIRA, STANDUP, MEETING, SETTLEMENT = (
    Source.GITHUB,
    Source.DASHBOARD,
    Source.TASK_UPDATE,
    Source.STANDUP,
    Source.MEETING,
    Source.SETTLEMENT,
)


def folded(*claims: Claim, **given) -> FieldHistory:
    return fold(claims, subject=TicketKey("NW-1"), field="status", **given)


def of(history: FieldHistory, wanted: Claim) -> Decided:
    return next(each for each in history.decided if each.claim == wanted)


def decisions(history: FieldHistory) -> list[str]:
    return [each.decision.value for each in history.decided]


def only_conflict(history: FieldHistory) -> Conflict:
    assert len(history.conflicts) == 1
    return history.conflicts[0]
