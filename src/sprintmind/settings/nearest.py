"""The nearest known word, for messages about an unknown one."""

from collections.abc import Iterable
from difflib import get_close_matches


def hint(word: str, known: Iterable[str]) -> str:
    """Name the nearest known word, or all of them where none is near and they are few.

    >>> hint("time_zone", ["timezone", "name"])
    "did you mean 'timezone'?"
    >>> hint("x", ["team", "people"])
    'there are people, team'
    """
    by_fold = {each.casefold(): each for each in known}
    near = get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.6)
    if near:
        return f"did you mean {by_fold[near[0]]!r}?"
    if not by_fold:
        return "there are none"
    names = sorted(by_fold.values())
    return f"there are {', '.join(names)}" if len(names) <= 20 else f"there are {len(names)}, from {names[0]!r} on"
