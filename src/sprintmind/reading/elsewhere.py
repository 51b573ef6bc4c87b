"""Words that report something, and of something else than the ticket: what counts, clauses and phrases say so."""

from sprintmind.reading.checks import Check, may_be_noun
from sprintmind.reading.lexicon import Cue, listed, united
from sprintmind.reading.sentences import Clause

_OTHER = "of something else"
_WHICH = "which one is meant, not where it stands"
_COPULAS = frozenset({"is", "are", "'s", "was", "were", "has", "have", "got", "been", "being"})
_WILL = frozenset({"will", "would", "should"})
_ENDS = frozenset({"done", "cancelled", "part"})


def _is_thing(word: str) -> bool:
    return (may_be_noun(word) or word in listed("words", "whole")) and word not in listed("elsewhere", "numbers")


def _counted(clause: Clause, cue: Cue) -> str | None:
    """Mind that "3 issues (NW-1) were opened and 5 were closed" counts others behind its "and"."""
    at = cue.start - 1
    while at > clause.start and clause.tokens[at] in listed("elsewhere", "counted_verbs"):
        at -= 1
    while at > clause.start and _is_thing(clause.tokens[at]):
        at -= 1
    number = clause.tokens[at].isdigit() or clause.tokens[at] in listed("elsewhere", "numbers")
    if not number or at <= clause.start or at >= cue.start - 1:
        return None
    last = max((n for n in clause.tickets if n < at), default=None)
    told = last is not None and listed("elsewhere", "counted_verbs") & set(clause.texts(last, at))
    return _OTHER if told and clause.tokens[at - 1] in {"and", ",", "but", "while"} else None


def _relative(clause: Clause, cue: Cue) -> str | None:
    """Mind that "this manual step that shipped with the boxes" says which step; "I know that shipped" reports."""
    at = cue.start - 1
    while at > clause.start and clause.tokens[at] in _COPULAS | listed("descriptions", "lately"):
        at -= 1
    if (
        at <= clause.start
        or clause.tokens[at] not in {"that", "which"}
        or clause.texts(cue.end, cue.end + 1) == ("#t",)
    ):
        return None
    head = clause.tokens[at - 1]
    first = at - 2
    while first > clause.start and may_be_noun(clause.tokens[first]):
        first -= 1
    told = listed("elsewhere", "telling") & set(clause.texts(clause.start, at))
    if first < clause.start or told or clause.tokens[first] not in listed("words", "determiners"):
        return None
    bare = first == at - 2
    known = head in listed("words", "whole") and bare
    return None if known or not (may_be_noun(head) or head in listed("words", "whole")) else _WHICH


def _those_which(clause: Clause, cue: Cue) -> str | None:
    """Mind that "it takes all of these versions, which are released" describes what stands before "which"."""
    tokens, head = clause.tokens, clause.start - 1
    while head > 0 and tokens[head] in {",", ")"}:
        head -= 1
    if head < 1 or tokens[clause.start] != "which" or cue.start > clause.start + 4:
        return None
    plural = tokens[head].endswith("s") and may_be_noun(tokens[head]) and tokens[head] not in listed("words", "whole")
    return _WHICH if plural and "#t" not in tokens[max(0, head - 2) : head] else None


def _contact(clause: Clause, cue: Cue) -> str | None:
    """Mind that "I lost the text NW-1 I wrote before" says by whom it was written, and tells that it is lost."""
    tokens, at = clause.tokens, cue.start - 2
    if at - 3 < clause.start or tokens[at] != "#t" or tokens[at + 1] not in listed("idioms", "doers"):
        return None
    named = may_be_noun(tokens[at - 1]) and tokens[at - 2] in listed("words", "determiners")
    inside = tokens[at - 3].isalpha() and tokens[at - 3] not in listed("words", "prepositions") | {"and", "as"}
    own = clause.texts(cue.end, cue.end + 1)
    return _WHICH if named and inside and not (own and own[0] in listed("words", "determiners")) else None


def _absolute(clause: Clause, cue: Cue) -> str | None:
    """Mind that "with the breaker active we wait" is about the breaker; "with NW-1 done" about the ticket."""
    if cue.end - cue.start > 1 or not cue.name.endswith((".state", ".verb")):
        return None
    at = cue.start - 1
    while at >= clause.start and (
        may_be_noun(clause.tokens[at]) or clause.tokens[at] in listed("words", "determiners")
    ):
        at -= 1
    nouns = [text for text in clause.texts(at + 1, cue.start) if may_be_noun(text)]
    other = bool(nouns) and nouns[-1] not in listed("words", "whole")
    return _OTHER if at >= clause.start and clause.tokens[at] == "with" and other else None


def _listed(clause: Clause, cue: Cue) -> str | None:
    """Mind that "hand written and fixed texts" and "it will have rows, improved headings" list things like that."""
    behind, lead = clause.texts(cue.end, cue.end + 1), clause.texts(cue.start - 2, cue.start)
    if cue.end - cue.start > 1 or not behind or not may_be_noun(behind[0]) or len(lead) < 2:
        return None
    twin = lead == (behind[0], "and") or lead == (behind[0], "or")
    to_come = lead[1] in {",", "and"} and not _COPULAS & set(clause.texts(cue.start - 3, cue.start))
    return "an adjective" if twin or (to_come and _WILL & set(clause.texts(clause.start, cue.start))) else None


def _anyone(clause: Clause, cue: Cue) -> str | None:
    """Mind that "anyone is working on the list on your side, or…" asks whether somebody is."""
    at = cue.start - 1
    while at >= clause.start and clause.tokens[at] in listed("idioms", "between"):
        at -= 1
    return "a question" if at >= clause.start and clause.tokens[at] in listed("elsewhere", "nobody_known") else None


def _first_step(clause: Clause, cue: Cue) -> str | None:
    """Mind that "started with home grown lists NW-1" tells of what there was first."""
    if clause.texts(cue.start, cue.end) != ("started", "with"):
        return None
    at = next((n for n in range(cue.end, clause.end) if not may_be_noun(clause.tokens[n])), clause.end)
    known = united("words.whole", "words.parts")
    named = clause.texts(at, at + 1) == ("#t",) and at > cue.end
    return "of the past" if named and clause.tokens[at - 1] not in known else None


def _put_there(clause: Clause, cue: Cue) -> str | None:
    """Mind that "put the cover, NW-1, on it" has nobody at it."""
    on_it = clause.texts(cue.start, cue.end) in {(",", "on", "it"), (",", "back", "on", "it")}
    return _OTHER if on_it and listed("elsewhere", "putting") & set(clause.texts(clause.start, cue.start)) else None


def _at_theirs(clause: Clause, cue: Cue) -> str | None:
    """Mind that "already merged in Acme" tells where one of several has it."""
    there = ("merged", "in", "#c")
    return "a place, not what was done" if clause.texts(cue.start, cue.start + 3) == there else None


def _capability(clause: Clause, cue: Cue) -> str | None:
    """Mind that "you can rely on the list" and "it depends on the weather and things like that" wait for nothing."""
    if cue.name != "dependency.on" or clause.tokens[cue.start] not in listed("classes", "depend"):
        return None
    able = clause.texts(cue.start - 1, cue.start) in {("can",), ("could",)}
    rest = f" {' '.join(clause.texts(cue.end, clause.end))} "
    vague = "#t" not in rest and any(f" {each} " in rest for each in listed("elsewhere", "vague"))
    return "how things go, not a dependency" if able or vague else None


ELSEWHERE = (
    Check(_counted, families=frozenset({"done", "cancelled", "in_progress", "in_review", "in_qa", "part"})),
    Check(_relative, families=_ENDS, words=frozenset({"that", "which"})),
    Check(_those_which, families=_ENDS, words=frozenset({"which"})),
    Check(_contact, families=frozenset({"done", "part"}), words=frozenset({"#t"})),
    Check(_absolute, families=_ENDS | {"in_progress"}, words=frozenset({"with"})),
    Check(_listed, families=frozenset({"done", "part"})),
    Check(_anyone, families=frozenset({"in_progress"}), words=listed("elsewhere", "nobody_known")),
    Check(_first_step, families=frozenset({"in_progress"}), words=frozenset({"started"})),
    Check(_put_there, families=frozenset({"in_progress"}), words=listed("elsewhere", "putting")),
    Check(_at_theirs, families=frozenset({"done"}), words=frozenset({"#c"})),
    Check(_capability, families=frozenset({"dependency"})),
)
"""What is looked for around a cue, each where it may stand."""
