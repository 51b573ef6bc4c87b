"""Who speaks: names in front of words, and names that are given only when the speaker changes."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec.structs import replace

from sprintmind.reading.lines import KEY
from sprintmind.reading.utterances import Utterance

_LABEL = re.compile(r"(?:\*\*|__)?([^\s:：<>*|#\[][^:：<>\n]{0,79}?)(?:\*\*|__)?\s{0,3}[:：](?:\*\*|__)?\s+(?=\S)")
NOT_SPEAKERS = frozenset(
    """action actions agenda aob apologies asks attendance attendees background blocked blocker blockers chair context
    date day deadline decided decision decisions discussion doing done due duration example facilitator false finished
    goal goals host impediments info invited issue link links location meeting minutes moderator next none note notes
    note-taker notetaker objective open others outcome owner participants pending plan planned present present+ priority
    problem progress proposal proposed question recorded recording regrets resolution resolved result risk risks
    scribe shipped status stuck subject subtopic summary team ticket time title today todo tomorrow topic topics true
    update updates warning week when where who why yesterday""".split()  # noqa: SIM905 (reads better in a row)
)
"""Words before a colon that name a part of the minutes and nobody."""

_NUMBERED = re.compile(r"(?:unknown speaker|speaker|spk|participant|guest|unknown)[ _]?\d{0,3}|unknown", re.IGNORECASE)
_CAPITAL = re.compile(r"[^\W\d_a-z]")
SPOKEN_AT_LEAST = 0.03  # of the utterances that begin with a name; fewer are chance (`I said: …`)
MANY_NAMED = 0.3  # of the utterances; from there on a single word before a colon is a name though it stands there once
ALL_NAMED = 0.9  # of the utterances; where nearly every one begins with a name, an odd label is a name too
CHANGES_ONLY = 0.2  # of the utterances without a name: from there on names are given only when the speaker changes


@lru_cache(maxsize=4096)
def label_of(text: str) -> tuple[str, str] | None:
    """Part the words before a colon from what follows, if they could be a name.

    >>> label_of("Helen (Acme): We will send it.")
    ('Helen (Acme)', 'We will send it.')
    >>> label_of("Deadline NW-414: 21.10.") is None
    True
    """
    found = _LABEL.match(text)
    if not found:
        return None
    name = found[1].strip()
    words = name.split()
    first = words[0].casefold()
    if (
        len(words) > 8
        or name[0] in "\"'“‘«("
        or KEY.search(name)
        or first in NOT_SPEAKERS
        or not re.search(r"[^\W\d_]", name)
    ):
        return None
    return name, text[found.end() :]


def names_in(texts: Iterable[str]) -> frozenset[str]:
    """Tell which labels of a text name speakers: those that look like names, and those that come back."""
    labels = [label_of(text) for text in texts]
    counts = Counter(label[0] for label in labels if label)
    certain = {name for name, count in counts.items() if _is_name(name) or (count > 1 and len(name.split()) <= 3)}
    share = sum(counts[name] for name in certain) / (len(labels) or 1)
    if share < SPOKEN_AT_LEAST:
        return frozenset()
    longest = 4 if share >= ALL_NAMED else 1
    likely = len(certain) > 1 or share >= MANY_NAMED
    return frozenset(certain | {name for name in counts if likely and len(name.split()) <= longest})


def _is_name(name: str) -> bool:
    """Tell whether a label is written as a name: capitals in up to five words, or a script without them."""
    if _NUMBERED.fullmatch(name):
        return True
    bare = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", name)
    words = [word for word in re.split(r"[\s|/]+", bare) if word]
    if not 0 < len(words) <= 5 or (name.endswith(("?", "!", ".")) and not name.endswith(("r.", ".)"))):
        return False
    capital = [word for word in words if _CAPITAL.match(word.lstrip("@\"'“‘"))]
    return len(capital) == len(words) or (len(words) > 1 and len(capital) >= 2 and len(words) - len(capital) <= 2)


def attributed(utterances: Sequence[Utterance]) -> tuple[Utterance, ...]:
    """Take names off the front of the words, and give those without a name to whoever spoke last.

    The latter only where names are given only when they change, which is so where many utterances have none; where
    nearly all are named, the few without a name are nobody's. An empty name means that somebody else begins.
    """
    names = names_in(utterance.text for utterance in utterances if not utterance.speaker)
    named = [_with_label(utterance, names) for utterance in utterances]
    bare = sum(utterance.speaker is None for utterance in named)
    carry = bare >= CHANGES_ONLY * len(named)
    last: str | None = None
    result = []
    for utterance in named:
        if utterance.speaker is not None:
            last = utterance.speaker or None
        speaker = last if carry else utterance.speaker or None
        result.append(utterance if utterance.speaker == speaker else replace(utterance, speaker=speaker))
    return tuple(result)


def _with_label(utterance: Utterance, names: frozenset[str]) -> Utterance:
    label = None if utterance.speaker else label_of(utterance.text)
    if label is None or label[0] not in names:
        return utterance
    return spoken_by(utterance, name=label[0], words=label[1])


def spoken_by(utterance: Utterance, *, name: str, words: str) -> Utterance:
    """Give an utterance its speaker and keep only the words behind the name."""
    cut = len(utterance.text) - len(words)
    return replace(utterance, speaker=name, text=words, origins=utterance.origins[cut:])


def speakers_of(utterances: Iterable[Utterance]) -> tuple[str, ...]:
    """List the speakers, each once, in order of their first words."""
    return tuple(dict.fromkeys(utterance.speaker for utterance in utterances if utterance.speaker))
