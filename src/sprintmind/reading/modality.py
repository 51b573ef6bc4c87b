"""Whether words assert something: why a cue claims nothing, if it is negated, hoped, conditional, asked or mocked."""

import re
from collections.abc import Callable
from typing import NamedTuple

from sprintmind.reading.context import Context
from sprintmind.reading.idioms import idiom
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.sentences import Clause, Sentence

MACHINE = "text that addresses a machine is material, not a report"
FIRM = frozenset({"merged", "shipped", "live", "deployed", "released"})
_STATES = frozenset({"done", "in_review", "in_qa", "in_progress", "cancelled", "todo"})
_ENDS = frozenset({"done", "cancelled", "part"})
_TO_COME = frozenset({"done", "in_review", "in_qa", "part", "cancelled"})
_LASTING = frozenset({"blocked", "in_progress", "in_review", "in_qa", "todo"})
_MOVES = listed("around", "moves")
_STOPS = frozenset({",", ":", "(", "-", "→", "->"})
_SINGLE = re.compile(r"(?<![\w'’])['‘](?=\w)[^'‘’\n]{1,200}['’](?!\w)")
"""Words between single quotation marks."""


def objection(clause: Clause, cue: Cue, context: Context) -> str | None:
    """Tell why a cue asserts nothing, or None if it does."""
    if why := idiom(clause, cue):
        return why
    wording = clause.sentence.wording
    colours = wording.moods.keys()
    for check in _CHECKS:
        nowhere = colours.isdisjoint(check.moods) and wording.all.isdisjoint(check.words)
        if (check.always or not nowhere) and (why := check.tell(clause, cue, context)):
            return why
    return None


def moods(clause: Clause, family: str, start: int, end: int) -> tuple[Cue, ...]:
    """Find what colours the words between two places, `negation` or `negation.before`."""
    found = clause.sentence.wording.moods.get(family, ())
    inside = tuple([mood for mood in found if start <= mood.start and mood.end <= end])
    if not inside or inside[0].family != "condition":
        return inside
    return tuple([mood for mood in inside if clause.texts(mood.start - 1, mood.start) != ("at",)])


def _quoted(clause: Clause, cue: Cue, context: Context) -> str | None:
    """Words between quotation marks are somebody else's, or a title; a tool that quotes a comment means the blocker."""
    if context.kind == "digest" and cue.family in {"blocked", "dependency"}:
        return None
    if context.kind == "digest" and {"->", "→", "=>"} & set(clause.sentence.texts):
        return None
    return "somebody else's words, or a title" if is_quoted(clause, cue) else None


def is_quoted(clause: Clause, cue: Cue) -> bool:
    """Tell whether a cue stands between quotation marks."""
    marks = [n for n, text in enumerate(clause.sentence.texts) if text == '"']
    if len([n for n in marks if n < cue.start]) % 2 == 1 and any(n >= cue.end for n in marks):
        return True
    if "'" not in clause.all:
        return False
    at = clause.places[cue.start][0]
    told = clause.sentence
    return any(
        found.start() < at < found.end() for found in _SINGLE.finditer(told.utterance.text, told.start, told.end)
    )


def _title(clause: Clause, cue: Cue, context: Context) -> str | None:  # noqa: ARG001
    """Mind that "Commit message: NW-1 done" and "a branch called NW-1 done" give what something is called."""
    named = moods(clause, "hearsay.title", 0, cue.start)
    return "somebody else's words, or a title" if named else None


def _count(clause: Clause, cue: Cue, context: Context) -> str | None:
    """Mind that "0 done, 2 blocked" counts tickets and names none."""
    if context.kind != "digest":
        return None
    before = "".join(clause.texts(cue.start - 1, cue.start))
    counted = (
        before.isdigit()
        and clause.texts(cue.end, cue.end + 1) not in {("(",), (":",)}
        and cue.name.endswith(".state")
        and clause.tokens[cue.start].isalpha()
    )
    return "a count, not a ticket" if counted else None


def _machine(clause: Clause, cue: Cue, context: Context) -> str | None:  # noqa: ARG001  # all checks are called alike
    return MACHINE if addresses_machine(clause.sentence) else None


def addresses_machine(sentence: Sentence) -> bool:
    """Tell whether a sentence tells a machine what to do."""
    return not {"instruction.machine", "instruction.addressed"}.isdisjoint(sentence.wording.moods)


def _instruction(clause: Clause, cue: Cue, context: Context) -> str | None:  # noqa: ARG001
    first = next(
        (n for n in range(clause.start, cue.start) if clause.tokens[n] not in listed("words", "openers")), None
    )
    orders = moods(clause, "instruction.start", clause.start, cue.start + 1)
    told = any(mood.start == first or _is_dictated(clause, mood) for mood in orders)
    return "an instruction, not a report" if told and first is not None else None


def _is_dictated(clause: Clause, order: Cue) -> bool:
    """Mind that "Reminder to all: record NW-1 as done" asks for it behind its colon."""
    at = clause.texts(order.start - 2, order.start)
    return at[1:] == (":",) and at != ("#t", ":") and clause.texts(order.end, order.end + 1) == ("#t",)


def _question(clause: Clause, cue: Cue, context: Context) -> str | None:  # noqa: ARG001
    sentence = clause.sentence
    texts = sentence.texts
    if len(texts) > 1 and texts[0] in listed("around", "asking") and texts[1] in listed("words", "anybody"):
        return "a question"
    if not sentence.asked:
        return None
    if any(
        texts[n - 1] == "," and texts[n] in {"any", "who", "anyone", "anybody"} for n in range(cue.end + 1, len(texts))
    ):
        return None
    if (
        "or" in texts[cue.end : -2]
        and texts[-2:-1] not in {("not",), ("or",)}
        and "or not" not in " ".join(texts[cue.end :])
    ):
        return "a question"
    rest = [text for text in texts[clause.end :] if text not in listed("words", "tags")]
    starts = any(mood.start == 0 for mood in moods(clause, "question.start", 0, len(texts)))
    return "a question" if starts or not rest else None


def _condition(clause: Clause, cue: Cue, context: Context) -> str | None:  # noqa: ARG001
    size = len(clause.tokens)
    if any(mood.end <= cue.start or mood.start >= cue.end for mood in moods(clause, "condition.whole", 0, size)):
        return "hypothetical"
    before = moods(clause, "condition.part", 0, cue.start)
    if any("," not in clause.texts(mood.end, cue.start) and not _waits(mood, clause, cue) for mood in before):
        return "hypothetical"
    opens = [mood for mood in before if mood.start <= 1]
    if opens and cue.family in _STATES and not {"was", "were", "had"} & set(clause.texts(cue.start - 3, cue.start)):
        return "hypothetical"
    after = moods(clause, "condition.part", cue.end, size)
    late = listed("around", "condition_late")
    if cue.family in _ENDS and any(clause.tokens[mood.start] in late for mood in after):
        return "hypothetical"
    first = {"once", "when", "as", "the"}
    there = cue.family in _STATES and any(clause.tokens[mood.start] in first for mood in after)
    return "hypothetical" if there else None


def _waits(mood: Cue, clause: Clause, cue: Cue) -> bool:
    """Tell whether "until they do NW-1 is blocked" leaves the blocker asserted: a ticket stands between."""
    return "#t" in clause.texts(mood.end + 1, cue.start) and cue.family not in {"done", "in_review", "in_qa"}


def _negation(clause: Clause, cue: Cue, context: Context) -> str | None:  # noqa: ARG001
    if before := moods(clause, "negation.before", max(clause.start, cue.start - 8), cue.start):
        stop = next((n for n in range(cue.start - 1, clause.start - 1, -1) if clause.tokens[n] in _STOPS), clause.start)
        if before[-1].start >= stop:
            return "negated"
    rest = [text for text in clause.texts(cue.end, cue.end + 4) if text.isalpha()]
    if rest == ["not"] and "#t" not in clause.texts(cue.end, cue.end + 4):
        return "negated"
    after = moods(clause, "negation.after", cue.end, min(cue.end + 6, len(clause.tokens)))
    excepting = listed("limits", "excepting")
    after = tuple(
        [
            mood
            for mood in after
            if not _goes_on(clause, mood) and (clause.tokens[mood.start] in excepting or not _sizes(clause, mood))
        ]
    )
    if any("," not in clause.texts(cue.end, mood.start - 1) for mood in after):
        return "not of the whole ticket, or not meant"
    return None


def _goes_on(clause: Clause, mood: Cue) -> bool:
    """Mind that "merged, maybe he mixed them up" doubts what comes after, and "merged, maybe" what came before."""
    own = listed("around", "subjects")
    return clause.texts(mood.start - 1, mood.start) == (",",) and bool(own & set(clause.texts(mood.end, mood.end + 1)))


def _but(clause: Clause, cue: Cue, context: Context) -> str | None:  # noqa: ARG001
    if cue.family == "done" and moods(clause, "negation.undone", cue.end, len(clause.tokens)):
        return "undone since"
    rest = clause.texts(clause.end, len(clause.tokens))
    firm = FIRM & set(clause.texts(cue.start, cue.end))
    if cue.family != "done" or firm or rest[:1] != ("but",):
        return None
    return "not of the whole ticket" if listed("words", "lacking") & set(rest[:10]) else None


def _hope(clause: Clause, cue: Cue, context: Context) -> str | None:  # noqa: ARG001
    before = [
        mood
        for mood in moods(clause, "hope", clause.start, cue.start)
        if not _estimates(clause, mood, cue)
        and not _is_announced(clause, mood, cue)
        and clause.texts(mood.start - 1, mood.start) != ("out",)
    ]
    if any("," not in clause.texts(mood.end, cue.start) or mood.end > cue.start - 4 for mood in before):
        return "a plan or a hope"
    return "a plan or a hope" if cue.family in _TO_COME and _ahead(clause, cue) else None


def _estimates(clause: Clause, mood: Cue, cue: Cue) -> bool:
    """Mind that "I'd say it's done" and "I'd put NW-1 at ninety percent" are told of now."""
    behind = clause.texts(mood.end, mood.end + 1)
    return behind == ("say",) or (behind == ("put",) and cue.family == "in_progress")


def _is_announced(clause: Clause, mood: Cue, cue: Cue) -> bool:
    """Mind that "NW-1 didn't survive the planning: cancelled" states what stands behind its colon."""
    colon = clause.texts(cue.start - 1, cue.start) == (":",)
    return colon and "#t" in clause.texts(clause.start, mood.start) and "#t" not in clause.texts(mood.end, cue.start)


def _ahead(clause: Clause, cue: Cue) -> bool:
    """Tell whether a day to come is set for it, "done by Friday", "merged tomorrow"."""
    for index in clause.named("#d", cue.end, min(cue.end + 4, clause.end)):
        by = clause.tokens[index - 1] in {"by", "until", "before"}
        when = clause.when(index)
        later = when.day is None or not when.past
        if (by and later) or when.phrase.casefold().startswith(
            ("tomorrow", "tonight", "next", "later", "end of", "the end", "eo", "soon")
        ):
            return True
    return False


def _hearsay(clause: Clause, cue: Cue, context: Context) -> str | None:
    ahead = clause.texts(0, cue.start)
    turned = cue.start - ahead[::-1].index("but") if "but" in ahead else 0
    tools = moods(clause, "hearsay.tool", turned, cue.start)
    says = moods(clause, "hearsay.says", 0, len(clause.tokens))
    if tools and any(mood.end <= cue.start or mood.start >= cue.end for mood in says) and context.kind != "digest":
        return "what a tool shows, not what a person says"
    if context.kind != "digest" and _is_shown(clause, cue):
        return "what a tool shows, not what a person says"
    after = moods(clause, "hearsay.hedge", cue.end, clause.end)
    hedged = (
        *(
            mood
            for mood in moods(clause, "hearsay.hedge", _sentence_head(clause), cue.start)
            if not _sizes(clause, mood)
        ),
        *(mood for mood in after if not _goes_on(clause, mood) and not _sizes(clause, mood)),
    )
    looks = clause.texts(cue.start - 1, cue.start) in {("looks",), ("look",), ("looked",)}
    return "hedged: the speaker is not sure" if hedged or looks else None


def _is_shown(clause: Clause, cue: Cue) -> bool:
    """Mind that "NW-1 is marked as done", "on the board NW-1 is done" and "is closed in Jira" are a tool's word."""
    if any(mood.end == cue.start for mood in moods(clause, "hearsay.shown", clause.start, cue.start)):
        return True
    places = moods(clause, "hearsay.place", clause.start, clause.end)
    heads = any(mood.start == clause.start and mood.end <= cue.start for mood in places)
    is_so = bool({"is", "are", "'s"} & set(clause.texts(cue.start - 2, cue.start)))
    return heads or (is_so and any(mood.start == cue.end for mood in places))


def _sizes(clause: Clause, mood: Cue) -> bool:
    """Mind that "maybe 60 % done" doubts the number and not the state, and that "we hear nothing" doubts nothing."""
    behind = clause.texts(mood.end, mood.end + 2)
    number = behind[:1] != () and (behind[0].isdigit() or behind[0] in listed("around", "shares_named"))
    silence = clause.tokens[mood.start] in {"hear", "heard"} and bool({"nothing", "back"} & set(behind))
    return (
        number
        or silence
        or (behind[:1] == ("a",) and behind[1:] != () and behind[1] in listed("around", "shares_named"))
    )


def _sentence_head(clause: Clause) -> int:
    """A hedge reaches over "that", not over a finished clause."""
    joined = clause.start and clause.tokens[clause.start - 1] != ","
    return 0 if joined and clause.tokens[clause.start] in {"that", "it", "he", "she"} else clause.start


def _past(clause: Clause, cue: Cue, context: Context) -> str | None:  # noqa: ARG001
    size = len(clause.tokens)
    if moods(clause, "past.before", 0, cue.start):
        return "of the past"
    if "had" in clause.texts(max(clause.start, cue.start - 3), cue.end) and "but" in clause.texts(cue.end, size):
        return "of the past"
    if cue.family in {"done", "cancelled", "assign", "due"} or cue.name in {
        "blocked.lifted",
        "approval.given",
        "approval.rejected",
    }:
        return None
    if _is_told_of_then(clause, cue):
        return "of the past"
    if clause.tokens[cue.start] in _MOVES:
        return None
    was = {"was", "were"} & set(clause.texts(max(clause.start, cue.start - 3), cue.start))
    had = "had been" in " ".join(clause.texts(max(clause.start, cue.start - 3), cue.start))
    return "of the past" if was or had else None


def _is_told_of_then(clause: Clause, cue: Cue) -> bool:
    """Mind that "NW-1 sat there blocked" and "NW-1 stuck all of last month" tell of a time that is over."""
    before = clause.texts(clause.start, cue.start)
    stood = listed("around", "stood")
    now = any(text in listed("around", "nowadays") and before[n - 1] not in stood for n, text in enumerate(before))
    if not now and cue.family in _LASTING and stood & set(before[-6:]):
        return True
    after = moods(clause, "past.after", cue.end, clause.end)
    own = [mood for mood in after if not listed("around", "until_since") & set(clause.texts(cue.end, mood.start))]
    return bool(own) and not now and cue.family in _LASTING


def _mock(clause: Clause, cue: Cue, context: Context) -> str | None:
    size = len(clause.tokens)
    if moods(clause, "mock.before", 0, cue.start) or moods(clause, "mock.after", cue.end, size):
        return "meant ironically"
    quoted = clause.texts(cue.start - 1, cue.start) == ('"',) and clause.texts(cue.end, cue.end + 1) == ('"',)
    return "in scare quotes" if quoted and context.kind != "digest" and cue.end - cue.start < 3 else None


class _Check(NamedTuple):
    """A reason to doubt, asked for in a sentence that has one of some moods or words, or in any."""

    tell: Callable[[Clause, Cue, Context], str | None]
    moods: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    always: bool = False


_CHECKS = (
    _Check(_machine, moods=frozenset({"instruction"})),
    _Check(_quoted, words=frozenset({'"', "'"})),
    _Check(_title, moods=frozenset({"hearsay"})),
    _Check(_count, always=True),
    _Check(_mock, moods=frozenset({"mock"}), words=frozenset({'"'})),
    _Check(_question, words=listed("around", "asking") | {"?"}),
    _Check(_condition, moods=frozenset({"condition"})),
    _Check(_negation, moods=frozenset({"negation"}), words=frozenset({"not"})),
    _Check(_but, moods=frozenset({"negation"}), words=frozenset({"but"})),
    _Check(_hope, moods=frozenset({"hope"}), words=frozenset({"#d"})),
    _Check(_hearsay, moods=frozenset({"hearsay"}), words=frozenset({"look", "looked", "looks"})),
    _Check(_past, moods=frozenset({"past"}), words=listed("around", "stood") | {"had", "was", "were"}),
    _Check(_instruction, moods=frozenset({"instruction"})),
)
