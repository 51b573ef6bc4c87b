"""Events as they were heard, and where the ones about one thing are found."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from sprintmind.domain.events import Name, Observation, SourceEvent


@dataclass(frozen=True, kw_only=True)
class Heard:
    """An event with its place in the order of hearing."""

    order: int
    at: datetime
    event: SourceEvent

    @cached_property
    def names(self) -> frozenset[Name]:
        """Everything that the event touches."""
        return self.event.names

    @cached_property
    def shown(self) -> tuple[tuple[Observation, frozenset[Name]], ...]:
        """What the event's source showed, each with what it is about."""
        return tuple((each, frozenset(each.names)) for each in self.event.observations)


Touching = Callable[[Iterable[Name]], tuple[Heard, ...]]
"""Finds the events that touch any of some names, each once, in the order of hearing."""


def index(events: Iterable[Heard]) -> Touching:
    """Find events by what they touch, in memory."""
    found: dict[Name, list[Heard]] = {}
    for heard in events:
        for name in heard.names:
            found.setdefault(name, []).append(heard)

    def touching(names: Iterable[Name]) -> tuple[Heard, ...]:
        by_order = {heard.order: heard for name in names for heard in found.get(name, ())}
        return tuple(by_order[order] for order in sorted(by_order))

    return touching
