"""What people say of conditions, as the files in `sentences/` hold it: a line of JSON for each condition."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from sprintmind.conditions.lexicon import lexicon
from sprintmind.conditions.titles import canonical

SENTENCES = Path(__file__).parent / "sentences"
KNOWN = SENTENCES / "known"
"""What is said of the lexicon's own conditions, which only words are learned from."""
SAID = Path(__file__).parent.parent / "tests" / "conditions" / "said"
NAMES = 8  # of a condition that are learned
STORIES = 4  # sentences that stand for what lessons tell, where none were written


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of one condition."""

    condition: str
    entry: str = ""
    """What the lexicon calls it; nothing if it has no such condition."""
    names: tuple[str, ...] = ()
    stories: tuple[str, ...] = ()
    """As lessons tell it."""
    plans: tuple[str, ...] = ()
    """As plans say it."""
    near: tuple[tuple[str, str], ...] = ()
    """What only looks like it, and what of the lexicon that says instead."""


def told(folder: Path = SENTENCES) -> list[Told]:
    """Read all of it, or what stands in another folder, in one order."""
    lines = (line for file in sorted(folder.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines())
    return [*map(_told, map(json.loads, lines)), *(_tested() if folder == SENTENCES else ())]


def digest_of(known: list[Told]) -> str:
    """Name what was learned from."""
    return sha256(repr(known).encode()).hexdigest()


def _told(line: dict) -> Told:
    name, aliases = line.get("condition", ""), line.get("aliases", [])
    entry = _entry(name, aliases)
    plans, stories = line["plans"], line.get("stories", [])
    if name and not stories and len(plans) > STORIES + 1:
        plans, stories = plans[STORIES:], plans[:STORIES]
    near = line.get("near", [])
    others = [_named(each) for each in line.get("near_of", [])] + [""] * len(near)
    own = [*lexicon()[entry].aliases] if entry else []
    names = tuple(dict.fromkeys((name, *aliases, *own)))[:NAMES] if name else ()
    return Told(name, entry, names, tuple(stories), tuple(plans), tuple(zip(near, others, strict=False)))


def _entry(name: str, aliases: list[str]) -> str:
    """Tell what the lexicon calls a condition: what its name says, or two of its other names."""
    if name in lexicon() or _named(name):
        return name if name in lexicon() else _named(name)
    found = Counter(filter(None, map(_named, aliases))).most_common(1)
    return found[0][0] if found and found[0][1] > 1 else ""


def _named(phrase: str) -> str:
    names = canonical(phrase) if phrase else ()
    return names[0] if len(names) == 1 else ""


def _tested() -> Iterator[Told]:
    """Take what the tests of the lexicon say, too."""
    said: dict[str, tuple[list[str], list[str]]] = {}
    for file in sorted(SAID.glob("*.txt")):
        for line in file.read_text("utf-8").splitlines():
            text, _, wanted = line.partition(" => ")
            for each in filter(None, (part.strip() for part in wanted.split(";"))):
                yes, no = said.setdefault(each.removeprefix("!"), ([], []))
                (no if each.startswith("!") else yes).append(text)
    for name, (yes, no) in said.items():
        if name in lexicon() and yes:
            aliases = tuple(dict.fromkeys((name, *lexicon()[name].aliases)))[:NAMES]
            first = max(1, len(yes) // 4)
            yield Told(name, name, aliases, tuple(yes[:first]), tuple(yes[first:]), tuple((each, "") for each in no))
