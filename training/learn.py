"""Learns what says the same condition: `python training/learn.py` writes `conditions.onnx` and `sayings.npz`.

It takes some twenty minutes on two cores and needs `requirements/training.txt`. Two things are asked of the vectors at
once: a plan's sentence is nearer to the names and the stories of its condition than to those of the others that are
drawn with it and to what only looks like it; and whatever says a condition is nearer to the middle of it, which is
learned too, than to that of all others.
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
CLUSTERS = 36  # conditions in a step
WARMTH = 0.06
RATE, DECAY, SHORTEST = 4e-4, 0.01, 1.0
MIDDLES = 2e-3  # the rate of the middles
BACK = 0.2
"""How far the layers go back to what they were, in the end: both together read better what nothing was learned of."""
SAME = 0.8  # names that are as alike as that may mean one condition: they count neither way
KINDS = PLAN, NAME, STORY, NEAR = range(4)
AT_ONCE = 128  # texts whose vectors are made at once


class Known:
    """Sentences with the states of their word pieces below the layers that are learned."""

    def __init__(self, clusters, chance):
        self.clusters, self.chance = clusters, chance
        self.whole = [each for each, some in enumerate(clusters) if some.stories and len(some.plans) > 1]
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
        known = sorted({some.entry for some in clusters})
        entries = np.array([known.index(some.entry) if some.entry else -1 for some in clusters])
        self.one = ((entries[:, None] == entries) & (entries[:, None] >= 0)) | np.eye(len(clusters), dtype=bool)
        self.doubted = (self.alike > SAME) & ~self.one

    def _read(self, texts):
        lower = LowerHalf()
        states = np.zeros((len(texts), LONGEST, SIZE), np.float16)
        mask = np.zeros((len(texts), LONGEST), np.float32)
        for place, text in enumerate(texts):
            read = lower.states(text)[0][:LONGEST]
            states[place, : len(read)], mask[place, : len(read)] = read, 1
        return states, mask

    def step(self):
        """Draw what one step learns from: texts of conditions, half the time of alike ones."""
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
        places = [self.places[text] for text in texts]
        owners = np.array(owners)
        own, doubted = self.one[owners], self.doubted[owners]
        return (*self.drawn(places), owners, np.array(kinds), own, doubted)

    def drawn(self, places):
        """Give the states of some texts, as long as the longest of them."""
        longest = -(-int(self.mask[places].sum(1).max()) // 8) * 8
        return self.states[places, :longest], self.mask[places, :longest]

    def middles(self, layers):
        """Tell the middle of the names of each condition, or of what plans say of it."""
        reading = jax.jit(lambda states, mask: vectors(layers, states.astype(jnp.float32), mask))
        found = []
        for some in self.clusters:
            places = [self.places[text] for text in some.names or some.plans][:AT_ONCE]
            places += places[:1] * (-len(places) % 8)  # few lengths, since each is compiled for itself
            found.append(np.asarray(reading(*self.drawn(places))).mean(0))
        return np.stack(found)


def lost(weights, states, mask, owners, kinds, own, doubted, key):  # noqa: PLR0913, PLR0917  # as JAX differentiates
    """Tell how wrong the vectors are: the two things that are asked of them, added."""
    found = vectors(weights["layers"], states.astype(jnp.float32), mask, Chance(key))
    return _parted(found, owners, kinds, (own | doubted)[:, owners]) + _placed(
        found, weights["middles"], kinds, own, doubted
    )


def _parted(found, owners, kinds, same):
    scores = found @ found.T / WARMTH
    other = owners[:, None] != owners
    told = kinds != NEAR
    pairs = ~other & told & told[:, None] & ~jnp.eye(len(owners), dtype=bool)
    against = (other & ~same & told) | (~other & ~told)
    rest = jax.nn.logsumexp(jnp.where(against, scores, -1e9), axis=1)
    asked = pairs & ((kinds == PLAN)[:, None] | (kinds == PLAN))
    return ((jnp.logaddexp(scores, rest[:, None]) - scores) * asked).sum() / asked.sum()


def _placed(found, middles, kinds, own, doubted):
    middles /= jnp.linalg.norm(middles, axis=1, keepdims=True)
    scores = found @ middles.T / WARMTH
    among = jax.nn.logsumexp(jnp.where(doubted, -1e9, scores), axis=1)
    right = jax.nn.logsumexp(jnp.where(own, scores, -1e9), axis=1)
    told = kinds != NEAR
    return ((among - right) * told).sum() / told.sum()


def learned(known, steps):
    """Learn the layers."""
    first = first_layers()
    weights = {"layers": first, "middles": jnp.asarray(known.middles(first))}
    each = {
        "layers": optax.adamw(_rates(RATE, steps), weight_decay=DECAY),
        "middles": optax.adam(_rates(MIDDLES, steps)),
    }
    moving = optax.chain(
        optax.clip_by_global_norm(SHORTEST), optax.multi_transform(each, {name: name for name in weights})
    )
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
    return jax.tree.map(lambda was, now: np.asarray(BACK * was + (1 - BACK) * now), first, weights["layers"])


def _rates(rate, steps):
    return optax.warmup_cosine_decay_schedule(0, rate, max(1, steps // 10), steps, rate / 30)


def main():
    """Learn, and write both files."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--steps", type=int, default=900)
    steps = asked.parse_args().steps
    clusters = told()
    print(f"{len(clusters)} conditions", flush=True)
    known = Known(clusters, random.Random(0))  # draws sentences
    print(f"{len(known.places)} texts", flush=True)
    (OUT / "conditions.onnx").write_bytes(onnx_of(learned(known, steps)))
    save_lines(OUT / "sayings.npz", clusters)


if __name__ == "__main__":
    main()
