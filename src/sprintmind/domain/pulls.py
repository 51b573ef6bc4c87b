"""What GitHub shows, taken together: each pull request as it stood, and what they say about a ticket."""

from collections.abc import Iterable
from datetime import datetime

from sprintmind.domain.events import Claim, Observation, TicketKey
from sprintmind.domain.people import Team
from sprintmind.domain.work import PullRequest


def pull_requests(observations: Iterable[Observation], *, at: datetime) -> tuple[PullRequest, ...]:
    """Tell every observed pull request as it stood at a moment, in order of repository and number."""
    raise NotImplementedError


def ticket_claims(keys: frozenset[TicketKey], observations: Iterable[Observation], *, team: Team) -> tuple[Claim, ...]:
    """Derive what GitHub says about one ticket, from all observations of the pull requests that ever named it.

    Args:
        keys: All keys that the ticket has had.
        observations: Of those pull requests, their commits and the pushes that carry them; in any order, with repeats.
        team: What a merge means.

    Returns:
        Status claims, withdrawals, and one rejected claim for each mere mention; the order given does not matter.
    """
    raise NotImplementedError
