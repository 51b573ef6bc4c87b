"""What was learned, as an ONNX file: states of one text's word pieces in, its vector out."""

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper

from layers import HEADS, MATRICES

OPSET, IR = 17, 10  # LayerNormalization came with 17
ROOT_TWO = 2**0.5


class Graph:
    """Nodes and weights of a file that is being written."""

    def __init__(self):
        self.nodes, self.weights, self.count = [], [], 0

    def weight(self, name, values):
        """Keep values as they are."""
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def matrix(self, name, values):
        """Keep a matrix in a byte a number, with what each of its columns is multiplied by."""
        scale = np.abs(values).max(0, keepdims=True).astype(np.float32) / 127
        whole = self.weight(f"{name}.whole", np.rint(values / scale).astype(np.int8))
        return self.do("Mul", self.do("Cast", whole, to=TensorProto.FLOAT), self.weight(f"{name}.scale", scale))

    def do(self, kind, *inputs, **more):
        """Add a node; gives the name of what comes out."""
        self.count += 1
        out = f"{kind.lower()}_{self.count}"
        self.nodes.append(helper.make_node(kind, inputs, [out], **more))
        return out

    def linear(self, layer, name, given, number):
        """Multiply by one of a layer's matrices, and add."""
        product = self.do("MatMul", given, self.matrix(f"{number}.{name}", np.asarray(layer[name])))
        return self.do("Add", product, self.weight(f"{number}.{name}_bias", np.asarray(layer[f"{name}_bias"])))

    def normal(self, layer, name, given, number):
        """Add the normalisation of a layer."""
        scale, shift = (
            self.weight(f"{number}.{name}_{each}", np.asarray(layer[f"{name}_{each}"])) for each in ("scale", "shift")
        )
        return self.do("LayerNormalization", given, scale, shift, axis=-1, epsilon=1e-12)


def onnx_of(layers):
    """Write layers; they are the same for texts of any length, one at a time, so that nothing is masked."""
    graph = Graph()
    size = layers[0]["out_bias"].shape[0]
    parts = graph.weight("parts", np.array([0, 0, HEADS, size // HEADS], np.int64))
    joined = graph.weight("joined", np.array([0, 0, size], np.int64))
    less = graph.weight("less", np.array((size // HEADS) ** -0.5, np.float32))
    half, one = (graph.weight(f"number {each}", np.array(each, np.float32)) for each in (0.5, 1.0))
    root = graph.weight("root", np.array(ROOT_TWO, np.float32))
    states = "states"
    for number, layer in enumerate(layers):
        query, key, value = (
            graph.do("Transpose", graph.do("Reshape", graph.linear(layer, name, states, number), parts), perm=order)
            for name, order in zip(MATRICES[:3], ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]), strict=True)
        )
        scores = graph.do("Softmax", graph.do("Mul", graph.do("MatMul", query, key), less), axis=-1)
        seen = graph.do("Transpose", graph.do("MatMul", scores, value), perm=[0, 2, 1, 3])
        told = graph.linear(layer, "out", graph.do("Reshape", seen, joined), number)
        states = graph.normal(layer, "out", graph.do("Add", states, told), number)
        wide = graph.linear(layer, "wide", states, number)
        bent = graph.do("Add", graph.do("Erf", graph.do("Div", wide, root)), one)
        narrow = graph.linear(layer, "narrow", graph.do("Mul", graph.do("Mul", wide, bent), half), number)
        states = graph.normal(layer, "end", graph.do("Add", states, narrow), number)
    mean = graph.do("ReduceMean", states, axes=[1], keepdims=0)
    graph.nodes.append(helper.make_node("LpNormalization", [mean], ["vector"], axis=-1, p=2))
    inside = [helper.make_tensor_value_info("states", TensorProto.FLOAT, [1, "pieces", size])]
    outside = [helper.make_tensor_value_info("vector", TensorProto.FLOAT, [1, size])]
    made = helper.make_graph(graph.nodes, "conditions", inside, outside, graph.weights)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR)
    checker.check_model(model)
    return model.SerializeToString()
