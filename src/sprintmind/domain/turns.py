"""What somebody said in a text, as memory keeps it: who, in which words, under which heading."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of speech, one bullet, one paragraph."""

    words: str
    speaker: str | None = None
    """As written; None where nobody is named."""
    under: tuple[str, ...] = ()
    """The headings it stands under, outermost first, as written."""
