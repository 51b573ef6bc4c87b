"""Speech services that list single words: their words glued into turns, a new one with each voice and each sentence."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_DEEPEST = 12
_ENDS = (".", "!", "?", "…")


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    glued: bool
    """Whether it is a mark that follows the word before without a space."""
    voice: str | None
    start: object


def turns_of_words(node: object, *, depth: int = 0) -> list[Mapping[str, Any]] | None:
    """Find a list of timed words (AWS Transcribe's items, Deepgram's or Google's words) and glue it into turns."""
    if depth > _DEEPEST:
        return None
    if isinstance(node, list):
        words = [word for each in node if isinstance(each, dict) and (word := _word(each))]
        if words and len(words) >= len(node) / 2:
            return list(_glued(words))
        children: Sequence[object] = node[-1:] if node else ()  # Google repeats all the words in its last result
    else:
        children = list(node.values()) if isinstance(node, dict) else ()
    found = (turns_of_words(child, depth=depth + 1) for child in children if isinstance(child, list | dict))
    return next((each for each in found if each is not None), None)


def _word(each: Mapping[str, Any]) -> _Word | None:
    options = each.get("alternatives")
    first = options[0] if isinstance(options, list) and options and isinstance(options[0], dict) else each
    text = first.get("content") or first.get("punctuated_word") or first.get("word")
    if not isinstance(text, str) or " " in text.strip():
        return None
    voice = next(
        (each[name] for name in ("speaker_label", "speaker", "speakerTag") if each.get(name) is not None), None
    )
    start = each.get("start_time", each.get("startTime", each.get("start")))
    return _Word(text.strip(), each.get("type") == "punctuation", None if voice is None else f"{voice}", start)


def _glued(words: Sequence[_Word]) -> Iterator[Mapping[str, Any]]:
    held: list[_Word] = []
    for word in words:
        new_voice = bool(held) and word.voice is not None and word.voice != held[0].voice
        ended = bool(held) and held[-1].text.endswith(_ENDS) and not word.glued
        if held and (new_voice or ended):
            yield _turn(held)
            held = []
        held.append(word)
    if held:
        yield _turn(held)


def _turn(held: Sequence[_Word]) -> Mapping[str, Any]:
    text = "".join(word.text if word.glued else f" {word.text}" for word in held).strip()
    voice = held[0].voice
    return {"text": text, "speaker": int(voice) if voice and voice.isdecimal() else voice, "start": held[0].start}
