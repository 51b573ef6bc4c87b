"""Learns what sentences sound like: `python tests/sayings.py` reads `lexicon/sayings.txt` and writes `sayings.npz`.

What conditions are called, and what the tests of the lexicon say, is learned too. The same sentences give the same
file, but for the last bits of the model on another machine. What is learned is one logistic regression a condition;
sentences that say two things at once are made of two that say one.
"""

import random
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import numpy as np

from sprintmind.conditions.lexicon import lexicon
from sprintmind.embeddings.minilm import open_minilm

SAID = Path(__file__).parent / "conditions" / "said"
OUT = Path(__file__).parent.parent / "src" / "sprintmind" / "embeddings" / "sayings.npz"
NAMES = 12  # of each condition that are learned
PAIRS = 1800  # sentences made of two
PENALTY, STEPS, RATE = 2e-5, 200, 0.1
HEAVIER = 3.0  # what says something, of which there is less
ALIAS, PAIR = 0.4, 0.6  # weights

Saying = tuple[frozenset[str], str]


def written():
    """The text of the sayings: lines under `= condition`; under `= none`, what says nothing of the kind."""
    return files("sprintmind.conditions").joinpath("lexicon", "sayings.txt").read_text(encoding="utf-8")


def digest():
    return sha256(written().encode()).hexdigest()


def sayings():
    found, name = [], ""
    for line in written().splitlines():
        if line.startswith("= "):
            name = line[2:]
        elif line and not line.startswith("#"):
            found.append((frozenset({name} - {"none"}), line))
    return found


def tested(names):
    lines = (line for file in sorted(SAID.glob("*.txt")) for line in file.read_text(encoding="utf-8").splitlines())
    parted = (line.partition(" => ") for line in lines if " => " in line)
    return [(frozenset(wanted.split("; ")) & names, text) for text, _, wanted in parted]


def called(names):
    entries = (lexicon()[name] for name in sorted(names))
    return [(frozenset({each.name}), said) for each in entries for said in (each.name, *each.aliases)[:NAMES]]


def paired(known, chance):
    for _ in range(PAIRS):
        (some, first), (others, second) = chance.choice(known), chance.choice(known)
        yield some | others, first.rstrip(".") + chance.choice([", ", ". ", " and ", "; "]) + second


def fitted(vectors, wanted, weights):
    """Fit all conditions at once, by Adam."""
    given = np.hstack([vectors, np.ones((len(vectors), 1), np.float32)])
    lines = np.zeros((given.shape[1], wanted.shape[1]))
    lines[-1] = -3.0
    first, second = np.zeros_like(lines), np.zeros_like(lines)
    share = np.where(wanted > 0, HEAVIER, 1.0) * (weights / weights.sum())[:, None]
    for step in range(1, STEPS + 1):
        slope = given.T @ ((1 / (1 + np.exp(-given @ lines)) - wanted) * share)
        slope[:-1] += PENALTY * lines[:-1]
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope * slope
        lines -= RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return lines


def main():
    own = sayings()
    names = frozenset().union(*(said for said, _ in own))
    known = [*own, *tested(names)]
    pairs = list(paired(known, random.Random(1)))
    parts = [(known, 1.0), (called(names), ALIAS), (pairs, PAIR)]
    told = [each for part, _ in parts for each in part]
    model = open_minilm()
    vectors = np.vstack([model.embed([text for _, text in told[at : at + 64]]) for at in range(0, len(told), 64)])
    listed = sorted(names)
    wanted = np.array([[name in said for name in listed] for said, _ in told], float)
    weights = np.concatenate([np.full(len(part), weight) for part, weight in parts])
    lines = fitted(vectors, wanted, weights).astype(np.float16)
    np.savez_compressed(OUT, model=model.name, digest=digest(), names=np.array(listed), weights=lines)


if __name__ == "__main__":
    main()
