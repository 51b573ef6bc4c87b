from hypothesis import given
from hypothesis import strategies as st

from sprintmind.domain.circles import circles

NODES = st.integers(0, 6)
GRAPHS = st.dictionaries(NODES, st.frozensets(NODES, max_size=3))


def reached(start, graph):
    """By the definition: as often as there are nodes, one step further."""
    found = set(graph.get(start, ()))
    for _ in graph:
        found |= {after for node in found for after in graph.get(node, ())}
    return found


@given(GRAPHS)
def test_two_share_a_circle_if_each_waits_on_the_other_however_far(graph):
    shared = {node: {other for other in reached(node, graph) if node in reached(other, graph)} for node in graph}

    assert circles(graph) == {node: others for node, others in shared.items() if others}


def test_a_long_chain_is_no_circle():
    chain = {n: frozenset({n + 1}) for n in range(2000)}

    assert circles(chain) == {}
    assert len(circles({**chain, 2000: frozenset({0})})) == 2001
