"""What later sentences add to earlier ones: the same of another ticket, a blocker's cause, who can lift it."""

from dataclasses import replace
from itertools import pairwise

from sprintmind.reading.heard import Heard
from sprintmind.reading.lexicon import listed
from sprintmind.reading.parties import parties, unblocker
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement


def likewise(talk: list[Heard]) -> list[Heard]:
    """Say of "NW-2 too" what the sentence before it says of its tickets."""
    result: list[Heard] = []
    for heard in talk:
        before = next(
            (b for b in reversed(result[-4:]) if _says(b) and b.context.speaker == heard.context.speaker), None
        )
        result.append(replace(heard, statements=(*heard.statements, *_same(before, heard))) if before else heard)
    return result


def _same(before: Heard, heard: Heard) -> list[Statement]:
    whole = heard.whole
    if whole is None or _says(heard) or whole.sentence.predicates or not whole.tickets or whole.sentence.asked:
        return []
    texts = set(whole.sentence.texts)
    alike = {"too", "ditto", "likewise", "same", "also"} & texts or {"as", "well"} <= texts
    said = [s for s in before.statements if s.kind in {Kind.STATUS, Kind.BLOCKED}]
    if not alike or not said or "not" in texts:
        return []
    return [replace(said[-1], ticket=whole.key(n), quote=whole.sentence.text) for n in whole.tickets]


def _says(heard: Heard) -> bool:
    return any(s.kind is not Kind.NONE for s in heard.statements)


def with_reasons(talk: list[Heard]) -> list[Heard]:
    """Mind that "Blocked. Globex has not opened the port." names in its second sentence what the first waits for."""
    result = list(talk)
    for index, (now, following) in enumerate(pairwise(talk)):
        whole = following.whole
        if whole is None or following.turn != now.turn or _says(following) or whole.tickets or whole.sentence.asked:
            continue
        named = next(parties(whole, 0, len(whole.words)), None)
        frees = unblocker(whole) or _can_unblock(whole)
        if frees:
            result[index] = replace(now, statements=tuple(_freed(s, frees) for s in now.statements))
        elif named and {"not", "still", "need", "needs", "must", "until", "waiting", "has", "have", "because"} & set(
            whole.sentence.texts
        ):
            result[index] = replace(now, statements=tuple(_because(s, named.name) for s in now.statements))
    return result


def freed_by(talk: list[Heard]) -> list[Heard]:
    """Take from "Who can sort that out?" "Tom can." who can unblock what was last said to be blocked."""
    result = list(talk)
    for index, (now, following) in enumerate(pairwise(talk)):
        asked, answer = now.whole, following.whole
        if asked is None or answer is None or not _asks_for_help(asked) or following.turn == now.turn:
            continue
        named = next(parties(answer, 0, len(answer.words)), None)
        if named is None or "not" in answer.sentence.texts:
            continue
        at = next((n for n in range(index, max(-1, index - _FAR), -1) if _is_blocked(talk[n])), None)
        if at is not None:
            result[at] = replace(result[at], statements=tuple(_freed(s, named.name) for s in result[at].statements))
    return result


_FAR = 5
"""How many sentences back a blocker may stand of which somebody asks who can help."""


def _asks_for_help(asked: Clause) -> bool:
    texts = set(asked.sentence.texts)
    return {"who", "can"} <= texts and bool(listed("parties", "helps") & texts)


def _is_blocked(heard: Heard) -> bool:
    return any(s.kind is Kind.BLOCKED and s.value for s in heard.statements)


def _can_unblock(whole: Clause) -> str | None:
    """Tell who is the one that can unblock it."""
    helps = {"unblock", "help", "fix"} & set(whole.sentence.texts) and "can" in whole.sentence.texts
    return next((party.name for party in parties(whole, 0, len(whole.words))), None) if helps else None


def _freed(statement: Statement, by: str) -> Statement:
    return replace(statement, unblocker=by) if statement.kind is Kind.BLOCKED and statement.value else statement


def _because(statement: Statement, name: str) -> Statement:
    open_blocker = statement.kind is Kind.BLOCKED and statement.value and not statement.waiting_on
    return replace(statement, waiting_on=name) if open_blocker else statement
