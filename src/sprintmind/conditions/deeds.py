"""What a lesson's own condition says is done to its object, "token lifetime change", and whether a plan does it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from sprintmind.conditions.amounts import rises
from sprintmind.conditions.files import facts
from sprintmind.conditions.passages import Sentence
from sprintmind.conditions.phrases import Pattern, Spot, pattern, spots
from sprintmind.conditions.words import stems_of

STAY = "stay"
PREPOSITIONS = frozenset(
    {
        "in",
        "on",
        "at",
        "for",
        "to",
        "from",
        "with",
        "by",
        "dur",
        "during",
        "whil",
        "while",
        "befor",
        "before",
        "after",
        "when",
    }
)
CHANGES = frozenset({"change", "replace", "move", "release", "import", "rename", "split", "merge"})
"""Deeds that are a risk by themselves, whatever went well with them."""
NUMBERS = {"raise": True, "lower": False}
"""Deeds that two amounts tell, and whether they rise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A kind of change."""

    name: str
    named: tuple[tuple[str, ...], ...]
    """How a phrase that ends or begins with it says it, as stems."""
    said: tuple[Pattern, ...]
    """How a plan says it."""
    counts: tuple[str, ...] = ()
    """Deeds that are cases of it."""
    against: str = ""
    """Its opposite."""


@lru_cache(maxsize=20_000)
def parsed(stems: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Tell the deed of a phrase and the stems of its object; no deed if it names a thing only.

    >>> parsed(stems_of("token lifetime change")), parsed(stems_of("shorter sessions"))
    (('change', ('token', 'lifetim')), ('lower', ('session',)))
    """
    front = _front(stems)
    for name, named in _endings():
        if len(named) < len(front) and front[-len(named) :] == named:
            return name, (*front[: -len(named)], *stems[len(front) :])
    for name, named in _endings():
        if len(named) < len(stems) and stems[: len(named)] == named:
            return name, stems[len(named) :]
    return "", stems


def _front(stems: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out when or where something is done: "during the change"."""
    first = next((n for n, each in enumerate(stems) if each in PREPOSITIONS and 1 < n < len(stems) - 1), len(stems))
    return stems[:first]


def done(name: str, sentence: Sentence) -> list[Spot]:
    """Find where a sentence says a deed or a case of it."""
    found = list(_own(name, sentence))
    for other in deeds()[name].counts:
        found.extend(_own(other, sentence))
    found.extend(_by_numbers(name, sentence))
    return found


def is_against(name: str, sentence: Sentence) -> bool:
    """Tell whether a sentence says that nothing is done, or names amounts that go the other way."""
    rise = rises(sentence.text[sentence.start : sentence.end]) if name in NUMBERS else None
    return bool(_own(STAY, sentence)) or (rise is not None and rise is not NUMBERS[name])


def undone(name: str, sentence: Sentence) -> list[Spot]:
    """Find where a sentence says the opposite of a deed."""
    return list(_own(deeds()[name].against, sentence))


def _own(name: str, sentence: Sentence) -> tuple[Spot, ...]:
    """Find where a sentence says one deed; looked up once."""
    known = sentence.__dict__.setdefault("deeds", {})
    if name not in known:
        said = deeds()[name].said if name in deeds() else ()
        known[name] = tuple(spot for each in said for spot in spots(each, sentence, document=()))
    found: tuple[Spot, ...] = known[name]
    return found


def _by_numbers(name: str, sentence: Sentence) -> Iterator[Spot]:
    rise = rises(sentence.text[sentence.start : sentence.end]) if name in NUMBERS or name == "change" else None
    if rise is not None and (name not in NUMBERS or rise is NUMBERS[name]):
        yield Spot(0, len(sentence.words))


@cache
def deeds() -> Mapping[str, Deed]:
    """Load the kinds of change."""
    return {name: _deed(name, fields) for name, fields in facts("deeds").items() if isinstance(fields, dict)}


def _deed(name: str, fields: Mapping[str, object]) -> Deed:
    said = fields.get("said")
    return Deed(
        name=name,
        named=tuple(stems for each in str(fields.get("named", "")).split(",") if (stems := stems_of(each))),
        said=tuple(pattern(str(each)) for each in said) if isinstance(said, list) else (),
        counts=tuple(each.strip() for each in str(fields.get("counts", "")).split(",") if each.strip()),
        against=str(fields.get("against", "")),
    )


@cache
def _endings() -> Sequence[tuple[str, tuple[str, ...]]]:
    """List what phrases may end or begin with, the longest first."""
    found: dict[tuple[str, ...], str] = {}
    for deed in deeds().values():
        for named in deed.named:
            found.setdefault(named, deed.name)
    return sorted(((name, named) for named, name in found.items()), key=lambda each: -len(each[1]))
