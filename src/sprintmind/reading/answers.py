"""What answers do to questions: a yes that confirms, an "I will" that takes, an "I can't" that gives back."""

from itertools import pairwise

from msgspec.structs import replace

from sprintmind.domain.events import PersonId
from sprintmind.reading.context import said
from sprintmind.reading.heard import Heard, in_turns
from sprintmind.reading.lexicon import first_of, listed
from sprintmind.reading.parties import parties
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import SAYS, Kind, Statement, unsaid


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
        or not says_yes(first.whole)
    ):
        return turn
    speaker = first.context.speaker.person
    said = {(s.kind, s.ticket) for heard in turn for s in heard.statements if s.kind in SAYS}
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
    return replace(statement, waiting_on=next((party.name for party in parties(answer, 0, len(answer.tokens))), None))


def no_longer(talk: list[Heard]) -> list[Heard]:
    """Mind that "NW-1 blocked?" "Not any more." lifts the blocker that was asked for, whoever answers."""
    result = list(talk)
    for index, (now, following) in enumerate(pairwise(talk), 1):
        whole = following.whole
        asked = [s for s in now.statements if s.reason == "a question" and s.meant is Kind.BLOCKED and s.ticket]
        if not asked:
            continue
        found = whole.sentence.talk if whole else ()
        still = "still" in (now.whole.sentence.texts if now.whole else ()) and following.turn != now.turn
        denied = still and any(cue.name == "answer.no" and cue.start == 0 for cue in found)
        if whole and (denied or any(cue.name == "blocker.lifted" and cue.start <= 2 for cue in found)):
            lifts = [said(Kind.BLOCKED, whole, following.context, ticket=s.ticket, value=False) for s in asked]
            result[index] = replace(following, statements=(*following.statements, *lifts))
    return result


def granted(talk: list[Heard]) -> list[Heard]:
    """Mind that "I need Tom's sign-off on NW-1" "You've got it" has Tom give it."""
    result = list(talk)
    for index, (now, following) in enumerate(pairwise(talk), 1):
        whole, owner = following.whole, following.context.owner
        cue = first_of(whole.sentence.talk, "approval.granted") if whole and now.statements else None
        if whole is None or cue is None or owner is None or following.turn == now.turn or "not" in whole.all:
            continue
        asked = [s for s in now.statements if _is_asked_of(s, owner)]
        given = (
            said(Kind.APPROVAL, whole, following.context, cue=cue, ticket=s.ticket, value="approved") for s in asked
        )
        made = [replace(statement, by=owner) for statement in given]
        result[index - 1] = replace(
            now, statements=tuple(unsaid(s, "given in answer") if s in asked else s for s in now.statements)
        )
        result[index] = replace(following, statements=(*following.statements, *made))
    return result


def not_yet(talk: list[Heard]) -> list[Heard]:
    """Mind that "Has legal signed off NW-1?" "Not yet." says that their approval is to come."""
    result = list(talk)
    for index, (now, following) in enumerate(pairwise(talk), 1):
        asked = [s for s in now.statements if s.reason == "a question" and s.meant is Kind.APPROVAL and s.ticket]
        whole = following.whole if asked and following.turn != now.turn else None
        if whole and any(cue.name == "approval.not_yet" and cue.start <= 2 for cue in whole.sentence.talk):
            made = [
                replace(said(Kind.APPROVAL, whole, following.context, ticket=s.ticket, value="pending"), by=s.by)
                for s in asked
            ]
            result[index] = replace(following, statements=(*following.statements, *made))
    return result


def _is_asked_of(statement: Statement, person: PersonId) -> bool:
    return statement.kind is Kind.APPROVAL and statement.value == "pending" and statement.by == person


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
            turn[0] = replace(first, statements=(*first.statements, *_taken(first, before[-1], person)))
        elif asked.sentence.asked and (named := _named_alone(first.whole)) and _asks_who(asked):
            turn[0] = replace(first, statements=(*first.statements, *_taken(first, before[-1], named)))
    return [heard for turn in grouped for heard in turn]


def _asks_who(asked: Clause) -> bool:
    if not asked.sentence.asked or listed("answers", "takes").isdisjoint(asked.all):
        return False
    return not listed("answers", "somebody").isdisjoint(asked.all)


def _offers(answer: Clause) -> bool:
    texts = [text for text in answer.sentence.texts if text.isalpha()]
    return texts == ["me"] or (
        texts[:2] in (["i", "will"], ["i", "can"], ["i", "do"], ["let", "me"])
        and len(texts) <= 4
        and "not" not in texts
    )


def _named_alone(answer: Clause) -> PersonId | None:
    """Tell the person of an answer that is nothing but a name: "Lena's."."""
    rest = [text for text in answer.sentence.texts if text not in {"#p", "'s", ".", "that", "is", "would", "be", "it"}]
    people = answer.named("#p")
    return answer.person(people[0]) if len(people) == 1 and not rest else None


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


def _taken(first: Heard, before: Heard, person: PersonId) -> list[Statement]:
    if first.whole is None or any(s.kind is Kind.ASSIGNEE for s in first.statements):
        return []
    asked = before.whole
    named = tuple(asked.key(n) for n in asked.tickets) if asked else ()
    made = [
        said(Kind.ASSIGNEE, first.whole, first.context, ticket=key, value=person)
        for key in (named or before.context.focus)[:1]
    ]
    return [replace(statement, person=person) for statement in made]


def _asks_for_more(whole: Clause | None) -> bool:
    """A question that wants more than a yes: who, what, when, how, "a yes or a maybe"."""
    if whole is None:
        return False
    texts = whole.sentence.texts
    choice = any(text == "or" and texts[n + 1 : n + 2] not in _NO_CHOICE for n, text in enumerate(texts))
    return choice or bool(listed("around", "open_answers") & set(texts[:4]))


_NO_CHOICE = frozenset({(), ("?",), ("not",), ("no",), ("what",)})


def says_yes(whole: Clause) -> bool:
    """Tell whether a sentence says yes, and neither no nor not."""
    found = whole.sentence.talk
    yes = [cue for cue in found if cue.name == "answer.yes"]
    if not yes:
        return False
    no = [cue for cue in found if cue.name == "answer.no"]
    negated = "not" in whole.sentence.texts
    return not no and not negated and (yes[0].start <= 1 or len(whole.sentence.texts) <= 6)
