"""The conditions that everybody shares: what each is called, which words give it, and what its other side is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from sprintmind.conditions.files import area_names, facts
from sprintmind.conditions.phrases import Pattern, concept, pattern
from sprintmind.conditions.words import stems_of
from sprintmind.domain.changes import Ease
from sprintmind.domain.plans import ConditionName

_DENYING = frozenset(
    ["not", "no", "never", "without", "nobody", "none", "neither", "nor", "nothing", "unlike", "instead"]
)
_KEYS = frozenset(
    [
        "anywhere",
        "aliases",
        "names",
        "patterns",
        "untimed",
        "titles",
        "measured",
        "except",
        "unless",
        "safe",
        "common",
        "general",
        "broad",
        "quiet",
        "falling",
        "measure",
        "opposite",
        "ease",
        "change",
        "broken",
        "unfolding",
    ]
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A pattern of an entry, and what it says."""

    pattern: Pattern
    written: str
    measured: bool = False
    """It mentions the measure whose absence the condition is."""
    untimed: bool = False
    """It counts only where nobody said when the plan is carried out."""
    titled: bool = False
    """It counts only in what a lesson lists, which is short and means what it says: "account wipe"."""
    denying: bool = False
    """It holds a negation itself."""
    holding: bool = False
    """A phrase of one of its concepts does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A condition of the lexicon."""

    name: ConditionName
    aliases: tuple[str, ...] = ()
    """What else it is called, by lessons and by plans."""
    names: tuple[str, ...] = ()
    """What only a lesson's list of conditions calls it: in a plan these words say too little."""
    wordings: tuple[Wording, ...] = ()
    exceptions: tuple[Pattern, ...] = ()
    """Words that look like it and are something else."""
    unless: tuple[ConditionName, ...] = ()
    """Measures that, once taken, make it untrue."""
    safe: bool = False
    common: bool = False
    general: bool = False
    """It gives way to whatever says more exactly what it does, as "tests passed" to "load test done"."""
    broad: bool = False
    """A story says it in passing; of a lesson that lists nothing it is one only where little else is."""
    falling: bool = False
    """It is that a number gets smaller; where the words name two and the second is larger, it is the opposite."""
    anywhere: bool = False
    """It holds whatever else a sentence speaks of, as who is away does."""
    unfolding: bool = False
    """It is done over time, so that a later part of it is no delay: "the rest next week"."""
    broken: bool = False
    """It is about what happens when something breaks."""
    measure: ConditionName | None = None
    """The measure whose absence it is."""
    opposite: ConditionName | None = None
    """The safe-side condition that a plan has which denies it."""
    ease: Ease = Ease.MANNER
    change: str = ""
    """What to do about it, as an imperative."""


@cache
def lexicon() -> Mapping[ConditionName, Entry]:
    """Load the lexicon."""
    found: dict[ConditionName, Entry] = {}
    for area in area_names():
        for name, fields in facts(area).items():
            if not isinstance(fields, dict) or (strange := fields.keys() - _KEYS):
                raise ValueError(f"{area}: {name!r} is no condition, or has the strange keys {strange}")
            found[ConditionName(name)] = _entry(name, fields)
    return found


@cache
def absences() -> Mapping[ConditionName, ConditionName]:
    """Tell of which danger a safe-side condition is the mere absence, so that a plan need not say it."""
    return {entry.opposite: entry.name for entry in lexicon().values() if entry.opposite}


@cache
def called() -> Mapping[frozenset[str], ConditionName]:
    """Tell a condition by the stems of any of its names, in whatever order."""
    found: dict[frozenset[str], ConditionName] = {}
    for entry in lexicon().values():
        for name in (entry.name, *entry.aliases, *entry.names):
            found.setdefault(frozenset(stems_of(name)), entry.name)
    return found


@cache
def by_anchor() -> Mapping[str, tuple[tuple[Entry, Wording], ...]]:
    """Tell which wordings may fit in a sentence that holds a stem."""
    found: dict[str, list[tuple[Entry, Wording]]] = {}
    for entry in lexicon().values():
        for wording in entry.wordings:
            for anchor in wording.pattern.pieces[0].anchors:
                found.setdefault(anchor, []).append((entry, wording))
    return {anchor: tuple(each) for anchor, each in found.items()}


def _entry(name: str, fields: Mapping[str, object]) -> Entry:
    ease = str(fields.get("ease", "manner")).upper()
    return Entry(
        name=ConditionName(name),
        aliases=_split(fields.get("aliases")),
        names=_split(fields.get("names")),
        wordings=tuple(_wordings(name, fields)),
        exceptions=tuple(pattern(each) for each in _listed(fields.get("except"))),
        unless=tuple(ConditionName(each) for each in _listed(fields.get("unless"))),
        safe=fields.get("safe") is True,
        common=fields.get("common") is True,
        general=fields.get("general") is True,
        broad=fields.get("broad") is True,
        falling=fields.get("falling") is True,
        anywhere=fields.get("anywhere") is True,
        unfolding=fields.get("unfolding") is True,
        broken=fields.get("broken") is True,
        measure=_name(fields.get("measure")),
        opposite=_name(fields.get("opposite")),
        ease=Ease[ease],
        change=str(fields.get("change", "")),
    )


def _wordings(name: str, fields: Mapping[str, object]) -> Iterator[Wording]:
    spoken = () if fields.get("quiet") is True else (name,)  # what is quiet is named by lessons alone
    for said in (*spoken, *_split(fields.get("aliases"))):
        if len(stems_of(said)) > 1:
            yield _wording(" ".join(stems_of(said)))
    for key in ("patterns", "measured", "untimed", "titles"):
        for each in _listed(fields.get(key)):
            yield replace(_wording(each, measured=key == "measured", untimed=key == "untimed"), titled=key == "titles")


def _wording(written: str, *, measured: bool = False, untimed: bool = False) -> Wording:
    denying = not _DENYING.isdisjoint(stems_of(written.replace("|", " ").replace("_", " "))) and not measured
    concepts = (each for element in written.split() for each in element.removesuffix("?").split("|"))
    named = (each.strip("{}") for each in concepts if each.startswith("{"))
    holding = any(not _DENYING.isdisjoint(phrase) for name in named for phrase in concept(name))
    return Wording(pattern(written), written, measured=measured, untimed=untimed, denying=denying, holding=holding)


def _split(value: object) -> tuple[str, ...]:
    return tuple(each.strip() for each in str(value).split(",")) if value else ()


def _listed(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, list) else ()


def _name(value: object) -> ConditionName | None:
    return ConditionName(str(value)) if value else None
