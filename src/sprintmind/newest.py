"""What was heard last of the sources that tell by themselves, where a rule asks for it."""

from datetime import datetime

from sprintmind.domain.heard import Heard
from sprintmind.domain.policy import Policy
from sprintmind.domain.source_views import SILENT, WATCHED
from sprintmind.ledger.port import Reading


def newest(reading: Reading, policy: Policy, *, by: datetime) -> tuple[Heard, ...]:
    """Take the last event of each source that was heard by a moment; nothing if no rule that is on asks for it."""
    if SILENT not in policy.rules_on:
        return ()
    found = (next((each for each in reading.newest(source) if each.at <= by), None) for source in WATCHED)
    return tuple(each for each in found if each)
