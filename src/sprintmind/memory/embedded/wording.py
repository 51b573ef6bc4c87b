"""A question as an expression of the full-text index: what its words are, and nothing of its punctuation."""

import re
from importlib.resources import files
from unicodedata import normalize

MOST = 64
"""How many different words of a question are looked for; who asks with a whole page means its beginning."""

_WORDS = re.compile(r"[^\W_]+")

_STOP_WORDS = frozenset(files("sprintmind.memory.embedded").joinpath("stop_words.txt").read_text("utf-8").split())
"""Of English; they are in every text, so that they tell none from another and take longest to look for."""


def terms(text: str) -> tuple[str, ...]:
    """List the words of a question that tell one text from another; all of them where none does.

    >>> terms("What did we decide about the Friday deploy?")
    ('decide', 'friday', 'deploy')
    >>> terms("who are you?")
    ('who', 'are', 'you')
    """
    words = tuple(dict.fromkeys(_WORDS.findall(normalize("NFC", text).casefold())))
    telling = tuple(each for each in words if each not in _STOP_WORDS)
    return (telling or words)[:MOST]


def expression(words: tuple[str, ...]) -> str:
    """Ask for texts with any of some words; they are quoted, so that none of them is an operator.

    >>> expression(("near", "deploy"))
    '{text context}:("near" OR "deploy")'
    """
    return "{text context}:(" + " OR ".join(f'"{each}"' for each in words) + ")"
