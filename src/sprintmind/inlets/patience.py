"""The real clock, and how waiting is done and told."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Waits for limits to pass; a replay's moment (`SPRINTMIND_NOW`) does not matter to them."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    sleep: Callable[[float], None] = time.sleep
    """Takes seconds."""
    tell: Callable[[str], None] = lambda _: None
