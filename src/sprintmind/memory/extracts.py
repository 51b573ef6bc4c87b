"""Summaries without a model: sentences that were said, quoted, by subject and in the order of time."""

import re
from collections.abc import Sequence
from itertools import groupby

from sprintmind.domain.memories import Memory, Recalled

NOTHING = "Nothing is remembered of this."
_SUBJECTS = ("ticket", "customer", "lesson", "incident", "person", "sprint")
"""Kinds of tag that say what a memory is about, the nearest first."""
_SENTENCES = re.compile(r"(?<=[.!?…])\s+|\n+")
_WORDS = re.compile(r"\w+")
_LONGEST = 300
"""Letters of a quote."""


def extract(found: Sequence[Recalled], question: str) -> str:
    """Sum up by quoting: a heading for each subject, the best first, and below it what was said, corrections first.

    Args:
        found: What was recalled, best first.
        question: Decides which sentence of a memory is quoted.
    """
    if not found:
        return NOTHING
    memories = [each.memory for each in found]
    subjects = list(dict.fromkeys(map(subject, memories)))
    ordered = sorted(memories, key=lambda each: (subjects.index(subject(each)), not corrects(each), each.said_at))
    paragraphs = (
        "\n".join([f"{name}:", *(_line(each, question) for each in some)]) for name, some in groupby(ordered, subject)
    )
    return "\n\n".join(paragraphs)


def subject(memory: Memory) -> str:
    """Say what a memory is about, by its tags; what has none of these is about the rest."""
    named = {kind: identity for kind, _, identity in (tag.partition(":") for tag in reversed(memory.tags))}
    return next((named[kind] for kind in _SUBJECTS if kind in named), "Other")


def corrects(memory: Memory) -> bool:
    """Tell whether a memory says how it really is."""
    return "kind:correction" in memory.tags


def _line(memory: Memory, question: str) -> str:
    marked = "correction: " if corrects(memory) else ""
    quoted, cut = _quote(memory.text, question)
    return f"- {memory.said_at:%Y-%m-%d}: {marked}“{quoted}”{' …' if cut else ''}"


def _quote(text: str, question: str) -> tuple[str, bool]:
    """Take the sentence that shares most words with the question, as it stands; of a long one the beginning, cut."""
    asked = set(_WORDS.findall(question.casefold()))
    sentences = [each.strip() for each in _SENTENCES.split(text) if each.strip()] or [text.strip()]
    quoted = max(sentences, key=lambda each: len(asked & set(_WORDS.findall(each.casefold()))))
    if len(quoted) <= _LONGEST:
        return quoted, False
    return quoted[:_LONGEST].rpartition(" ")[0] or quoted[:_LONGEST], True
