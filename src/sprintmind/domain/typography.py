"""Citations in whatever typography they are written, and what only looks like one.

`【1】`, `［1］`, `[1†L2]`, `[1, 2]`, `[1–3]`, `[^1]`, `fact¹` and `<sup>1</sup>` cite. Dates (`[2025-09-27]`), indexes
(`items[0]`), code, links, addresses and ranges that run backwards do not, and are never touched.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_PROTECTED = re.compile(
    r"""
      ```[\s\S]*?(?:```|\Z) | ~~~[\s\S]*?(?:~~~|\Z)     # code in a block of its own
    | (?P<ticks>`+)(?!`)[^`]*(?P=ticks)(?!`)             # code in a line
    | ^[ \t]*\[[^\]\n]+\]:[ \t]*(?:https?://|<|/|\#)\S*  # where a link leads
    | !?\[[^\[\]\n]*\]\(\s*[^\s()]+(?:\s+"[^"\n]*")?\s*\)  # a link
    | \[[^\[\]\n]*[A-Za-z][^\[\]\n]*\]\[[^\[\]\n]*\]     # a link that is told elsewhere
    | https?://[^\s【［]+
    """,
    re.VERBOSE | re.MULTILINE,
)
_NUMBER = r"(?:0|[1-9]\d{0,2})"
_LABEL = r"(?:\^|\#|№\s*|(?:source|evidence|ref)s?\.?\s+)?"
_PLACE = r"(?:\s*(?::\d{1,4})?\s*[†‡][^\[\]【】［］,;]*)?"
_RANGE = r"(?:-|–|—|‒|−|~|\bto\b)"
_ITEM = rf"{_LABEL}{_NUMBER}{_PLACE}(?:\s*{_RANGE}\s*{_LABEL}{_NUMBER}{_PLACE})?"
_CONTENT = re.compile(rf"\s*{_ITEM}(?:(?:\s*[,;，、&]\s*|\s+(?:and\s+)?){_ITEM})*\s*", re.IGNORECASE)
_PART = re.compile(rf"{_LABEL}({_NUMBER}){_PLACE}(?:\s*{_RANGE}\s*{_LABEL}({_NUMBER}){_PLACE})?", re.IGNORECASE)
_BRACKETS = re.compile(
    r"(?P<open>\[\[?|【|［|〔|〖)(?P<content>[^\[\]【】［］〔〕〖〗\n]{1,200})(?P<close>\]\]?|】|］|〕|〗)"
)
_RAISED = re.compile(r"⁽?[⁰¹²³⁴-⁹]+(?:\s?[⁻˒,]\s?[⁰¹²³⁴-⁹]+)*⁾?")
_SUP = re.compile(r"<sup>\s*\[?(?P<content>[\d\s,;–-]{1,40})\]?\s*</sup>", re.IGNORECASE)
_UNITS = frozenset(["m", "km", "cm", "mm", "ft", "in", "mi", "s", "x", "y", "z", "n", "r", "kg", "co", "h"])
_PAIRS = {"[": "]", "[[": "]]", "【": "】", "［": "］", "〔": "〕", "〖": "〗"}
_CODE = re.compile(r"[A-Za-z_]\w*\Z|\w\([^()\n]*\)\Z|['\"]\]\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One citation as it is written."""

    start: int
    end: int
    numbers: tuple[int, ...]
    fixed: bool = False
    """It stands on a word without a space, `done[1]`, and may be an index: it is never rewritten."""


def marks(text: str, known: frozenset[int]) -> tuple[Mark, ...]:
    """Find the citations of a text, in order.

    Args:
        text: Anything.
        known: The numbers that there are; of `¹²`, they tell whether it is 12, or 1 and 2.
    """
    masked = _PROTECTED.sub(lambda found: re.sub(r"[^\n]", "\0", found[0]), text)
    found = [*_bracketed(masked, known), *_raised(masked, known), *_sup(masked)]
    return tuple(sorted(found, key=lambda mark: mark.start))


def rewritten(text: str, known: frozenset[int]) -> tuple[str, tuple[int, ...]]:
    """Write every citation as `[1]`, remove those of unknown numbers, and tell which these were, in order."""
    removed: list[int] = []
    while True:
        pieces, at = [], 0
        for mark in marks(text, known):
            if not mark.fixed:
                removed += [n for n in mark.numbers if n not in known]
                pieces.append(_before(text[at : mark.start], bool(known.intersection(mark.numbers)), mark, text))
                pieces.append(_written(mark, text, known))
                at = mark.end
        again = "".join([*pieces, text[at:]])
        if again == text:
            return text, tuple(dict.fromkeys(removed))
        text = again


def _written(mark: Mark, text: str, known: frozenset[int]) -> str:
    kept = "".join(f"[{n}]" for n in mark.numbers if n in known)
    if kept and text[mark.end : mark.end + 1] in ("(", "[", ":") and text[mark.start : mark.end] != kept:
        return f"{kept} "
    return kept


def _before(text: str, kept: bool, mark: Mark, whole: str) -> str:  # noqa: FBT001  # one of two ways to end a text
    """Give what stands before a citation: with a space if the citation stays, without if it goes."""
    if not kept:
        return text.rstrip(" \t") if text.strip(" \t") else text
    plain = whole[mark.start : mark.end]
    if re.fullmatch(r"\[\d+\]", plain) or not text or text[-1].isspace() or text[-1] in "([":
        return text
    return f"{text} "


def _bracketed(text: str, known: frozenset[int]) -> Iterator[Mark]:
    chained = -1
    for found in _BRACKETS.finditer(text):
        numbers = _numbers(found["content"]) if _PAIRS[found["open"]] == found["close"] else None
        plain = found["open"] == "["
        index = plain and (
            found.start() == chained or bool(_CODE.search(text, max(found.start() - 60, 0), found.start()))
        )
        if index:
            chained = found.end()
            if numbers and known.issuperset(numbers) and _ends_a_clause(text, found.end()):
                yield Mark(start=found.start(), end=found.end(), numbers=numbers, fixed=True)
        elif numbers is not None:
            yield Mark(start=found.start(), end=found.end(), numbers=numbers)


def _ends_a_clause(text: str, end: int) -> bool:
    return bool(re.match(r"(?:\[\d+\])*(?:[.,;:!?)]?(?:\s|\Z))", text[end:]))


def _numbers(content: str) -> tuple[int, ...] | None:
    """Read what stands between brackets; None where it is no citation.

    >>> _numbers("1, 3–5"), _numbers("2025-09-27"), _numbers("5-3"), _numbers("1†L2")
    ((1, 3, 4, 5), None, None, (1,))
    """
    plain = unicodedata.normalize("NFKC", content)
    if not _CONTENT.fullmatch(plain):
        return None
    numbers: list[int] = []
    for found in _PART.finditer(plain):
        first, last = int(found[1]), int(found[2] or found[1])
        if last < first:
            return None
        numbers += range(first, last + 1)
    return tuple(dict.fromkeys(numbers))


def _raised(text: str, known: frozenset[int]) -> Iterator[Mark]:
    for found in _RAISED.finditer(text):
        before = re.search(r"(?P<word>[^\W\d_]+)\Z|[.,;:!?\"”’'\]]\Z", text[: found.start()][-40:])
        word = (before["word"] or "").casefold() if before else ""
        if before is None or (word and (len(word) == 1 or word in _UNITS)):
            continue
        plain = unicodedata.normalize("NFKC", found[0].replace("⁻", "-").replace("˒", ",")).strip("()")
        numbers = _split(plain, known) or _numbers(plain)
        if numbers is not None:
            yield Mark(start=found.start(), end=found.end(), numbers=numbers)


def _split(plain: str, known: frozenset[int]) -> tuple[int, ...] | None:
    """Read digits that stand together as several numbers where only that points at evidence."""
    digits = tuple(dict.fromkeys(int(digit) for digit in plain)) if plain.isdigit() else ()
    return digits if digits and int(plain) not in known and known.issuperset(digits) else None


def _sup(text: str) -> Iterator[Mark]:
    for found in _SUP.finditer(text):
        if numbers := _numbers(found["content"]):
            yield Mark(start=found.start(), end=found.end(), numbers=numbers)


def masked(text: str) -> str:
    """Blank what ends no sentence although full stops stand in it: code, links, addresses, quotations."""
    hidden = _PROTECTED.sub(lambda found: "x" * len(found[0]), text)
    return _QUOTED.sub(lambda found: found[0][0] + "x" * (len(found[0]) - 2) + found[0][-1], hidden)


_QUOTED = re.compile(r"“[^“”\n]*”|\"[^\"\n]*\"")
