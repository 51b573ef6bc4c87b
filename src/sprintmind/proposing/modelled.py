"""A text that was read with a model: as a delivery that keeps what held, and what it took."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from sprintmind.domain.evidence import CallTrace
from sprintmind.domain.people import Team
from sprintmind.domain.proposed import ReadBy
from sprintmind.intake import Delivery
from sprintmind.llm.port import Model
from sprintmind.reading.statements import Statement

PartsWatch = Callable[[int, int], None]
"""Is told how many of how many parts were read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Modelled:
    """What came of reading a text with a model."""

    delivery: Delivery
    """With what the model proposed and what held, to be stored."""
    statements: tuple[Statement, ...]
    """What the text claims, the rules' statements and the model's."""
    read_by: ReadBy
    calls: tuple[CallTrace, ...] = ()
    down: bool = False
    """The model did not answer; asking it of another text now would be in vain."""


class ModelReader(Protocol):
    """Reads a text with a model; see `sprintmind.documents.propose`."""

    def __call__(
        self,
        delivery: Delivery,
        team: Team,
        *,
        model: Model,
        stopwatch: Callable[[], float],
        watch: PartsWatch | None = None,
    ) -> Modelled:
        """Let the model propose; raises DeliveryError where nothing can be read."""
