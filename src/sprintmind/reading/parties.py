"""What or whom something waits for: a ticket, a person, a customer, or the words used."""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from sprintmind.domain.events import UNKNOWN_PERSON, TicketKey
from sprintmind.reading.context import Context
from sprintmind.reading.lexicon import listed, united
from sprintmind.reading.sentences import Clause

_NAMED = frozenset({"#t", "#p", "#c"})
_WAITING = re.compile(
    r"^(?:and )?(?:(?:we|it|i)(?:['’](?:re|s|m)| are| is| am) )?(?:still )?waiting (?:on|for) ", re.IGNORECASE
)
_ENDS = frozenset({".", ";", "!", "?", ",", ")"})


class Party(Struct, frozen=True, gc=False):
    """Something waited for."""

    name: str
    """A ticket key, a person's id, a customer's name, or the words used."""
    ticket: TicketKey | None = None


def parties(clause: Clause, start: int, end: int, *, besides: tuple[TicketKey, ...] = ()) -> Iterator[Party]:
    """Name the tickets, people and customers between two words, in order."""
    for index, word in clause.sentence.meanings.items():
        text, meaning = word.text, word.meaning
        if not start <= index < end or text not in _NAMED or meaning in besides:
            continue
        name = clause.verbatim(index, index + 1) if meaning == UNKNOWN_PERSON else str(meaning)
        yield Party(name, TicketKey(name) if text == "#t" else None)


def waited_for(clause: Clause, start: int, context: Context, *, besides: tuple[TicketKey, ...]) -> tuple[Party, ...]:
    """Tell what the words from a place on say is waited for: every ticket of a list, else the first that has a name.

    Args:
        clause: The clause of the cue; what its sentence says after it is read too.
        start: The word behind the cue.
        context: Whom a pronoun may mean.
        besides: The tickets that wait.
    """
    if found := tuple(_run(clause, start, besides=besides)):
        return found
    return next((told for told in _told(clause, start, context, besides=besides) if told), ())


def _told(
    clause: Clause, start: int, context: Context, *, besides: tuple[TicketKey, ...]
) -> Iterator[tuple[Party, ...]]:
    """Give what may be meant where nobody is named behind the cue, the surest first."""
    if clause.texts(start, start + 1) in {(":",), (",",)}:
        yield _named_later(clause, besides=besides)
    yield _in_words(clause, start, context)
    yield tuple(_said_before(clause, start, context, besides=besides))[:1]
    yield _named_later(clause, besides=besides)
    if silent := silent_party(clause, clause.end):
        yield (Party(silent),)
    yield _reason(clause, _until_next_ticket(clause))


def _in_words(clause: Clause, start: int, context: Context) -> tuple[Party, ...]:
    """Take a pronoun's owner, whom it means, or else the words used."""
    if owner := _possessor(clause, start, context):
        return (owner,)
    words = _words(clause, start)
    if words.casefold() in {"me", "myself"} and context.owner:
        return (Party(context.owner),)
    if words.casefold() in listed("parties", "pronouns"):
        return tuple(_meant(clause, context))
    if words.casefold().startswith("one") or words.casefold() in listed("answers", "no_cause"):
        return ()
    if words:
        return (_owed(words, context) or Party(words),)
    owed = context.owed if _THAT & set(clause.texts(start, start + 2)) else None
    return (Party(owed[0]),) if owed else ()


_THAT = frozenset({"that", "those", "this", "it", "them"})


def unblocker(clause: Clause) -> str | None:
    """Tell who is said to be able to unblock it, in this sentence."""
    texts = clause.sentence.texts
    for index, word in clause.sentence.meanings.items():
        if word.text in {"#p", "#c"} and _can(texts[index + 1 : index + 4], texts[max(0, index - 2) : index]):
            return next(party.name for party in parties(clause, index, index + 1))
    return None


def _can(after: tuple[str, ...], before: tuple[str, ...]) -> bool:
    helps = bool(listed("parties", "helps") & set(after[1:3])) and after[:1] in {
        ("can",),
        ("could",),
        ("will",),
        ("to",),
        ("has",),
        ("must",),
        ("needs",),
    }
    asked = bool(before) and before[-1] in listed("around", "asking_somebody") and after[:1] == ("to",)
    return helps or asked


def _run(clause: Clause, start: int, *, besides: tuple[TicketKey, ...]) -> Iterator[Party]:
    """Name the first that is waited for; behind a ticket all further tickets, and who is joined to it by "and"."""
    named = [n for n, word in clause.sentence.meanings.items() if start <= n < clause.end and word.text in _NAMED]
    places = [n for n in named if clause.meaning(n) not in besides]
    for before, index in zip([None, *places], places, strict=False):
        text = clause.tokens[index]
        joined = before is not None and set(clause.texts(before + 1, index)) <= listed("parties", "joining")
        if before is not None and not joined and text != "#t":
            return
        yield from parties(clause, index, index + 1)
        if before is None and text != "#t":
            return


def subject_words(clause: Clause) -> str | None:
    """Take the subject of a sentence whose verb says that something is lacking: "The vendor has to …"."""
    texts = clause.sentence.texts
    stop = next((n for n, text in enumerate(texts[:7]) if text in listed("answers", "lacks")), None)
    first = 0
    while stop and first < stop and texts[first] in united("words.determiners", "words.openers"):
        first += 1
    last = stop or 0
    while last > first and texts[last - 1] in listed("around", "verbs"):
        last -= 1
    small = united("words.pronouns", "words.fillers")
    if last <= first or not all(text.isalpha() for text in texts[first:last]) or set(texts[first:last]) <= small:
        return None
    return clause.verbatim(first, last)


def silent_party(clause: Clause, start: int) -> str | None:
    """Tell from whom nothing is heard: "no answer from the vendor", "we hear nothing from Acme's office"."""
    texts = clause.sentence.texts
    for index in range(max(start, 1), len(texts)):
        silent = texts[index] in {"from", "by"} and texts[index - 1] in listed("answers", "silence")
        if not silent or not {"no", "not", "nothing", "without", "zero"} & set(texts[max(0, index - 5) : index]):
            continue
        named = next(parties(clause, index + 1, min(index + 3, len(texts))), None)
        return named.name if named else _words(replace(clause, end=len(texts)), index + 1) or None
    return None


def _possessor(clause: Clause, start: int, context: Context) -> Party | None:
    """Mind that "can't go on without their serial numbers" waits for them."""
    ahead = clause.texts(start, min(start + 3, clause.end))
    if "their" in ahead and context.customer:
        return Party(context.customer)
    return next(_meant(clause, context), None) if {"his", "her"} & set(ahead) else None


def _words(clause: Clause, start: int) -> str:
    """Take the words used: up to the next sign, without what stands before the thing itself."""
    first = start
    lead = united("parties.lead", "words.determiners")
    while first < clause.end and (clause.tokens[first] in lead or not clause.tokens[first][0].isalnum()):
        first += 1
    last = first
    while last < clause.end and clause.tokens[last] not in _ENDS and last - first < 12:
        last += 1
    while last > first + 1 and clause.tokens[last - 1] in listed("parties", "trailing"):
        last -= 1
    return clause.verbatim(first, last).strip()


def _owed(words: str, context: Context) -> Party | None:
    """Mind that "That list" is the customer's to give, if the customer has just promised a list."""
    if context.owed is None or (
        not words.casefold().startswith(("that ", "those ", "the ", "their ", "this ", "these ")) and " " in words
    ):
        return None
    customer, promised = context.owed
    return Party(customer) if set(words.casefold().split()[-1:]) & promised else None


def _said_before(clause: Clause, start: int, context: Context, *, besides: tuple[TicketKey, ...]) -> Iterator[Party]:
    """Find what is waited for before the cue: "until they do, NW-1 is blocked"."""
    waits = [n for n in range(start) if clause.tokens[n] in listed("around", "wait_openers")]
    if not waits:
        return
    yield from parties(clause, waits[-1], start, besides=besides)
    if clause.tokens[waits[-1]] not in {"until", "till", "without"}:
        yield from _meant(clause, context)
        return
    stop = next((n for n in range(waits[-1] + 1, start) if clause.tokens[n] in {"#t", ","}), start)
    first = waits[-1] + 1
    while first < stop and clause.tokens[first] in listed("words", "determiners"):
        first += 1
    stop = _without_arrival(clause, first, stop)
    words = clause.verbatim(first, stop).strip()
    if words and words.casefold() not in united("parties.pronouns", "words.pronouns"):
        yield _owed(clause.verbatim(waits[-1] + 1, stop), context) or Party(words)
    yield from _meant(clause, context)


def _without_arrival(clause: Clause, first: int, stop: int) -> int:
    """Mind that "until the keys come" waits for the keys: the verb of coming names nothing."""
    last = stop
    while last > first and clause.tokens[last - 1] in listed("parties", "arriving"):
        last -= 1
    return last if last > first else stop


def _meant(clause: Clause, context: Context) -> Iterator[Party]:
    """Tell whom "they" means: the last customer or person named before it."""
    before = list(parties(clause, 0, clause.start))
    if context.follows is not None and not before:
        before = list(parties(context.follows, context.follows.start, context.follows.end))
    people = [party for party in before if party.ticket is None]
    if people:
        yield people[-1]
    elif context.customer:
        yield Party(context.customer)


def _named_later(clause: Clause, *, besides: tuple[TicketKey, ...]) -> tuple[Party, ...]:
    """Find who is named in what the sentence adds: "can't be tested yet: the fixtures are missing, Tom makes them"."""
    return tuple(parties(clause, clause.end, _until_next_ticket(clause), besides=besides))[:1]


def _until_next_ticket(clause: Clause) -> int:
    size = len(clause.tokens)
    later = (n for n in range(clause.end, size) if clause.tokens[n] == "#t")
    stop = next(later, size)
    return stop if stop == size or clause.tokens[stop - 1] in {",", "and", "-", "(", "."} else size


def _reason(clause: Clause, end: int) -> tuple[Party, ...]:
    """Take the words that follow: "blocked, waiting on Globex" waits on Globex, not on waiting."""
    words = _WAITING.sub("", clause.verbatim(clause.end, end).strip(" ,.;-–()"))
    return (Party(words),) if words and len(words) < 120 else ()
