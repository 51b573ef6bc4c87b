"""Whom a proposal names: taken only where the sentence itself names them, and where no other could be meant."""

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId, TicketKey
from sprintmind.proposing.places import Place

_FIRST_PERSON = frozenset({"i", "me", "my", "mine", "myself"})
LONGEST = 60  # characters of what is waited for, in the words used


def person(name: str | None, place: Place) -> PersonId | None:
    """Tell which of our people a name means, if the sentence names them or they speak of themselves; else None."""
    names = place.context.names
    found = names.speaker(name).person or names.team.person_named(" ".join((name or "").casefold().split()))
    if found is None or found == UNKNOWN_PERSON:
        return None
    return found if found in place.names("#p") or (found == place.context.owner and speaks_of_self(place)) else None


def speaks_of_self(place: Place) -> bool:
    """Tell whether the sentence says "I"."""
    return bool(_FIRST_PERSON & set(place.whole.sentence.texts))


def customer(name: str | None, place: Place) -> str | None:
    """Tell which customer a name means, if the sentence names it and no other."""
    found = place.context.team.customer_named(name or "")
    return found if found and place.names("#c") == {found} else None


def waited_for(words: str | None, place: Place, *, besides: TicketKey) -> tuple[str, int] | None:
    """Tell what is waited for, a key, a person, a customer or the words used, and where the sentence names it."""
    plain = (words or "").strip()
    keys = place.context.team.ticket_keys(plain)
    meant = {str(keys[0])} if keys else {str(person(plain, place) or ""), customer(plain, place) or ""} - {""}
    whole = place.whole
    for index in (*whole.named("#t"), *whole.named("#p"), *whole.named("#c")):
        meaning = str(whole.meaning(index))
        if meaning in meant and meaning != besides:
            return meaning, index
    return None if keys else _in_words(plain, place)


def _in_words(words: str, place: Place) -> tuple[str, int] | None:
    text = place.whole.sentence.utterance.text
    at = text.find(words, place.whole.sentence.start, place.whole.sentence.end) if words else -1
    if at < 0 or not 2 < len(words) <= LONGEST or place.context.team.ticket_keys(words):
        return None
    index = next((n for n, (start, _) in enumerate(place.whole.places) if start >= at), None)
    return (words, index) if index is not None else None
