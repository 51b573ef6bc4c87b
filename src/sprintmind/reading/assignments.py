"""Whose a ticket is now, when it is due, and in which sprint it is."""

from collections.abc import Iterator

from msgspec.structs import replace

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId, TicketKey
from sprintmind.reading.context import Context, said
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.modality import moods, objection
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.subjects import object_is_piece, run_from, subjects

_ARROWS = frozenset({"→", "->", "=>"})
_TOLD = frozenset({"assignee", "owner", "reassigned", "assigned"})
_FIELDS = frozenset({"assignee", "assignees"})
_PLANNED = frozenset({"a plan or a hope", "an instruction, not a report"})


def assignments(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read who takes, gets or has a ticket; a name that fits two people is unknown."""
    for cue in clause.cues if "assign" in clause.families else ():
        if cue.name in _TAKERS:
            yield from _assigned(clause, cue, context)
    if not _ARROWS.isdisjoint(clause.all) or ({"to", "#p"} <= clause.all and not _TOLD.isdisjoint(clause.all)):
        yield from _by_arrow(clause, context)
    yield from _by_label(clause, context)
    yield from _gapped(clause, context)


def _gapped(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "…, NW-2 to Wes" after "NW-1 goes to Kim"."""
    first = next(iter(clause.tickets), None)
    if first is not None and not clause.cues and clause.texts(first + 1, clause.end) in _HANDED:
        yield _assignee(clause, None, context, clause.key(first), clause.person(first + 2), None)
        return
    before = context.follows
    if (
        before is None
        or before.sentence is not clause.sentence
        or not any(cue.name == "assign.to" for cue in before.cues)
    ):
        return
    for index in clause.tickets:
        if clause.texts(index + 1, index + 3) in {("to", "#p"), ("to", "me")} and not clause.cues:
            person = clause.person(index + 2) if clause.tokens[index + 2] == "#p" else context.owner
            if person:
                yield _assignee(clause, None, context, clause.key(index), person, None)


def _assigned(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    person = _TAKERS[cue.name](clause, cue, context)
    tickets = () if _takes_other(clause, cue, context) else _tickets(clause, cue, context)
    if person is None or not tickets or (clause.tokens[cue.start] == "mine" and not _is_behind(clause, cue)):
        return
    if "mine" in clause.texts(cue.start, cue.end) and any(other.family == "approval" for other in clause.cues):
        return
    reason = objection(clause, cue, context)
    reason = None if reason in _PLANNED and _offers(clause, cue) else reason
    for ticket in tickets:
        yield _assignee(clause, cue, context, ticket, person, reason)


def _takes_other(clause: Clause, cue: Cue, context: Context) -> bool:
    """Mind that "he's got the only test rig" has him own the rig, and "Tom has seen it" nothing at all."""
    behind = "".join(clause.texts(cue.end, cue.end + 1))
    asks_time = clause.texts(cue.start, cue.start + 2) == ("give", "me")
    if asks_time and listed("idioms", "moments") & set(clause.texts(cue.start + 2, cue.start + 5)):
        return True
    if clause.tokens[cue.end - 1] == "have" and (behind == "been" or clause.texts(cue.start - 1, cue.start) == ("do",)):
        return True
    done = "".join(clause.texts(cue.end + 1, cue.end + 2)).endswith("ed")
    if clause.tokens[cue.end - 1] == "has" and behind == "," and done:
        return True
    if _is_idle(clause, cue, behind):
        return True
    if clause.tokens[cue.end - 1] == "has" and behind.isalpha() and behind not in listed("around", "had"):
        return True
    before = context.follows
    it = behind in {"that", "it"} and before is not None and bool(before.named("#c")) and not before.tickets
    if it and not clause.tickets:
        return True
    return cue.name in {"assign.he", "assign.them", "assign.me"} and object_is_piece(clause, cue.end)


def _is_idle(clause: Clause, cue: Cue, behind: str) -> bool:
    """Mind that "I'll keep it short", "you have built a shop" and "I'm taking that back with me" take no ticket."""
    last, then = clause.tokens[cue.end - 1], "".join(clause.texts(cue.end + 1, cue.end + 2))
    if last in {"keep", "keeps", "keeping"}:
        how = behind in {"it", "that", "this"} and then.isalpha() and then not in listed("elsewhere", "keeping")
        return how or behind == "not" or behind.endswith("ing")
    if last == "taking":
        return f"{behind} {then}".strip() in listed("elsewhere", "taken_along")
    yours = cue.name == "assign.you" and last in {"have", "get"}
    return yours and (behind.endswith("ed") or behind in listed("elsewhere", "having"))


def _is_behind(clause: Clause, cue: Cue) -> bool:
    """Mind that "NW-1 is mine" says whose it is; "mine's NW-1" only which one is spoken of."""
    return any(n < cue.start for n in clause.tickets) or not clause.tickets


def _assignee(
    clause: Clause, cue: Cue | None, context: Context, ticket: TicketKey, person: PersonId, reason: str | None
) -> Statement:
    statement = said(Kind.ASSIGNEE, clause, context, cue=cue, ticket=ticket, value=person, reason=reason)
    return replace(statement, person=person)


def _offers(clause: Clause, cue: Cue) -> bool:
    """Mind that "I'll take it" is a plan that makes it mine; "I might take it" is not."""
    weak = listed("around", "taking_unsure")
    return not weak & set(clause.texts(clause.start, cue.end))


def _tickets(clause: Clause, cue: Cue, context: Context) -> tuple[TicketKey, ...]:
    inside = tuple(clause.key(n) for n in clause.tickets if cue.start <= n < cue.end)
    if inside:
        return inside
    if cue.name in {"assign.me", "assign.them", "assign.he"} and clause.tokens[cue.start] != "mine":
        after = next((n for n in clause.tickets if n >= cue.end), None)
        if after is not None and {"for", "of", "on", "about", "in"} & set(clause.texts(cue.end, after)):
            return ()
        if after is not None and after - cue.end < 4:
            return run_from(clause, after)
    return subjects(clause, cue, context).tickets


def _speaker(clause: Clause, cue: Cue, context: Context) -> PersonId | None:
    """Mind that "I'll take it", and "taking NW-1" where nobody else is named before it."""
    before = clause.texts(clause.start, cue.start)
    if clause.tokens[cue.end - 1] == "me" or clause.texts(cue.start, cue.end)[1:2] == ("me",):
        return context.owner
    if ("#p" in before and clause.tokens[cue.start] != "i") or listed("around", "taken_by_others") & set(before):
        return None
    first = clause.tokens[cue.start]
    if first in listed("around", "taking_bare") and before and before[-1] not in _LEADS:
        return None
    return context.owner


_HANDED = frozenset({("to", "#p"), ("to", "#p", "."), ("to", "#p", ","), ("to", "#p", ";")})
_LEADS = listed("around", "taking_leads")


def _named_in(clause: Clause, cue: Cue, context: Context) -> PersonId | None:  # noqa: ARG001 -- the cue decides which of these is asked; all take the same
    return next((clause.person(n) for n in clause.named("#p", cue.start, cue.end)), None)


def _named_after(clause: Clause, cue: Cue, context: Context) -> PersonId | None:
    if clause.texts(cue.end, cue.end + 1) in {("me",), ("myself",)}:
        return context.owner
    found = clause.named("#p", cue.end, min(cue.end + 2, clause.end))
    last = clause.tokens[cue.end - 1]
    if not found or (last == "with" and not _is_end(clause, found[0])) or _is_role(clause, found[0]):
        return None
    return clause.person(found[0])


def _is_end(clause: Clause, index: int) -> bool:
    return clause.texts(index + 1, index + 2) in {(), (".",), (",",), ("now",), (";",)}


def _is_role(clause: Clause, index: int) -> bool:
    """Mind that "goes to Kim for review" hands nothing over, and "to Kim's team" not to Kim."""
    return clause.texts(index + 1, index + 2) in {("for",), ("'s",), ("to",)}


def _addressed(clause: Clause, cue: Cue, context: Context) -> PersonId | None:
    """Mind that "Tom, that's yours" names whom, and "it's yours" means who spoke just before."""
    people = clause.named("#p", 0, len(clause.tokens) if clause.sentence.asked else cue.start)
    if people:
        return clause.person(people[-1])
    yours = "yours" in clause.texts(cue.start, cue.end) and not clause.sentence.asked
    return context.before.person if yours and context.spoken and context.before.ours else None


def _mentioned(clause: Clause, cue: Cue, context: Context) -> PersonId | None:  # noqa: ARG001
    """Mind that "APP-40 is his": the one person named just before."""
    for earlier in (clause, context.follows):
        people = {earlier.person(n) for n in earlier.named("#p", 0, earlier.end)} if earlier else set()
        if people:
            return people.pop() if len(people) == 1 else UNKNOWN_PERSON
    return None


_TAKERS = {
    "assign.me": _speaker,
    "assign.them": _named_in,
    "assign.to": _named_after,
    "assign.owned": _named_in,
    "assign.you": _addressed,
    "assign.his": _mentioned,
    "assign.he": _mentioned,
}


def _by_arrow(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "NW-1: Tom → me" and "assignee Tom Beck → Jonas Keller"."""
    for index in range(clause.start + 1, clause.end - 1):
        if clause.tokens[index] not in _ARROWS and not _is_handover(clause, index):
            continue
        before, after = clause.tokens[index - 1], clause.tokens[index + 1]
        known = {"#p", "me", "nobody", "unassigned"}
        if after not in {"#p", "me"} or (before not in known and before != "#t"):
            continue
        person = context.owner if after == "me" else clause.person(index + 1)
        tickets = [clause.key(n) for n in clause.tickets if n < index]
        if person and tickets and not moods(clause, "condition", 0, index):
            yield _assignee(clause, None, context, tickets[-1], person, None)


def _by_label(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "assignee Tom Beck", "changed the assignee to Tom", "assignee: null -> Tom": the last name of the field."""
    if _FIELDS.isdisjoint(clause.all):
        return
    places = [n for n in range(clause.start, clause.end) if clause.tokens[n] in _FIELDS]
    if not places or any(cue.family == "assign" for cue in clause.cues):
        return
    stops = {",", ";", ".", "|", "("}
    end = next((n for n in range(places[0] + 1, clause.end) if clause.tokens[n] in stops), clause.end)
    people = clause.named("#p", places[0], end)
    tickets = tuple(clause.key(n) for n in clause.tickets) or context.focus
    reason = objection(clause, Cue("assign.label", places[0], places[0] + 1), context)
    if people and tickets and not reason:
        yield _assignee(clause, None, context, tickets[0], clause.person(people[-1]), None)


def _is_handover(clause: Clause, index: int) -> bool:
    """Mind that "Changed the assignee of NW-1 from Tom to Lena"."""
    told = _TOLD & set(clause.texts(clause.start, index))
    return clause.tokens[index] == "to" and clause.tokens[index - 1] == "#p" and bool(told)


def sprints(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read into which sprint a ticket goes."""
    if "sprint" not in clause.families:
        return
    for cue in clause.cues:
        if cue.family != "sprint":
            continue
        number = clause.texts(cue.end, cue.end + 1)
        if not number or not number[0].isalnum() or objection(clause, cue, context):
            continue
        for ticket in subjects(clause, cue, context).tickets:
            yield said(
                Kind.SPRINT, clause, context, cue=cue, ticket=ticket, value=clause.verbatim(cue.end, cue.end + 1)
            )
