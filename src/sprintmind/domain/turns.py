"""What somebody said in a text, as memory keeps it: who, in which words, under which heading."""

from dataclasses import dataclass

TEXTS = frozenset({"standup", "meeting", "digest"})
"""Kinds of events whose words stand in their body."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of speech, one bullet, one paragraph."""

    words: str
    speaker: str | None = None
    """As written; None where nobody is named."""
    under: tuple[str, ...] = ()
    """The headings it stands under, outermost first, as written."""
