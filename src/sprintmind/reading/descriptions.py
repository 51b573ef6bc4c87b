"""Words that describe and report nothing: how a thing is made, what people are at, how much of what, its title."""

import re

from sprintmind.reading.checks import Check, may_be_noun
from sprintmind.reading.lexicon import Cue, listed, united
from sprintmind.reading.sentences import Clause

_MADE = "how a thing is made, not that work was done"
_AT = "what people are at, not where the ticket stands"
_NAME = "what a thing is called, not what is said of it"
_OBJECTS = frozenset({"it", "that", "this", "them", "those", "these", "both", "#t"})
_IS = frozenset({"is", "are", "'s", "am"})
_WOULD = frozenset({"would", "could", "might", "means", "'d"})
_STATES = frozenset({"done", "cancelled", "part", "in_progress", "in_review", "in_qa"})
_MEASURED = re.compile(r"(?:\d[.,]\d{1,6}|(?:[<≤≥±]|(?<![-=])>)\s?\d{1,6}|\btop\s\d{1,6})\s?$", re.IGNORECASE)
"""A decimal, a comparison or a rank before a percent sign: nobody tells so how far the work has come."""
_CREDITED = re.compile(r"\[[\w./-]{0,80}#\d{1,7}\](?:\([^()\s]{0,200}\))?\s?\(?\[?@")
"""A change with its author, `[shop/web#41] [@tom]`, as release notes list them."""


def _made_so(clause: Clause, cue: Cue) -> str | None:
    """Mind that "NW-1 is built on Flask", "a form made by Lena" and "as measured by us" tell what a thing is like."""
    if cue.family != "part":
        return None
    lead, behind = "".join(clause.texts(cue.start - 1, cue.start)), "".join(clause.texts(cue.end, cue.end + 1))
    if lead in {"as", "gets", "get"} or behind in listed("descriptions", "told_how"):
        return _MADE
    manner = behind in listed("descriptions", "manner")
    is_so = _verb_before(clause, cue) in _IS and not listed("descriptions", "lately") & set(
        clause.texts(clause.start, clause.end)
    )
    if is_so and (manner or clause.tokens[clause.start] in listed("descriptions", "explaining")):
        return _MADE
    return _MADE if manner and behind != "to" and may_be_noun(lead) else None


def _by_machine(clause: Clause, cue: Cue) -> str | None:
    """Mind that "NW-1 is deployed by the pipeline" and "a queue closed by the worker" tell how it goes every time."""
    if cue.name != "done.verb" or cue.end - cue.start > 2:
        return None
    behind, lead = clause.texts(cue.end, cue.end + 2), clause.texts(cue.start - 2, cue.start)
    if behind[:1] == ("by",) and len(lead) == 2 and lead[0] in {"a", "an"} and may_be_noun(lead[1]):
        return _MADE
    so = _verb_before(clause, cue) in _IS and not listed("descriptions", "lately") & clause.all
    machine = behind[:1] != () and behind[0] in listed("descriptions", "machinery")
    unnamed = behind[:1] != ("by",) or behind[1:] in {("a",), ("an",), ("the",)}
    return _MADE if so and machine and unnamed else None


def _adjective(clause: Clause, cue: Cue) -> str | None:
    """Mind that "NW-1 lists cancelled bookings" and "blocked accounts" are about things in that state."""
    behind, lead = clause.texts(cue.end, cue.end + 1), "".join(clause.texts(cue.start - 1, cue.start))
    if cue.end - cue.start > 1 or behind == () or not may_be_noun(behind[0]):
        return None
    plural = behind[0].endswith("s") and not behind[0].endswith(("ss", "us", "is"))
    if cue.name == "blocked.state":
        return "an adjective" if plural and behind[0] not in listed("words", "whole") else None
    known = listed("words", "whole") | {"work", "everything"}
    if clause.tokens[cue.start] == "complete":
        return None if behind[0].endswith("ly") else "a matter of degree"
    if lead in {":", "-"} and plural and cue.family in {"done", "approval"}:
        return "an adjective"
    leads = may_be_noun(lead) or lead in {"about", "for", "of", "with", "between", "from"}
    other = (
        cue.family in {"done", "cancelled", "part"}
        and leads
        and behind[0] not in known
        and not behind[0].endswith("ly")
    )
    return "an adjective" if other and plural else None


def _of_strangers(clause: Clause, cue: Cue) -> str | None:
    """Mind that "NW-1: customers stuck in the queue" says who is stuck, and not that NW-1 is."""
    lead = "".join(clause.texts(cue.start - 1, cue.start))
    stuck = cue.name == "blocked.state" and (lead in {"get", "are", "being"} or lead.isalpha())
    at = cue.start - (2 if lead in {"get", "are", "being"} else 1)
    who = "".join(clause.texts(at, at + 1))
    return "of those whom it is for" if stuck and who in listed("descriptions", "strangers") else None


def _verb_before(clause: Clause, cue: Cue) -> str:
    """Tell the word before a cue and its adverbs."""
    at = cue.start - 1
    while at >= clause.start and clause.tokens[at] in listed("descriptions", "lately") | {"also", "like", ",", "then"}:
        at -= 1
    return clause.tokens[at] if at >= clause.start else ""


def _done_so(clause: Clause, cue: Cue) -> str | None:
    """Mind that "because it is done in consensus" and "NW-1 is sorted by date" tell how something works."""
    last = clause.tokens[cue.end - 1]
    behind = clause.texts(cue.end, cue.end + 3)
    if last == "sorted" and cue.family in {"done", "part"}:
        plain = [text for text in behind if text != ","]
        ordered = listed("descriptions", "orders") & set(behind[:1] if behind[:1] != (",",) else behind[:2])
        return _MADE if ordered or (len(plain) > 1 and plain[0] == "by") else None
    if clause.texts(cue.start, cue.end) == ("done", "with") and "#t" not in behind:
        doer = listed("idioms", "doers") & set(clause.texts(clause.start, cue.start))
        return None if doer or _verb_before(clause, cue) not in _IS else _MADE
    if clause.texts(cue.start, cue.end) != ("done",) or behind[:1] == () or _verb_before(clause, cue) == "been":
        return None
    how = behind[0] in listed("descriptions", "done_how") and len(behind) > 1
    return _MADE if how and behind[1].isalpha() and behind[1] not in listed("descriptions", "done_where") else None


def _compound(clause: Clause, cue: Cue) -> str | None:
    """Mind that "pre-built" and "self-building" are words of their own, and "Improved data structures:" is a label."""
    text, at = clause.sentence.utterance.text, clause.places[cue.start][0]
    if text[max(0, at - 1) : at] == "-" and text[max(0, at - 2) : at - 1].isalpha():
        return "an adjective"
    behind = clause.texts(cue.end, cue.end + 4)
    colon = next((n for n, word in enumerate(behind) if word == ":"), 0)
    bare = colon and all(word.isalpha() and word not in listed("words", "fillers") for word in behind[:colon])
    return "an adjective" if bare and cue.family == "part" and not cue.start else None


def _to_be(clause: Clause, cue: Cue) -> str | None:
    """Mind that "these should, however, now be resolved" and "to see it be built" have it still to come."""
    named = clause.tokens[cue.start] in listed("words", "determiners")
    return "a plan or a hope" if cue.family in _STATES and not named and _verb_before(clause, cue) == "be" else None


def _measured(clause: Clause, cue: Cue) -> str | None:
    """Mind that "up to 2.1 % slower", "compile times (8 %)" and "in the top 10 %" measure something else."""
    if clause.texts(cue.start, cue.end) != ("%",):
        return None
    text, at = clause.sentence.utterance.text, clause.places[cue.start][0]
    measure = listed("descriptions", "measures") & set(clause.texts(clause.start, cue.end + 3))
    by = clause.texts(cue.start - 2, cue.start - 1) in {("by",), ("of",)}
    return "a measurement" if measure or by or _MEASURED.search(text, max(0, at - 16), at) else None


def _relative(clause: Clause, cue: Cue) -> str | None:
    """Mind that "the columns that we're pushing" and "to the point that I'm doing it" only say which."""
    if cue.family != "in_progress":
        return None
    texts = clause.sentence.texts
    passed = united("idioms.doers", "idioms.between") | {",", "[", "]", "(", ")", "you"}
    at = cue.start - 1
    while at > 0 and texts[at] in passed - {"who"}:
        at -= 1
    who = listed("idioms", "doers") | {"you"}
    if at < 1 or texts[at] not in {"that", "who", "whom"} or not who & set(texts[at : cue.start]):
        return None
    head = at - 1
    while head > 0 and texts[head] in {",", ")"}:
        head -= 1
    if texts[head] in listed("descriptions", "degrees"):
        return _AT
    own = clause.texts(cue.end, cue.end + 1)
    meant = texts[head] == "#t" or _is_that_one(texts, head) or (own and own[0] in _OBJECTS)
    return None if meant or not texts[head].isalpha() else _AT


def _is_that_one(texts: tuple[str, ...], head: int) -> bool:
    """Tell whether the head of a clause is what the sentence says the ticket to be: "NW-1 is the one that …"."""
    whole = texts[head] in listed("words", "whole") and texts[head - 1] in listed("words", "determiners")
    return whole and head > 1 and texts[head - 2] in _IS | {"was", "were"}


def _people(clause: Clause, cue: Cue) -> str | None:
    """Mind that "anyone in the world working on passports" and "an engineer at Globex building shops" name people."""
    if cue.family != "in_progress" or not clause.tokens[cue.start].endswith("ing"):
        return None
    behind = clause.texts(cue.end, cue.end + 4)
    small = united("words.determiners", "words.fillers")
    place = next((n for n, text in enumerate(behind) if text == "#t"), None)
    named = place is not None and small.issuperset(behind[:place])
    if named or (behind and behind[0] in _OBJECTS and not "".join(behind[1:2]).isalpha()):
        return None
    lead, rest = "".join(clause.texts(cue.start - 1, cue.start)), clause.texts(cue.start - 4, cue.start - 1)
    placed = listed("words", "prepositions") & set(rest[-2:])
    if lead in listed("descriptions", "people") or (placed and may_be_noun(lead)):
        return _AT
    coordinated = lead == "and" and any(text.endswith("ing") for text in clause.texts(clause.start, cue.start))
    return _AT if coordinated and not _IS & set(clause.texts(clause.start, cue.start)) else None


def _aside(clause: Clause, cue: Cue) -> str | None:
    """Mind that "even though they are doing that" is said by the way, of what was never named."""
    if cue.family != "in_progress" or "#t" in clause.sentence.texts:
        return None
    return _AT if clause.tokens[clause.start] in listed("descriptions", "asides") else None


def _there_is(clause: Clause, cue: Cue) -> str | None:
    """Mind that "there is active work on deltas" is about what there is; "there is active work on it" about it."""
    if cue.family != "in_progress" or clause.tickets:
        return None
    texts, at = clause.sentence.texts, cue.start - 1
    while at >= 0 and texts[at] in listed("descriptions", "existing"):
        at -= 1
    it = {"it", "this", "that"} & set(clause.texts(cue.end, cue.end + 3))
    return "of something else" if at >= 0 and texts[at] == "there" and at < cue.start - 1 and not it else None


def _of_you(clause: Clause, cue: Cue) -> str | None:
    """Mind that "you started from scratch" and "you've configured it wrong" tell how anybody would fare."""
    if "#t" in clause.texts(cue.end, cue.end + 4):
        return None
    at = cue.start - 1
    while at >= clause.start and clause.tokens[at] in listed("idioms", "between"):
        at -= 1
    if at < clause.start or clause.tokens[at] != "you":
        return None
    started = clause.tokens[cue.start] == "started" and not clause.tickets
    return "of anybody" if cue.family == "part" or started else None


def _would_be(clause: Clause, cue: Cue) -> str | None:
    """Mind that "having NW-1 done would help" imagines it."""
    bare = clause.texts(cue.start - 1, cue.start) == ("#t",)
    return "hypothetical" if bare and _WOULD & set(clause.texts(cue.end, cue.end + 4)) else None


def _scene(clause: Clause, cue: Cue) -> str | None:
    """Mind that "someone can take this file, it got built, and …" imagines it."""
    ahead = f" {' '.join(clause.sentence.texts[: cue.start])} "
    return "hypothetical" if any(f" {each} " in ahead for each in listed("descriptions", "scenes")) else None


def _other_sense(clause: Clause, cue: Cue) -> str | None:
    """Mind that "the blocks" are a noun, "it does live there" a verb, and "we are live" the speakers."""
    words, lead = clause.texts(cue.start, cue.end), "".join(clause.texts(cue.start - 1, cue.start))
    if words[-1] == "blocks" and cue.name == "blocked.blocks":
        noun = lead in united("words.determiners", "words.prepositions")
        noun = noun or bool(listed("elsewhere", "nouns_go_on") & set(clause.texts(cue.end, cue.end + 1)))
        return "a noun" if noun else None
    if (
        words == ("landed",)
        and lead in {"i", "we", "they"}
        and clause.texts(cue.end, cue.end + 1) in {("in",), ("at",)}
    ):
        return "an idiom, not a report"
    if words != ("live",):
        return None
    if lead in listed("descriptions", "living"):
        return "a verb"
    ours = clause.texts(cue.start - 2, cue.start) in {("we", "are"), ("we", "'re")}
    return "of the speakers" if ours and "#t" not in clause.sentence.texts else None


def _list_title(clause: Clause, cue: Cue) -> str | None:
    """Mind that "Pending proposals" heads a list of such, and "duplicates of file paths" is what a ticket is about."""
    behind = clause.texts(cue.end, clause.end)
    if clause.texts(cue.start, cue.end) == ("pending",):
        stop = next((n for n, text in enumerate(behind) if not text.isalpha()), len(behind))
        run, lists = behind[:stop], listed("descriptions", "lists")
        from_whom = listed("words", "prepositions") & set(run)
        return _NAME if run and not from_whom and lists & {run[0], run[-1]} else None
    duplicates = cue.family == "cancelled" and clause.tokens[cue.end - 1] == "duplicates"
    return _NAME if duplicates and behind[:1] == ("of",) and behind[1:2] != ("#t",) else None


def _title(clause: Clause, cue: Cue) -> str | None:
    """Mind that "NW-1: Mark tests as reliant on a backend" asks for work, and so does a change with its author."""
    if cue.family not in {"blocked", "dependency", "in_progress"}:
        return None
    first = next(iter(clause.tickets), None)
    if first is None or first > cue.start or clause.tokens[first + 1 : first + 2] not in {(":",), ("-",)}:
        return None
    if _CREDITED.search(clause.sentence.utterance.text, clause.sentence.start, clause.sentence.end):
        return _NAME
    verb, named = first + 2, {"#t", "#p", "#c"} & set(clause.texts(cue.end, cue.end + 3))
    asks = clause.tokens[verb] in listed("descriptions", "asking") and verb <= cue.start
    return _NAME if asks and not named and cue.family != "in_progress" else None


_BUSY = frozenset({"in_progress"})
DESCRIPTIONS = (
    Check(_made_so, families=frozenset({"part"})),
    Check(_by_machine, families=frozenset({"done"}), words=listed("descriptions", "machinery")),
    Check(_adjective, families=frozenset({"blocked", "done", "cancelled", "part", "approval"})),
    Check(_of_strangers, families=frozenset({"blocked"}), words=listed("descriptions", "strangers")),
    Check(_done_so, families=frozenset({"done", "part"}), words=frozenset({"done", "sorted"})),
    Check(_compound, families=frozenset({"done", "part", "in_progress"})),
    Check(_to_be, families=_STATES, words=frozenset({"be"})),
    Check(_measured, words=frozenset({"%"})),
    Check(_relative, families=_BUSY, words=frozenset({"that", "who", "whom"})),
    Check(_people, families=_BUSY),
    Check(_aside, families=_BUSY, words=listed("descriptions", "asides")),
    Check(_there_is, families=_BUSY, words=frozenset({"there"})),
    Check(_of_you, families=frozenset({"part", "in_progress"}), words=frozenset({"you"})),
    Check(_would_be, families=frozenset({"done"}), words=_WOULD),
    Check(_scene, families=_STATES, words=frozenset({"anybody", "anyone", "somebody", "someone"})),
    Check(_other_sense, words=frozenset({"blocks", "landed", "live"})),
    Check(_list_title, words=frozenset({"duplicates", "pending"})),
    Check(_title, families=frozenset({"blocked", "dependency", "in_progress"})),
)
"""What is looked for around a cue, each where it may stand."""
