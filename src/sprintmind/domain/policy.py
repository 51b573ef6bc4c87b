"""What a team may set about how its work is judged; every number has a default."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from sprintmind.domain.freezes import Freeze


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A number at which a rule changes its mind."""

    name: str
    """The rule's name and what the number decides, `blocked_high`, as in `[policy] thresholds`."""
    number: int
    """What holds unless the team says otherwise."""
    unit: str = "business days"
    """What is counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The team's own settings for conflicts and risks."""

    conflict_window_days: int = 3
    """Days of 24 hours for which a value is protected by what supports it."""
    rules_on: frozenset[str] = frozenset()
    """Rules that are off unless a team turns them on."""
    thresholds: Mapping[str, int] = field(default_factory=dict)
    """Numbers by the threshold's name, most of them business days; what is left out keeps its default."""
    freezes: tuple[Freeze, ...] = ()
    """Times in which nothing is deployed; only plans are judged by them."""

    @property
    def window(self) -> timedelta:
        """The same as a span of time."""
        return timedelta(days=self.conflict_window_days)

    def limit(self, threshold: Threshold) -> int:
        """Tell what a threshold is for this team.

        >>> Policy(thresholds={"blocked_high": 3}).limit(Threshold(name="blocked_high", number=2))
        3
        """
        return self.thresholds.get(threshold.name, threshold.number)
