"""Who backs one value: of each authority the latest claims, since no earlier one protects any longer than they do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sprintmind.domain.events import Authority, Claim


@dataclass(frozen=True, slots=True)
class Support:
    """The claims that back one value; adding one gives a new support."""

    latest: Mapping[Authority, tuple[Claim, ...]] = field(default_factory=dict)
    """Of each authority the claims of its latest second, in order."""

    def joined_by(self, claim: Claim, authority: Authority) -> "Support":
        """Add a claim that is later in order than those that are here."""
        beside = tuple(each for each in self.latest.get(authority, ()) if each.said_at == claim.said_at)
        return Support({**self.latest, authority: (*beside, claim)})

    def latest_of(self, authority: Authority) -> Claim:
        """Show the latest claim of an authority that is here."""
        return self.latest[authority][-1]

    def strongest(self, at: datetime, window: timedelta, *, but: Authority | None = None) -> Authority | None:
        """Tell the highest authority that spoke inside the window, its last second included; None if none did.

        Args:
            at: The end of the window.
            window: How long a claim protects.
            but: An authority that does not count.
        """
        alive = (each for each in self.latest if each is not but and at - self.latest_of(each).said_at <= window)
        return max(alive, default=None)

    def newest(self) -> Claim:
        """Show the latest claim; in one second, the most trusted."""
        return self.latest_of(max(self.latest, key=lambda each: (self.latest_of(each).said_at, each)))

    def yields_to(self, authority: Authority) -> bool:
        """Tell whether nobody here is more trusted, however long ago they spoke."""
        return max(self.latest) <= authority

    def ends_before(self, at: datetime) -> bool:
        """Tell whether everything here was said before a moment."""
        return self.newest().said_at < at

    def ties_with(self, claim: Claim, authority: Authority) -> bool:
        """Tell whether someone equally trusted spoke in the same second and only a key would decide who was later.

        Code and settlements are never tied: what GitHub shows in one second is one claim.
        """
        return authority < Authority.CODE and any(_unordered(each, claim) for each in self.latest.get(authority, ()))


def strength(authority: Authority) -> int:
    """Tell how much an authority protects: a settlement as much as code."""
    return min(authority, Authority.CODE)


def _unordered(one: Claim, other: Claim) -> bool:
    """Tell whether neither one event nor a source's own sequence orders two claims of one second."""
    if one.said_at != other.said_at or one.event == other.event:
        return False
    return one.source != other.source or one.sequence is None or other.sequence is None
