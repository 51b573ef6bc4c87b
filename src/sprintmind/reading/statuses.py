"""Where a ticket stands, from words that assert it of the whole ticket now."""

from collections.abc import Iterator, Mapping

from sprintmind.reading.context import Context, said
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.modality import objection
from sprintmind.reading.sections import STATUS_SECTIONS
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.subjects import NONE, Subjects, heads_line, leading, subjects
from sprintmind.reading.tables import state_named
from sprintmind.reading.transitions import transitions

STATUSES = frozenset({"todo", "in_progress", "in_review", "in_qa", "done", "cancelled"})
PART = "sub-step reported done; ticket status unchanged"
_SETTLED = frozenset({"hypothetical", "a question", "negated"})
"""Reasons that hold for a part as for the whole."""
_SHARES = frozenset({("%",), ("%", "over")})
_ARROWS = frozenset({"→", "->", "=>"})


def statuses(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read what a clause says of where its tickets stand; what it does not assert is told with its reason."""
    bracketed = {n: cue for n in clause.tickets if (cue := _bracketed(clause, n))} if "(" in clause.all else None
    if bracketed:
        yield from _in_brackets(clause, context, bracketed)
        return
    found: list[Cue] = []
    if not STATUSES.isdisjoint(clause.families):
        found = [cue for cue in clause.cues if cue.family in STATUSES and not _is_left(clause, cue)]
    if any(cue.family == "cancelled" for cue in found):
        found = [cue for cue in found if cue.family != "done"]
    if context.kind == "digest" and (listed_so := tuple(_under_heading(clause, context))):
        yield from listed_so
        return
    moved = tuple(transitions(clause, context))
    spoken = list(moved) or [statement for cue in found for statement in _of(clause, cue, context)]
    spoken += _they_test(clause, context)
    yield from spoken
    if not spoken:
        yield from tuple(_behind_colon(clause, context)) or _under_heading(clause, context)
    settled = {statement.reason for statement in spoken} & _SETTLED
    if not settled and not any(statement.kind is Kind.STATUS for statement in spoken):
        yield from parts(clause, context)


def _bracketed(clause: Clause, ticket: int) -> Cue | None:
    """Find the state in brackets right behind a ticket of a list, "NW-1 (won't fix), NW-2 (fixed)"."""
    if clause.texts(ticket + 1, ticket + 2) != ("(",):
        return None
    stop = next((n for n in range(ticket + 2, clause.end) if clause.tokens[n] == ")"), clause.end)
    return next(
        (c for c in clause.cues if ticket < c.start < stop and c.family in STATUSES and c.start <= ticket + 3), None
    )


def _in_brackets(clause: Clause, context: Context, found: Mapping[int, Cue]) -> Iterator[Statement]:
    for ticket, cue in found.items():
        reason = objection(clause, cue, context)
        yield said(Kind.STATUS, clause, context, cue=cue, ticket=clause.key(ticket), value=cue.family, reason=reason)


def _of(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    cue = _closed_unfinished(_by_testers(clause, cue), clause, context)
    about = subjects(clause, cue, context)
    if not about.tickets:
        return
    reason = objection(clause, cue, context) or _unticked(clause, cue) or _missing(clause, cue, about, context)
    for ticket in about.tickets:
        if reason:
            yield said(Kind.STATUS, clause, context, cue=cue, ticket=ticket, value=cue.family, reason=reason)
        elif about.piece and cue.family != "in_progress":
            yield said(Kind.PROGRESS, clause, context, cue=cue, ticket=ticket, value=cue.family, reason=PART)
        else:
            yield said(Kind.STATUS, clause, context, cue=cue, ticket=ticket, value=cue.family)


def _by_testers(clause: Clause, cue: Cue) -> Cue:
    """Mind that "QA has started on NW-1" has it in QA: what testers are at is tested."""
    if cue.family != "in_progress":
        return cue
    ahead = [text for text in clause.texts(cue.start - 3, cue.start) if text not in {"has", "have", "is", "are", "'s"}]
    tested = ahead[-1:] != [] and ahead[-1] in {"qa", "testers", "tester"}
    return Cue("in_qa.state", cue.start, cue.end) if tested else cue


def _they_test(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "NW-2 they already have" and "they have NW-2" behind talk of the testers."""
    before = context.follows
    if (
        before is None
        or not clause.all.issuperset(("they", "have"))
        or clause.sentence.asked
        or not listed("around", "testers") & set(before.texts(before.start, before.end))
    ):
        return
    rest = [text for text in clause.texts(clause.start, clause.end) if text not in listed("classes", "also")]
    said_so = [text for text in rest if text.isalpha() or text.startswith("#")]
    if before.named("#c") or before.named("#p") or said_so not in (["#t", "they", "have"], ["they", "have", "#t"]):
        return
    for ticket in clause.tickets:
        yield said(Kind.STATUS, clause, context, ticket=clause.key(ticket), value="in_qa")


def _closed_unfinished(cue: Cue, clause: Clause, context: Context) -> Cue:
    """Mind that "it is not a bug, so I closed it" cancels it: what is closed for such a reason was never done."""
    if cue.family != "done" or not listed("around", "closing") & set(clause.texts(cue.start, cue.end)):
        return cue
    before = context.follows.sentence.predicates if context.follows is not None else ()
    void = any(other.name == "void.reason" for other in (*clause.sentence.predicates, *before))
    return Cue("cancelled.state", cue.start, cue.end) if void else cue


def _unticked(clause: Clause, cue: Cue) -> str | None:
    """Mind that "[ ] NW-1 done" is still to be ticked."""
    first = clause.sentence.start == 0 and clause.sentence.utterance.checked is False
    return "a box without a tick" if first and cue.family == "done" else None


def _missing(clause: Clause, cue: Cue, about: Subjects, context: Context) -> str | None:
    if context.section.meaning == "none" and not about.named:
        return "under a heading that is no report"
    if any(
        other.family in {"dependency", "blocked"}
        and other.end <= cue.start
        and "#t" in clause.texts(other.start, cue.start)
        for other in clause.cues
    ):
        return "said of what is waited for"
    behind = "".join(clause.texts(cue.end, cue.end + 1))
    if clause.texts(cue.start, cue.end) in _SHARES and behind.isalpha() and behind not in listed("words", "fillers"):
        return "a share of something else"
    if cue.name == "done.verb" and _by_strangers(clause, cue):
        return "what others did"
    if cue.family == "done" and _of_approval(clause, cue):
        return "an approval, not the ticket's state"
    if cue.family == "in_review" and "review" in clause.texts(cue.start, cue.end) and _by_others(clause, cue):
        return "a review that is no code review"
    swallowed = [other for other in clause.cues if other.name == "not.state" and other.start <= cue.start < other.end]
    return "a step on the way, not a state" if swallowed else None


def _by_others(clause: Clause, cue: Cue) -> bool:
    """Mind that "security review outstanding" and "with legal for review" are approvals to come."""
    return bool(listed("roles", "approvers") & set(clause.texts(max(clause.start, cue.start - 2), cue.end)))


def _by_strangers(clause: Clause, cue: Cue) -> bool:
    """Mind that "they delivered, so I can go on" has a customer deliver something, and not the ticket."""
    they = clause.texts(cue.start - 1, cue.start) in {("they",), ("#c",)}
    return they and clause.texts(cue.end, cue.end + 1) in {(), (",",), (".",), (";",)}


def _of_approval(clause: Clause, cue: Cue) -> bool:
    """Mind that "Legal ✅", "design sign-off: done": what is done is somebody's approval."""
    if any(other.name == "approval.given" and other.start in {cue.end, cue.end + 1} for other in clause.cues):
        return clause.texts(cue.start, cue.end)[0] in {"✔", "✅", "☑"}
    before = clause.texts(clause.start, cue.start)
    if "and" in before[-4:] or "," in before[-4:]:
        return False
    nouns = {"sign", "signoff", "approval", "approvals"} & set(before)
    return bool(nouns) or (before[-1:] != () and before[-1] in listed("roles", "approvers"))


def _is_left(clause: Clause, cue: Cue) -> bool:
    """Tell whether a state is only left: "from in review to done", "In Progress → In Review"."""
    if clause.texts(cue.start - 1, cue.start) == ("from",):
        return True
    rest = clause.texts(cue.end, clause.end)
    later = [other for other in clause.cues if other.start >= cue.end and other.family in STATUSES]
    return bool(later and _ARROWS & set(clause.texts(cue.end, later[0].start))) if rest else False


def _under_heading(clause: Clause, context: Context) -> Iterator[Statement]:
    """Give the tickets that head a line the state of the heading that they stand under."""
    meaning = "in_progress" if context.section.meaning == "doing" else context.section.meaning
    if (meaning not in STATUS_SECTIONS and meaning != "in_progress") or not heads_line(clause):
        return
    doubt = _doubt(clause)
    for ticket in leading(clause):
        if meaning == "todo" and context.kind != "digest":
            yield said(Kind.STATUS, clause, context, ticket=ticket, value=meaning, reason="a plan")
        else:
            yield said(Kind.STATUS, clause, context, ticket=ticket, value=meaning, reason=doubt)


def _behind_colon(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "NW-1: testing, NW-2: code review" as a list of states: nothing else stands behind the colon.

    Mind that "NW-1: ready" may be ready to start, to merge, or done.
    """
    for place in clause.tickets if ":" in clause.all else ():
        listed_so = place == clause.start or clause.tokens[place - 1] == ","
        if clause.texts(place + 1, place + 2) != (":",) or not listed_so:
            continue
        stop = next((n for n in range(place + 2, clause.end) if clause.tokens[n] in {",", ";", "."}), clause.end)
        words = clause.verbatim(place + 2, stop)
        state = None if words.casefold() == "ready" else state_named(words, context)
        if state and state != "blocked" and not clause.sentence.asked:
            cue = Cue(f"{state}.listed", place + 2, stop)
            yield said(Kind.STATUS, clause, context, cue=cue, ticket=clause.key(place), value=state)


def _doubt(clause: Clause) -> str | None:
    if clause.sentence.asked:
        return "a question"
    doubts = {"negation": "negated", "hope": "a plan or a hope", "condition": "hypothetical"}
    first = next(iter(clause.tickets), clause.start)
    found = [mood.family for mood in clause.sentence.moods if mood.start > first and mood.family in doubts]
    return doubts[found[0]] if found and "negation" in found else None


def parts(clause: Clause, context: Context) -> Iterator[Statement]:
    """Note work on a piece of a ticket: "wrote the runbook for NW-1"."""
    found = clause.sentence.wording.progress
    verbs = [cue for cue in found if clause.start <= cue.start < clause.end] if found else ()
    if not verbs or context.section.meaning == "today":
        return
    spoken = ((verb, subjects(clause, verb, context)) for verb in verbs)
    verb, about = next(((verb, about) for verb, about in spoken if about.tickets), (verbs[0], NONE))
    if about.named and about.tickets and objection(clause, verb, context) is None:
        for ticket in about.tickets:
            yield said(Kind.PROGRESS, clause, context, cue=verb, ticket=ticket, value="done", reason=PART)
