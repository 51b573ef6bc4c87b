"""Who promises: the speaker's "I", the colleague named, else unknown."""

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId
from sprintmind.reading.context import Context
from sprintmind.reading.lexicon import Cue, first_of, listed, united
from sprintmind.reading.sentences import Clause


def promiser(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> tuple[PersonId, bool]:
    """Tell who promises: the speaker's "I", the colleague named, else unknown; and whether a person should look."""
    colleague = _named(whole, cue)
    if colleague is not None:
        return colleague, colleague == UNKNOWN_PERSON
    if context.owner is None:
        named = whole.named("#p", 0, cue.start + 1)
        return (whole.person(named[-1]), False) if named and context.speaker.person else (UNKNOWN_PERSON, True)
    if _is_other(whole, cue) or (_is_passive(whole, cue) and not first_of(found, "promise.mine")):
        return UNKNOWN_PERSON, False
    before = whole.texts(max(0, cue.start - 3), cue.end)
    if (
        first_of(found, "promise.mine")
        or _takes_it_on(whole)
        or {"i", "me"} & set(before)
        or not {"we", "us", "our"} & set(whole.texts(0, cue.end))
    ):
        us = (
            not _takes_it_on(whole)
            and "us" in whole.sentence.texts
            and cue.name == "promise.receive"
            and "me" not in whole.sentence.texts
        )
        return (UNKNOWN_PERSON if us else context.owner), False
    return UNKNOWN_PERSON, False


def _is_passive(whole: Clause, cue: Cue) -> bool:
    """Mind that "Acme has been promised the export" does not say by whom."""
    return bool({"been", "was", "were"} & set(whole.texts(max(0, cue.start - 2), cue.start)))


def _takes_it_on(whole: Clause) -> bool:
    """Mind that "we owe Acme a quote, I'll get it to them" and "Acme gets it, I confirmed that" are the speaker's."""
    texts = whole.sentence.texts
    return any(
        texts[n] == "i" and texts[n + 1 : n + 2] and texts[n + 1] in listed("deals", "takes_on")
        for n in range(len(texts))
    )


def _named(whole: Clause, cue: Cue) -> PersonId | None:
    """Tell which colleague is said to promise: of an action, behind "by", meant by "he", at the verb, in brackets."""
    ours = {"i", "we"} & set(whole.texts(max(0, cue.start - 3), cue.end))
    if cue.name == "promise.action":
        return whole.person(whole.named("#p", 0, cue.end)[-1])
    source = next((n for n in whole.named("#p", cue.end) if whole.texts(n - 1, n) == ("from",)), None)
    if cue.name == "promise.receive" and source is not None:
        return whole.person(source)
    agent = next((n for n in whole.named("#p", cue.end) if whole.texts(n - 1, n) == ("by",)), None)
    if agent is not None and (agent == cue.end + 1 or _is_passive(whole, cue)):
        return whole.person(agent)
    if {"he", "she"} & set(whole.texts(max(0, cue.start - 1), cue.start)):
        named = whole.named("#p", 0, cue.start)
        return whole.person(named[-1]) if named else UNKNOWN_PERSON
    colleague = whole.named("#p", max(0, cue.start - 2), cue.end) or _in_brackets(whole)
    return whole.person(colleague[-1]) if colleague and not ours else None


def _in_brackets(whole: Clause) -> tuple[int, ...]:
    """Find the name in brackets that minutes put behind a promise, "Acme gets it on the 8th (Lena)"."""
    return tuple(
        n for n in whole.named("#p") if whole.texts(n - 1, n) == ("(",) and whole.texts(n + 1, n + 2) == (")",)
    )


def _is_other(whole: Clause, cue: Cue) -> bool:
    """Mind that "Sales promised Acme …": somebody who is nobody of the people file."""
    word = whole.texts(max(0, cue.start - 1), cue.start)
    named = bool(word) and word[0].isalpha() and word[0] not in united("words.fillers", "around.owner_talk")
    return (
        named
        and cue.name in {"promise.given", "promise.told"}
        and whole.tokens[cue.start] not in listed("around", "owning")
    )


def owns(sentence: Clause) -> bool:
    """Tell whether the speaker takes what was just promised on themself: "I own that", "I'm sending it"."""
    texts = sentence.sentence.texts
    acts = texts[:2] in {("i", "am"), ("i", "will")} and len(texts) <= 6 and bool({"that", "it"} & set(texts[2:]))
    return acts or any(cue.name == "promise.mine" for cue in sentence.sentence.promises)
