"""Promises that one of ours recalls when asked: "What did we promise Acme?" "The importer, by Wednesday."."""

from msgspec.structs import replace

from sprintmind.domain.events import UNKNOWN_PERSON
from sprintmind.reading.answers import says_yes
from sprintmind.reading.context import said
from sprintmind.reading.heard import Heard
from sprintmind.reading.lexicon import Cue, listed
from sprintmind.reading.modality import moods
from sprintmind.reading.promises import due_in, thing
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement


def recalled(talk: list[Heard]) -> list[Heard]:
    """Take from "What did we promise Acme?" "The importer, by Wednesday." the promise that one of ours recalls."""
    result = list(talk)
    asked: Heard | None = None
    for index, heard in enumerate(talk):
        if heard.whole is None:
            continue
        if heard.whole.sentence.asked:
            asked = heard if _asks_for_promise(heard) or _asks_to_confirm(heard) else asked
            continue
        if asked is not None and heard.turn - asked.turn == 1 and _asks_to_confirm(asked):
            made = _settled(heard, asked)
            if made is not None:
                result[index] = replace(heard, statements=(*heard.statements, made))
            asked = None
            continue
        near = asked is not None and heard.turn - asked.turn == 1
        if near and asked is not None and _answers(heard, asked):
            result[index] = replace(heard, statements=(*heard.statements, _recalled(heard, heard.whole, asked)))
            asked = None
    return result


def _asks_for_promise(heard: Heard) -> bool:
    texts = heard.whole.sentence.texts if heard.whole else ()
    if heard.whole is None or moods(heard.whole, "condition.whole", 0, len(texts)):
        return False
    if {"what", "when"} & set(texts[:3]) and "#c" in texts and listed("answers", "get") & set(texts):
        return heard.whole.sentence.asked and not heard.context.speaker.customer
    ours = {"we", "you", "us"} & set(texts)
    open_question = {"what", "when", "which", "something"} & set(texts)
    told = bool(listed("deals", "recalled") & set(texts)) or ("on", "the", "hook") in {
        texts[n : n + 3] for n in range(len(texts))
    }
    return bool(heard.context.customer and ours and open_question and told and not heard.context.speaker.customer)


def _asks_to_confirm(heard: Heard) -> bool:
    """Tell whether the customer's person asks if a day holds: "Is the sandbox still on for the 16th?"."""
    whole = heard.whole
    if whole is None or not heard.context.speaker.customer or not whole.sentence.asked:
        return False
    if "when" in whole.sentence.texts[:4] and listed("answers", "get") & set(whole.sentence.texts):
        return True
    open_question = listed("answers", "open_questions") & set(whole.sentence.texts[:4])
    dated = any(whole.when(n).day and not whole.when(n).past for n in whole.named("#d"))
    return dated and not open_question and not moods(whole, "condition.whole", 0, len(whole.tokens))


def _settled(heard: Heard, asked: Heard) -> Statement | None:
    """Take a yes to a day that the customer named, or the day alone that answers their "when"."""
    whole, question = heard.whole, asked.whole
    promised = any(s.kind is Kind.COMMITMENT for s in heard.statements)
    if whole is None or question is None or heard.context.owner is None or promised:
        return None
    if "when" not in question.sentence.texts[:4]:
        return _confirmed(heard, question) if says_yes(whole) else None
    rest = [t for t in whole.sentence.texts if t.isalpha() and t not in listed("words", "fillers")]
    days = [n for n in whole.named("#d") if whole.when(n).day and not whole.when(n).past]
    return _recalled(heard, whole, asked) if days and not rest else None


def _confirmed(heard: Heard, asked: Clause) -> Statement:
    cue = Cue("promise.confirmed", 0, 1)
    due = due_in(asked, cue)
    return replace(
        said(Kind.COMMITMENT, asked, heard.context, cue=cue, person=heard.context.owner),
        customer=heard.context.customer,
        what=thing(asked, Cue("promise.confirmed", 0, 0), heard.context),
        due=due.day,
        due_phrase=due.phrase,
        owner=heard.context.owner,
        tickets=tuple(dict.fromkeys(asked.key(n) for n in asked.tickets)),
    )


def _answers(heard: Heard, asked: Heard) -> bool:
    whole = heard.whole
    if whole is None or heard.context.speaker.customer or heard.context.speaker == asked.context.speaker:
        return False
    dated = any(not whole.when(n).past and whole.when(n).day for n in whole.named("#d"))
    doubts = {cue.name for cue in whole.sentence.promises if not _is_reported(whole, cue)} & {
        "promise.never",
        "promise.wish",
        "promise.aim",
    }
    return (
        dated
        and not doubts
        and "not" not in whole.sentence.texts
        and not any(s.kind is Kind.COMMITMENT for s in heard.statements)
    )


def _is_reported(whole: Clause, cue: Cue) -> bool:
    """Mind that "that they'd get it on Friday" hedges nothing: it repeats what was said."""
    would = whole.texts(cue.start, cue.end) == ("would",)
    return would and "that" in whole.texts(0, 2) and whole.tokens[cue.start - 1] in {"they", "we", "it", "#c"}


def _recalled(heard: Heard, whole: Clause, asked: Heard) -> Statement:
    mine = {"i", "me", "my"} & set(whole.sentence.texts) or "you" in (asked.whole.sentence.texts if asked.whole else ())
    owner = heard.context.owner if mine and heard.context.owner else UNKNOWN_PERSON
    cue = Cue("promise.recalled", 0, 1)
    due = due_in(whole, cue)
    return replace(
        said(Kind.COMMITMENT, whole, heard.context, cue=cue, person=owner),
        customer=heard.context.customer,
        what=thing(whole, Cue("promise.recalled", 0, 0), heard.context),
        due=due.day,
        due_phrase=due.phrase,
        owner=owner,
        tickets=tuple(dict.fromkeys(whole.key(n) for n in whole.tickets)),
        needs_review=heard.context.owner is None,
    )
