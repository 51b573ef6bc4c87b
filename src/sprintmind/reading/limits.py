"""Words that hold of less than the ticket: of some part or place of it, of what its title names, of a day to come."""

import re

from sprintmind.reading.checks import Check, may_be_noun
from sprintmind.reading.lexicon import Cue, listed, united
from sprintmind.reading.sentences import Clause

_PART = "not of the whole ticket"
_NAME = "what a thing is called, not what is said of it"
_LATER = "a plan or a hope"
_REACHING = frozenset({"done", "in_review", "in_qa"})
_NAMING = frozenset({"done", "cancelled", "in_review", "in_qa", "in_progress", "blocked"})
_IS = frozenset({"is", "are", "'s"})
_HEADS = frozenset({"#t", ":", "-", "("})
_FINISHED = frozenset({"done", "finished", "complete", "completed", "resolved", "closed", "wrapped"})
_HYPHENED = re.compile(r"-[a-z]", re.IGNORECASE)
_GOES_ON = united("limits.goes_on", "words.whole", "elsewhere.work") | {"work"}
_NUMBERS = listed("elsewhere", "numbers") | {"first", "one", "second"}
_COUNTABLE = _NUMBERS | listed("limits", "several")
_TURNS = frozenset({",", "-", "but"})


def _scoped(clause: Clause, cue: Cue) -> str | None:
    """Mind that "merged for the web", "NW-1 done (backend)" and "in review, server only" hold of one side of it."""
    start = cue.end
    while clause.texts(start, start + 1) in {("#t",), (",",)} and "#t" in clause.texts(start, start + 2):
        start += 1
    behind = clause.texts(start, start + 6)
    size = next((n for n, text in enumerate(behind) if text in {"#t", ";", ".", "and"}), len(behind))
    scopes = listed("limits", "scopes")
    place = next((n for n, text in enumerate(behind[:size]) if text in scopes), None)
    if place is None:
        return _PART if _is_labelled(clause, cue) else None
    led = behind[0] in listed("limits", "scoping") and "," not in behind[:place]
    bare = behind[0] not in {"(", ":"} or place == 1
    return _PART if (led and bare) or "only" in behind[:size] else None


def _among_places(clause: Clause, cue: Cue) -> str | None:
    """Mind that "in France only", "for small files" and "live for Acme, Globex is next" leave out the others."""
    behind = clause.texts(cue.end, cue.end + 6)
    behind = behind[1:] if behind[:1] == ("only",) else behind
    size = next((n for n, text in enumerate(behind) if text in {",", ";", ".", "#t"}), len(behind))
    place, rest = behind[:size], clause.texts(cue.end + size + 1, len(clause.tokens))
    if place[:1] not in {("for",), ("in",), ("on",), ("to",)} or listed("limits", "everywhere") & set(place):
        return None
    only = "only" in clause.texts(cue.end, cue.end + size + 1)
    others = "#t" not in rest and bool(listed("limits", "still_to_come") & set(rest[1:4]))
    some = _is_for(place, cue) and len(place) > 2 and may_be_noun(place[1]) and place[-1].endswith("s")
    piece = _is_for(place, cue) and bool(listed("words", "parts") & set(place))
    return _PART if only or (others and behind[size : size + 1] == (",",)) or some or piece else None


def _is_for(place: tuple[str, ...], cue: Cue) -> bool:
    return cue.family == "done" and place[0] == "for"


def _is_labelled(clause: Clause, cue: Cue) -> bool:
    """Tell whether one side of a ticket is named right behind it: "NW-1 (backend) done", "NW-1 backend: done"."""
    lead = [text for text in clause.texts(cue.start - 5, cue.start) if text not in {"is", "'s", ":", "(", ")"}]
    return lead[-2:-1] == ["#t"] and lead[-1] in listed("limits", "scopes")


def _of_several(clause: Clause, cue: Cue) -> str | None:
    """Mind that "two of three PRs are merged", "the first PR is merged" and "in one of two regions" count parts."""
    texts = clause.texts(clause.start, clause.end)
    for n, text in enumerate(texts):
        rest = [word for word in texts[n + 1 : n + 4] if word not in {"the", "our"}]
        counted = (text.isdigit() or text in _NUMBERS) and not _apart(texts, n, cue.start - clause.start)
        if counted and rest[:1] in (["of"], ["/"]) and texts[n - 1 : n] != ("all",) and rest[1:2] != [text]:
            many = rest[1:2] != [] and (rest[1].isdigit() or rest[1] in _COUNTABLE)
            if many and (rest[0] == "of" or texts[n - 1 : n] in {("pr",), ("mr",), ("part",)}):
                return _PART
        single = text in listed("limits", "one_of_several") and clause.start + n < cue.start
        if single and _is_pull(tuple(word for word in texts[n + 1 : n + 4] if word != "more")):
            return _PART
    return None


def _apart(texts: tuple[str, ...], one: int, other: int) -> bool:
    return "," in texts[min(one, other) : max(one, other)]


def _is_pull(texts: tuple[str, ...]) -> bool:
    return texts[:1] in {("pr",), ("mr",)} or texts[:2] in {("pull", "request"), ("merge", "request")}


def _not_there(clause: Clause, cue: Cue) -> str | None:
    """Mind that "merged for the shop, not for the app" says where it is not."""
    rest = clause.texts(cue.end, len(clause.tokens))
    for n, text in enumerate(rest[1:], 1):
        behind = [word for word in rest[n + 1 : n + 3] if word != "yet"]
        placed = bool({"for", "on", "in", "to", "at"} & set(behind[:1])) and "time" not in rest[n : n + 6]
        if text == "not" and placed and rest[n - 1] in {",", "but", "-", "and"} and "#t" not in rest[:n]:
            return _PART
    return None


def _rest_open(clause: Clause, cue: Cue) -> str | None:
    """Mind that "done, only the docs are missing" and "merged, a second PR follows" leave something to do."""
    rest = clause.texts(cue.end, len(clause.tokens))
    if rest[:1] == ("pending",):
        return _PART
    comma = next((n for n, text in enumerate(rest[:3]) if text in _TURNS), None)
    if comma is None or "#t" in rest or listed("limits", "nothing_left") & set(rest):
        return None
    own = rest[comma + 1 : comma + 9]
    own = own[: own.index("left")] if "left" in own and "#p" in own else own
    finished = _FINISHED & set(clause.texts(cue.start, cue.end))
    to_go = any(own[n : n + 2] in {("to", "go"), ("to", "follow"), ("to", "come")} for n in range(len(own)))
    pulls = {"pr", "prs", "mr", "request"} & set(own)
    bare = own[1:] if own[:1] in {("i",), ("we",), ("you",)} else own
    owed = bool({"just", "only", "still"} & set(bare[:1])) and bool({"have", "has", "need", "needs"} & set(bare[1:2]))
    lacks = listed("limits", "left_over") & set(own) or own[-3:-1] == ("still", "open") or owed
    return _PART if to_go or (lacks and (finished or pulls)) else None


def _named_so(clause: Clause, cue: Cue) -> str | None:
    """Mind that "NW-1: done column", "NW-1: blocked state of the button" and "the done-button" name a thing."""
    hyphen = clause.texts(cue.end, cue.end + 1) == ("-",)
    if hyphen and _HYPHENED.match(clause.sentence.utterance.text, clause.places[cue.end - 1][1]):
        return _NAME
    if not cue.name.endswith((".state", ".verb")) or clause.tokens[cue.end - 1] in listed("words", "prepositions"):
        return None
    if cue.family == "in_progress" and clause.tokens[cue.start] not in {"active", "in", "ongoing"}:
        return None
    noun, lead = "".join(clause.texts(cue.end, cue.end + 1)), "".join(clause.texts(cue.start - 1, cue.start))
    known = noun in _GOES_ON or (cue.family == "in_progress" and noun in listed("words", "parts"))
    thing = noun in {"state", "status"} or (may_be_noun(noun) and not known)
    if not thing or noun.endswith(("ly", "ing")) or not any(n < cue.start for n in clause.tickets):
        return None
    head = lead in _HEADS and (lead != "#t" or cue.family != "blocked")
    asked = clause.texts(cue.start - 3, cue.start - 1) == ("#t", ":") and lead in listed("descriptions", "asking")
    of_done = lead == "of" and cue.family == "done"
    stated = lead in listed("words", "determiners") and noun in {"state", "status"}
    return _NAME if head or asked or of_done or stated else None


def _describes(clause: Clause, cue: Cue) -> str | None:
    """Mind that "NW-1 renames done to closed" and "NW-1 handles closed orders" tell what it will do."""
    before = [n for n in clause.tickets if n + 1 < cue.start]
    verb = clause.texts(before[-1] + 1, before[-1] + 2) if before else ()
    return "a description" if verb and verb[0] in listed("limits", "describing") else None


def _scheduled(clause: Clause, cue: Cue) -> str | None:
    """Mind that "tomorrow NW-1 is done" and "NW-1 is live from Monday" tell of a day to come."""
    lead = clause.texts(max(clause.start, cue.start - 3), cue.start + 1)
    if not _IS & set(lead) or {"has", "have", "was", "were", "been"} & set(clause.texts(clause.start, cue.start)):
        return None
    ahead = [n for n in clause.named("#d", clause.start, cue.start) if n < clause.start + 3]
    behind = clause.named("#d", cue.end, min(cue.end + 3, clause.end))
    behind = tuple(n for n in behind if clause.tokens[n - 1] in {"on", "from", "of"})
    days = [clause.when(n) for n in (*ahead, *behind)]
    after = clause.texts(cue.end, cue.end + 3)
    event = after[:1] == ("after",) and bool(listed("limits", "events") & set(after))
    to_come = (not when.past and (when.day or when.phrase.casefold().startswith("next")) for when in days)
    return _LATER if event or any(to_come) else None


LIMITS = (
    Check(_scoped, families=_REACHING, words=listed("limits", "scopes")),
    Check(_among_places, families=_REACHING, words=listed("limits", "scoping")),
    Check(_of_several, families=_REACHING, words=frozenset({"of", "/", "pr", "mr", "request"})),
    Check(_not_there, families=_REACHING, words=frozenset({"not"})),
    Check(_rest_open, families=frozenset({"done"}), words=_TURNS | {"pending"}),
    Check(_named_so, families=_NAMING),
    Check(_describes, families=_NAMING, words=listed("limits", "describing")),
    Check(_scheduled, families=_REACHING, words=frozenset({"#d", "after"})),
)
"""What limits a state, each looked for where it may stand."""
