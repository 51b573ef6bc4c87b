"""Circles among things that wait on each other."""

from collections.abc import Mapping
from typing import TypeVar

Node = TypeVar("Node")


def circles(waits: Mapping[Node, frozenset[Node]]) -> Mapping[Node, frozenset[Node]]:
    """Find everything that waits on itself by way of others, each with all that share a circle with it.

    >>> {node: sorted(circle) for node, circle in circles({1: {2}, 2: {1, 3}}).items()}
    {1: [1, 2], 2: [1, 2]}
    """
    knot = _knot(waits)
    ahead = {node: _reached(node, knot) for node in knot}
    return {
        node: frozenset(other for other in ahead[node] if node in ahead[other]) for node in knot if node in ahead[node]
    }


def _knot(waits: Mapping[Node, frozenset[Node]]) -> Mapping[Node, frozenset[Node]]:
    """Take away, as long as there is any, what waits on nothing or is waited for by nothing: it is on no circle."""
    knot = {node: frozenset(others) for node, others in waits.items()}
    while True:
        waited_for = frozenset[Node]().union(*knot.values())
        rest = {node: others & knot.keys() for node, others in knot.items() if node in waited_for}
        rest = {node: others for node, others in rest.items() if others}
        if rest == knot:
            return knot
        knot = rest


def _reached(start: Node, waits: Mapping[Node, frozenset[Node]]) -> frozenset[Node]:
    found: set[Node] = set()
    ahead = [start]
    while ahead:
        for other in waits[ahead.pop()] - found:
            found.add(other)
            ahead.append(other)
    return frozenset(found)
