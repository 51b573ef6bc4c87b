"""The lines through the space of vectors, one for each condition of the lexicon: how likely a sentence says it."""

import jax
import jax.numpy as jnp
import numpy as np
import optax

from sprintmind.embeddings.condition_model import NAME, ConditionModel
from told import digest_of

STEPS, RATE, PENALTY = 400, 0.05, 4e-6
NOTHING = 0.15  # what a sentence counts that says nothing of the lexicon, of which there are many
FEWEST = 8  # sentences of a condition that something can be learned from


def save_lines(file, clusters):
    """Learn the lines from the same sentences, with the layers that are there, and keep them."""
    said = [
        (text, some.entry)
        for some in clusters
        for text in (*some.plans, *some.stories)
        if some.entry or text in some.plans
    ]
    said += [(text, instead) for some in clusters for text, instead in some.near]
    counts = {name: sum(each == name for _, each in said) for name in {each for _, each in said} - {""}}
    names = sorted(name for name, count in counts.items() if count >= FEWEST)
    wanted = np.array([names.index(name) if name in names else len(names) for _, name in said])
    found = ConditionModel().embed([text for text, _ in said])
    weights, added = _fitted(found, wanted, len(names) + 1)
    kept = np.vstack([weights, added]).astype(np.float16)
    np.savez_compressed(file, model=NAME, digest=digest_of(clusters), names=np.array(names), weights=kept)


def _fitted(found, wanted, count):
    given, share = jnp.asarray(found), jnp.asarray(np.where(wanted == count - 1, NOTHING, 1.0))
    weights = {"lines": jnp.zeros((found.shape[1], count)), "added": jnp.zeros(count)}
    moving = optax.adam(RATE)
    state = moving.init(weights)

    def lost(weights):
        scores = given @ weights["lines"] + weights["added"]
        wrong = optax.softmax_cross_entropy_with_integer_labels(scores, wanted) * share
        return wrong.mean() + PENALTY * (weights["lines"] ** 2).sum()

    @jax.jit
    def step(weights, state):
        slope = jax.grad(lost)(weights)
        change, state = moving.update(slope, state)
        return optax.apply_updates(weights, change), state

    for _ in range(STEPS):
        weights, state = step(weights, state)
    return np.asarray(weights["lines"]), np.asarray(weights["added"])
