"""What a brief holds, for a person's day, for a call with a customer and for the end of a sprint."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from sprintmind.domain.accounts import NO_PROOF, Changes, Placed, Promised, Proof
from sprintmind.domain.events import EventKey, TicketKey
from sprintmind.domain.people import Person
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.domain.work import Ticket


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One sentence with what it rests on."""

    text: str
    subject: str = ""
    """A ticket's key, a promise's id, `owner/repo#n`."""
    grounds: tuple[EventKey, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Standup:
    """A draft for the team to read: each line rests on something that the whole team may read."""

    yesterday: tuple[Line, ...] = ()
    """Since the beginning of the last business day."""
    today: tuple[Line, ...] = ()
    blockers: tuple[Line, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """All of them."""
        return (*self.yesterday, *self.today, *self.blockers)

    def for_everyone(self, proof: Proof) -> "Standup":
        """Keep the lines that rest on something, all of which the whole team may read."""
        return Standup(
            yesterday=for_everyone(self.yesterday, proof),
            today=for_everyone(self.today, proof),
            blockers=for_everyone(self.blockers, proof),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalBrief:
    """One person's start of the day."""

    now: datetime
    person: Person
    changes: Changes
    waits_on_me: tuple[Line, ...]
    i_wait_on: tuple[Line, ...]
    blocked: tuple[Placed, ...]
    tickets: tuple[Placed, ...]
    """Still to be done, those that are blocked too."""
    promises: tuple[Promised, ...]
    standup: Standup
    proof: Proof = field(default_factory=lambda: NO_PROOF)


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomerBrief:
    """One page before a call with a customer."""

    now: datetime
    customer: str
    promises: tuple[Promised, ...]
    """Open ones, and those that ended lately."""
    changes: Changes
    may_say: tuple[Line, ...]
    """Words that can be said to the customer as they stand."""
    may_not: tuple[Line, ...]
    """What must not be said, and why."""
    waits_on_them: tuple[Line, ...]
    """What of ours waits on the customer."""
    proof: Proof = field(default_factory=lambda: NO_PROOF)


@dataclass(frozen=True, slots=True, kw_only=True)
class SprintTicket:
    """A ticket at the end of a sprint, or now while the sprint runs."""

    key: TicketKey
    title: str
    status: str
    """At the end; `unknown` where nobody said."""
    why: str = ""
    """Why it was carried over, or is still open."""
    grounds: tuple[EventKey, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SprintBrief:
    """How a sprint closes, or how it stands."""

    now: datetime
    name: str
    state: str
    """future, active or closed; unknown where no source shows the sprint itself."""
    start: datetime | None
    end: datetime | None
    """When it was completed, else when it is planned to end."""
    committed: tuple[SprintTicket, ...]
    """In it at its start."""
    done: tuple[SprintTicket, ...]
    added: tuple[SprintTicket, ...]
    """Put in after its start."""
    removed: tuple[SprintTicket, ...]
    """Taken out before its end, not done."""
    carried_over: tuple[SprintTicket, ...]
    """In it at its end and not done; while it runs, still open."""
    prose: str
    proof: Proof = field(default_factory=lambda: NO_PROOF)

    @property
    def closed(self) -> bool:
        """It is over."""
        return self.state == "closed"


def for_everyone(lines: Iterable[Line], proof: Proof) -> tuple[Line, ...]:
    """Keep the lines that rest on something, all of which the whole team may read."""
    return tuple(each for each in lines if each.grounds and all(_open(event, proof) for event in each.grounds))


def holding(ticket: Ticket, name: str) -> tuple[EventKey, ...]:
    """Name the event that holds a field's value; none where the reader may not see it."""
    history = ticket.fields.get(name)
    return (history.holder.event,) if history and history.holder and history.holder.event else ()


def _open(event: EventKey, proof: Proof) -> bool:
    said = proof.get(event, ())
    return bool(said) and all(visible_to(each.audience, Caller()) for each in said)
