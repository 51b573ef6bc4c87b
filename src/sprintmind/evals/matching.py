"""Whether an answer fits a pattern, and if not, where it differs."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue


def difference(answer: JsonValue, pattern: JsonValue, *, at: str = "") -> str | None:
    """Tell the first place where an answer does not fit a pattern; None where it fits.

    An object fits if the pattern's keys fit; a list if each pattern fits some element, and an empty list only if there
    is nothing; a text that begins with `~` fits what contains the rest, in any case; one that begins with `!` fits
    nothing and any text but the rest; all else fits what is equal.

    >>> difference({"status": "done", "title": "SSO"}, {"status": "todo"})
    "status is 'done', not 'todo'"
    """
    match pattern:
        case dict():
            return _in_object(answer, pattern, at=at)
        case list():
            return _in_list(answer, pattern, at=at)
        case str() if pattern.startswith("~"):
            fits = isinstance(answer, str) and pattern[1:].casefold() in answer.casefold()
        case str() if pattern.startswith("!"):
            fits = (isinstance(answer, str) or answer is None) and answer != pattern[1:]
        case _:
            fits = type(answer) is type(pattern) and answer == pattern
    return None if fits else f"{at or 'it'} is {answer!r}, not {pattern!r}"


def missing(answers: Sequence[JsonValue], patterns: Iterable[Mapping[str, JsonValue]]) -> tuple[str, ...]:
    """Tell which patterns no answer fits, each with how the nearest answer differs."""
    return tuple(
        f"nothing fits {dict(pattern)}; {_nearest(answers, dict(pattern))}"
        for pattern in patterns
        if all(difference(answer, dict(pattern)) for answer in answers)
    )


def forbidden(answers: Sequence[JsonValue], patterns: Iterable[Mapping[str, JsonValue]]) -> tuple[str, ...]:
    """Tell which answers fit a pattern that none may fit."""
    return tuple(
        f"{answer} must not be there (it fits {dict(pattern)})"
        for pattern in patterns
        for answer in answers
        if difference(answer, dict(pattern)) is None
    )


def _in_object(answer: JsonValue, pattern: Mapping[str, JsonValue], *, at: str) -> str | None:
    if not isinstance(answer, dict):
        return f"{at or 'it'} is {answer!r}, not {pattern!r}"
    for key, wanted in pattern.items():
        place = f"{at}.{key}" if at else key
        if key not in answer:
            return f"there is no {place}"
        if found := difference(answer[key], wanted, at=place):
            return found
    return None


def _in_list(answer: JsonValue, patterns: Sequence[JsonValue], *, at: str) -> str | None:
    if not isinstance(answer, list):
        return f"{at or 'it'} is {answer!r}, no list"
    if not patterns and answer:
        return f"{at or 'it'} is {answer!r}, not empty"
    for pattern in patterns:
        if all(difference(element, pattern) for element in answer):
            return f"{at or 'it'} has nothing like {pattern!r}: {answer!r}"
    return None


def _nearest(answers: Sequence[JsonValue], pattern: Mapping[str, JsonValue]) -> str:
    if not answers:
        return "there is nothing"

    def alike(answer: JsonValue) -> int:
        own = answer if isinstance(answer, dict) else {}
        return sum(difference(own.get(key), wanted) is None for key, wanted in pattern.items())

    nearest = max(answers, key=alike)
    return f"in {nearest}, {difference(nearest, dict(pattern))}"
