"""Who has approved a ticket, refused it, or has not answered yet: one field per ticket and approver."""

from collections.abc import Iterator

from msgspec.structs import replace

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId, TicketKey
from sprintmind.reading.context import Context, said
from sprintmind.reading.lexicon import Cue, listed, united
from sprintmind.reading.modality import objection
from sprintmind.reading.sentences import Clause, clause_of
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.subjects import subjects

_FAMILIES = frozenset({"approval", "in_review", "blocked"})
_BARE = frozenset({"pending", "has", "got"})
_VALUES = {"approval.given": "approved", "approval.pending": "pending", "approval.rejected": "rejected"}


def approvals(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read approvals; "should be approved" and a code review in prose are none."""
    if _FAMILIES.isdisjoint(clause.families) and _is_elsewhere(clause.all):
        return
    noun = None if {"approval", "in_review"} & clause.families else _by_noun(clause)
    if noun:
        yield from (statement for statement in _of(clause, noun, context) if statement.by)
    found: list[Statement] = []
    for cue in clause.cues:
        if cue.name in _VALUES:
            found += _of(clause, cue, context)
        elif _is_bare_pending(clause, cue, context):
            found += _of(clause, Cue("approval.pending", cue.start, cue.end), context)
    yield from found
    yield from _has_it(clause, context)
    named = {statement.by.casefold() for statement in found if statement.by}
    yield from (statement for statement in _by_role(clause, context) if (statement.by or "").casefold() not in named)


def _is_elsewhere(texts: frozenset[str]) -> bool:
    """Tell whether words hold nothing that an approval is read from without a cue: its noun, a role, "has it"."""
    nouns = listed("nouns", "approval").isdisjoint(texts) and listed("roles", "roles").isdisjoint(texts)
    return nouns and _BARE.isdisjoint(texts)


def _has_it(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "…, NW-2 already has it" behind talk of an approval in the same sentence."""
    whole = clause.sentence
    for place in clause.tickets if "it" in clause.all else ():
        earlier = [cue for cue in whole.predicates if cue.name in _VALUES and cue.end <= place]
        behind = [text for text in whole.texts[place + 1 : place + 4] if text not in {"already", "also", "now"}]
        if not earlier or tuple(behind[:2]) not in {("has", "it"), ("got", "it")} or whole.asked:
            continue
        first = clause_of(whole, 0, place)
        statement = said(Kind.APPROVAL, clause, context, ticket=clause.key(place), value="approved")
        yield replace(statement, by=approver(first, earlier[-1], context))


def _by_role(clause: Clause, context: Context) -> Iterator[Statement]:
    """Read "legal ok, security pending": a role and, right behind it, the name of an approval's state."""
    by_noun = not listed("nouns", "approval").isdisjoint(clause.all)
    roles = listed("roles", "roles" if by_noun else "approvers")
    if roles.isdisjoint(clause.all):
        return
    for index in range(clause.start, clause.end):
        if clause.tokens[index] not in roles or clause.tokens[index - 1] in listed("roles", "roles"):
            continue
        end, value = _state_behind(clause, index + 1, by_noun=by_noun)
        if value == "rejected" and listed("nouns", "objections") & set(clause.texts(end, end + 2)):
            continue
        ahead = [clause.key(n) for n in clause.tickets if n < index]
        tickets = (
            tuple(ahead[-1:]) or tuple(clause.key(n) for n in clause.tickets) or (context.focus if context.near else ())
        )
        if value and tickets and objection(clause, Cue("approval.given", end - 1, end), context) is None:
            for ticket in tickets[:1]:
                statement = said(
                    Kind.APPROVAL, clause, context, cue=Cue("approval.role", index, end), ticket=ticket, value=value
                )
                yield replace(statement, by=_role(clause, index, index, clause.end))


def _state_behind(clause: Clause, start: int, *, by_noun: bool) -> tuple[int, str | None]:
    """Find the state right behind a role; the ticket may stand between beside a noun, "legal sign-off for NW-1: ok"."""
    skipped = united("roles.roles", "nouns.skipped") | (listed("nouns", "between") if by_noun else frozenset())
    for n in range(start, min(start + 8, clause.end)):
        text = clause.tokens[n]
        if text in skipped:
            continue
        return n + 1, next(
            (value for value in ("approved", "pending", "rejected") if text in listed("nouns", value)), None
        )
    return start, None


def _by_noun(clause: Clause) -> Cue | None:
    """Read an approval from its noun and the words around it: "no sign-off from legal yet", "has Dana's blessing"."""
    nouns = listed("nouns", "approval")
    if nouns.isdisjoint(clause.all) or clause.sentence.asked:
        return None
    places = [n for n in range(clause.start, clause.end) if clause.tokens[n] in nouns]
    if not places:
        return None
    texts = set(clause.texts(clause.start, clause.end))
    if texts & listed("nouns", "wanted"):
        return Cue("approval.pending", places[0], places[0] + 1)
    given = texts & listed("nouns", "given") and not texts & listed("nouns", "unsure")
    return Cue("approval.given", places[0], places[0] + 1) if given else None


def _is_of_list(clause: Clause, index: int) -> bool:
    """Tell whether a word stands right behind or before an "and": "legal and finance", "by legal and by finance"."""
    before, after = clause.texts(max(0, index - 2), index), clause.texts(index + 1, index + 2)
    return before[-1:] == ("and",) or before == ("and", "by") or after == ("and",)


def _is_bare_pending(clause: Clause, cue: Cue, context: Context) -> bool:
    """Mind that "Pending." after talk of an approval means that approval."""
    alone = clause.texts(cue.end, cue.end + 1) in {(), (".",), (",",)}
    if context.approver is not None and cue.name == "blocked.waits" and context.spoken:
        return clause.texts(cue.end, cue.end + 1) == ("them",)
    return context.approver is not None and alone and clause.texts(cue.start, cue.end) == ("pending",)


def _of(clause: Clause, cue: Cue, context: Context) -> Iterator[Statement]:
    about = subjects(clause, cue, context)
    tickets = about.tickets or _of_next(clause, context)
    if not tickets:
        return
    first = approver(clause, cue, context)
    silent = cue.name == "approval.pending" and first is not None and _is_customer(first, context)
    vague = (first is None or silent or context.team.person(PersonId(first)) is not None) and _is_vague(clause, cue)
    vague = vague and (first is None or (cue.name == "approval.pending" and first != context.owner))
    if vague or _is_mere_liking(clause, cue, first):
        return
    reason = objection(clause, cue, context)
    if about.piece and clause.tickets and "," in clause.texts(cue.end, clause.tickets[0]):
        reason = reason or "said of something else"
    if reason in {"negated", "of the past"} and cue.name == "approval.pending":
        reason = None
    if reason == "not of the whole ticket, or not meant" and {"side", "end"} & set(clause.texts(cue.end, cue.end + 4)):
        reason = None
    for ticket in tickets:
        statement = said(Kind.APPROVAL, clause, context, cue=cue, ticket=ticket, value=_VALUES[cue.name], reason=reason)
        for by in (first, *_further(clause, cue, first)):
            yield replace(statement, by=by)


def _is_customer(by: str, context: Context) -> bool:
    """Tell whether words name a customer, or its side; their silence is no approval to come."""
    plain, _, whose = by.replace("’", "'").partition("'s ")
    return context.team.customer_named(plain) is not None and whose.casefold() in listed("classes", "group") | {""}


def _further(clause: Clause, cue: Cue, first: str | None) -> Iterator[str]:
    """Find the other approvers of a list: "by security and by legal", "legal and finance approved"."""
    for index in range(clause.start, clause.end) if "and" in clause.all else ():
        if _is_of_list(clause, index):
            name = _named(clause, index, min(index + 1, clause.end))
            if name and name != first and (index < cue.start or clause.tokens[cue.end - 1] in {"by", "from"}):
                yield name


def _of_next(clause: Clause, context: Context) -> tuple[TicketKey, ...]:
    """Approvals have subjects of their own kind, "legal signed off": the ticket is the one spoken of."""
    other = {"other", "others", "another"} & set(clause.texts(clause.start, clause.end))
    return context.focus if context.near and not clause.tickets and not other else ()


def _is_mere_liking(clause: Clause, cue: Cue, by: str | None) -> bool:
    """Mind that "legal is happy with NW-1" approves it, and "Tom is happy with NW-1" tells how Tom feels."""
    liking = listed("nouns", "liking") & set(clause.texts(cue.start, cue.end))
    return bool(liking) and (by is None or by.casefold() not in listed("roles", "roles"))


def _is_vague(clause: Clause, cue: Cue) -> bool:
    """Words such as "still pending" or "declined" are an approval only beside an approver or an approval."""
    said = set(clause.texts(cue.start, cue.end))
    if said == {"pending"} or said & united("classes.nod", "classes.approval"):
        return False
    said_so = listed("around", "approval_named")
    return not said_so & set(clause.sentence.texts)


def approver(clause: Clause, cue: Cue, context: Context) -> str | None:
    """Tell whose approval it is: a person, a role or a customer near the cue; else of the clause or the one before."""
    behind = clause.tokens[cue.end - 1] in {"by", "from", "of", "with"} or clause.texts(cue.end, cue.end + 1) == ("by",)
    if found := _near(clause, cue, behind=behind):
        return found
    me = {"me", "mine", "us", "our", "my"} & set(clause.texts(cue.end, cue.end + 3))
    own = (_is_own(clause, cue) and not behind) or me
    they = "they" in clause.texts(clause.start, cue.start)
    return (
        (_speaking(context) if own else None)
        or _in_words(clause, cue)
        or _subject(clause, cue)
        or _carried(context)
        or (context.approver if they or cue.name == "approval.pending" else None)
        or (_speaking(context) if _opens(clause, cue) and context.spoken else None)
    )


def _near(clause: Clause, cue: Cue, *, behind: bool) -> str | None:
    """Find who is named in a cue, or else on the side of it where an approver stands, or else on the other."""
    if inside := _named(clause, cue.start, cue.end):
        return inside
    sides = (cue.end, min(cue.end + 5, clause.end), False), (clause.start, cue.start, True)
    found = (_named(clause, start, end, nearest=nearest) for start, end, nearest in (sides if behind else sides[::-1]))
    return next((name for name in found if name), None)


def _is_own(clause: Clause, cue: Cue) -> bool:
    """Mind that "I approved" and "has my approval" are the speaker's, and "my boss approved" is the boss's."""
    ahead = clause.texts(clause.start, cue.end)
    nouns = united("classes.approval", "classes.nod", "nouns.approval")
    mine = any(
        text == "my" and (clause.texts(n + 1, n + 2) or ("",))[0] in nouns for n, text in enumerate(ahead, clause.start)
    )
    return mine or bool({"i", "mine"} & set(ahead))


def _speaking(context: Context) -> str | None:
    """Tell whose word "approved from me" is: the speaker's, or the customer's for whom they speak."""
    return context.owner or context.speaker.customer


def _opens(clause: Clause, cue: Cue) -> bool:
    """Mind that "Rejected, sorry." in answer is the speaker's own verdict."""
    return clause.start == cue.start == 0 and cue.name != "approval.pending"


def _in_words(clause: Clause, cue: Cue) -> str | None:
    """Take the words used for an approver who is no known role: "approval from the card scheme requested"."""
    places = [n for n in range(cue.start, min(cue.end + 2, clause.end)) if clause.tokens[n] in {"from", "by"}]
    if not places:
        return None
    first = places[-1] + 1
    while first < clause.end and clause.tokens[first] in listed("words", "determiners"):
        first += 1
    last = first
    while last < clause.end and last - first < 3 and clause.tokens[last].isalpha():  # a name's words
        if clause.tokens[last] in united("nouns.ends", "nouns.wanted", "nouns.given"):
            break
        last += 1
    pronoun = listed("words", "pronouns") & set(clause.texts(first, last))
    return None if pronoun else clause.verbatim(first, last) or None


def _subject(clause: Clause, cue: Cue) -> str | None:
    """Take the words of a subject who is no known role: "the port authority approved NW-1"."""
    if clause.tokens[cue.start] not in listed("nouns", "active") and not _is_perfect(clause, cue):
        return None
    last = cue.start
    while last > clause.start and clause.tokens[last - 1] in listed("nouns", "helping"):
        last -= 1
    first = last
    while first > clause.start and last - first < 3 and clause.tokens[first - 1].isalpha():  # a name's words
        word = clause.tokens[first - 1]
        if word in united("words.determiners", "nouns.leads"):
            return clause.verbatim(first, last) or None
        small = word in united("words.fillers", "words.pronouns")
        if small and not (word == "team" and first == last):
            return None
        first -= 1
    after_ticket = first > clause.start and clause.tokens[first - 1] == "#t"
    return None if first == last or after_ticket else clause.verbatim(first, last)


def _is_perfect(clause: Clause, cue: Cue) -> bool:
    """Mind that "infection control has given their sign-off" has its subject before "has"."""
    return clause.tokens[cue.start] == "given" and clause.texts(cue.start - 1, cue.start) in {("has",), ("have",)}


def _carried(context: Context) -> str | None:
    for earlier in (context.follows, context.asked):
        if earlier is not None and (found := _named(earlier, earlier.start, earlier.end)):
            return found
    return None


def _named(clause: Clause, start: int, end: int, *, nearest: bool = False) -> str | None:
    places = range(start, end)
    for index in reversed(places) if nearest else places:
        text = clause.tokens[index]
        if text in {"#p", "#c"}:
            meaning = clause.meaning(index)
            return _role_behind(clause, index) or (
                clause.verbatim(index, index + 1) if meaning == UNKNOWN_PERSON else str(meaning)
            )
        if text in listed("roles", "roles"):
            return _role(clause, index, start, end)
    return None


def _role(clause: Clause, index: int, start: int, end: int) -> str:
    """Take the words of a role that belong together, "works council"."""
    first, last = index, index + 1
    while first > start and clause.tokens[first - 1] in listed("roles", "roles"):
        first -= 1
    while last < end and clause.tokens[last] in listed("roles", "roles"):
        last += 1
    whole = first
    while whole > clause.start and first - whole < 2 and clause.tokens[whole - 1].isalpha():
        if clause.tokens[whole - 1] in listed("words", "determiners"):
            return clause.verbatim(whole, last)
        if clause.tokens[whole - 1] in united("words.fillers", "nouns.active"):
            break
        whole -= 1
    return clause.verbatim(_with_kind(clause, first), last)


def _with_kind(clause: Clause, head: int) -> int:
    """Mind that "revenue protection" is not just any protection: the noun before such a head belongs to it."""
    before = clause.tokens[head - 1] if head > clause.start else ""
    small = united("words.fillers", "words.pronouns", "words.prepositions")
    verbal = united("nouns.active", "nouns.given", "nouns.wanted", "nouns.unsure")
    kind = before.isalpha() and not before.endswith("ly") and before not in small | verbal
    return head - 1 if kind and clause.tokens[head] in listed("roles", "heads") else head


def _role_behind(clause: Clause, index: int) -> str | None:
    """Keep "Tidemoor's DPO" and "Tom's team" whole: neither is the customer alone, nor Tom, nor one of ours."""
    texts = clause.texts(index, index + 3)
    theirs = united("roles.roles", "classes.group") if texts[:1] == ("#c",) else listed("roles", "around")
    if len(texts) == 3 and texts[1] == "'s" and texts[2] in theirs:
        return clause.verbatim(index, index + 3)
    return None
