"""Mental models: what memory makes of the whole, kept and made anew when what it rests on changes."""

from dataclasses import dataclass
from datetime import datetime

SPRINT_STATUS_BOARD = "sprint-status-board"
CUSTOMER_COMMITMENTS = "customer-commitments"
RECURRING_MISTAKES = "recurring-mistakes"
NAMES = (SPRINT_STATUS_BOARD, CUSTOMER_COMMITMENTS, RECURRING_MISTAKES)


@dataclass(frozen=True, slots=True, kw_only=True)
class MentalModel:
    """One of them."""

    name: str
    text: str
    """Lines that a person reads; only what the whole team may read stands in it."""
    made_at: datetime
    path: str
    """Who made it: `ledger`, with ` + extract` or a model's name where memory was asked too; or the server."""
    sources: tuple[str, ...] = ()
    """Events, findings and memories that it rests on."""
    mark: str = ""
    """How far the ledger was when it was last looked at."""
    stale: bool = False
    """What it rests on has changed since; `tick` makes it anew."""
