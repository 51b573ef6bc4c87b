"""What the journeys may ask of a ledger about answers: to keep them, to give them again, to count what models took."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from sprintmind.domain.events import EventKey, PersonId
from sprintmind.domain.evidence import Answer, AnswerId, CallTrace


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """What calls to one language model for one purpose took, all together."""

    purpose: str
    model: str
    calls: int
    failed: int
    input_tokens: int
    output_tokens: int
    took: timedelta


class Asks(Protocol):
    """What was answered to whom, and what models took for it; every method is a transaction of its own."""

    def keep(self, answer: Answer) -> None:
        """Keep an answer with its evidence; the same one again changes nothing."""

    def answer(self, id: AnswerId) -> Answer | None:
        """Take an answer again."""

    def answers(self, *, person: PersonId | None, count: int) -> tuple[Answer, ...]:
        """Take what somebody was answered last, newest first; None: nobody in particular."""

    def erase(self, *, citing: Iterable[EventKey] = (), person: PersonId | None = None) -> int:
        """Erase the answers that rest on some events, and those given to a person, and tell how many that were."""

    def called(self, calls: Sequence[CallTrace], *, purpose: str, at: datetime) -> None:
        """Count calls to a model."""

    def calls(self) -> tuple[Calls, ...]:
        """Sum up all calls, by purpose and model."""
