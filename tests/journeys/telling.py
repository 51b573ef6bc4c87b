"""What tests about memory let happen: texts that people said, and workers that tell memory of them."""

from datetime import timedelta

from spoken import TEAM, at
from sprintmind.intake import Delivery
from sprintmind.remember import Teller

WORDS = "the migration overlaps the nightly batch"


def meeting(number, words="NW-1 waits for the batch", *, day=0, who="Priya Raman", title="", **more):
    """A meeting of its own in which one person says something."""
    text = f"{who}: {words}.\nTom Beck: Noted, item {number}.\n"
    return Delivery(
        source="meeting", body=text.encode(), received_at=at(day), title=title or f"Sync {number}",
        said=at(day).date(), **more,
    )  # fmt: skip


def ticking(*, step=timedelta(seconds=1)):
    """A clock that goes on a little whenever it is looked at."""
    moment = [at(1)]

    def clock():
        moment[0] += step
        return moment[0]

    return clock


def teller(place, memory, *, clock=None, name="worker", chance=lambda: 0.0):
    """A worker that tells a memory what a ledger in a place holds."""
    clock = clock or ticking()
    return Teller(ledger=place.ledger(clock), memory=memory, team=TEAM, clock=clock, name=name, chance=chance)
