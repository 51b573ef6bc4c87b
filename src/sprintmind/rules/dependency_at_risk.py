"""What a ticket waits on is itself in trouble."""

from collections.abc import Iterator

from sprintmind.domain.audiences import narrowness
from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.views import Dependency, DependencyView, Grounds, first_known, joined
from sprintmind.risk import rule


@rule
def dependency_at_risk(view: DependencyView) -> Iterator[Finding]:
    """Find a wait on a ticket that is overdue, blocked or in a later sprint, and waits that form a circle (high).

    It is high if another rule finds something high about what is waited for, one step far; else medium. A sprint is
    later only if it is known when both start. What is done, cancelled or deleted is waited for no more.
    """
    for dependency in view.dependencies:
        troubles = tuple(_troubles(dependency))
        if troubles:
            yield _waits_on_trouble(view, dependency, troubles)
    if view.cycle:
        grounds = joined(edge.grounds for edge in view.cycle_edges)
        yield Finding(
            rule="dependency_at_risk",
            subject=view.subject,
            severity=Severity.HIGH,
            because=f"{', '.join(view.cycle[:-1])} and {view.cycle[-1]} wait on each other",
            since=max(edge.since for edge in view.cycle_edges),
            evidence=grounds.evidence,
            ask=first_known(view.assignee),
            resolves_when="one of them no longer waits on the others",
            tickets=view.cycle,
            audience=grounds.audience,
        )


def _waits_on_trouble(
    view: DependencyView, dependency: Dependency, troubles: tuple[tuple[str, Grounds], ...]
) -> Finding:
    high = (each for each in dependency.findings if each.severity >= Severity.HIGH)
    grave = sorted(high, key=lambda each: narrowness(each.audience))[:1]
    theirs = (Grounds(evidence=each.evidence, audience=each.audience) for each in grave)
    grounds = joined((dependency.edge.grounds, *(each for _, each in troubles), *theirs))
    return Finding(
        rule="dependency_at_risk",
        subject=view.subject,
        severity=Severity.HIGH if grave else Severity.MEDIUM,
        because=f"{view.key} waits on {dependency.ticket.key}, which {' and '.join(words for words, _ in troubles)}",
        since=dependency.edge.since,
        evidence=grounds.evidence,
        ask=first_known(dependency.ticket.assignee, view.assignee),
        resolves_when=f"{dependency.ticket.key} is back on track, or {view.key} no longer waits on it",
        tickets=(view.key, dependency.ticket.key),
        audience=grounds.audience,
    )


def _troubles(dependency: Dependency) -> Iterator[tuple[str, Grounds]]:
    ticket = dependency.ticket
    if ticket.due and ticket.overdue:
        yield f"was due on {ticket.due.value}", ticket.due.grounds
    if ticket.blocker:
        yield f"has been blocked since {ticket.blocker.day}", ticket.blocker.grounds
    if dependency.later_sprint and ticket.sprint:
        yield f"is planned for {ticket.sprint.value}, a later sprint", dependency.sprints
