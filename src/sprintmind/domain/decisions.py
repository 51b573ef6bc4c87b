"""What a person must decide or do now, whom it waits for, and a message to copy that asks them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sprintmind.domain.accounts import Decision
from sprintmind.domain.events import PersonId
from sprintmind.domain.findings import Finding, Severity
from sprintmind.domain.people import Person, Team
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.domain.work import Commitment

AT_MOST = 5
"""More than so many nobody decides before lunch."""

_ALWAYS = ("conflicting_evidence", "approval_pending")
"""Rules whose findings wait for a person's word however grave they are."""

_WHAT: Mapping[str, tuple[str, str]] = {
    "commitment_ci_failing": ("Get CI to pass on {subject}, or agree on another date", "Can you get CI to pass today?"),
    "commitment_at_risk": ("Keep the promise that rests on {subject}, or agree on another date", "Will the date hold?"),
    "blocked": ("Free {subject}", "What would unblock it, and can you do that today?"),
    "approval_pending": ("Approve {subject}, or say what is missing", "Can you decide it today?"),
    "conflicting_evidence": ("Say what holds for {subject}", "Which of the two is right?"),
    "review_stalled": ("Review or merge what waits for {subject}", "Who can take it today?"),
    "dependency_at_risk": ("Bring forward what {subject} waits on, or cut the wait", "Can we plan around it?"),
    "stale_in_progress": ("Say whether {subject} is still being worked on", "Is it still in progress?"),
    "status_drift": ("Make the status of {subject} match its pull requests", "Which of them is right?"),
}
"""By rule: what is to be done, and what to ask."""

_OTHERWISE = ("Look at {subject}", "Can you have a look today?")


def decisions(findings: Iterable[Finding], unsure: Iterable[Commitment], *, team: Team) -> tuple[Decision, ...]:
    """List what must be decided, gravest first and at most five; of one subject only the gravest.

    Args:
        findings: What the reader may see and nobody put aside, gravest first.
        unsure: Open promises that no person has confirmed, which the reader may see.
        team: Whose people are asked.
    """
    first: dict[str, Finding] = {}
    for each in findings:
        if each.severity >= Severity.HIGH or each.rule in _ALWAYS:
            first.setdefault(each.subject, each)
    found = [*(_of_finding(each, team) for each in first.values()), *_of_promises(unsure, team)]
    return tuple(sorted(found, key=lambda each: (-each.severity, each.subject)))[:AT_MOST]


def _of_finding(finding: Finding, team: Team) -> Decision:
    what, question = _WHAT.get(finding.rule, _OTHERWISE)
    whom = team.person(finding.ask)
    subject = finding.subject if finding.tickets or "#" in finding.subject else "the promise"
    return Decision(
        what=what.format(subject=subject),
        whom=whom.id if whom else None,
        message=_message(finding, whom, subject, question),
        severity=finding.severity,
        subject=finding.subject,
        grounds=finding.evidence,
    )


def _message(finding: Finding, whom: Person | None, subject: str, question: str) -> str:
    """Write to someone; who may not read what a finding rests on is asked for a word and told nothing of it."""
    greeting = f"Hi {whom.name.split()[0]}, " if whom else ""
    reader = Caller(person=whom.id, manager=whom.role == "manager") if whom else Caller()
    if not visible_to(finding.audience, reader):
        return f"{greeting}can we talk about {subject} today?"
    return f"{greeting}{finding.because}. {question} It is settled when {finding.resolves_when}."


def _of_promises(unsure: Iterable[Commitment], team: Team) -> Iterator[Decision]:
    for each in unsure:
        owner = team.person(each.owner)
        due = f", due {each.due}" if each.due else ""
        yield Decision(
            what=f"Say whether {each.customer} was promised “{each.what}”{due}",
            whom=owner.id if owner else None,
            message=_about_promise(each, owner),
            severity=Severity.MEDIUM,
            subject=each.id,
            grounds=tuple(dict.fromkeys(promise.event for promise in each.said)),
        )


def _about_promise(promise: Commitment, owner: Person | None) -> str:
    greeting = f"Hi {owner.name.split()[0]}, " if owner else ""
    reader = Caller(person=owner.id, manager=owner.role == "manager") if owner else Caller()
    if not visible_to(promise.audience, reader):
        return f"{greeting}can we talk about {promise.customer} today?"
    due = f" by {promise.due}" if promise.due else ""
    return f"{greeting}did we promise {promise.customer} “{promise.what}”{due}? Nobody has confirmed it yet."


def waiting_for(person: PersonId, found: Sequence[Decision]) -> tuple[Decision, ...]:
    """Take the decisions that wait for one person."""
    return tuple(each for each in found if each.whom == person)
