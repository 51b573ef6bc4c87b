"""A talk as it was heard: sentence by sentence, each with its clauses, its context and what it says."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from sprintmind.domain.events import TicketKey
from sprintmind.reading.approvals import approvals
from sprintmind.reading.assignments import assignments, sprints
from sprintmind.reading.blockers import blockers
from sprintmind.reading.commitments import commitments
from sprintmind.reading.context import Context, said
from sprintmind.reading.deadlines import deadlines
from sprintmind.reading.lexicon import listed
from sprintmind.reading.modality import MACHINE
from sprintmind.reading.names import Speaker
from sprintmind.reading.registers import registered_line
from sprintmind.reading.remarks import remark
from sprintmind.reading.sections import NO_SECTION, Section, empty, labelled, meaning_of, section
from sprintmind.reading.sentences import Clause, Sentence, clause_of, clauses_of, sentences
from sprintmind.reading.statements import SAYS, Kind, Statement, unsaid
from sprintmind.reading.statuses import statuses
from sprintmind.reading.tables import FIELD, fields, labelled_field, row
from sprintmind.reading.transcripts.sentences import sentences as whole_sentences
from sprintmind.reading.utterances import Document, Utterance

_ALIKE = frozenset(
    {("so", "is"), ("so", "are"), ("same", "for"), ("same", "with"), ("as", "is"), ("goes", "for"), ("so", "has")}
)
_ALIKE_WORDS = frozenset(first for first, _ in _ALIKE)
_COLUMNS = frozenset({"yesterday", "today", "blockers", "done", "doing"})
MENTION = "mention only; a mention never moves a ticket"
_READERS = (statuses, blockers, approvals, assignments, deadlines, sprints)
_WITHOUT_CUE = (approvals, assignments)
"""Those that read something of a clause in which is no predicate and no ticket."""
_FAR = 100
"""After how many words a customer who was named in passing is not the one spoken to."""
_REMEMBERED = 3
"""For how many turns without a ticket a talk still means the one spoken of before."""


class Heard(Struct, frozen=True, gc=False, kw_only=True):
    """A sentence, or a table's row, and what it says."""

    turn: int
    context: Context
    statements: tuple[Statement, ...]
    whole: Clause | None = None
    """The sentence as one clause; None for a row of a table."""
    then: Context
    """What the next sentence is heard against."""


def heard(document: Document, context: Context) -> Iterator[Heard]:
    """Hear a document from its first to its last sentence."""
    quiet, label = 0, NO_SECTION
    headings: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    for number, line in enumerate(_lines(document)):
        utterance = remark(line, context)
        if utterance.headings != headings:
            headings, label = utterance.headings, NO_SECTION
            context = replace(context, focus=(), near=False, follows=None)
        context = _under_parent(utterance, context)
        label, above = _label_alone(utterance, context, label=label, above=above)
        opened = _opened(utterance, context, label)
        before = context.focus
        spoken_of = False
        for sentence in _turn(number, utterance, opened):
            yield sentence
            context = sentence.then
            spoken_of = spoken_of or any(statement.ticket in before for statement in sentence.statements)
        quiet = 0 if spoken_of or context.focus != before or _names_ticket(utterance, context) else quiet + 1
        context = _closed(context, quiet)


def _lines(document: Document) -> Iterator[Utterance]:
    """Give each utterance; of a standup's table, each cell as a line under the heading of its column."""
    for utterance in whole_sentences(document):
        meanings = {heading for heading in utterance.cells if meaning_of(heading, exact=True) in _COLUMNS}
        if len(meanings) < 2:
            yield utterance
            continue
        who = next((text for heading, text in utterance.cells.items() if heading not in meanings), "")
        for heading in utterance.cells:
            if heading in meanings and utterance.cells[heading].strip():
                yield replace(
                    utterance, text=utterance.cells[heading], headings=(who, heading), cells={}, marked="", origins=()
                )


def _under_parent(utterance: Utterance, context: Context) -> Context:
    """An item below "NW-1 SSO login" is about NW-1."""
    if not utterance.parents:
        return context
    keys = next((keys for parent in reversed(utterance.parents) if (keys := context.team.ticket_keys(parent))), ())
    return replace(context, focus=keys, near=True, since=0, changes=0) if keys else context


def _turn(number: int, utterance: Utterance, context: Context) -> Iterator[Heard]:
    rows = row(utterance, context) if utterance.cells else None
    if rows is None and context.kind == "meeting" and context.section.meaning == "promises":
        rows = registered_line(utterance, context)
    if rows is None and (context.kind == "digest" or "|" in utterance.text):
        rows = registered_line(utterance, context) or labelled_field(utterance, context) or fields(utterance, context)
    if rows is not None:
        kept = context.focus if rows and rows[0].cues == (FIELD,) else ()
        yield Heard(turn=number, context=context, statements=rows, then=replace(context, focus=kept, near=False))
        return
    if _is_silent(utterance, context):
        yield Heard(turn=number, context=context, statements=(), then=context)
        return
    for sentence in sentences(utterance, context.names, context.day):
        found = _sentence(number, sentence, context)
        if found.context.to_machine:
            found = replace(found, statements=tuple(unsaid(each, MACHINE) for each in found.statements))
        yield found
        context = found.then
        if "instruction.addressed" in sentence.wording.moods:
            context = replace(context, to_machine=True)


def _is_silent(utterance: Utterance, context: Context) -> bool:
    """Tell whether nothing can be claimed: no ticket or customer is named, nor one spoken of before."""
    return not context.focus and context.customer is None and not context.names.mentions(utterance.text)


def _sentence(number: int, sentence: Sentence, context: Context) -> Heard:
    whole = clause_of(sentence, 0, len(sentence.texts))
    context = _with_customer(whole, context)
    found: list[Statement] = list(_ticks(whole, context))
    clauses = clauses_of(whole) if context.focus or whole.tickets else ()
    found += _clauses(clauses, context)
    if context.customer:
        found += commitments(whole, context)
    found += _alike(whole, found)
    found += _mentions(whole, context, found)
    statements = tuple(_one_reading(found))
    then = _after(whole, clauses, statements, context)
    return Heard(turn=number, context=context, statements=statements, whole=whole, then=then)


def _clauses(clauses: tuple[Clause, ...], context: Context) -> Iterator[Statement]:
    for clause in clauses:
        meant = _with_antecedent(clause, context)
        for reader in _READERS if clause.cues or clause.tickets else _WITHOUT_CUE:
            yield from reader(clause, meant)
        if clause is clauses[-1]:
            return
        context = meant if clause.tokens[clause.start] == "which" else context
        near = context.near or bool(clause.tickets)
        context = replace(context, focus=_focus(clause, context.focus), near=near, follows=clause)
        context = replace(context, since=0, changes=0) if clause.tickets else context


def _alike(whole: Clause, found: list[Statement]) -> list[Statement]:
    """Say of "so is NW-2" and "same for NW-2" what the sentence has just said of another ticket."""
    if _ALIKE_WORDS.isdisjoint(whole.all):
        return []
    told = {s.ticket for s in found}
    last = next((s for s in reversed(found) if s.kind in {Kind.STATUS, Kind.BLOCKED}), None)
    alike = [n for n in whole.tickets if whole.key(n) not in told and whole.texts(max(0, n - 2), n) in _ALIKE]
    return [replace(last, ticket=whole.key(n)) for n in alike] if last else []


def _mentions(whole: Clause, context: Context, found: list[Statement]) -> Iterator[Statement]:
    """Note the tickets that are named and of which nothing is said."""
    if not whole.tickets:
        return
    told = {s.ticket for s in found} | {s.waiting_on for s in found} | {key for s in found for key in s.tickets}
    for index in whole.tickets:
        if whole.key(index) not in told:
            yield said(Kind.STATUS, whole, context, ticket=whole.key(index), reason=MENTION)
            told.add(whole.key(index))


def _with_antecedent(clause: Clause, context: Context) -> Context:
    """Mind that "…, which Fiona has in progress" is about the ticket right before it."""
    before = context.follows
    if before is None or before.sentence is not clause.sentence or not before.tickets:
        return context
    that_one = clause.tokens[clause.start] == "which" or clause.texts(clause.start, clause.start + 2) == (
        "that",
        "one",
    )
    if not that_one and not _is_about_cause(clause):
        return context
    place = before.tickets[-1] if that_one else _cause(clause)
    return replace(context, focus=(before.key(place),), near=True, since=0, changes=0) if place is not None else context


def _is_about_cause(clause: Clause) -> bool:
    """Mind that "I was blocked by NW-1, but Tom merged it" has Tom merge what was in the way."""
    finished = next((cue for cue in clause.cues if cue.name == "done.verb"), None)
    if finished is None or not clause.texts(finished.end, finished.end + 1) or _cause(clause) is None:
        return False
    it = clause.tokens[finished.end] in {"it", "that"}
    return it and bool(listed("around", "doers") & set(clause.texts(clause.start, finished.start)))


def _cause(clause: Clause) -> int | None:
    """Find the ticket that the sentence before a clause names as what is in the way."""
    before = clause_of(clause.sentence, 0, clause.start)
    for cue in before.cues:
        if cue.name in {"blocked.state", "blocked.waits", "blocked.denied", "dependency.on"}:
            return next((n for n in before.tickets if cue.end <= n <= cue.end + 1), None)
    return None


def _ticks(whole: Clause, context: Context) -> Iterator[Statement]:
    """A ticked box is done, an empty one says nothing; the box belongs to the line, not to a piece of it."""
    said_by = whole.sentence.utterance
    if said_by.checked is None or whole.sentence.start:
        return
    for index in whole.tickets[:1]:
        reason = None if said_by.checked else "a box without a tick"
        yield said(Kind.STATUS, whole, context, ticket=whole.key(index), value="done", reason=reason)


def _one_reading(found: list[Statement]) -> list[Statement]:
    """A promise's date is not its ticket's due date, and a ticket with a tick needs no second word for done."""
    if any(statement.kind is Kind.COMMITMENT for statement in found):
        found = [statement for statement in found if statement.kind is not Kind.DUE_DATE and not _is_plan(statement)]
    return found


def _is_plan(statement: Statement) -> bool:
    """Mind that "I'll have NW-1 ready for Acme" promises it and does not take it."""
    return statement.kind is Kind.ASSIGNEE and any("ll have" in cue or "will have" in cue for cue in statement.cues)


def _opened(utterance: Utterance, context: Context, label: Section) -> Context:
    """Set who speaks and under which heading."""
    under = section(utterance.headings, context.names)
    under = replace(under, meaning=label.meaning) if label.meaning else under
    if context.kind != "meeting" and (found := labelled(utterance.text)):
        meaning, rest = found
        under = replace(under, meaning="" if empty(utterance.text[rest:]) else meaning)
    speaker = context.names.speaker(utterance.speaker) if utterance.speaker else _heading_speaker(under, context)
    asked = context.follows if context.follows is not None and context.follows.sentence.asked else None
    return replace(
        context,
        speaker=speaker,
        section=under,
        asked=asked,
        asked_about=context.focus,
        before=context.speaker if context.spoken and context.speaker != speaker else context.before,
        addressed=context.speaker.customer if context.spoken and context.speaker != speaker else None,
        follows=None,
        changes=context.changes + (context.speaker != speaker),
        to_machine=context.to_machine and context.kind == "comment",
        customer=under.customer or speaker.customer or context.customer,
        near=context.near and (context.spoken or bool(utterance.parents)),
    )


def _heading_speaker(under: Section, context: Context) -> Speaker:
    if under.person is None:
        return context.names.speaker(context.author)
    return context.names.speaker(under.person)


def _label_alone(
    utterance: Utterance, context: Context, *, label: Section, above: tuple[str, ...]
) -> tuple[Section, tuple[str, ...]]:
    """A line that is nothing but a label is a heading for the lines that follow; one below a bullet, while they do.

    Returns:
        What the label means, and the bullets that it stands under.
    """
    text = utterance.text.strip()
    label = label if utterance.parents[: len(above)] == above else NO_SECTION
    if context.kind == "meeting" or len(text) > 80 or context.team.ticket_keys(text):
        return label, above
    meaning = meaning_of(text, exact=not text.endswith(("?", ":")))
    return (Section(meaning), utterance.parents) if meaning and not empty(text) else (label, above)


def _after(whole: Clause, clauses: tuple[Clause, ...], statements: tuple[Statement, ...], context: Context) -> Context:
    """Remember of a sentence what the next one may mean by "it" and "them"."""
    owed = (_owed(whole, statements) if statements else None) or context.owed
    said_by = next((s.by for s in statements if s.by), None) if statements else None
    approver = _asked_approver(whole) or _approver_at(whole) or said_by or context.approver
    if not whole.tickets:
        told = any(statement.ticket in context.focus for statement in statements if statement.kind in SAYS)
        since = 0 if told else context.since + len(whole.tokens)
        changes = 0 if told else context.changes
        return replace(context, owed=owed, approver=approver, follows=whole, since=since, changes=changes)
    focus, last = context.focus, whole
    for last in clauses:
        focus = _focus(last, focus)
    group = _group(whole, context)
    return replace(
        context, owed=owed, approver=approver, group=group, focus=focus, near=True, follows=last, since=0, changes=0
    )


def _group(whole: Clause, context: Context) -> tuple[TicketKey, ...]:
    keys = tuple(dict.fromkeys([whole.key(n) for n in whole.tickets]))
    return keys if len(keys) > 1 else tuple([key for key in context.group if key not in keys])


def _asked_approver(whole: Clause) -> str | None:
    """Remember whose verdict is asked for: "Compliance on NW-1, any news?", "Security?"."""
    if not whole.sentence.asked or listed("roles", "roles").isdisjoint(whole.all):
        return None
    places = [n for n, text in enumerate(whole.sentence.texts) if text in listed("roles", "roles")]
    return whole.verbatim(places[0], places[0] + 1) if places[0] < 3 else None


def _approver_at(whole: Clause) -> str | None:
    """Remember with whom a ticket lies: "NW-1 is with legal"."""
    if listed("roles", "approvers").isdisjoint(whole.all):
        return None
    places = (n for n, text in enumerate(whole.sentence.texts) if text in listed("roles", "approvers"))
    return next(
        (
            whole.verbatim(n, n + 1)
            for n in places
            if {"with", "by", "from"} & set(whole.sentence.texts[max(0, n - 2) : n])
        ),
        None,
    )


def _owed(whole: Clause, statements: tuple[Statement, ...]) -> tuple[str, frozenset[str]] | None:
    """Remember what a customer has just promised us."""
    theirs = next((s for s in statements if s.kind is Kind.DEPENDENCY and s.ticket is None and s.waiting_on), None)
    if theirs is None or theirs.waiting_on is None:
        return None
    return theirs.waiting_on, frozenset(t for t in whole.sentence.texts if t.isalpha() and len(t) > 2)


def _focus(clause: Clause, focus: tuple[TicketKey, ...]) -> tuple[TicketKey, ...]:
    """Tell what "it" means after a clause: its subjects, not the tickets that they wait for."""
    if not clause.tickets:
        return focus
    first = clause.cues[0].start if clause.cues else clause.end
    ahead = [n for n in clause.tickets if n < first]
    return tuple(dict.fromkeys([clause.key(n) for n in ahead or clause.tickets]))


def _with_customer(whole: Clause, context: Context) -> Context:
    named = whole.named("#c")
    if context.speaker.customer or not named:
        near = context.speaker.customer or context.addressed or named
        silence = 0 if near else context.silence + len(whole.tokens)
        return replace(context, silence=silence, forgotten=context.in_passing and silence > _FAR)
    passing = context.in_passing or context.customer is None
    customer = whole.customer(named[-1])
    return replace(context, customer=customer, silence=0, forgotten=False, in_passing=passing)


def _closed(context: Context, quiet: int) -> Context:
    focus = () if context.spoken and quiet >= _REMEMBERED else context.focus
    near = context.spoken and bool(focus)
    return context if (focus, near) == (context.focus, context.near) else replace(context, focus=focus, near=near)


def _names_ticket(utterance: Utterance, context: Context) -> bool:
    return bool(context.team.ticket_keys(utterance.text))


def in_turns(sentences_heard: list[Heard]) -> list[list[Heard]]:
    """Group what was heard by turn."""
    grouped: list[list[Heard]] = []
    for before, now in pairwise([None, *sentences_heard]):
        if before is None or now is None or before.turn != now.turn:
            grouped.append([])
        if now is not None:
            grouped[-1].append(now)
    return grouped
