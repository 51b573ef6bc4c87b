"""The forms in which our side promises something to a customer, the strongest first."""

from sprintmind.reading.context import Context
from sprintmind.reading.deals import dealt
from sprintmind.reading.lexicon import Cue, first_of, listed
from sprintmind.reading.sentences import Clause


def made_by(whole: Clause, found: tuple[Cue, ...], context: Context) -> Cue | None:
    """Find the cue that makes a promise, the strongest kind first."""
    names = {cue.name for cue in found}
    for name, holds in FORMS.items():
        for cue in found if name in names else ():
            if cue.name == name and holds(whole, cue, found, context):
                return cue
    return _by_action(whole, context) or _by_task(whole, context) or dealt(whole, context)


def _by_action(whole: Clause, context: Context) -> Cue | None:
    """Read minutes: "Action on Tom: get the wording to Acme", "ACTION: Tom to send Acme the dates"."""
    if "#p" not in whole.all or "#c" not in whole.all:
        return None
    under = context.spoken and context.section.meaning in {"today", "promises"}
    bracketed = context.spoken and whole.texts(0, 3) == ("[", "#p", "]")
    labelled = under or bracketed or context.speaker.label.casefold() in listed("deals", "actions")
    numbered = 2 if whole.tokens[0].isdigit() else 0
    if not labelled and not listed("deals", "actions") & set(whole.texts(0, 2 + numbered)):
        return None
    person = next((n for n in whole.named("#p", 0, min(6 + numbered, whole.end))), None)
    if person is None or not any(n > person for n in whole.named("#c")):
        return None
    shares = "share" in whole.texts(person + 1, person + 3)
    to = any(
        whole.tokens[n - 1] == "to" or n - person <= 4 or (shares and whole.tokens[n - 1] == "with")
        for n in whole.named("#c", person + 1)
    )
    behind = "".join(whole.texts(person + 1, person + 2))
    if any(cue.name == "deliver.contact" and person < cue.start <= person + 3 for cue in whole.sentence.promises):
        return None
    leads = behind in {"to", ":", "will", "-", "]", ")"} or (behind.endswith("s") and behind.isalpha())
    return Cue("promise.action", 0, person + 1) if to and leads else None


def _by_task(whole: Clause, context: Context) -> Cue | None:
    """Read what minutes put under a heading of actions behind a name: "Tom: deliver the estimate to Acme by Friday"."""
    if not context.speaker.ours or context.section.meaning not in {"today", "promises"}:
        return None
    verb = next((cue for cue in whole.sentence.promises if cue.name == "deliver.verb"), None)
    if verb is None or verb.start > 1 or not whole.named("#d") or not _receives(whole, verb, context):
        return None
    return Cue("promise.task", 0, verb.end)


def _is_given(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:  # noqa: ARG001 -- the cue decides which of these is asked; all take the same
    """Mind that "Promised Acme …": by us, so no customer stands before it as the one who did."""
    before = whole.texts(max(0, cue.start - 3), cue.start)
    if whole.texts(cue.end, cue.end + 1) == ("#p",) and "#c" not in whole.texts(cue.end, whole.end):
        return False
    if _is_of_customer(whole, cue):
        return False
    deal = whole.tokens[cue.start] in listed("around", "dealing")
    if deal and not any(not whole.when(n).past for n in whole.named("#d")):
        return False
    if before[-1:] == ("as",) and whole.texts(cue.end, cue.end + 1) != ("to",):
        return False
    passive = whole.tokens[cue.start] not in {"on", "the", "date", "day"} and bool(
        listed("around", "promise_passive") & set(before[-1:])
    )
    return not passive and not {"they", "customer", "customers"} & set(before[-2:])


def _is_of_customer(whole: Clause, cue: Cue) -> bool:
    """Mind that "Acme's project lead promised us" is the word of one of theirs."""
    before = whole.texts(max(0, cue.start - 5), cue.start)
    places = [n for n, text in enumerate(before) if text == "#c" and before[n + 1 : n + 2] == ("'s",)]
    return bool(places) and not {",", "i", "we", "#p", ":"} & set(before[places[-1] :])


def _is_told(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:  # noqa: ARG001
    """Mind that "Told Acme they will have …": words that name a day or say what will be."""
    ours = whole.tokens[cue.start] in {"i", "we"}
    if not ours and {"they", "#c", "you", "not"} & set(whole.texts(max(0, cue.start - 1), cue.start)):
        return False
    ahead = whole.texts(cue.end, min(cue.end + 6, whole.end))
    near = (
        "#c" in ahead
        or "#c" in whole.texts(cue.start, cue.end)
        or bool({"them", "you"} & set(ahead) and context.customer)
    )
    near = near or bool("#c" in whole.texts(0, cue.start) and "for" in whole.texts(0, cue.start))
    before = context.follows
    near = near or bool(before and before.named("#c") and ahead[:1] in {("#d",), ("by",)} and cue.end - cue.start > 1)
    rest = set(whole.texts(cue.end, whole.end))
    says = bool(listed("around", "promise_says") & rest)
    dated = bool(whole.named("#d", cue.end)) or {"days", "weeks"} & rest
    return near and bool(says or dated) and bool(says or (dated and not _is_state(whole, cue)))


def _is_state(whole: Clause, cue: Cue) -> bool:
    """Mind that "Told Acme it was fixed on Friday" reports what is, and promises nothing."""
    rest = whole.texts(cue.end, whole.end)
    return bool({"was", "were", "had", "about", "did"} & set(rest))


def _is_future(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:
    """Mind that "I'll send Acme …": we hand something over to them."""
    subject = whole.texts(max(0, cue.start - 1), cue.start)
    alone = not context.spoken and not set(whole.texts(0, cue.start)) - {"-", "*", "and", "then", "also"}
    if whole.tokens[cue.start] == "will" and subject != ("#p",) and not alone:
        return False
    verb = next(
        (other for other in found if other.name == "deliver.verb" and cue.end <= other.start <= cue.end + 3), None
    )
    if verb is None or any(other.name == "deliver.contact" and cue.end <= other.start <= verb.start for other in found):
        return False
    return _receives(whole, verb, context)


def _is_sending(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:  # noqa: ARG001
    """Mind that "I'm sending Acme the export on Thursday": only with a day that is to come."""
    bare = whole.tokens[cue.start] not in {"i", "we"}
    if bare and not _opens(whole, cue, context):
        return False
    return _receives(whole, cue, context) and any(not whole.when(n).past for n in whole.named("#d"))


def _opens(whole: Clause, cue: Cue, context: Context) -> bool:
    """Mind that "Sending Acme the export tomorrow" has the one who writes do it, if nobody else is named before."""
    before = set(whole.texts(0, cue.start)) - {
        "-",
        "*",
        "and",
        "then",
        "also",
        ":",
        "#c",
        "today",
        "tomorrow",
        "#d",
        ",",
    }
    return not context.spoken and not before and whole.texts(cue.start - 1, cue.start) != ("#c",)


def _receives(whole: Clause, verb: Cue, context: Context) -> bool:
    """Tell whether what is handed over goes to a customer: "send Acme", "for Acme, I'll send them", "for you"."""
    ahead = whole.texts(verb.end, whole.end)
    for n, text in enumerate(ahead):
        if (
            text == "#c"
            and not part_of_name(whole, verb.end + n)
            and (n == 0 or ahead[n - 1] in listed("around", "to_customer"))
        ):
            return True
    before = whole.texts(0, verb.start)
    to_them = bool({"them", "you", "their", "your", "they"} & set(ahead))
    if "#c" in before and (to_them or "for" in before or ":" in before):
        return True
    named = [n for n in whole.named("#p") if n > verb.start]
    if named and not to_them:
        return False
    answered = context.addressed is not None and "it" in ahead
    return bool(context.customer) and not context.forgotten and (answered or bool({"them", "you"} & set(ahead)))


def part_of_name(whole: Clause, index: int) -> bool:
    """Mind that "the Acme Editions" and "acme-build.sh" are things, and nobody is promised anything by their names."""
    text = whole.sentence.utterance.text
    start, end = whole.places[index]
    if text[end : end + 1] in {"-", "_", "/"} or text[start - 1 : start] in {"-", "_", "/"}:
        return True
    behind = whole.verbatim(index + 1, index + 2) if index + 1 < whole.end else ""
    return whole.texts(index - 1, index) == ("the",) and behind[:1].isupper() and behind[1:].islower()


def _is_received(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:
    """Mind that "Acme gets the keys from me tomorrow", "what you will have, on Monday, is the plan"."""
    words = set(whole.texts(cue.start, cue.end))
    texts = whole.texts(cue.end, whole.end)
    from_us = any(texts[n : n + 2] in {("from", "us"), ("from", "me"), ("from", "#p")} for n in range(len(texts)))
    if whole.texts(cue.start - 1, cue.start) in {("from",), ("at",), ("of",)}:
        return False
    if texts[:1] in {("back",), ("us",), ("me",)} or ({"you", "they", "them"} & words and not context.customer):
        return False
    if {"sure", "ensure", "see"} & words:
        return True
    if {"have", "has"} & words and not {"will", "do"} & words:
        return from_us
    seal = first_of(found, "promise.seal") is not None
    return from_us or seal or (any(not whole.when(n).past for n in whole.named("#d")) and "to" not in texts[:1])


def _is_moved(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:  # noqa: ARG001
    """Mind that "Moved Acme's date to the 20th" and "we've shifted it" are ours, and "Acme moved it" is not."""
    if whole.tokens[cue.start] == "new":
        meant = context.customer is not None and not context.focus
        return ("#c" in whole.sentence.texts or meant) and bool(whole.named("#d"))
    if whole.texts(cue.start - 1, cue.start) in {("#c",), ("they",)}:
        return False
    to = [n for n in whole.named("#d", cue.end) if {"to", "until", "by", "for", "on"} & set(whole.texts(n - 2, n))]
    meant = bool(context.customer) and not context.focus and whole.texts(cue.end, cue.end + 1) in {("it",), ("that",)}
    return bool(to) and ("#c" in whole.sentence.texts or meant) and whole.tickets[:1] != (0,)


def _is_sealed(whole: Clause, cue: Cue, found: tuple[Cue, ...], context: Context) -> bool:  # noqa: ARG001
    """Mind that "We send it on Friday, as promised"."""
    over = listed("around", "promise_over") & set(whole.sentence.texts)
    return bool("#c" in whole.sentence.texts or context.customer) and bool(whole.named("#d")) and not over


FORMS = {
    "promise.moved": _is_moved,
    "promise.given": _is_given,
    "promise.told": _is_told,
    "promise.receive": _is_received,
    "promise.future": _is_future,
    "promise.offer": _is_future,
    "promise.sending": _is_sending,
    "promise.seal": _is_sealed,
}
