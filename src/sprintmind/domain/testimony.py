"""State as evidence: for each thing that the ledger holds of tickets, pull requests and promises, one plain sentence.

What is given here is as the reader may see it (see `redaction`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sprintmind.domain.deployments import told_deployment
from sprintmind.domain.events import UNKNOWN_PERSON, Source, TicketKey
from sprintmind.domain.evidence import Evidence, EvidenceKind
from sprintmind.domain.findings import Finding
from sprintmind.domain.telling import SAYS, foreign, listed
from sprintmind.domain.ticket_testimony import TicketWitness
from sprintmind.domain.work import (
    CiState,
    Commitment,
    CommitmentStatus,
    Deployment,
    PullRequest,
    PullStatus,
    Review,
    Ticket,
)

_LONG_AGO = datetime(1900, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Witness(TicketWitness):
    """Tells what the ledger holds."""

    def pulls(self, ticket: Ticket) -> Iterator[Evidence]:
        """Tell of the pull requests that work on a ticket, newest last."""
        for pull in sorted(ticket.pulls, key=lambda each: (each.opened_at or _LONG_AGO, each.number)):
            yield self.pull(pull, on=ticket.key)

    def pull(self, pull: PullRequest, *, on: TicketKey | None = None) -> Evidence:
        """Tell how a pull request is: its state, its CI, its reviews."""
        by = f" by {self.name(pull.author)}" if pull.author else ""
        works = f" works on {on} and" if on else ""
        ended = pull.status in (PullStatus.MERGED, PullStatus.CLOSED)
        at = pull.merged_at or pull.closed_at or pull.ready_since or pull.opened_at
        day = f" {'on' if ended else 'since'} {self.team.calendar.day(at)}" if at else ""
        beside = "" if ended else f"; its CI {_CI[pull.ci]}; {self._reviews(pull)}"
        return Evidence(
            kind=EvidenceKind.STATE,
            text=f"{pull.name}{by}{works} {_pull_state(pull)}{day}{beside}",
            source=Source.GITHUB.value,
            at=at,
            quote=foreign(pull.title),
            url=pull.url,
            event=pull.event,
            subject=pull.name,
        )

    def deployments(self, ticket: Ticket) -> Iterator[Evidence]:
        """Tell where the merged pull requests of a ticket were deployed to, as far as that was seen."""
        for pull in ticket.pulls:
            for each in pull.deployments:
                yield Evidence(
                    kind=EvidenceKind.STATE,
                    text=f"{pull.name}, which works on {ticket.key}: {self.deployment(each)}",
                    source=Source.GITHUB.value,
                    at=each.at,
                    event=each.event,
                    subject=pull.name,
                )

    def deployment(self, found: Deployment) -> str:
        """Say how a deployment fares, with the team's day."""
        return told_deployment(found, day=self.team.calendar.day(found.at))

    def commitment(self, commitment: Commitment) -> Evidence:
        """Tell of a promise: what, to whom, by whom, for when, and how it stands."""
        due = f", due on {commitment.due}" if commitment.due else ", without a date"
        owner = commitment.owner
        by = f" by {self.name(owner)}" if owner and owner != UNKNOWN_PERSON else ""
        tickets = f" with {listed(commitment.tickets)}" if commitment.tickets else ""
        state = _PROMISE[commitment.status]
        if commitment.status is CommitmentStatus.OPEN and commitment.due and commitment.due < self.today:
            state = "it is open and overdue"
        unsure = "; no person has confirmed it yet" if commitment.needs_review else ""
        first = commitment.said[0] if commitment.said else None
        told = f" ({SAYS[first.source]}, {self.team.calendar.day(first.said_at)})" if first else ""
        what = f"{commitment.customer} was promised “{foreign(commitment.what)}”"
        return Evidence(
            kind=EvidenceKind.STATE,
            text=f"{what}{by}{tickets}{due}; {state}{unsure}{told}",
            source=first.source.value if first else Source.DERIVED.value,
            at=first.said_at if first else None,
            quote=foreign(first.span.quote) if first else "",
            event=first.event if first else None,
            subject=commitment.id,
            audience=commitment.audience,
        )

    def renegotiations(self, commitment: Commitment) -> Iterator[Evidence]:
        """Tell how the date of a promise moved."""
        words = {promise.event: promise for promise in commitment.said}
        for each in commitment.renegotiations:
            said = words.get(each.event)
            if said is None:
                continue
            by = f" by {self.name(each.by)}" if each.by and each.by != UNKNOWN_PERSON else ""
            dates = f"from {each.before or 'no date'} to {each.after or 'no date'}"
            told = f"{SAYS[said.source]}, {self.team.calendar.day(each.at)}"
            what = f"The date of the promise “{foreign(commitment.what)}” to {commitment.customer}"
            yield Evidence(
                kind=EvidenceKind.STATE,
                text=f"{what} was moved{by} {dates} ({told})",
                source=said.source.value,
                at=each.at,
                quote=foreign(said.span.quote),
                event=each.event,
                subject=commitment.id,
                audience=said.audience,
            )

    def finding(self, finding: Finding) -> Evidence:
        """Tell a risk, whom to ask, and what ends it."""
        because = foreign(finding.because, most=400)
        whom = f"; ask {self.name(finding.ask)}" if finding.ask else ""
        ends = f"; it ends when {foreign(finding.resolves_when)}" if finding.resolves_when else ""
        return Evidence(
            kind=EvidenceKind.STATE,
            text=f"{finding.severity.word.capitalize()} risk: {because}{whom}{ends}",
            source=Source.DERIVED.value,
            at=finding.since,
            event=finding.evidence[0] if finding.evidence else None,
            subject=finding.id,
            audience=finding.audience,
        )

    def none(self, text: str) -> Evidence:
        """Tell that the ledger holds nothing of a kind."""
        return Evidence(kind=EvidenceKind.STATE, text=text, source=Source.DERIVED.value, at=None)

    def _reviews(self, pull: PullRequest) -> str:
        if not pull.reviews:
            return "nobody has reviewed it yet"
        return listed(f"{self.name(each.reviewer.removeprefix('github:'))} {_review(each)}" for each in pull.reviews)


_CI = {
    CiState.FAILING: "is failing",
    CiState.PASSING: "is passing",
    CiState.PENDING: "is still running",
    CiState.UNKNOWN: "has said nothing",
}
_PROMISE = {
    CommitmentStatus.OPEN: "it is open",
    CommitmentStatus.KEPT: "it was kept",
    CommitmentStatus.MISSED: "it was missed",
    CommitmentStatus.CANCELLED: "it was cancelled",
    CommitmentStatus.DISPUTED: "it was rejected: it is no promise",
}


def _review(review: Review) -> str:
    if not review.approves:
        return "asks for changes"
    return "approved it" if review.of_head else "approved an earlier state of it"


def _pull_state(pull: PullRequest) -> str:
    if pull.reverted:
        return "was merged and then reverted"
    return {
        PullStatus.DRAFT: "is a draft",
        PullStatus.OPEN: "is open",
        PullStatus.MERGED: "was merged",
        PullStatus.CLOSED: "was closed without a merge",
    }[pull.status]
