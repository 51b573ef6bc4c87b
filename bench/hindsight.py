"""What our adapter adds to a recall of a Hindsight server."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import median
from time import perf_counter
from uuid import uuid4

import httpx2

from bench.measures import Measure
from sprintmind.domain.memories import DocumentId, Memory, Question, Tag
from sprintmind.domain.visibility import Caller
from sprintmind.memory.hindsight.items import conditions
from sprintmind.memory.hindsight.memories import HindsightMemories

SERVER = "SPRINTMIND_TEST_HINDSIGHT"
"""The address of a server for tests; `tests/hindsight_server.py` starts one and sets it."""
TIMES = 40
"""How often each is asked in one round, in turns."""


def recalling_served(rounds: int) -> Measure:
    """Measure a recall through the adapter against the same request sent bare, over a connection that is kept."""
    memories = HindsightMemories(os.environ[SERVER], bank=f"bench-{uuid4().hex[:12]}")
    memories.retain([_memory(n) for n in range(100)])
    question = Question(text="who waits for the sandbox of the warehouse?", caller=Caller(), limit=10)
    bare = _Bare(memories, question)
    try:
        pairs = [_medians(lambda: memories.recall(question), bare.recall) for _ in range(rounds + 1)][1:]
    finally:
        memories.clear()
        memories.close()
    return Measure(
        name="recall on a Hindsight server, 100 memories, p50",
        unit="ms",
        ours=tuple(ours for ours, _ in pairs),
        floor=tuple(floor for _, floor in pairs),
        floor_is="the same request, sent bare",
        must=1.1,
    )


def _memory(number: int) -> Memory:
    text = f"Priya: NW-{number} waits for sandbox {number % 7} of the warehouse"
    tags = (Tag(f"ticket:NW-{number}"), Tag("kind:standup"))
    return Memory(document=DocumentId(f"d{number}"), text=text, said_at=datetime(2025, 9, 29, tzinfo=UTC), tags=tags)


class _Bare:
    """Sends what the adapter sends, and reads nothing of the answer."""

    def __init__(self, memories: HindsightMemories, question: Question) -> None:
        self._client = httpx2.Client(timeout=60)
        self._url = f"{memories.url}/v1/default/banks/{memories.bank}/memories/recall"
        self._body = {
            "query": question.text,
            "types": ["world", "experience"],
            "budget": question.budget.value,
            "max_tokens": 8000,
            "tag_groups": conditions(question),
            "include": {"entities": None},
        }

    def recall(self) -> object:
        answer = self._client.post(self._url, json=self._body)
        answer.raise_for_status()
        return answer.content


def _medians(ours: Callable[[], object], floor: Callable[[], object]) -> tuple[float, float]:
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(TIMES):
        for ask, times in ((ours, taken[0]), (floor, taken[1])):
            began = perf_counter()
            ask()
            times.append(1000 * (perf_counter() - began))
    return median(taken[0]), median(taken[1])
