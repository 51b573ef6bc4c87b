"""Learns which words say a condition: `python training/words.py` writes `wordings.npz`.

Two things are learned from the same sentences: how much each word, or two that follow one another, tells of each
condition of the lexicon, and what the sentences of every condition have in common, whether the lexicon has it or not.
"""

from collections import Counter
from math import log
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix

from sprintmind.conditions.wordings import grams_of
from told import KNOWN, digest_of, told

OUT = Path(__file__).parent.parent / "src" / "sprintmind" / "conditions" / "wordings.npz"
FEWEST = 4  # sentences that have a gram which is learned
ENOUGH = 8  # sentences of a condition that lines are learned for
EPOCHS, TOGETHER, RATE, PENALTY = 6, 256, 0.3, 4e-5
NOTHING = 0.15  # what a sentence counts that says nothing of the lexicon, of which there are many
SHARPER = 1.6  # the lines are too unsure of themselves after so few epochs
LEAST = 0.2  # of a line that is kept
KEPT = 200  # grams of a middle


def weighed(counted, places, rarity):
    """Give texts x grams: how rare a gram is, and how often a text has it; each row is of length 1."""
    rows, columns, values = [], [], []
    for row, grams in enumerate(counted):
        own = [(places[gram], 1 + log(count)) for gram, count in grams.items() if gram in places]
        weights = np.array([often * rarity[place] for place, often in own])
        rows += [row] * len(own)
        columns += [place for place, _ in own]
        values += list(weights / (np.linalg.norm(weights) or 1.0))
    return csr_matrix((np.array(values, np.float32), (rows, columns)), shape=(len(counted), len(places)))


def lines_of(given, wanted, count):
    """Learn a line for each of `count` things that texts may say, the last of them being nothing, by Adagrad."""
    chance = np.random.default_rng(0)  # orders sentences
    lines, added = np.zeros((given.shape[1], count), np.float32), np.zeros(count, np.float32)
    seen = np.full_like(lines, 1e-8)
    share = np.where(wanted == count - 1, NOTHING, 1.0).astype(np.float32)
    for _ in range(EPOCHS):
        order = chance.permutation(len(wanted))
        for start in range(0, len(order), TOGETHER):
            some = order[start : start + TOGETHER]
            texts = given[some]
            scores = texts @ lines + added
            wrong = np.exp(scores - scores.max(1, keepdims=True))
            wrong /= wrong.sum(1, keepdims=True)
            wrong[np.arange(len(some)), wanted[some]] -= 1
            wrong *= share[some][:, None] / len(some)
            rows = np.unique(texts.indices)
            slope = texts[:, rows].T @ wrong + PENALTY * lines[rows]
            seen[rows] += slope**2
            lines[rows] -= RATE * slope / np.sqrt(seen[rows])
            added -= RATE * wrong.sum(0)
    lines, added = SHARPER * lines, SHARPER * added
    return csr_matrix(np.where(np.abs(lines) > LEAST, lines, 0)), added


def middles_of(given, owners):
    """Add up the texts of each condition; gives grams x conditions, each column of length 1 before it is cut."""
    count = max(owners) + 1
    added = csr_matrix((np.ones(len(owners), np.float32), (owners, range(len(owners)))), shape=(count, len(owners)))
    rows, columns, values = [], [], []
    for each, middle in enumerate(added @ given):
        best = np.argsort(-middle.data, kind="stable")[:KEPT]
        rows += list(middle.indices[best])
        columns += [each] * len(best)
        values += list(middle.data[best] / np.linalg.norm(middle.data))
    return csr_matrix((values, (rows, columns)), shape=(given.shape[1], count))


def packed(name, table):
    """Give a table as the arrays that are kept of it."""
    return {
        f"{name}_counts": np.diff(table.indptr).astype(np.uint16),
        f"{name}_columns": table.indices.astype(np.uint16),
        f"{name}_values": table.data.astype(np.float16),
    }


def main():
    """Learn, and write the file."""
    clusters = [*told(), *told(KNOWN)]
    conditions = {}
    for number, some in enumerate(clusters):
        conditions.setdefault(some.entry or number, len(conditions))
    owned = [
        (text, conditions[some.entry or number])
        for number, some in enumerate(clusters)
        for text in (*some.plans, *some.stories, *some.names)
    ]
    said = [(text, some.entry) for some in clusters for text in (*some.plans, *(some.stories if some.entry else ()))]
    said += [(text, instead) for some in clusters for text, instead in some.near]
    counted = [grams_of(text) for text, _ in (*owned, *said)]
    common = Counter(gram for grams in counted[: len(owned)] for gram in grams)
    grams = sorted(gram for gram, count in common.items() if count >= FEWEST)
    places = {gram: place for place, gram in enumerate(grams)}
    rarity = np.array([1 + log((1 + len(owned)) / (1 + common[gram])) for gram in grams])
    given = weighed(counted, places, rarity)
    counts = Counter(name for _, name in said)
    names = sorted(name for name, count in counts.items() if name and count >= ENOUGH)
    wanted = np.array([names.index(name) if name in names else len(names) for _, name in said])
    lines, added = lines_of(given[len(owned) :], wanted, len(names) + 1)
    middles = middles_of(given[: len(owned)], [owner for _, owner in owned])
    print(f"{len(owned)} sentences, {len(grams)} grams, {lines.nnz} numbers of lines, {middles.nnz} of middles")
    np.savez_compressed(
        OUT,
        digest=digest_of(clusters),
        grams=np.frombuffer("\n".join(grams).encode(), np.uint8),
        names=np.frombuffer("\n".join(names).encode(), np.uint8),
        rarity=rarity.astype(np.float16),
        added=added,
        conditions=len(conditions),
        **packed("lines", lines),
        **packed("middles", middles),
    )


if __name__ == "__main__":
    main()
