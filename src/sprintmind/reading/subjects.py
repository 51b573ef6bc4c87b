"""Which tickets a cue is about, and whether it is about them whole or about a piece of them."""

from msgspec import Struct

from sprintmind.domain.events import TicketKey
from sprintmind.reading.context import Context
from sprintmind.reading.kin import in_relative, is_kin, names_piece
from sprintmind.reading.lexicon import Cue, listed, united
from sprintmind.reading.objects import other_object
from sprintmind.reading.sections import labelled
from sprintmind.reading.sentences import Clause

_STOPS = frozenset({",", ":", "-", "(", ")", ".", "and", "or", "|", "→", "->", '"', "but"})
_SHARES = listed("around", "shares")
_NUMBERS = listed("elsewhere", "numbers") | {"one"}
_LISTED = frozenset({",", "and", "#t", "&", "/", "+", "or", "both", "with", "then"})


class Subjects(Struct, frozen=True, gc=False):
    """The tickets that a cue is about."""

    tickets: tuple[TicketKey, ...] = ()
    piece: bool = False
    """Only a part of them, or something that belongs to them."""
    named: bool = True
    """They are named in the clause itself."""


NONE = Subjects()
_FAR = 40
"""After how many words that name no ticket nothing is about the last one any more."""


def subjects(clause: Clause, cue: Cue, context: Context) -> Subjects:
    """Find what a cue is about: tickets before it, else those behind it, else those spoken of just before."""
    before = _before(clause, cue) or tuple(n for n in clause.tickets if cue.start <= n < cue.end)
    if before and cue.family in {"in_qa", "in_review"} and any(cue.start <= n < cue.end for n in before):
        return Subjects(tuple(clause.key(n) for n in before))
    if before:
        return Subjects(tuple(clause.key(n) for n in before), _piece_before(clause, before, cue))
    after = _after(clause, cue)
    if after:
        return Subjects(tuple(clause.key(n) for n in after), _piece_after(clause, after[0], cue))
    return understood(clause, cue, context)


def leading(clause: Clause) -> tuple[TicketKey, ...]:
    """Tell the tickets that head a line or clause, before anything is said of them."""
    first = next(iter(clause.tickets), None)
    return tuple(clause.key(n) for n in _run(clause, first)) if first is not None else ()


def heads_line(clause: Clause) -> bool:
    """Tell whether the clause's first ticket opens its line, as an item's does."""
    first = next(iter(clause.tickets), None)
    if first is None or (clause.start and clause.sentence.start):
        return False
    if clause.sentence.start and _is_behind_words(clause):
        return False
    if not clause.sentence.start and clause.tokens[first - 1] == ":" and labelled(clause.verbatim(0, first)):
        return True
    ahead = set(clause.texts(0, first)) - listed("words", "fillers") - {"#p", "[x]", "[ ]", "[", "]", "#t", "•"}
    return not any(text.isalpha() for text in ahead)


def _is_behind_words(clause: Clause) -> bool:
    """Mind that "Summarise your steps. (NW-1)" names at its end what the line is about, and heads none."""
    bare = clause.texts(clause.start, clause.end)
    return bare[:1] == ("(",) and set(bare) <= {"(", "#t", ")", ",", ".", "and"}


def run_from(clause: Clause, index: int) -> tuple[TicketKey, ...]:
    """Tell the tickets of a list that begins at a word; "takes NW-1, NW-2 we leave open" has two sentences in one."""
    found = _run(clause, index)
    own = listed("around", "subjects")
    stop = next((n for n in found[1:] if clause.tokens[n - 1] == "," and own & {*clause.texts(n + 1, n + 2)}), None)
    return tuple(clause.key(n) for n in found if stop is None or n < stop)


def _before(clause: Clause, cue: Cue) -> tuple[int, ...]:
    """Take the tickets before the clause's first cue, or, if that one opens it, those before this one."""
    found = [n for n in clause.tickets if n < cue.start]
    first = next((other.start for other in clause.cues if not other.name.startswith("not.")), cue.start)
    ahead = [n for n in found if n < first]
    kept = ahead or found
    return tuple([n for n in kept if not _is_aside(clause, n)])


def _is_aside(clause: Clause, index: int) -> bool:
    """A ticket that something is done for or compared with is not the subject: "like NW-1", "from NW-2"."""
    lead = clause.tokens[index - 1] if index else ""
    return lead in _ASIDES or (lead == "of" and clause.texts(index - 2, index - 1) == ("#t",))


_ASIDES = frozenset({"like", "unlike", "than", "via", "see", "after", "before"})


def _after(clause: Clause, cue: Cue) -> tuple[int, ...]:
    first = next((n for n in clause.tickets if n >= cue.end), None)
    stop = next((other.start for other in clause.cues if other.start >= cue.end), clause.end)
    if first is None or first > stop or first - cue.end > 12 or _is_aside(clause, first):
        return ()
    if _is_anothers(clause, cue, first):
        return ()
    if clause.tokens[first - 1] == "about" and "and" in clause.texts(cue.end, first):
        return ()
    if cue.family == "cancelled" and "of" in clause.texts(cue.end - 1, first):
        return ()
    if cue.name.endswith(".state") and cue.family in {"done", "cancelled"} and not _labels(clause, cue, first):
        return ()
    return _run(clause, first)


def _is_anothers(clause: Clause, cue: Cue, first: int) -> bool:
    """Mind that "Tom is active, NW-1 should do" and "at this (it knows the keys of NW-1)" speak of two things."""
    between = clause.texts(cue.end, first)
    if "(" in between and ")" not in between and between[:1] in {("it",), ("this",), ("that",)}:
        inside = [text for text in between[between.index("(") + 1 :] if text not in listed("words", "fillers")]
        return len([text for text in inside if text.isalpha()]) > 1
    behind = "".join(clause.texts(first + 1, first + 2))
    return cue.name.endswith(".state") and "," in between and behind in listed("elsewhere", "own_verbs")


def _labels(clause: Clause, cue: Cue, first: int) -> bool:
    """A state before a ticket is its label only at the head of the line: "done: NW-1", "WIP NW-2"."""
    ahead = [text for text in clause.texts(clause.start, cue.start) if not text.isdigit()]
    between = [text for text in clause.texts(cue.end, first) if not text.isdigit()]
    if between[-1:] == [":"] and not any(n < cue.start for n in clause.tickets):
        return True
    return not (set(ahead) - listed("words", "fillers")) and not (set(between) - listed("words", "fillers") - {"#p"})


def _run(clause: Clause, first: int) -> tuple[int, ...]:
    """Follow a list of tickets from its first; a title in brackets may stand behind each."""
    found, depth = [first], 0
    for n in range(first + 1, clause.end):
        text = clause.tokens[n]
        depth += (text == "(") - (text == ")")
        if text == "#t" and depth == 0:
            found.append(n)
        elif text not in _LISTED and text != ")" and depth == 0:
            break
    return tuple(found)


def _piece_before(clause: Clause, tickets: tuple[int, ...], cue: Cue) -> bool:
    """Tell whether what stands around tickets names a piece of them: "the docs for NW-1", "NW-1: tests done"."""
    if _owned(clause, tickets[0]) or _shared(clause, tickets[0]):
        return True
    joined = clause.texts(tickets[-1] + 1, tickets[-1] + 2) == ("and",)
    if not joined and _head(clause, tickets[-1] + 1, cue.start) is not None:
        return True
    return cue.name.endswith(".verb") and object_is_piece(clause, cue.end)


def _owned(clause: Clause, ticket: int) -> bool:
    """Tell whether the ticket only says of what something is: a noun and "for", "of", "on", "in" before it."""
    at = ticket - 1
    while at >= clause.start and clause.tokens[at] in listed("words", "determiners"):
        at -= 1
    if in_relative(clause, ticket):
        return True
    if at <= clause.start or clause.tokens[at] not in {"for", "of", "on", "in", "to", "about", "behind"}:
        return False
    if is_kin(clause, at) or _SHARES & set(clause.texts(clause.start, at)):
        return True
    noun = clause.tokens[at - 1]
    known = united("words.whole", "words.fillers", "words.pronouns")
    return noun.isalpha() and noun not in known


def _shared(clause: Clause, ticket: int) -> bool:
    """Tell whether only some of what the ticket is about is meant: "some of the data NW-1 was delivered"."""
    ahead = clause.texts(max(clause.start, ticket - 5), ticket)
    return any(text == "of" and ahead[n - 1] in _SHARES for n, text in enumerate(ahead) if n)


def _head(clause: Clause, start: int, end: int) -> str | None:
    """Find the noun right before a cue that stands for a piece, if there is one."""
    fillers, parts, whole = listed("words", "fillers"), listed("words", "parts"), listed("words", "whole")
    for n in range(end - 1, start - 1, -1):
        text = clause.tokens[n]
        if n > start and text in _NUMBERS and clause.tokens[n - 1] in parts:
            continue
        if text in whole or text in _STOPS:
            return None
        if text in parts or (text in listed("limits", "scopes") and clause.tokens[n - 1] in {",", "and", "but"}):
            return text
        if text in fillers or not text.isalpha():
            continue
        return text if _determined(clause, start, n) or _is_other_subject(clause, start, n) else None
    return None


def _is_other_subject(clause: Clause, start: int, noun: int) -> bool:
    """Tell whether a bare noun between a colon and a copula is what the words are about: "NW-1: paperwork's done"."""
    lone = noun == start + 1 and clause.texts(start, noun) in {(":",), ("-",)}
    return lone and clause.texts(noun + 1, noun + 2) in {("'s",), ("is",), ("are",), ("was",), ("were",)}


def _determined(clause: Clause, start: int, noun: int) -> bool:
    """Tell whether a noun is a thing of its own: "the wizard" behind a colon or dash, "'s wizard" behind the ticket."""
    texts = clause.texts(start, noun)
    if texts[:1] == ("'s",):
        return True
    stop = max((n for n, text in enumerate(texts) if text in {":", "-", ","}), default=None)
    return stop is not None and bool(set(texts[stop + 1 :]) & listed("words", "determiners"))


def _piece_after(clause: Clause, ticket: int, cue: Cue) -> bool:
    """Tell whether a verb's object is a piece of the ticket behind it: "finished the script for NW-1"."""
    between = clause.texts(cue.end, ticket)
    if cue.name.endswith(".verb") and names_piece(clause, ticket + 1):
        return True
    plain = [text for text in between if text not in listed("words", "determiners")]
    if not plain:
        return False
    if listed("words", "parts") & set(plain):
        return True
    if plain[-1] not in listed("words", "prepositions"):
        return False
    small = listed("words", "fillers")
    content = [text for text in plain[:-1] if text.isalnum() and not text.isdigit() and text not in small]
    return bool(content) and content[-1] not in listed("words", "whole")


def object_is_piece(clause: Clause, start: int) -> bool:
    """Tell whether a verb behind its ticket has an object that is only a piece: "NW-1: finished the script"."""
    words = []
    for n in range(start, min(start + 6, clause.end)):
        text = clause.tokens[n]
        if text in _STOPS or text in listed("words", "prepositions") or text.startswith("#"):
            break
        words.append(text)
    if not words or words[0] not in united("words.determiners", "words.parts"):
        return False
    times = {"morning", "week", "night", "afternoon", "month"} if words[0] in {"this", "last"} else set()
    return words[-1] not in united("words.whole", "words.pronouns") and words[-1] not in times


def understood(clause: Clause, cue: Cue, context: Context) -> Subjects:
    """Take the tickets spoken of just before for words that have no subject of their own, or a pronoun."""
    if not (context.focus or context.group) or _is_far(context) or _is_elsewhere(clause, cue, context):
        return NONE
    ahead = {text for text in clause.texts(clause.start, cue.start) if not text.isdigit()}
    ahead -= listed("words", "determiners") if cue.family == "in_progress" else set()
    ahead = {"it"} if cue.family == "due" and ahead == {"its"} else ahead
    ahead = _told(clause, cue) or ahead
    near = _behind_comma(clause, cue)
    ahead = near if near & {"it", "this", "that"} else ahead
    ahead -= {"would"} if "say" in ahead else set()
    if {"other", "others", "another"} & set(clause.texts(clause.start, cue.end)):
        return _others(clause, cue, context)
    if context.focus and context.near and (_takes_it(clause, cue) or _is_about_topic(clause, context)):
        return Subjects(context.focus, named=False)
    if not context.focus or ahead - listed("words", "fillers") - listed("words", "whole") - {"#p", "not"}:
        return NONE
    if not context.near and not ahead & listed("words", "pronouns"):
        return NONE
    if object_is_piece(clause, cue.end) and cue.name.endswith(".verb"):
        return Subjects(context.focus, piece=True, named=False)
    return Subjects(context.focus, named=False)


def _is_far(context: Context) -> bool:
    """Tell whether what was spoken of is too long ago to be meant, or may belong to another thread of a chat."""
    elsewhere = context.threads and context.changes > 0 and context.asked is None
    return context.since > _FAR or context.changes > 2 or elsewhere


def _is_elsewhere(clause: Clause, cue: Cue, context: Context) -> bool:
    """Tell whether the words have an object of their own, or the talk has turned to something else."""
    return (
        other_object(clause, cue)
        or _is_of_many(clause, cue, context)
        or _turned(clause, context)
        or _moved_on(clause, cue, context)
        or _is_about_trouble(clause, cue, context)
    )


def _is_of_many(clause: Clause, cue: Cue, context: Context) -> bool:
    """Mind that "I've been building all these" is not about the one ticket spoken of."""
    behind = clause.texts(cue.end, cue.end + 2)
    return cue.family == "in_progress" and len(context.focus) == 1 and bool({"these", "those"} & set(behind))


def _turned(clause: Clause, context: Context) -> bool:
    """Mind that "The second candidate is out. That was released today." has turned to another thing."""
    before = context.follows
    if before is None or before.sentence is clause.sentence or "#t" in before.sentence.texts:
        return False
    if not {"it", "that", "this"} & set(clause.texts(clause.start, clause.start + 3)):
        return False
    said_so = next((cue for cue in before.cues if cue.family in {"done", "cancelled"}), None)
    if said_so is None:
        return False
    small = united("words.fillers", "words.pronouns", "words.whole")
    return any(
        text.isalpha() and text != "not" and text not in small for text in before.texts(before.start, said_so.start)
    )


def _moved_on(clause: Clause, cue: Cue, context: Context) -> bool:
    """Mind that "so the next point, …" has left what was spoken of before; "that's done, next point" leaves it."""
    before = context.follows
    if "next" not in clause.all and (before is None or "next" not in before.all):
        return False
    earlier = before.sentence.texts if before is not None and before.sentence is not clause.sentence else ()
    texts = earlier + clause.sentence.texts[: cue.start]
    places = [n for n, text in enumerate(texts) if text == "next"]
    return "#t" not in texts and any(listed("elsewhere", "agenda") & set(texts[n + 1 : n + 3]) for n in places)


def _is_about_trouble(clause: Clause, cue: Cue, context: Context) -> bool:
    """Mind that "they had an issue, but that's resolved" settles the issue."""
    before = context.follows
    if (
        cue.family != "done"
        or before is None
        or before.tickets
        or listed("elsewhere", "troubles").isdisjoint(before.all)
    ):
        return False
    if not {"it", "that", "this", "they", "those", "these"} & set(clause.texts(clause.start, cue.start)):
        return False
    texts, few = before.texts(before.start, before.end), listed("elsewhere", "few")
    places = [n for n, text in enumerate(texts) if text in listed("elsewhere", "troubles")]
    came = listed("elsewhere", "came_up")
    return any(few & set(texts[max(0, n - 3) : n]) and came & set(texts[max(0, n - 6) : n]) for n in places)


def _told(clause: Clause, cue: Cue) -> set[str]:
    """Tell what somebody of ours says of it: "Tom confirmed that it is merged"."""
    places = [n for n in range(clause.start + 1, cue.start) if clause.tokens[n] in listed("around", "told")]
    if not places or clause.tokens[places[0] - 1] not in {"#p", "has", "i"}:
        return set()
    return {text for text in clause.texts(places[0] + 1, cue.start) if text not in {"us", "me"}}


def _behind_comma(clause: Clause, cue: Cue) -> set[str]:
    """Tell the words between the last comma before a cue and the cue: "Sorry, this needs …"."""
    comma = max((n for n in range(clause.start, cue.start) if clause.tokens[n] == ","), default=cue.start)
    return set(clause.texts(comma + 1, cue.start))


def _is_about_topic(clause: Clause, context: Context) -> bool:
    """Tell whether the sentence has just named what it is about: "With regard to NW-1, I am unable to go on"."""
    before = context.follows
    if before is None or before.sentence is not clause.sentence or before.cues or clause.tickets or not before.tickets:
        return False
    rest = [text for text in before.texts(before.start, before.end) if text.isalpha()]
    return len(rest) <= 4 and bool(set(rest[:2]) & listed("words", "topics"))


def _takes_it(clause: Clause, cue: Cue) -> bool:
    """Tell whether what a verb is done to is "it": "so I have the file open again and am working on it"."""
    if cue.family not in {"done", "in_progress", "cancelled"} or not cue.name.endswith((".verb", ".state")):
        return False
    it = clause.texts(cue.end, cue.end + 1) in {("it",), ("that",)}
    doer = listed("around", "speakers") & set(clause.texts(clause.start, cue.start))
    return (
        it
        and bool(doer)
        and clause.texts(cue.end + 1, cue.end + 2) in {(), (".",), (",",), ("now",), ("again",), ("!",)}
    )


def _others(clause: Clause, cue: Cue, context: Context) -> Subjects:
    """Take "the other two" as what is left of the last list; where the number differs, as nothing."""
    ahead = clause.texts(clause.start, cue.start)
    if ahead[:1] != ("the",) or ahead[1:2] not in {("other",), ("others",)} or "not" in ahead:
        return NONE
    count = {"two": 2, "three": 3, "four": 4}.get("".join(ahead[2:3]), 1 if ahead[1] == "other" else len(context.group))
    return Subjects(context.group, named=False) if context.group and count == len(context.group) else NONE
