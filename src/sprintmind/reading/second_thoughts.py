"""What later words do to earlier ones: answers, retractions, corrections that are conceded, lifted blockers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from sprintmind.domain.events import PersonId, TicketKey, Value
from sprintmind.reading.context import said
from sprintmind.reading.heard import Heard, in_turns
from sprintmind.reading.lexicon import Cue, cues, listed
from sprintmind.reading.parties import parties, unblocker
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement, unsaid

_SAYS = frozenset(Kind) - {Kind.NONE, Kind.PROGRESS}


def answered(talk: list[Heard]) -> list[Heard]:
    """Turn what was asked into what is said, where the next speaker says yes."""
    grouped = in_turns(talk)
    result: list[Heard] = []
    for before, turn in zip([[], *grouped], grouped, strict=False):
        result += _confirmed(before, turn)
    return result


def _confirmed(before: list[Heard], turn: list[Heard]) -> list[Heard]:
    asked = [s for s in (before[-1].statements if before else ()) if s.reason == "a question"]
    first = turn[0]
    if (
        not asked
        or _asks_for_more(before[-1].whole)
        or first.whole is None
        or first.context.speaker == before[-1].context.speaker
        or not _says_yes(first.whole)
    ):
        return turn
    speaker = first.context.speaker.person
    said = {(s.kind, s.ticket) for heard in turn for s in heard.statements if s.kind in _SAYS}
    made = [
        replace(s, kind=s.meant, meant=None, reason=None, speaker=speaker)
        for s in asked
        if s.meant and (s.value is not None or (s.meant is Kind.COMMITMENT and s.what))
    ]
    made = [_by_answer(s, first.whole, first.context.owner) for s in made]
    kept = tuple(s for s in made if (s.kind, s.ticket) not in said)
    return [replace(first, statements=(*kept, *first.statements)), *turn[1:]]


def _by_answer(statement: Statement, answer: Clause, owner: PersonId | None) -> Statement:
    """Take the cause from the answer, "still blocked?" "yes, by Globex", and whose promise it is."""
    if statement.kind is Kind.COMMITMENT and owner and "i" in answer.sentence.texts:
        return replace(statement, owner=owner, person=owner)
    if statement.kind is not Kind.BLOCKED or statement.waiting_on:
        return statement
    return replace(statement, waiting_on=next((party.name for party in parties(answer, 0, len(answer.words))), None))


def volunteered(talk: list[Heard]) -> list[Heard]:
    """Give a ticket to who answers "I will" when somebody was asked for, and take it from who says "I can't"."""
    grouped = in_turns(talk)
    for before, turn in pairwise(grouped):
        first, asked = turn[0], before[-1].whole
        if first.whole is None or asked is None or first.context.speaker == before[-1].context.speaker:
            continue
        person = first.context.owner
        if person and _refuses(first.whole):
            before[:] = [_declined(heard, person) for heard in before]
        elif person and _asks_who(asked) and _offers(first.whole):
            turn[0] = replace(first, statements=(*first.statements, *_taken(first, asked, person)))
    return [heard for turn in grouped for heard in turn]


def _asks_who(asked: Clause) -> bool:
    texts = set(asked.sentence.texts)
    takes = {
        "take",
        "takes",
        "pick",
        "picks",
        "grab",
        "own",
        "handle",
        "do",
        "does",
        "has",
        "got",
        "doing",
        "taking",
    } & texts
    return asked.sentence.asked and bool(takes) and bool({"who", "somebody", "someone", "anybody", "anyone"} & texts)


def _offers(answer: Clause) -> bool:
    texts = [text for text in answer.sentence.texts if text.isalpha()]
    return texts == ["me"] or (
        texts[:2] in (["i", "will"], ["i", "can"], ["i", "do"], ["let", "me"])
        and len(texts) <= 4
        and "not" not in texts
    )


def _refuses(answer: Clause) -> bool:
    return answer.sentence.texts[:3] in {
        ("i", "can", "not"),
        ("i", "will", "not"),
        ("no", ",", "i"),
        ("not", "me", ","),
    }


def _declined(heard: Heard, person: PersonId) -> Heard:
    refused = (unsaid(s, "declined") if s.kind is Kind.ASSIGNEE and s.value == person else s for s in heard.statements)
    return replace(heard, statements=tuple(refused))


def _taken(first: Heard, asked: Clause, person: PersonId) -> list[Statement]:
    if first.whole is None or any(s.kind is Kind.ASSIGNEE for s in first.statements):
        return []
    made = [
        said(Kind.ASSIGNEE, first.whole, first.context, ticket=asked.key(n), value=person) for n in asked.tickets[:1]
    ]
    return [replace(statement, person=person) for statement in made]


def _asks_for_more(whole: Clause | None) -> bool:
    """A question that wants more than a yes: who, what, when, how."""
    return whole is not None and bool(
        {"who", "what", "when", "where", "why", "how", "who's", "whose", "which"} & set(whole.sentence.texts[:4])
    )


def _says_yes(whole: Clause) -> bool:
    found = cues(whole.sentence.texts, "talk")
    yes = [cue for cue in found if cue.name == "answer.yes"]
    no = [cue for cue in found if cue.name == "answer.no"]
    negated = "not" in whole.sentence.texts
    return bool(yes) and not no and not negated and (yes[0].start <= 1 or len(whole.sentence.texts) <= 6)


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


def taken_back(talk: list[Heard]) -> list[Heard]:
    """Drop what its speaker takes back, and say it of the ticket that was meant instead, where one is named."""
    result: list[Heard] = []
    for heard in talk:
        at = _last_said(result, heard)
        if at is None or _retraction(heard) is None:
            result.append(heard)
            continue
        gone = result[at]
        result[at] = replace(gone, statements=_dropped(gone.statements, "taken back by the speaker"))
        result.append(replace(heard, statements=(*heard.statements, *_meant(gone.statements, heard))))
    return result


def _retraction(heard: Heard) -> Cue | None:
    if heard.whole is None:
        return None
    found = [cue for cue in cues(heard.whole.sentence.texts, "talk") if cue.name == "retraction.own"]
    return next((cue for cue in found if cue.start <= 4 and not _only_names(cue, heard)), None)


def _only_names(cue: Cue, heard: Heard) -> bool:
    """Mind that "Not NW-1" and "rather NW-1" take something back only at the head of a sentence or behind "sorry"."""
    whole = heard.whole
    words = whole.sentence.texts[cue.start : cue.end] if whole else ()
    return words[:1] in {("not",), ("rather",)} and (cue.start > 0 or any(s.kind in _SAYS for s in heard.statements))


def _last_said(talk: list[Heard], now: Heard) -> int | None:
    """Find the speaker's last sentence that claims something, in this turn or in the one before it."""
    for index in range(len(talk) - 1, -1, -1):
        heard = talk[index]
        if now.turn - heard.turn > 3:
            return None
        same = heard.context.speaker == now.context.speaker
        if same and any(s.kind in _SAYS for s in heard.statements):
            return index
    return None


def _dropped(statements: Iterable[Statement], reason: str) -> tuple[Statement, ...]:
    return tuple(unsaid(s, reason) if s.kind in _SAYS else s for s in statements)


def _meant(gone: Iterable[Statement], heard: Heard) -> list[Statement]:
    """Say of the ticket that was meant what had been said of the wrong one: "sorry, I meant NW-2"."""
    whole = heard.whole
    before = [s for s in gone if s.kind in _SAYS and s.ticket]
    if whole is None or any(s.kind in _SAYS for s in heard.statements) or not before:
        return []
    wrong = {s.ticket for s in before}
    named = [whole.key(n) for n in whole.tickets if whole.sentence.texts[n - 1 : n] != ("not",)]
    right: list[TicketKey] = [key for key in named if key not in wrong]
    quote = whole.sentence.text
    return (
        [replace(s, ticket=right[0], quote=quote) for s in before if s.ticket == before[0].ticket]
        if len(right) == 1
        else []
    )


def conceded(talk: list[Heard]) -> list[Heard]:
    """Drop what a speaker said and another corrected, where the first concedes it."""
    grouped = in_turns(talk)
    for index in range(2, len(grouped)):
        first, second, third = grouped[index - 2], grouped[index - 1], grouped[index]
        if _concedes(first, second, third):
            wrong = {(s.ticket, s.value) for heard in second for s in heard.statements if s.kind in _SAYS}
            grouped[index - 2] = [_without(heard, wrong) for heard in first]
    return [heard for turn in grouped for heard in turn]


def _concedes(first: list[Heard], second: list[Heard], third: list[Heard]) -> bool:
    speakers = [turn[0].context.speaker for turn in (first, second, third)]
    if speakers[0] != speakers[2] or speakers[0] == speakers[1]:
        return False
    return _opens(second, "retraction.contradict", 6) and _opens(third, "retraction.concede", 4)


def _opens(turn: list[Heard], name: str, within: int) -> bool:
    whole = turn[0].whole
    return whole is not None and any(c.name == name and c.start <= within for c in cues(whole.sentence.texts, "talk"))


def _without(heard: Heard, corrected: set[tuple[TicketKey | None, Value]]) -> Heard:
    tickets = {ticket for ticket, _ in corrected}
    wrong = tuple(
        unsaid(s, "corrected, and the speaker agreed")
        if s.kind in _SAYS and (not tickets or s.ticket in tickets) and (s.ticket, s.value) not in corrected
        else s
        for s in heard.statements
    )
    return replace(heard, statements=wrong)


def last_words(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """Keep a speaker's last word on a field, of a blocker voiced and lifted the lift, and of repeats the first."""
    found = list(statements)
    for index, statement in enumerate(found):
        later = found[index + 1 :]
        if statement.kind is Kind.STATUS and any(_overtakes(other, statement) for other in later):
            found[index] = unsaid(statement, "said otherwise later in the same talk")
        elif statement.kind is Kind.BLOCKED and statement.value and any(_lifts(other, statement) for other in later):
            found[index] = unsaid(statement, "lifted in the same talk")
    return tuple(_once(found))


def _overtakes(other: Statement, statement: Statement) -> bool:
    same = other.kind is Kind.STATUS and other.ticket == statement.ticket and other.speaker == statement.speaker
    return same and other.value != statement.value


def _lifts(other: Statement, statement: Statement) -> bool:
    return other.kind is Kind.BLOCKED and other.ticket == statement.ticket and other.value is False


def _with_cause(found: list[Statement]) -> Iterator[Statement]:
    """Mind that "NW-1 is blocked. Waiting for Globex." is one blocker with its cause."""
    waits = [s for s in found if s.kind is Kind.DEPENDENCY and s.cues and s.cues[0].startswith("blocked.waits")]
    for s in found:
        cause = next((w for w in waits if w.ticket == s.ticket and w.line - s.line in {0, 1}), None)
        alone = s.kind is Kind.BLOCKED and s.value and not s.waiting_on
        yield replace(s, waiting_on=cause.waiting_on) if alone and cause else s


def _once(found: list[Statement]) -> list[Statement]:
    """Drop repeats; a wait that is read as blocked is not read as a dependency too."""
    found = list(_with_cause(found))
    blocked = {(s.ticket, s.waiting_on) for s in found if s.kind is Kind.BLOCKED}
    named = {s.ticket for s in found if s.kind is Kind.BLOCKED and s.waiting_on}
    kept: dict[object, Statement] = {}
    for number, s in enumerate(found):
        if s.kind is Kind.DEPENDENCY and (s.ticket, s.waiting_on) in blocked and s.ticket:
            continue
        if s.kind is Kind.BLOCKED and s.value and not s.waiting_on and s.ticket in named:
            continue
        key = (s.kind, s.ticket, s.value, s.waiting_on, s.by, s.customer, s.due, s.owner, s.tickets)
        kept.setdefault(number if s.kind is Kind.NONE else key, s)
    return list(kept.values())
