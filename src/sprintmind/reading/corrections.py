"""What is taken back: by its speaker, or because another put it right and the first agreed."""

from collections.abc import Iterable

from msgspec.structs import replace

from sprintmind.domain.events import TicketKey, Value
from sprintmind.reading.heard import Heard, in_turns
from sprintmind.reading.lexicon import Cue
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import SAYS, Kind, Statement, unsaid

_FAR = 200
"""How many sentences back one may stand that is taken back, in a turn without end."""


def taken_back(talk: list[Heard]) -> list[Heard]:
    """Drop what its speaker takes back, and say it of the ticket that was meant instead, where one is named."""
    result: list[Heard] = []
    for heard in talk:
        cue = _retraction(heard)
        at = _last_said(result, heard) if cue is not None else None
        if at is None or cue is None or not _may_mean(cue, heard, result[at]):
            result.append(heard)
            continue
        gone = result[at]
        result[at] = replace(gone, statements=_dropped(gone.statements, "taken back by the speaker"))
        result.append(replace(heard, statements=(*heard.statements, *_meant(gone, heard))))
    return result


def _retraction(heard: Heard) -> Cue | None:
    if heard.whole is None:
        return None
    found = [cue for cue in heard.whole.sentence.talk if cue.name == "retraction.own"]
    return next((cue for cue in found if cue.start <= 4 and not _only_names(cue, heard)), None)


def _may_mean(cue: Cue, heard: Heard, gone: Heard) -> bool:
    """Mind that "sorry, Monday" takes back a day and "sorry, Dana" whose it is; else Dana is only spoken to."""
    last = heard.whole.sentence.texts[cue.end - 1] if heard.whole else ""
    kinds = {"#d": {Kind.COMMITMENT, Kind.DUE_DATE}, "#p": {Kind.ASSIGNEE}}.get(last)
    return kinds is None or any(s.kind in kinds for s in gone.statements)


def _only_names(cue: Cue, heard: Heard) -> bool:
    """Mind that "Not NW-1" and "rather NW-1" take something back only at the head of a sentence or behind "sorry"."""
    whole = heard.whole
    words = whole.sentence.texts[cue.start : cue.end] if whole else ()
    return words[:1] in {("not",), ("rather",)} and (cue.start > 0 or any(s.kind in SAYS for s in heard.statements))


def _last_said(talk: list[Heard], now: Heard) -> int | None:
    """Find the speaker's last sentence that claims something, in this turn or in the one before it."""
    for index in range(len(talk) - 1, max(-1, len(talk) - _FAR), -1):
        heard = talk[index]
        if now.turn - heard.turn > 3:
            return None
        same = heard.context.speaker == now.context.speaker
        if same and any(s.kind in SAYS for s in heard.statements):
            return index
    return None


def _dropped(statements: Iterable[Statement], reason: str) -> tuple[Statement, ...]:
    return tuple(unsaid(s, reason) if s.kind in SAYS else s for s in statements)


def _meant(gone: Heard, heard: Heard) -> list[Statement]:
    """Say of what was meant what had been said of the wrong ticket, day or person: "sorry, I meant NW-2"."""
    whole = heard.whole
    if whole is None or any(s.kind in SAYS for s in heard.statements):
        return []
    if not whole.tickets:
        return [made for s in gone.statements if s.kind in SAYS and (made := _put_right(s, whole))]
    before = [s for s in gone.statements if s.kind in SAYS and s.ticket]
    if not before:
        return []
    wrong = {s.ticket for s in before}
    named = [whole.key(n) for n in whole.tickets if whole.sentence.texts[n - 1 : n] != ("not",)]
    right: list[TicketKey] = [key for key in named if key not in wrong]
    if len(right) != 1:
        return []
    quote = whole.sentence.text
    last = gone.whole.key(gone.whole.tickets[-1]) if gone.whole and gone.whole.tickets else None
    if any(s.waiting_on == last for s in before):
        return [replace(s, waiting_on=right[0], quote=quote) for s in before if s.waiting_on == last]
    about = last if any(s.ticket == last for s in before) else before[0].ticket
    return [replace(s, ticket=right[0], quote=quote) for s in before if s.ticket == about]


def _put_right(statement: Statement, whole: Clause) -> Statement | None:
    """Put the day or the person that was meant in place of the wrong one: "sorry, Monday", "no, Dana"."""
    days = [when for n in whole.named("#d") if (when := whole.when(n)).day]
    people = [whole.person(n) for n in whole.named("#p")]
    quote = whole.sentence.text
    if len(days) == 1 and days[0].day and statement.kind is Kind.COMMITMENT:
        return replace(statement, due=days[0].day, due_phrase=days[0].phrase, quote=quote)
    if len(days) == 1 and days[0].day and statement.kind is Kind.DUE_DATE:
        return replace(statement, value=days[0].day.isoformat(), quote=quote)
    if len(people) == 1 and statement.kind is Kind.ASSIGNEE:
        return replace(statement, value=people[0], person=people[0], quote=quote)
    return None


def conceded(talk: list[Heard]) -> list[Heard]:
    """Drop what a speaker said and another corrected, where the first concedes it."""
    grouped = in_turns(talk)
    for index in range(2, len(grouped)):
        first, second, third = grouped[index - 2], grouped[index - 1], grouped[index]
        if _concedes(first, second, third):
            wrong = {(s.ticket, s.value) for heard in second for s in heard.statements if s.kind in SAYS}
            grouped[index - 2] = [_without(heard, wrong) for heard in first]
    return [heard for turn in grouped for heard in turn]


def _concedes(first: list[Heard], second: list[Heard], third: list[Heard]) -> bool:
    speakers = [turn[0].context.speaker for turn in (first, second, third)]
    if speakers[0] != speakers[2] or speakers[0] == speakers[1] or _asks_which(first, second):
        return False
    return _opens(second, "retraction.contradict", 6) and _opens(third, "retraction.concede", 4)


def _asks_which(first: list[Heard], second: list[Heard]) -> bool:
    """Mind that "That's NW-2, no?" asks of a promise that named no ticket which one it is, and puts nothing right."""
    whole = second[0].whole
    if whole is None or not whole.sentence.asked or not whole.tickets:
        return False
    return not any(s.ticket or s.tickets for heard in first for s in heard.statements if s.kind in SAYS)


def _opens(turn: list[Heard], name: str, within: int) -> bool:
    whole = turn[0].whole
    return whole is not None and any(c.name == name and c.start <= within for c in whole.sentence.talk)


def _without(heard: Heard, corrected: set[tuple[TicketKey | None, Value]]) -> Heard:
    tickets = {ticket for ticket, _ in corrected}
    wrong = tuple(
        unsaid(s, "corrected, and the speaker agreed")
        if s.kind in SAYS and (not tickets or s.ticket in tickets) and (s.ticket, s.value) not in corrected
        else s
        for s in heard.statements
    )
    return replace(heard, statements=wrong)
