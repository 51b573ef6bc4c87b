"""Remarks that a tool repeats: `Tom Beck commented on NW-1: "It's merged."` is Tom's word about NW-1."""

import re

from msgspec.structs import replace

from sprintmind.reading.context import Context
from sprintmind.reading.lexicon import listed
from sprintmind.reading.lines import KEY
from sprintmind.reading.utterances import Utterance

_REMARK = re.compile(
    r"^[\W_]{0,4}(?P<who>[^\W\d_][^\n:\"“”]{1,60}?),?\s(?:(?P<verb>[a-z]{3,12})\s)?"
    r"(?:a comment\s)?(?:on|about|to|in)\s"
    rf"(?P<key>{KEY.pattern})\s?(?:\([^()\n]{{0,80}}\))?\s?[:,–-]\s{{0,3}}[\"“”](?P<said>[^\"“”\n]{{1,2000}})[\"“”]\s*$"
)


def remark(utterance: Utterance, context: Context) -> Utterance:
    """Give a quoted remark to the one who made it and to the ticket it was made on; anything else stays as it is."""
    if context.kind != "digest" or utterance.pieces or utterance.marked:
        return utterance
    found = _REMARK.match(utterance.text)
    if not found or (found["verb"] and found["verb"] not in listed("words", "remarked")):
        return utterance
    return replace(
        utterance, text=found["said"], speaker=found["who"], parents=(*utterance.parents, found["key"]), cells={}
    )
