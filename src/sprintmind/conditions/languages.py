"""Which language a text is in, as far as its small words tell; what cannot be read is not judged."""

import re
from functools import cache

from sprintmind.conditions.files import table

ENGLISH = "English"
FEWEST = 3  # small words of a language without which a text is in none
_WORD = re.compile(r"[^\W\d_]+")
LONGEST = 20_000  # characters that are looked at


def foreign(text: str) -> str | None:
    """Name the language of a text that is not English; None where that is not sure.

    >>> foreign("Am Dienstag um 10 Uhr spielen wir die neue Version ein, und der alte Stand bleibt.")
    'German'
    >>> foreign("Deploy mailer 1.9 on Friday") is None
    True
    """
    words = [each.casefold() for each in _WORD.findall(text[:LONGEST])]
    counts = {name: sum(word in small for word in words) for name, small in _small().items()}
    most = max(counts, key=lambda name: (counts[name], name == ENGLISH))
    return most if most != ENGLISH and counts[most] >= max(FEWEST, 2 * counts[ENGLISH] + 1) else None


@cache
def _small() -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split()) for name, words in table("words", "languages").items()}
