"""Everything that is true at a moment, and a question after it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from sprintmind.domain.events import Name
from sprintmind.domain.moments import Moment
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.sprints import SprintEnd
from sprintmind.domain.work import Commitment, PullRequest, Ticket

FOLD = "3"
"""The version of the fold: raise it when the same events come to another state than they did, or a state to more."""


def made_with(fingerprint: str) -> str:
    """Name all that a state depends on beside the events: the settings, by their fingerprint, and the fold."""
    return f"{fingerprint}/{FOLD}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question to the ledger: of which moment, and by whose rules."""

    moment: Moment
    team: Team
    """The people file's; links are added as they were known at the moment."""
    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything that is true at a moment."""

    tickets: tuple[Ticket, ...]
    """By key, with their histories."""
    commitments: tuple[Commitment, ...]
    """By customer, as `customer_state` orders them."""
    pulls: tuple[PullRequest, ...] = ()
    """Those that work on no ticket, by name."""
    sprints: Mapping[str, date] = field(default_factory=dict)
    """When each sprint starts, where that is known."""
    sprint_ends: Mapping[str, SprintEnd] = field(default_factory=dict)
    """When each sprint was closed or is planned to end, likewise."""
    waiting: Mapping[Name, datetime] = field(default_factory=dict)
    """When the next thing said for the future begins to count: by customer, pull request, sprint, unknown ticket."""
