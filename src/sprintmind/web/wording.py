"""Sentences of ours as a page shows them: days as people write them, and no word that only the ledger uses."""

import re
from collections.abc import Callable

from markupsafe import Markup

from sprintmind.domain.telling import SAYS
from sprintmind.domain.work import Status

SOURCES = {source.value: name for source, name in SAYS.items()} | {
    "dashboard": "a person's entry",
    "derived": "derived",
}
"""What people call where something was said: as in sentences, but for what stands by itself in a column."""

_DAY = r"\d{4}-\d\d-\d\d"
_PARTS = re.compile(
    r"(?P<quoted>“[^”]*”)"
    rf"|\b(?P<moment>{_DAY}T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))(?!\w)"
    rf"|(?<![\w/-])(?P<day>{_DAY})(?![\w/-])"
    r"|(?<=according to )(?P<source>" + "|".join(name.replace("_", " ") for name in SOURCES) + r")\b"
    rf"|(?<![\w/-])(?P<who>[\w.-]+)(?= on {_DAY}\b| said | took something back)"
    r"|(?<![\w/-])(?P<status>" + "|".join(each.value for each in Status if "_" in each.value) + r")(?![\w/-])"
    r"|\((?P<conflict>conflict [0-9a-f]{12})\)"
)
"""What is shown otherwise than it stands in a sentence; what is quoted stays as it was written."""


def shown(text: str, wording: Callable[[str, str], Markup | str]) -> list[Markup | str]:
    """Cut a sentence, and let every part that people do not write be worded.

    >>> shown("promised “by 2025-10-02”, due 2025-10-01", lambda kind, part: f"<{kind} {part}>")
    ['promised ', '“by 2025-10-02”', ', due ', '<day 2025-10-01>']
    """
    pieces: list[Markup | str] = []
    at = 0
    for found in _PARTS.finditer(text):
        kind = found.lastgroup or ""
        pieces += [text[at : found.start()], found[0] if kind == "quoted" else wording(kind, found[kind])]
        at = found.end()
    return [piece for piece in [*pieces, text[at:]] if piece]
