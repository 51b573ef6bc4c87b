"""Words of waiting and needing that make nothing wait: "depending on the client", "it depends on how we test"."""

from sprintmind.reading.lexicon import Cue, listed, united
from sprintmind.reading.sentences import Clause

_LOOSE = "how things go, not a dependency"
_HELD = frozenset({"not", "no", "nothing", "stuck", "blocked", "halted"})
_ASKS = frozenset({"how", "what", "whether", "when", "where", "which", "why"})
_INDIRECT = frozenset({("how",), ("whether",), ("if",), (",",), ("…",)})


def needed_by_nothing(clause: Clause, cue: Cue) -> str | None:
    """Mind that "we need NW-1 fixtures" and "need NW-1 to warn them" name no ticket that waits."""
    needs = cue.family == "dependency" or cue.name == "blocked.waits"
    if not needs or clause.tokens[cue.start] not in {"need", "needs"}:
        return None
    place = next((n for n in clause.tickets if cue.start < n <= cue.end), None)
    if place is None or any(n < cue.start for n in clause.tickets):
        return None
    behind = clause.texts(place + 1, place + 3)
    if behind[:1] == ("to",) and behind[1:] and behind[1] not in listed("idioms", "arriving"):
        return "a wish, not a dependency"
    known = united("words.fillers", "words.prepositions", "idioms.needed_so")
    noun = behind[:1] and behind[0].isalpha() and behind[0] not in known and not behind[0].endswith("ed")
    return "something of it is needed, by nothing named" if noun else None


def depends_loosely(clause: Clause, cue: Cue) -> str | None:
    """Mind that "depending on the client" and "it depends on how we test" wait for nothing."""
    before = clause.texts(cue.start - 1, cue.start)
    if cue.family in {"dependency", "blocked"} and _is_advice(clause, cue, before):
        return _LOOSE
    if cue.name != "dependency.on":
        return None
    behind = clause.texts(cue.end, clause.end)
    if "depending" in clause.texts(cue.start, cue.end) and before not in {("is",), ("are",), ("'s",), ("still",)}:
        return _LOOSE
    open_end = behind[:1] == ("what",) and not {"#t", "#p", "#c"} & set(behind)
    purpose = behind[:2] in {("this", "to"), ("that", "to")}
    return _LOOSE if behind[:1] in _INDIRECT or open_end or purpose else None


def holds_nothing_up(clause: Clause, cue: Cue) -> str | None:
    """Mind that "keeping it as it is" and "we flagged that" hold nothing up; "as long as" may set a condition."""
    if cue.family != "blocked":
        return None
    words, behind = clause.texts(cue.start, cue.end), clause.texts(cue.end, clause.end)
    if words == ("as", "long", "as") and not _HELD & set(clause.texts(clause.start, cue.start)):
        return "a condition"
    if words == ("keeping",) and not listed("idioms", "kept") & set(behind):
        return "keeps nothing up"
    if words[0] == "can" and words[-1] in {"start", "begin"} and behind[:1] == ("on",) and not clause.tickets:
        return "of something else"
    active = {"i", "we", "they"} & set(clause.texts(max(clause.start, cue.start - 3), cue.start))
    return "pointed out, not held up" if words == ("flagged",) and active and not clause.tickets else None


def told_of_others(clause: Clause, cue: Cue) -> str | None:
    """Mind that "he goes there and says, I need NW-1" plays a part, and "boot hang on NW-1" is a noun."""
    if cue.family not in {"dependency", "blocked"}:
        return None
    texts = clause.sentence.texts
    says = next((n for n in range(cue.start) if texts[n] == "says" and texts[n + 1 : n + 2] == (",",)), None)
    if says is not None and {"he", "she", "it", "they"} & set(texts[:says]):
        return "somebody else's words, or a title"
    lead = "".join(clause.texts(cue.start - 1, cue.start))
    known = united("words.fillers", "words.pronouns")
    return _LOOSE if texts[cue.start] == "hang" and lead.isalpha() and lead not in known else None


def _is_advice(clause: Clause, cue: Cue, before: tuple[str, ...]) -> bool:
    """Tell whether waiting is only spoken of: "worth waiting for it", "to rely on it portably", "it depends"."""
    if before == ("worth",):
        return True
    depends = cue.name == "dependency.on" and clause.tokens[cue.start] in listed("classes", "depend")
    if not depends:
        return False
    if _ASKS & set(clause.texts(clause.start, cue.start)):
        return True
    named = {"#t", "#p", "#c", "'s"} & set(clause.texts(cue.end, clause.end)) or listed(
        "roles", "approvers"
    ) & clause.all
    if named:
        return before == ("to",)
    owned = any(clause.tokens[n - 1] in {"in", "of"} for n in clause.tickets if clause.start < n < cue.start)
    return before == ("to",) or owned or "#t" not in clause.sentence.texts
