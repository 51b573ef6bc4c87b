"""What a bank is told about itself: its mission, its directives, its character, how it keeps and sums up."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sprintmind.domain.events import Visibility
from sprintmind.domain.memories import Memory, Tag, visibility_tags

MISSION = (
    "You are the memory of a software team's delivery: what was said, decided, learned and promised about its tickets, "
    "pull requests and customers, by whom and when."
)

CHUNK = 16_000
"""Letters of one piece; above the longest record, so that a record is never cut."""

WHOLE = "whole"
"""The strategy of what must come back as it is and is no matter for summaries: records, and restricted words."""

SETTINGS: Mapping[str, Any] = MappingProxyType(
    {
        "reflect_mission": MISSION,
        "disposition_skepticism": 4,
        "disposition_literalism": 4,
        "disposition_empathy": 2,
        "retain_extraction_mode": "chunks",
        "retain_chunk_size": CHUNK,
        "retain_strategies": {WHOLE: {"retain_extraction_mode": "chunks", "enable_observations": False}},
        "enable_graph_retrieval": False,
    }
)
"""Words come back as they were said, so that they can be quoted; the graph arm ranks near-duplicates wrongly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Directive:
    """A rule that the server puts before whatever it writes."""

    name: str
    content: str
    priority: int


DIRECTIVES = (
    Directive(
        name="ledger-wins",
        content="Where memories and the team's ledger disagree, the ledger is right; say that they disagree.",
        priority=40,
    ),
    Directive(name="cite-sources", content="Name the source and the day of everything that you state.", priority=30),
    Directive(
        name="never-invent",
        content="State no status, owner or date that no memory states; say that it is not known.",
        priority=20,
    ),
    Directive(name="flag-blockers", content="Name every blocker, and who can take it away.", priority=10),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A text about the whole team's work that the server keeps up to date."""

    id: str
    name: str
    question: str


MODELS = (
    Model(
        id="sprint-status-board",
        name="Sprint status board",
        question="Where does every ticket of the current sprint stand, and what blocks it?",
    ),
    Model(
        id="customer-commitments",
        name="Customer commitments",
        question="What was promised to which customer, for when, and where does each promise stand?",
    ),
    Model(
        id="recurring-mistakes",
        name="Recurring mistakes",
        question="Which mistakes happened more than once, under which conditions, and what was learned from them?",
    ),
)

TEAM = Tag(f"visibility:{Visibility.TEAM}")
"""Models rest on what the whole team may read, and on nothing else."""

_SUBJECTS = ("ticket:", "person:", "customer:", "sprint:")


def scopes(memory: Memory) -> list[list[str]]:
    """Tell under which subjects a memory is summed up: each alone, and never mixed with who may read it otherwise.

    There is always one: given none, the server would sum up under all tags together.
    """
    readers = list(visibility_tags(memory.audience))
    kinds = [tag for tag in memory.tags if tag.startswith("kind:")]
    subjects = [tag for tag in memory.tags if tag.startswith(_SUBJECTS)]
    alone = kinds if memory.whole or not subjects else subjects
    return [[str(tag), *map(str, readers)] for tag in alone] or [[*map(str, readers)]]
