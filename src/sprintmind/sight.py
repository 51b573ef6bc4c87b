"""Everything of one moment that one caller may see; what reports are cut from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial

from sprintmind.domain.accounts import Promised
from sprintmind.domain.authority import Conflict
from sprintmind.domain.backing import looks_back
from sprintmind.domain.chains import followed
from sprintmind.domain.events import TicketKey
from sprintmind.domain.findings import Finding, FindingMarked
from sprintmind.domain.people import Team
from sprintmind.domain.placing import Beside, Places, places, running
from sprintmind.domain.policy import Policy
from sprintmind.domain.redaction import commitment_for, named_by_words, ticket_for
from sprintmind.domain.states import Asked
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.domain.work import Commitment, CommitmentStatus, PullRequest, Ticket
from sprintmind.identities import with_links
from sprintmind.ledger.port import Reading
from sprintmind.questions import findings_in, state_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Everything of one moment that one caller may see; what reports are cut from."""

    asked: Asked
    team: Team
    """With the links that people made."""
    caller: Caller
    tickets: tuple[Ticket, ...]
    """With the histories of those that look back or have fields called by words, or of all where that was asked for."""
    commitments: tuple[Commitment, ...]
    findings: tuple[Finding, ...]
    """Gravest first, those put aside too."""
    asleep: frozenset[str]
    """Ids of the findings that somebody snoozed."""
    sprints: Mapping[str, date]
    """When each sprint starts."""
    pulls: tuple[PullRequest, ...]
    """Those that work on no ticket."""
    deploys: bool = False
    """Some source told of a deployment."""
    withheld: frozenset[str] = frozenset()
    """Ids of the promises that are left out, with what is found on them, because nobody has confirmed them."""

    @property
    def now(self) -> datetime:
        """What was said later does not count."""
        return self.asked.moment.said_by

    @property
    def today(self) -> date:
        """The team's day."""
        return self.team.calendar.day(self.now)

    @property
    def awake(self) -> tuple[Finding, ...]:
        """The findings that nobody put aside."""
        return tuple(each for each in self.findings if each.id not in self.asleep)

    def by_key(self) -> dict[TicketKey, Ticket]:
        """Give the tickets by every key that they ever had."""
        return {key: ticket for ticket in self.tickets for key in ticket.keys}

    def promised(self, wanted: Iterable[Commitment] | None = None) -> tuple[Promised, ...]:
        """Follow promises along their chains, the soonest due first.

        Args:
            wanted: Which; None: all that are open.
        """
        tickets = self.by_key()
        chosen = self.open_promises() if wanted is None else wanted
        ordered = sorted(chosen, key=lambda each: (each.due or date.max, each.customer, each.id))
        found: dict[str | None, list[Finding]] = {}
        for finding in self.awake:
            found.setdefault(finding.commitment, []).append(finding)
        return tuple(_promised(each, tickets, found.get(each.id, ()), deploys=self.deploys) for each in ordered)

    def open_promises(self) -> tuple[Commitment, ...]:
        """Give the promises that are neither kept nor over."""
        return tuple(each for each in self.commitments if each.status is CommitmentStatus.OPEN)


def sight(reading: Reading, asked: Asked, caller: Caller, *, confirmed: bool = False, histories: bool = False) -> Sight:
    """Take what a caller may see of one moment: values stand, restricted words and what rests on them are left out.

    Args:
        reading: The ledger.
        asked: Of which moment, and by whose rules.
        caller: Who looks.
        confirmed: Leave out the promises that no person has confirmed; so everything that leaves the house.
        histories: Take every ticket's history, and not only of those whose present rests on it.
    """
    team = with_links(asked.team, reading)
    state = state_at(reading, asked, history=histories or partial(_rests_on_history, policy=asked.policy))
    withheld = frozenset(each.id for each in state.commitments if confirmed and each.needs_review)
    commitments = (commitment_for(caller, each) for each in state.commitments if each.id not in withheld)
    findings = (each for each in findings_in(state, reading, asked) if each.commitment not in withheld)
    return Sight(
        asked=asked,
        team=team,
        caller=caller,
        tickets=tuple(ticket_for(caller, each, team=team) for each in state.tickets),
        commitments=tuple(each for each in commitments if each and each.status is not CommitmentStatus.DISPUTED),
        findings=tuple(each for each in findings if visible_to(each.audience, caller)),
        asleep=_asleep(reading, asked.moment.said_by),
        sprints=state.sprints,
        pulls=state.pulls,
        deploys=bool(reading.names_within("deployment:")),
        withheld=withheld,
    )


def placed_in(seen: Sight, promised: Iterable[Promised]) -> Places:
    """Put every ticket in flight into its place."""
    return places(seen.tickets, beside(seen, (each.commitment for each in promised)))


def beside(seen: Sight, promises: Iterable[Commitment]) -> Beside:
    """Gather what decides how tickets fare, with the promises that rest on them."""
    return Beside(
        findings=seen.findings,
        asleep=seen.asleep,
        promised={key for each in promises for key in each.tickets},
        sprints=running(seen.sprints, today=seen.today),
        team=seen.team,
    )


def open_conflicts(seen: Sight) -> tuple[Conflict, ...]:
    """List the conflicts to settle, by ticket."""
    found = (c for each in seen.tickets if not each.deleted for h in each.fields.values() for c in h.open_conflicts)
    return tuple(sorted(found, key=lambda each: each.id))


def _rests_on_history(ticket: Ticket, policy: Policy) -> bool:
    """Tell whether what a caller sees of a ticket's present rests on its history: for rules, or for a field's name."""
    return looks_back(ticket, policy) or named_by_words(ticket)


def _promised(
    commitment: Commitment, tickets: Mapping[TicketKey, Ticket], found: Sequence[Finding], *, deploys: bool
) -> Promised:
    chain = followed(commitment, tickets, deploys=deploys)
    links = (event for link in chain.links for event in link.evidence)
    events = dict.fromkeys((*links, *(event for each in found for event in each.evidence)))
    return Promised(commitment=commitment, chain=chain, findings=tuple(found), grounds=tuple(events))


def _asleep(reading: Reading, now: datetime) -> frozenset[str]:
    heard = (*reading.of_kind("acknowledge"), *reading.of_kind("snooze"))
    marks = [o for each in heard for o in each.event.observations if isinstance(o, FindingMarked)]
    last = {mark.finding: mark for mark in sorted(marks, key=lambda mark: (mark.at, mark.event))}
    return frozenset(mark.finding for mark in last.values() if mark.until and mark.until > now)
