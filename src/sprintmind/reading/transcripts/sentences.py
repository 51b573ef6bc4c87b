"""Sentences that run over several cues: joined, so that a claim sees them whole."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from sprintmind.reading.sentences import hangs
from sprintmind.reading.utterances import Document, Piece, Utterance

MOST_PIECES = 8
MOST_CHARACTERS = 600  # transcripts without punctuation would become one sentence
_CUED = frozenset({"webvtt", "srt", "sbv", "json", "labelled", "docx"})
_ENDS = re.compile(r"[.!?…。！？؟।][\"'”’»)\]]*$")


def sentences(document: Document) -> tuple[Utterance, ...]:
    """Join the consecutive cues of one speaker until a sentence ends; where nothing is cued, give what there is.

    Cues are what has a time in a recording. A chat message, a bullet or a paragraph is whole as it is.

    The joined utterance has the number and offset of its first cue, its pieces' words with one space between, and
    `pieces` to quote from: `quoted()` gives words of one cue with that cue's number, which stand verbatim in the file.
    """
    if document.format not in _CUED:
        return document.utterances
    joined: list[Utterance] = []
    held: list[Utterance] = []
    for utterance in document.utterances:
        if held and not _goes_on(held, utterance):
            joined.append(_one(held))
            held = []
        held.append(utterance)
    if held:
        joined.append(_one(held))
    return tuple(joined)


def _goes_on(held: Sequence[Utterance], following: Utterance) -> bool:
    last = held[-1]
    if last.offset is None or following.offset is None:
        return False
    same = (last.speaker, last.headings, last.parents) == (following.speaker, following.headings, following.parents)
    plain = not (last.cells or following.cells or last.marked or following.marked or last.number == following.number)
    short = len(held) < MOST_PIECES and sum(len(each.text) for each in held) < MOST_CHARACTERS
    return same and plain and short and (not _ENDS.search(last.text) or hangs(last.text))


def _one(held: Sequence[Utterance]) -> Utterance:
    if len(held) == 1:
        return held[0]
    pieces = []
    at = 0
    for each in held:
        pieces.append(Piece(start=at, end=at + len(each.text), number=each.number))
        at += len(each.text) + 1
    return replace(held[0], text=" ".join(each.text for each in held), pieces=tuple(pieces))
