"""A ticket as evidence: for each of its fields, one plain sentence.

What is given here is as the reader may see it (see `redaction`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sprintmind.domain.authority import Conflict, Decided, Decision, FieldHistory
from sprintmind.domain.events import TEAM_AUDIENCE, Claim, Source
from sprintmind.domain.evidence import Evidence, EvidenceKind
from sprintmind.domain.redaction import RESTRICTED, ask
from sprintmind.domain.telling import SAYS, Teller, foreign, said_status, spoken
from sprintmind.domain.work import Ticket


@dataclass(frozen=True, kw_only=True)
class TicketWitness(Teller):
    """Tells what the ledger holds of tickets."""

    def status(self, ticket: Ticket) -> Evidence:
        """Tell a ticket's title and status."""
        title = ticket.value("title")
        called = f"{ticket.key}, “{foreign(str(title))}”," if title else ticket.key
        history = ticket.fields.get("status")
        if ticket.deleted:
            return self._of(ticket, f"{called} was deleted in its tracker", history)
        if history is None or history.holder is None or not history.value:
            return self._of(ticket, f"{called} has no status that anybody told", None)
        told = self._of(ticket, f"{called} is {said_status(history.value)} ({self.by(history.holder)})", history)
        return replace(told, standing=str(history.value))

    def assignee(self, ticket: Ticket) -> Evidence:
        """Tell whose a ticket is."""
        history = ticket.fields.get("assignee")
        if history is None or not history.value or history.holder is None:
            return self._of(ticket, f"Nobody is assigned to {ticket.key}", history)
        text = f"{ticket.key} is assigned to {self.name(history.value)} ({self.by(history.holder)})"
        return self._of(ticket, text, history)

    def due(self, ticket: Ticket) -> Evidence:
        """Tell when a ticket is due."""
        history = ticket.fields.get("due_date")
        if history is None or not history.value or history.holder is None:
            return self._of(ticket, f"{ticket.key} has no due date of its own", history)
        return self._of(
            ticket, f"{ticket.key} is due on {foreign(str(history.value))} ({self.by(history.holder)})", history
        )

    def sprint(self, ticket: Ticket) -> Evidence | None:
        """Tell in which sprint a ticket is."""
        history = ticket.fields.get("sprint")
        if history is None or not history.value or history.holder is None:
            return None
        return self._of(
            ticket, f"{ticket.key} is in {foreign(str(history.value))} ({self.by(history.holder)})", history
        )

    def blocked(self, ticket: Ticket) -> Evidence:
        """Tell whether a ticket is blocked, on what it waits, and who can unblock it."""
        history = ticket.fields.get("blocked")
        if history is None or history.value is not True or history.holder is None:
            return replace(
                self._of(ticket, f"Nobody says that {ticket.key} is blocked", history), standing="not_blocked"
            )
        told = [each.claim for each in history.decided if each.applied and each.claim.value is True] or [history.holder]
        waiting = next((self.name(claim.waiting_on) for claim in reversed(told) if claim.waiting_on), None)
        freeing = next((self.name(claim.unblocker) for claim in reversed(told) if claim.unblocker), None)
        since = self.team.calendar.day(told[0].said_at if len(told) == 1 else history.holder.said_at)
        on = f", waiting on {waiting}" if waiting else ""
        who = f"; {freeing} can unblock it" if freeing else "; nobody said who can unblock it"
        if not history.holder.event:
            who = ""
        text = f"{ticket.key} has been blocked since {since}{on}{who} ({self.by(history.holder)})"
        return replace(self._of(ticket, text, history), standing="blocked")

    def approvals(self, ticket: Ticket) -> Iterator[Evidence]:
        """Tell of each approval of a ticket."""
        for name in sorted(name for name in ticket.fields if name.startswith("approval:")):
            history = ticket.fields[name]
            if history.holder and history.value:
                whose = RESTRICTED if RESTRICTED in name else f"of {self.name(name.partition(':')[2])}"
                text = f"The approval {whose} for {ticket.key} is {history.value} ({self.by(history.holder)})"
                yield self._of(ticket, text, history)

    def dependencies(self, ticket: Ticket) -> Iterator[Evidence]:
        """Tell of everything that a ticket depends on."""
        for name in sorted(name for name in ticket.fields if name.startswith("dependency:")):
            history = ticket.fields[name]
            if history.holder and history.value is True:
                on = f"something, {RESTRICTED}" if RESTRICTED in name else self.name(name.partition(":")[2])
                yield self._of(ticket, f"{ticket.key} depends on {on} ({self.by(history.holder)})", history)

    def conflicts(self, ticket: Ticket) -> Iterator[Evidence]:
        """Tell of the open conflicts of a ticket."""
        for name in sorted(ticket.fields):
            for conflict in ticket.fields[name].open_conflicts:
                yield self.conflict(conflict)

    def conflict(self, conflict: Conflict) -> Evidence:
        """Tell what two sources disagree about."""
        field = conflict.field.partition(":")[0].replace("_", " ")
        stands = f"{self.value(conflict.field, conflict.value)} {self._according(conflict.holder)}, which stands"
        other = f"{self.value(conflict.field, conflict.challenger.value)} {self._according(conflict.challenger)}"
        return Evidence(
            kind=EvidenceKind.STATE,
            text=f"Sources disagree about the {field} of {conflict.subject}: {stands}; {other}",
            source=Source.DERIVED.value,
            at=conflict.challenger.said_at,
            quote=foreign(conflict.challenger.span.quote),
            event=conflict.challenger.event,
            subject=conflict.subject,
            audience=conflict.challenger.audience,
        )

    def claim(self, decided: Decided) -> Evidence:
        """Tell what a source said of a field, and what was made of it."""
        claim = decided.claim
        field = claim.field.partition(":")[0].replace("_", " ")
        made = _MADE[decided.decision] if not decided.late else "came too late to count"
        said = f"the {field} of {claim.subject} is {self.value(claim.field, claim.value)}"
        who = f"{SAYS[claim.source]}{self.speaker(claim)}"
        text = f"On {self.team.calendar.day(claim.said_at)} {who} said that {said}; that {made}"
        return Evidence(
            kind=EvidenceKind.STATE,
            text=text if claim.event else f"The {field} of {claim.subject} comes {ask(claim, self.team)}",
            source=claim.source.value,
            at=claim.said_at,
            quote=foreign(spoken(claim)),
            event=claim.event or None,
            subject=claim.subject,
            audience=claim.audience if claim.event else TEAM_AUDIENCE,
        )

    def change(self, decided: Decided, *, before: Decided | None) -> Evidence:
        """Tell that a field has another value since a source said so."""
        claim = decided.claim
        field = claim.field.partition(":")[0].replace("_", " ")
        now = self.value(claim.field, claim.value)
        if field == "blocked":
            text = f"{claim.subject} was reported {now if claim.value else 'no longer blocked'} ({self.by(claim)})"
        elif before is None:
            text = f"The {field} of {claim.subject} was first told as {now} ({self.by(claim)})"
        else:
            was = self.value(claim.field, before.claim.value)
            text = f"The {field} of {claim.subject} changed from {was} to {now} ({self.by(claim)})"
        return replace(self.claim(decided), text=text)

    def _according(self, claim: Claim) -> str:
        if not claim.event:
            return ask(claim, self.team)
        return f"according to {SAYS[claim.source]}{self.speaker(claim)} ({self.team.calendar.day(claim.said_at)})"

    def _of(self, ticket: Ticket, text: str, history: FieldHistory | None) -> Evidence:
        holder = history.holder if history else None
        shown = holder if holder and holder.event else None
        return Evidence(
            kind=EvidenceKind.STATE,
            text=text,
            source=shown.source.value if shown else Source.DERIVED.value,
            at=shown.said_at if shown else None,
            quote=foreign(spoken(shown)) if shown else "",
            event=shown.event if shown else None,
            subject=ticket.key,
        )


_MADE = {
    Decision.ACCEPTED: "was accepted",
    Decision.CONFIRMED: "confirmed what stood",
    Decision.CONFLICTING: "contradicts what stands and changed nothing",
    Decision.REJECTED: "could not move it",
    Decision.WITHDRAWN: "was taken back",
}
