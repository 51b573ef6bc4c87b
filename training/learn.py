"""Learns what says the same condition: `python training/learn.py` writes `conditions.onnx` and `sayings.npz`.

It takes some twenty minutes on two cores and needs `requirements/training.txt`. Two things are asked of the vectors at
once: a plan's sentence is nearer to the names and the stories of its condition than to those of all others and to
what only looks like it; and for the conditions of the lexicon a line through their space tells which one it says.
"""

import argparse
import random
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

from layers import Chance, first_layers, vectors
from lines import save_lines
from sprintmind.embeddings.condition_model import SIZE, LowerHalf
from sprintmind.embeddings.minilm import open_minilm
from told import told
from written import onnx_of

OUT = Path(__file__).parent.parent / "src" / "sprintmind" / "embeddings"
LONGEST = 32  # word pieces of a sentence that are learned from
CLUSTERS, LINES = 14, 80  # conditions, and sentences for the lines, in a step
WARMTH = 0.06
RATE, DECAY, SHORTEST = 4e-4, 0.01, 1.0
SAME = 0.8  # names that are as alike as that may mean one condition: they count neither way
KINDS = PLAN, NAME, STORY, NEAR = range(4)
NOTHING = 0.2  # of the sentences for the lines that say nothing of the lexicon
SCALE = 12.0  # of the lines, at first


class Known:
    """Sentences with the states of their word pieces below the layers that are learned."""

    def __init__(self, clusters, chance):
        self.clusters, self.chance = clusters, chance
        self.whole = [each for each, some in enumerate(clusters) if some.stories and len(some.plans) > 1]
        self.names = sorted({each.entry for each in clusters if each.entry})
        self.said, self.nothing = self._said()
        texts = sorted(
            {
                text
                for some in clusters
                for text in (*some.names, *some.stories, *some.plans, *(near for near, _ in some.near))
            }
        )
        self.places = {text: place for place, text in enumerate(texts)}
        self.states, self.mask = self._read(texts)
        titles = np.asarray(open_minilm().embed([some.condition or "none" for some in clusters]))
        self.alike = titles @ titles.T
        entries = np.array([self.names.index(some.entry) if some.entry else -1 for some in clusters])
        self.same = (self.alike > SAME) | ((entries[:, None] == entries) & (entries[:, None] >= 0))

    def _said(self):
        said, nothing = {name: [] for name in self.names}, []
        for some in self.clusters:
            (said[some.entry] if some.entry else nothing).extend((*some.plans, *(some.stories if some.entry else ())))
            for text, instead in some.near:
                said.get(instead, nothing).append(text)
        return said, nothing

    def _read(self, texts):
        lower = LowerHalf()
        states = np.zeros((len(texts), LONGEST, SIZE), np.float16)
        mask = np.zeros((len(texts), LONGEST), np.float32)
        for place, text in enumerate(texts):
            read = lower.states(text)[0][:LONGEST]
            states[place, : len(read)], mask[place, : len(read)] = read, 1
        return states, mask

    def step(self):
        """Draw what one step learns from: texts of conditions, half the time of alike ones, and some for lines."""
        chance = self.chance
        among = self.whole
        if chance.random() < 0.5:  # half of them
            first = chance.choice(among)
            among = sorted(among, key=lambda each: -self.alike[first, each])[: 3 * CLUSTERS]
        texts, owners, kinds = [], [], []
        for each in chance.sample(among, CLUSTERS):
            some = self.clusters[each]
            near = [text for text, _ in some.near]
            drawn = [*((text, PLAN) for text in chance.sample(some.plans, 2)), (chance.choice(some.names), NAME)]
            drawn += [(chance.choice(some.stories), STORY), (chance.choice(near or some.plans), NEAR if near else PLAN)]
            texts += [text for text, _ in drawn]
            kinds += [kind for _, kind in drawn]
            owners += [each] * len(drawn)
        lines = []
        for _ in range(LINES):
            name = None if chance.random() < NOTHING else chance.randrange(len(self.names))
            texts.append(chance.choice(self.nothing if name is None else self.said[self.names[name]]))
            lines.append(len(self.names) if name is None else name)
        places = [self.places[text] for text in texts]
        longest = -(-int(self.mask[places].sum(1).max()) // 8) * 8
        owners = np.array(owners)
        return (
            self.states[places, :longest],
            self.mask[places, :longest],
            owners,
            np.array(kinds),
            self.same[np.ix_(owners, owners)],
            np.array(lines),
        )


def lost(weights, states, mask, owners, kinds, same, lines, key):  # noqa: PLR0913, PLR0917  # as JAX differentiates
    """Tell how wrong the vectors are: the two things that are asked of them, added."""
    found = vectors(weights["layers"], states.astype(jnp.float32), mask, Chance(key))
    count = owners.shape[0]
    return _parted(found[:count], owners, kinds, same) + _lined(weights, found[count:], lines)


def _parted(found, owners, kinds, same):
    scores = found @ found.T / WARMTH
    other = owners[:, None] != owners
    told = kinds != NEAR
    pairs = ~other & told & told[:, None] & ~jnp.eye(len(owners), dtype=bool)
    against = (other & ~same & told) | (~other & ~told)
    rest = jax.nn.logsumexp(jnp.where(against, scores, -1e9), axis=1)
    asked = pairs & ((kinds == PLAN)[:, None] | (kinds == PLAN))
    return ((jnp.logaddexp(scores, rest[:, None]) - scores) * asked).sum() / asked.sum()


def _lined(weights, found, lines):
    scores = weights["scale"] * (found @ weights["lines"].T) + weights["added"]
    return optax.softmax_cross_entropy_with_integer_labels(scores, lines).mean()


def learned(known, steps):
    """Learn the layers."""
    rates = optax.warmup_cosine_decay_schedule(0, RATE, max(1, steps // 10), steps, RATE / 30)
    moving = optax.chain(optax.clip_by_global_norm(SHORTEST), optax.adamw(rates, weight_decay=DECAY))
    first = np.asarray(open_minilm().embed(known.names))
    weights = {
        "layers": first_layers(),
        "lines": jnp.asarray(np.vstack([first, np.zeros_like(first[:1])])),
        "added": jnp.zeros(len(known.names) + 1),
        "scale": jnp.asarray(SCALE),
    }
    state = moving.init(weights)

    @jax.jit
    def step(weights, state, drawn, key):
        value, slope = jax.value_and_grad(lost)(weights, *drawn, key)
        change, state = moving.update(slope, state, weights)
        return optax.apply_updates(weights, change), state, value

    key, begun, run = jax.random.PRNGKey(0), time.monotonic(), []
    for number in range(1, steps + 1):
        weights, state, value = step(weights, state, known.step(), jax.random.fold_in(key, number))
        run.append(float(value))
        if number % 50 == 0:
            print(
                f"{number} of {steps} steps, {time.monotonic() - begun:.0f} s, lost {np.mean(run[-50:]):.3f}",
                flush=True,
            )
    return jax.tree.map(np.asarray, weights["layers"])


def main():
    """Learn, and write both files."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--steps", type=int, default=550)
    steps = asked.parse_args().steps
    clusters = told()
    print(f"{len(clusters)} conditions", flush=True)
    known = Known(clusters, random.Random(0))  # draws sentences
    print(f"{len(known.places)} texts, {len(known.names)} conditions of the lexicon", flush=True)
    (OUT / "conditions.onnx").write_bytes(onnx_of(learned(known, steps)))
    save_lines(OUT / "sayings.npz", clusters)


if __name__ == "__main__":
    main()
