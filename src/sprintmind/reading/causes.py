"""What later sentences add to earlier ones: the same of another ticket, a blocker's cause, who can lift it."""

from itertools import pairwise

from msgspec.structs import replace

from sprintmind.reading.context import said
from sprintmind.reading.heard import Heard
from sprintmind.reading.lexicon import listed
from sprintmind.reading.parties import parties, silent_party, subject_words, unblocker
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement


def likewise(talk: list[Heard]) -> list[Heard]:
    """Say of "NW-2 too" what the sentence before it says of its tickets."""
    result: list[Heard] = []
    for heard in talk:
        if heard.whole is None or _ALIKE.isdisjoint(heard.whole.all):
            result.append(heard)
            continue
        before = next(
            (b for b in reversed(result[-4:]) if _says(b) and b.context.speaker == heard.context.speaker), None
        )
        same = _same(before, heard) if before else []
        result.append(replace(heard, statements=(*heard.statements, *same)) if same else heard)
    return result


_ALIKE = listed("around", "alike")
_SAME = frozenset({("same",), ("same", "."), ("ditto",), ("ditto", "."), ("same", "here"), ("likewise", ".")})


def _same(before: Heard, heard: Heard) -> list[Statement]:
    whole = heard.whole
    if whole is not None and whole.sentence.texts[:2] in _SAME:
        return [
            replace(before.statements[-1], ticket=key, quote=whole.sentence.text) for key in heard.context.focus[:1]
        ]
    if whole is None or not whole.tickets or whole.sentence.predicates or _says(heard) or whole.sentence.asked:
        return []
    texts = whole.all
    alike = {"too", "ditto", "likewise", "same", "also"} & texts or {"as", "well"} <= texts
    said = [s for s in before.statements if s.kind in {Kind.STATUS, Kind.BLOCKED}]
    if not alike or not said or "not" in texts or _wishes(whole):
        return []
    return [replace(said[-1], ticket=whole.key(n), quote=whole.sentence.text) for n in whole.tickets]


def _wishes(whole: Clause) -> bool:
    """Mind that "Ideally NW-2 should also be there" and "the idea is to do NW-2 as well" say nothing of now."""
    return not {"hope", "condition", "hearsay.hedge"}.isdisjoint(whole.sentence.wording.moods)


def _says(heard: Heard) -> bool:
    return any(s.kind is not Kind.NONE for s in heard.statements)


def with_reasons(talk: list[Heard]) -> list[Heard]:
    """Mind that "Blocked. Globex has not opened the port." names in its second sentence what the first waits for."""
    result = list(talk)
    for index, (now, following) in enumerate(pairwise(talk)):
        whole = following.whole
        if whole is None or following.turn != now.turn or _says(following) or whole.tickets or whole.sentence.asked:
            continue
        frees = unblocker(whole) or _can_unblock(whole)
        if frees:
            result[index] = replace(now, statements=tuple(_freed(s, frees) for s in now.statements))
        elif cause := _cause(whole):
            result[index] = replace(now, statements=tuple(_because(s, cause) for s in now.statements))
    return result


def _cause(whole: Clause) -> str | None:
    """Tell who or what a sentence says is still to come: a name, a role, or its subject."""
    texts = whole.sentence.texts
    if silent := silent_party(whole, 0):
        return silent
    if not listed("answers", "lacks") & set(texts):
        return None
    named = next(parties(whole, 0, len(whole.tokens)), None)
    return named.name if named else subject_words(whole)


def explained(talk: list[Heard]) -> list[Heard]:
    """Take the cause of a blocker from the answer to "On what?", "Why?" or "Since when?"; names count, and tickets."""
    result = list(talk)
    for index, heard in enumerate(talk):
        if not any(_is_open(s) for s in heard.statements):
            continue
        cause = next((found for later in _answers(talk, index) if (found := _named_cause(later))), None)
        if cause:
            result[index] = replace(heard, statements=tuple(_because(s, cause) for s in heard.statements))
    return result


def _answers(talk: list[Heard], index: int) -> list[Heard]:
    """Give what the same speaker says in the next turn, after somebody asked for more."""
    first = talk[index]
    later = [heard for heard in talk[index + 1 : index + 8] if heard.turn in {first.turn + 1, first.turn + 2}]
    asked = [h for h in later if h.turn == first.turn + 1]
    if not asked or asked[-1].whole is None or not asked[-1].whole.sentence.asked or asked[-1].whole.tickets:
        return []
    return [h for h in later if h.turn == first.turn + 2 and h.context.speaker == first.context.speaker]


def _named_cause(heard: Heard) -> str | None:
    whole = heard.whole
    if whole is None or whole.sentence.asked or any(s.kind is Kind.BLOCKED for s in heard.statements):
        return None
    opens = whole.sentence.texts[:1] and whole.sentence.texts[0] in {"on", "by", "for", "because", "still"}
    named = next(parties(whole, 0, len(whole.tokens)), None) if opens else None
    return named.name if named else _cause(whole)


def asked_for(talk: list[Heard]) -> list[Heard]:
    """Read "What is NW-1 waiting for?" "The keys from Acme." as what NW-1 waits for."""
    result = list(talk)
    for index, (now, following) in enumerate(pairwise(talk), 1):
        asked, answer = now.whole, following.whole
        if asked is None or answer is None or not _asks_what_is_missing(asked) or following.turn == now.turn:
            continue
        named = next(parties(answer, 0, len(answer.tokens), besides=(asked.key(asked.tickets[0]),)), None)
        if named is None or answer.sentence.asked or len(answer.tokens) > _SHORT or _says_blocked(following):
            continue
        wait = said(Kind.DEPENDENCY, answer, following.context, ticket=asked.key(asked.tickets[0]), value=True)
        made = (*following.statements, replace(wait, waiting_on=named.name))
        result[index] = replace(following, statements=made)
    return result


_SHORT = 9
"""Of how many words an answer to "What is missing?" may be."""


def _asks_what_is_missing(asked: Clause) -> bool:
    if not asked.tickets or not asked.sentence.asked:
        return False
    opens = not {"what", "who", "whom", "what's"}.isdisjoint(asked.texts(0, 4))
    return opens and not listed("answers", "lacking").isdisjoint(asked.all)


def _says_blocked(heard: Heard) -> bool:
    return any(s.kind in {Kind.BLOCKED, Kind.DEPENDENCY} for s in heard.statements)


def hence(talk: list[Heard]) -> list[Heard]:
    """Mind that "They haven't sent the files. Hence no movement on NW-1." names the cause first."""
    result = list(talk)
    for index in range(1, len(talk)):
        before, now = talk[index - 1], talk[index]
        whole, cause = now.whole, before.whole
        if whole is None or cause is None or listed("answers", "hence").isdisjoint(whole.texts(0, 2)):
            continue
        if not any(_is_open(s) for s in now.statements) or cause.sentence.asked:
            continue
        who = _cause(cause)
        who = now.context.customer if who is None and {"they", "them", "their"} & set(cause.sentence.texts) else who
        if who:
            result[index] = replace(now, statements=tuple(_because(s, who) for s in now.statements))
    return result


def resumed(talk: list[Heard]) -> list[Heard]:
    """Mind that "Then I can continue" lifts the blocker that its speaker voiced a few turns before."""
    result = list(talk)
    for index, heard in enumerate(talk):
        whole = heard.whole
        if whole is None or not _resumes(whole):
            continue
        before = (
            s
            for earlier in reversed(talk[max(0, index - 2 * _FAR) : index])
            if earlier.context.speaker == heard.context.speaker and (heard.context.spoken or earlier.turn == heard.turn)
            for s in earlier.statements
        )
        last = next((s for s in before if _was_blocked(s)), None)
        if last is not None and not any(s.kind is Kind.BLOCKED for s in heard.statements):
            lift = said(Kind.BLOCKED, whole, heard.context, ticket=last.ticket, value=False)
            result[index] = replace(heard, statements=(*heard.statements, lift))
    return result


def _was_blocked(statement: Statement) -> bool:
    """Tell whether it says that a ticket is or was blocked; "was stuck" opens nothing, but may be lifted."""
    was = statement.kind is Kind.NONE and statement.meant is Kind.BLOCKED and statement.reason == "negated"
    past = was and any('"was' in cue.casefold() or '"were' in cue.casefold() for cue in statement.cues)
    return past or (statement.kind is Kind.BLOCKED and statement.value is True)


def _resumes(whole: Clause) -> bool:
    resumed = any(cue.name == "blocker.resumed" for cue in whole.sentence.talk)
    return resumed and listed("around", "not_resumed").isdisjoint(whole.all)


def freed_by(talk: list[Heard]) -> list[Heard]:
    """Take from "Who can sort that out?" "Tom can." who can unblock what was last said to be blocked."""
    result = list(talk)
    for index, (now, following) in enumerate(pairwise(talk)):
        asked, answer = now.whole, following.whole
        if asked is None or answer is None or not _asks_for_help(asked) or following.turn == now.turn:
            continue
        named = next(parties(answer, 0, len(answer.tokens)), None)
        if named is None or "not" in answer.sentence.texts:
            continue
        at = next((n for n in range(index, max(-1, index - _FAR), -1) if _is_blocked(talk[n])), None)
        if at is not None:
            result[at] = replace(result[at], statements=tuple(_freed(s, named.name) for s in result[at].statements))
    return result


_FAR = 5
"""How many sentences back a blocker may stand of which somebody asks who can help."""


def _asks_for_help(asked: Clause) -> bool:
    return asked.all.issuperset(("who", "can")) and not listed("parties", "helps").isdisjoint(asked.all)


def _is_blocked(heard: Heard) -> bool:
    return any(s.kind is Kind.BLOCKED and s.value for s in heard.statements)


def _can_unblock(whole: Clause) -> str | None:
    """Tell who is the one that can unblock it."""
    helps = {"unblock", "help", "fix"} & set(whole.sentence.texts) and "can" in whole.sentence.texts
    return next((party.name for party in parties(whole, 0, len(whole.tokens))), None) if helps else None


def _freed(statement: Statement, by: str) -> Statement:
    return replace(statement, unblocker=by) if statement.kind is Kind.BLOCKED and statement.value else statement


def _is_open(statement: Statement) -> bool:
    return statement.kind is Kind.BLOCKED and statement.value is True and not statement.waiting_on


def _because(statement: Statement, name: str) -> Statement:
    open_blocker = statement.kind is Kind.BLOCKED and statement.value and not statement.waiting_on
    return replace(statement, waiting_on=name) if open_blocker else statement
