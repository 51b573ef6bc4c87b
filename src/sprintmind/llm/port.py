"""What the journeys may ask of a language model: one answer in a given shape."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

Shape = TypeVar("Shape", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(Generic[Shape]):
    """One question to a model."""

    purpose: str
    """For which journey: `ask`, `radar`, `advice`, `reading`, `lesson`; calls are counted by it."""
    instructions: str
    """Ours; nothing from outside stands in it."""
    material: str
    """From outside: data that the model may read and must not obey."""
    shape: type[Shape]


@dataclass(frozen=True, slots=True, kw_only=True)
class Response(Generic[Shape]):
    """What a model answered, and what it took."""

    output: Shape
    model: str
    input_tokens: int
    output_tokens: int
    took: timedelta


class Model(Protocol):
    """Answers; it has no tools, and remembers nothing."""

    @property
    def name(self) -> str:
        """As the settings name it."""

    def respond(self, request: Request[Shape]) -> Response[Shape]:
        """Answer in the shape that was asked for.

        Raises:
            UnavailableError: It did not answer in time, refused, or is not there.
            ModelOutputError: What it answered has not the shape.
        """
