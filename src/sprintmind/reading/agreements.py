"""Promises over several sentences: the ticket named after, who takes it on, and a day that gives way to another."""

from msgspec import Struct
from msgspec.structs import replace

from sprintmind.domain.events import UNKNOWN_PERSON, TicketKey
from sprintmind.reading.answers import says_yes
from sprintmind.reading.commitments import OFFERED
from sprintmind.reading.context import said
from sprintmind.reading.heard import Heard
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.promise_forms import made_by
from sprintmind.reading.promise_owners import owns
from sprintmind.reading.promises import says_what, thing
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement, unsaid

_NEAR = 4
"""For how many turns a promise may still be completed or moved."""
_HELD = 50
"""How many promises may be open at once; a turn without end would else compare each with each."""


class _Open(Struct, frozen=True, gc=False):
    """The promise that the talk is about."""

    at: int
    index: int
    turn: int
    gone: bool = False


def agreed(talk: list[Heard]) -> list[Heard]:
    """Complete and move promises by the sentences that follow them."""
    result: list[Heard] = []
    held: list[_Open] = []
    for heard in talk:
        result.append(heard)
        at = len(result) - 1
        held = [each for each in held[-_HELD:] if heard.turn - each.turn <= _NEAR]
        current = _meant(result, heard, held)
        made = _promises(heard)
        if made and current is not None and _says_again(result, at, made[0], current):
            made = []
            continue
        if _is_confirmed(result, at) and _offered_before(result, at):
            continue
        if made and current is not None and _moves(result, at, made[0], current):
            held = [each for each in held if each != current]
        elif not made and heard.whole is not None:
            held = _followed(result, at, current, held)
            made = _promises(result[at])
        held += [_Open(at, index, heard.turn) for index in made if result[at].statements[index].due or not held]
    return result


def _says_again(result: list[Heard], at: int, made: int, current: _Open) -> bool:
    """Mind that "I promised it" says nothing new of the promise just spoken of, but whose it is."""
    heard, before = result[at], result[current.at].statements[current.index]
    again = heard.statements[made]
    if heard.whole is None or again.due or again.tickets or again.customer != before.customer or _names_thing(heard):
        return False
    _put(result, _Open(at, made, heard.turn), unsaid(again, "said again"))
    _put(result, current, _completed(before, heard, heard.whole))
    return True


def _is_confirmed(result: list[Heard], at: int) -> bool:
    """Mind that "Can we count on that?" "You can." makes a promise of what was offered."""
    heard = result[at]
    if heard.whole is None or not heard.whole.sentence.talk or not heard.context.owner or not says_yes(heard.whole):
        return False
    asked = next((result[n] for n in range(at - 1, -1, -1) if result[n].turn < heard.turn), None)
    if asked is None or asked.whole is None or not asked.context.speaker.customer or not asked.whole.sentence.asked:
        return False
    return not listed("answers", "reliable").isdisjoint(asked.whole.all)


def _promises(heard: Heard) -> list[int]:
    return [n for n, s in enumerate(heard.statements) if _is_promise(s)]


def _meant(result: list[Heard], heard: Heard, held: list[_Open]) -> _Open | None:
    """Tell which open promise a sentence is about: the one whose thing it names, else the last."""
    if not held:
        return None
    texts = heard.whole.all if heard.whole else frozenset()
    alike = [each for each in held if _content(result[each.at].statements[each.index].what) & texts]
    return next(iter([*alike[-1:], *held[-1:]]), None)


def _content(what: str | None) -> set[str]:
    return {word for word in (what or "").casefold().split() if len(word) > 3}


def _moves(result: list[Heard], at: int, made: int, current: _Open) -> bool:
    """Join a promise that takes the place of the one before it: it says so, or has no thing but "it"."""
    heard, before = result[at], result[current.at].statements[current.index]
    now = heard.statements[made]
    if heard.whole is None or now.customer != before.customer or now.due is None:
        return False
    names = {cue.name for cue in heard.whole.sentence.promises}
    again = before.due is not None and now.owner == before.owner and not _names_thing(heard)
    if not {"promise.settled", "promise.gone"} & names and not current.gone and not again:
        return False
    old = before.due if before.due != now.due else before.replaces_due
    joined = replace(now, replaces_due=now.replaces_due or old, what=before.what, tickets=now.tickets or before.tickets)
    _put(result, current, unsaid(before, "moved to another day"))
    _put(result, _Open(at, made, heard.turn), joined)
    return True


def _names_thing(heard: Heard) -> bool:
    if heard.whole is None:
        return False
    found = heard.whole.sentence.promises
    cue = made_by(heard.whole, found, heard.context)
    return cue is None or says_what(heard.whole, cue)


def _followed(result: list[Heard], at: int, current: _Open | None, held: list[_Open]) -> list[_Open]:
    if current is None:
        _seal(result, at)
        return held
    after = _complete(result, at, current)
    return [after if each == current else each for each in held]


def _complete(result: list[Heard], at: int, current: _Open) -> _Open:
    heard, promise = result[at], result[current.at].statements[current.index]
    whole = heard.whole
    if whole is None or heard.context.speaker.customer:
        return current
    found = whole.sentence.promises
    if (moved := _moved(whole, found, current, promise)) and not whole.sentence.asked:
        _put(result, current, unsaid(promise, "moved to another day"))
        result[at] = replace(heard, statements=(*heard.statements, _renegotiated(promise, heard, moved)))
        return current
    if any(cue.name == "promise.gone" for cue in found) and heard.turn - current.turn <= 1:
        _put(result, current, unsaid(promise, "given up by our side"))
        return replace(current, gone=True)
    if promise.kind is Kind.COMMITMENT:
        _put(result, current, _completed(promise, heard, whole))
        if owns(whole) and not whole.tickets:
            result[at] = replace(heard, statements=tuple(s for s in heard.statements if s.kind is not Kind.ASSIGNEE))
    return current


def _completed(promise: Statement, heard: Heard, whole: Clause) -> Statement:
    if promise.owner == UNKNOWN_PERSON and heard.context.owner and owns(whole):
        promise = replace(promise, owner=heard.context.owner, person=heard.context.owner, needs_review=False)
    named = _only_tickets(whole)
    return replace(promise, tickets=named) if named and not promise.tickets else promise


def _only_tickets(whole: Clause) -> tuple[TicketKey, ...]:
    """Tell the tickets of a sentence that says hardly more: "that's NW-231", "NW-231, right?"."""
    if len(whole.tickets) != 1:
        return ()
    rest = [t for t in whole.sentence.texts if t != "#t" and t.isalpha() and t not in listed("words", "fillers")]
    bare = len(rest) <= 1 and not whole.sentence.predicates
    return tuple(whole.key(n) for n in whole.tickets) if bare or _points_at(whole, whole.tickets[0]) else ()


def _points_at(whole: Clause, ticket: int) -> bool:
    """Tell whether a sentence says which ticket it is: "That's NW-2, and nobody has begun it"."""
    if whole.texts(ticket + 1, ticket + 4) in {("is", "the", "ticket"), ("'s", "the", "ticket"), ("is", "the", "one")}:
        return True
    ahead = [text for text in whole.texts(0, ticket) if text not in {"and", "so", ",", "one", "ticket", "the", "in"}]
    return len(ahead) == 2 and ahead[0] in {"that", "this", "it", "which"} and ahead[1] in {"'s", "is", "was"}


def _moved(whole: Clause, found: tuple[Cue, ...], current: _Open, promise: Statement) -> Cue | None:
    settled = [cue for cue in found if cue.name == "promise.settled"]
    named = promise.due is not None and _content(promise.what) & set(whole.sentence.texts)
    certain = current.gone or named or {"they", "them", "#c", "instead", "new"} & set(whole.sentence.texts)
    bare = _bare_day(whole) if promise.due is not None and promise.kind is Kind.COMMITMENT else None
    if bare is not None and whole.when(bare).day not in {None, promise.due} and not whole.when(bare).past:
        return Cue("promise.settled", bare, bare + 1)
    hedged = any(cue.name in {"promise.never", "promise.wish"} for cue in found)
    return settled[-1] if settled and certain and not hedged else None


def _bare_day(whole: Clause) -> int | None:
    """Find the day of a sentence that says nothing else, "Then Wednesday.", "No, it'll be the 7th."."""
    rest = [text for text in whole.sentence.texts if text.isalpha() and text not in listed("words", "fillers")]
    places = whole.named("#d")
    return places[0] if len(places) == 1 and set(rest) <= {"then", "will", "no", "make"} else None


def _renegotiated(promise: Statement, heard: Heard, cue: Cue) -> Statement:
    whole = heard.whole
    if whole is None:
        return promise
    where = next((n for n in whole.named("#d", cue.start, cue.end)), cue.start)
    when = whole.when(where)
    statement = said(Kind.COMMITMENT, whole, heard.context, cue=cue, person=promise.owner)
    tickets = promise.tickets or tuple(whole.key(n) for n in whole.tickets)
    return replace(
        statement,
        customer=promise.customer,
        what=promise.what,
        due=when.day,
        due_phrase=when.phrase,
        replaces_due=promise.due if promise.due != when.day else promise.replaces_due,
        owner=promise.owner,
        tickets=tickets,
        needs_review=promise.needs_review,
    )


def _seal(result: list[Heard], at: int) -> None:
    """Mind that "End of next sprint. That's my promise." makes a promise of the sentence before."""
    heard = result[at]
    whole, before = heard.whole, result[at - 1] if at else None
    if (
        whole is None
        or before is None
        or before.turn != heard.turn
        or before.whole is None
        or not heard.context.customer
    ):
        return
    seal = next((c for c in whole.sentence.promises if c.name == "promise.seal"), None)
    if (
        seal is None
        or _is_denied(heard)
        or heard.context.speaker.customer
        or any(statement.kind is Kind.DEPENDENCY for statement in before.statements)
        or before.whole.sentence.asked
        or "not" in before.whole.sentence.texts
    ):
        return
    if _offered_before(result, at):
        return
    if not before.whole.named("#d") and len(before.whole.tokens) < 5:
        return
    result[at - 1] = replace(before, statements=(*before.statements, _sealed(before, before.whole)))


def _is_denied(heard: Heard) -> bool:
    """Mind that "Nothing is promised to them yet" seals nothing."""
    found = heard.whole.sentence.promises if heard.whole else ()
    return any(cue.name == "promise.never" for cue in found)


def _offered_before(result: list[Heard], at: int) -> bool:
    """Mind that "We can let them have it on the 17th." … "It's a commitment." makes the offer a promise."""
    for index in range(at - 1, max(-1, at - 2 * _NEAR), -1):
        earlier = result[index]
        if result[at].turn - earlier.turn > _NEAR:
            return False
        for n, statement in enumerate(earlier.statements):
            if statement.meant is Kind.COMMITMENT and statement.due and statement.reason == OFFERED:
                kept = replace(statement, kind=Kind.COMMITMENT, meant=None, reason=None)
                result[index] = replace(
                    earlier, statements=(*earlier.statements[:n], kept, *earlier.statements[n + 1 :])
                )
                return True
    return False


def _sealed(before: Heard, content: Clause) -> Statement:
    owner = before.context.owner or UNKNOWN_PERSON
    place = next((n for n in content.named("#d")), None)
    when = content.when(place) if place is not None else None
    statement = said(Kind.COMMITMENT, content, before.context, person=owner)
    return replace(
        statement,
        customer=before.context.customer,
        what=thing(content, Cue("promise.seal", 0, 0), before.context),
        due=when.day if when else None,
        due_phrase=when.phrase if when else None,
        owner=owner,
        tickets=tuple(content.key(n) for n in content.tickets),
        needs_review=owner == UNKNOWN_PERSON,
    )


def _put(result: list[Heard], current: _Open, statement: Statement) -> None:
    heard = result[current.at]
    statements = list(heard.statements)
    statements[current.index] = statement
    result[current.at] = replace(heard, statements=tuple(statements))


def _is_promise(statement: Statement) -> bool:
    return statement.kind is Kind.COMMITMENT
