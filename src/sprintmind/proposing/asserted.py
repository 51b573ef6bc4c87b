"""Whether a sentence asserts what a cue in it says, and of which ticket; stricter than the rules are."""

from sprintmind.domain.events import TicketKey
from sprintmind.proposing.places import Place
from sprintmind.reading.automaton import cues
from sprintmind.reading.heard import Heard
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.modality import MACHINE, addresses_machine, moods, objection
from sprintmind.reading.sentences import sentences
from sprintmind.reading.subjects import subjects

FAMILIES = {
    "negation": "negation",
    "hope": "hope",
    "condition": "condition",
    "hearsay": "hearsay",
    "past": "past.before",
    "mock": "mock",
}
"""Kinds of doubt that a word shows, with the cues for it; a question is shown by its mark."""
REPORTS = frozenset({"", "done", "yesterday", "doing", "in_review", "in_qa", "cancelled"})
"""Headings under which a state is reported."""


def unasserted(place: Place, cue: Cue, *, despite: frozenset[str] = frozenset()) -> str | None:
    """Tell why a sentence asserts nothing by a cue: any word of doubt anywhere in it is enough.

    Args:
        place: The sentence.
        cue: What says it.
        despite: Kinds of doubt that this cue holds by its nature, as "no longer blocked" a negation.
    """
    if place.whole.sentence.asked:
        return "a question"
    reason = objection(place.clause_of(cue), cue, place.context)
    if reason and not (reason == "negated" and "negation" in despite) and not (reason == "of the past" and despite):
        return reason
    doubt = next(iter(doubts(place, cue, despite)), None)
    if doubt:
        return f"its sentence says “{place.whole.verbatim(doubt.start, doubt.end)}”"
    return _addressed_to_machines(place) or _taken_back(place)


def doubts(place: Place, cue: Cue, despite: frozenset[str] = frozenset()) -> tuple[Cue, ...]:
    """Find the words of doubt in a sentence, outside the cue itself."""
    names = (name for family, name in FAMILIES.items() if family not in despite)
    found = (mood for name in names for mood in moods(place.whole, name, 0, place.whole.end))
    return tuple(mood for mood in found if mood.end <= cue.start or cue.end <= mood.start)


def unreported(place: Place) -> str | None:
    """Tell why a state is none where it stands: under a plan, or at a box without a tick."""
    if place.whole.sentence.utterance.checked is False:
        return "a box without a tick"
    meaning = place.context.section.meaning
    return None if meaning in REPORTS else "under a heading that is no report"


def unsaid_of(ticket: TicketKey, place: Place, cue: Cue) -> str | None:
    """Tell why a cue is not said of a ticket, whole: of another, of several that could be meant, or of a part."""
    clause = place.clause_of(cue)
    about = subjects(clause, cue, place.context)
    if about.piece:
        return "said of a part of it"
    if about.named and about.tickets:
        return None if ticket in about.tickets else f"said of {', '.join(about.tickets)}"
    whole = place.whole
    if {whole.key(n) for n in whole.tickets} != {ticket} or _has_other_subject(place, cue):
        return "it is not clear of which ticket it is said"
    parts = listed("words", "parts") & set(whole.sentence.texts)
    return "said of a part of it" if parts else None


def _has_other_subject(place: Place, cue: Cue) -> bool:
    """Mind that "looking at NW-1, the login page went live" names its own subject between the comma and the cue."""
    ahead = place.whole.texts(0, cue.start)
    stop = max((n + 1 for n, text in enumerate(ahead) if text in _STOPS), default=0)
    small = listed("words", "fillers") | listed("words", "pronouns") | _COPULAS
    return any(text.isalpha() and text not in small for text in ahead[stop:])


_STOPS = frozenset({",", ":", "(", ")", "-", "–", "—", "#t"})
_COPULAS = frozenset({"is", "are", "has", "have", "been", "was", "got"})


def is_silenced(place: Place, cue: Cue) -> bool:
    """Tell whether words that look like a cue and are none stand in the same clause, "a step on the way"."""
    clause = place.clause_of(cue)
    silent = {"not.state", f"{cue.family}.noise", f"{cue.family}.denied"}
    return any(other.name in silent for other in clause.cues)


def _addressed_to_machines(place: Place) -> str | None:
    """Mind that whoever tells a machine what to do in one sentence may report to it in the next."""
    context = place.context
    turn = sentences(place.whole.sentence.utterance, context.names, context.day)
    told = context.to_machine or any(addresses_machine(each) for each in turn)
    return MACHINE if told else None


def _taken_back(place: Place) -> str | None:
    """Mind that the next words may take it back: "scratch that", or another's "no, that's wrong"."""
    for later in place.after:
        if later.whole is None:
            continue
        same = later.context.speaker == place.context.speaker
        found = cues(later.whole.sentence.texts, "talk")
        if same and any(cue.name == "retraction.own" for cue in found):
            return "taken back by the speaker"
        if not same and _contradicts(found, later):
            return "contradicted in the next words"
    return None


def _contradicts(found: tuple[Cue, ...], later: Heard) -> bool:
    return later.whole is not None and any(c.name == "retraction.contradict" and c.start == 0 for c in found)
