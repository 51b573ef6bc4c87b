"""What a sentence must hold for a promise that only a model reads in it; a person confirms it before it counts."""

from datetime import date

from msgspec.structs import replace

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId
from sprintmind.domain.proposed import Proposal
from sprintmind.proposing.asserted import unasserted
from sprintmind.proposing.checks import Outcome, dated
from sprintmind.proposing.parties import customer, person, speaks_of_self
from sprintmind.proposing.places import Place
from sprintmind.reading.automaton import cues
from sprintmind.reading.context import said
from sprintmind.reading.lexicon import Cue
from sprintmind.reading.promises import thing
from sprintmind.reading.statements import Kind, Statement

_PROMISES = frozenset({f"promise.{name}" for name in ("given", "told", "future", "sending", "receive", "seal")})
_NONE = frozenset(
    {f"promise.{name}" for name in ("never", "wish", "aim", "rehearsal", "their", "gone", "dropped", "kept")}
)
_THEM = frozenset({"#c", "they", "customer", "customers"})


def commitment(proposal: Proposal, place: Place) -> Outcome:
    """A promise needs a word of promising, one customer, and a speaker who is not theirs; it is always to be reviewed.

    A customer that is not named, a day that the words do not mean, and what is not said in them let it drop.
    """
    found = cues(place.whole.sentence.texts, "promises")
    cue = next((each for each in found if each.name in _PROMISES), None)
    if cue is None:
        return "no word in it promises anything"
    to = customer(proposal.customer, place)
    if to is None:
        return f"it does not name {proposal.customer!r}, or names other customers too"
    why = _why_none(place, cue, found) or _unsaid(proposal, place)
    return why or _promise(proposal, place, cue, customer=to)


def _why_none(place: Place, cue: Cue, found: tuple[Cue, ...]) -> str | None:
    if place.context.speaker.customer or _THEM & set(place.whole.texts(cue.start - 1, cue.start)):
        return "it is the customer who says or does it"
    against = next((each for each in found if each.name in _NONE), None)
    if against:
        return f"“{place.whole.verbatim(against.start, against.end)}” promises nothing"
    return unasserted(place, cue)


def _unsaid(proposal: Proposal, place: Place) -> str | None:
    if proposal.date and dated(proposal, place) is None:
        return f"its words do not mean {proposal.date!r}"
    if proposal.what and proposal.what not in place.whole.sentence.text:
        return f"it does not say {proposal.what!r}"
    if proposal.person and person(proposal.person, place) is None:
        return f"it does not name {proposal.person!r}, or two people could be meant"
    return None


def _promise(proposal: Proposal, place: Place, cue: Cue, *, customer: str) -> Statement:
    owner = _owner(proposal, place)
    day = dated(proposal, place)
    phrase = next((place.whole.when(n).phrase for n in place.whole.named("#d")), None)
    return replace(
        said(Kind.COMMITMENT, place.whole, place.context, cue=cue, person=owner),
        customer=customer,
        what=proposal.what or thing(place.whole, cue, place.context),
        due=date.fromisoformat(day) if day else None,
        due_phrase=phrase,
        owner=owner,
        tickets=place.keys,
        needs_review=True,
    )


def _owner(proposal: Proposal, place: Place) -> PersonId:
    own = place.context.owner if speaks_of_self(place) else None
    return person(proposal.person, place) or own or UNKNOWN_PERSON
