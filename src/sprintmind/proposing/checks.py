"""What a sentence must hold for a proposal of each kind to stand; a text that comes back says why it does not."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from sprintmind.domain.events import TicketKey
from sprintmind.domain.proposed import Proposal
from sprintmind.proposing.asserted import is_silenced, unasserted, unreported, unsaid_of
from sprintmind.proposing.parties import person, speaks_of_self, waited_for
from sprintmind.proposing.places import Place
from sprintmind.reading.approvals import approver
from sprintmind.reading.context import said
from sprintmind.reading.lexicon import Cue
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.statuses import STATUSES

Outcome = Statement | str
"""What a sentence says, or why it does not say it."""
Check = Callable[[Proposal, Place, TicketKey], Outcome]

_APPROVALS = {"approved": "approval.given", "pending": "approval.pending", "rejected": "approval.rejected"}
_YES, _NO = frozenset({"true", "yes", "blocked", "1"}), frozenset({"false", "no", "unblocked", "0"})
_LIFTS = frozenset({"negation", "past"})
"""Kinds of doubt that a lift holds by its nature: "no longer blocked"."""
_ASSIGNS = frozenset({"assign.me", "assign.them", "assign.to", "assign.owned"})


def status(proposal: Proposal, place: Place, ticket: TicketKey) -> Outcome:
    """A state needs a word of that state, and of no other, in the clause of the ticket."""
    value = (proposal.value or "").strip().casefold().replace(" ", "_")
    if value not in STATUSES:
        return f"{proposal.value!r} is no status"
    found = [cue for cue in place.whole.cues if cue.family in STATUSES]
    cue = next((each for each in found if each.family == value), None)
    if cue is None:
        return f"no word in it says {value}"
    if any(each.family in STATUSES and each.family != value for each in place.clause_of(cue).cues):
        return "its words say another state too"
    why = unreported(place) or _why(place, cue, ticket)
    return why or said(Kind.STATUS, place.whole, place.context, cue=cue, ticket=ticket, value=value)


def blocked(proposal: Proposal, place: Place, ticket: TicketKey) -> Outcome:
    """A blocker needs a word for it, a lift a word for that; what is waited for must stand in the sentence."""
    value = (proposal.value or "true").strip().casefold()
    if value not in _YES | _NO:
        return f"{proposal.value!r} is neither blocked nor not blocked"
    holds = value in _YES
    cue = _cue(place, {"blocked.state"} if holds else {"blocked.lifted"})
    if cue is None:
        return f"no word in it says that it is {'' if holds else 'no longer '}blocked"
    why = _why(place, cue, ticket, despite=frozenset() if holds else _LIFTS)
    waiting = waited_for(proposal.waiting_on, place, besides=ticket) if holds and proposal.waiting_on else None
    if why or (holds and proposal.waiting_on and waiting is None):
        return why or f"it does not name {proposal.waiting_on!r}"
    statement = said(Kind.BLOCKED, place.whole, place.context, cue=cue, ticket=ticket, value=holds)
    return replace(statement, waiting_on=waiting[0] if waiting else None)


def dependency(proposal: Proposal, place: Place, ticket: TicketKey) -> Outcome:
    """A dependency needs a word for it, with the ticket before that word and behind it what is waited for."""
    cue = _cue(place, {"dependency.on", "blocked.waits"})
    if cue is None:
        return "no word in it says that it waits"
    waiting = waited_for(proposal.waiting_on, place, besides=ticket)
    if waiting is None:
        return f"it does not name {proposal.waiting_on!r}"
    ahead = any(place.whole.key(n) == ticket for n in place.whole.tickets if n < cue.start)
    if not ahead or waiting[1] < cue.start:
        return "its words wait the other way round"
    why = _why(place, cue, ticket)
    statement = said(Kind.DEPENDENCY, place.whole, place.context, cue=cue, ticket=ticket, value=True)
    return why or replace(statement, waiting_on=waiting[0])


def approval(proposal: Proposal, place: Place, ticket: TicketKey) -> Outcome:
    """An approval needs a word for it, and whoever gave it named in the talk where the rules look for them."""
    value = (proposal.value or "").strip().casefold()
    cue = _cue(place, {_APPROVALS.get(value, "")})
    if cue is None:
        return f"no word in it says that it is {value or 'approved'}"
    by = approver(place.clause_of(cue), cue, place.context)
    if by is None:
        return "it does not say whose approval"
    if proposal.by and by.casefold() not in {proposal.by.strip().casefold(), str(person(proposal.by, place))}:
        return f"its words name {by}, not {proposal.by!r}"
    despite = frozenset({"negation", "hope", "past"}) if value == "pending" else frozenset[str]()
    why = _why(place, cue, ticket, despite=despite)
    statement = said(Kind.APPROVAL, place.whole, place.context, cue=cue, ticket=ticket, value=value)
    return why or replace(statement, by=by)


def assignee(proposal: Proposal, place: Place, ticket: TicketKey) -> Outcome:
    """An assignee needs a word of taking or giving, and is named there alone, or says so of themselves."""
    cue = _cue(place, _ASSIGNS)
    if cue is None:
        return "no word in it says whose it is"
    who = person(proposal.person, place)
    if who is None:
        return f"it does not name {proposal.person!r}, or two people could be meant"
    own = cue.name == "assign.me"
    if own and (who != place.context.owner or not speaks_of_self(place)):
        return "its speaker takes it"
    if not own and place.names("#p") != {who}:
        return "it names other people too"
    why = _why(place, cue, ticket)
    statement = said(Kind.ASSIGNEE, place.whole, place.context, cue=cue, ticket=ticket, value=who, person=who)
    return why or statement


def due_date(proposal: Proposal, place: Place, ticket: TicketKey) -> Outcome:
    """A due date needs a word for it, and one date phrase, which must mean that day by our own reading."""
    cue = _cue(place, {"due.on"})
    if cue is None:
        return "no word in it says when it is due"
    if any(other.name == "due.noise" for other in place.whole.cues):
        return "no due date of the ticket"
    day = dated(proposal, place)
    if day is None:
        return f"its words do not mean {proposal.date!r}"
    why = _why(place, cue, ticket)
    return why or said(Kind.DUE_DATE, place.whole, place.context, cue=cue, ticket=ticket, value=day)


def sprint(proposal: Proposal, place: Place, ticket: TicketKey) -> Outcome:
    """A sprint needs a word for it, and its number or name right behind that."""
    cue = _cue(place, {"sprint.move"})
    named = place.whole.verbatim(cue.end, min(cue.end + 1, place.whole.end)) if cue else ""
    if cue is None or not named or named.casefold() != (proposal.value or "").casefold().removeprefix("sprint").strip():
        return f"it does not say that it goes into {proposal.value!r}"
    why = _why(place, cue, ticket)
    return why or said(Kind.SPRINT, place.whole, place.context, cue=cue, ticket=ticket, value=named)


def dated(proposal: Proposal, place: Place) -> str | None:
    """Tell the day of a proposal, if the one date phrase of the sentence means it."""
    days = [place.whole.when(n).day for n in place.whole.named("#d")]
    day = days[0].isoformat() if len(days) == 1 and days[0] else None
    return day if day is not None and day == (proposal.date or "").strip() else None


CHECKS: Mapping[Kind, Check] = {
    Kind.STATUS: status,
    Kind.BLOCKED: blocked,
    Kind.DEPENDENCY: dependency,
    Kind.APPROVAL: approval,
    Kind.ASSIGNEE: assignee,
    Kind.DUE_DATE: due_date,
    Kind.SPRINT: sprint,
}


def _cue(place: Place, names: set[str] | frozenset[str]) -> Cue | None:
    return next((cue for cue in place.whole.cues if cue.name in names), None)


def _why(place: Place, cue: Cue, ticket: TicketKey, *, despite: frozenset[str] = frozenset()) -> str | None:
    if is_silenced(place, cue):
        return "its words only look like it"
    return unasserted(place, cue, despite=despite) or unsaid_of(ticket, place, cue)
