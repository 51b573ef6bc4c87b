"""One pass over a system: from when on it reads, which units it has read, and what stands when it is finished."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sprintmind.inlets.port import Cursors
from sprintmind.inlets.values import moment

FIRST = timedelta(days=30)
"""How far back the first reading goes, unless it is told."""

_FRESH = timedelta(hours=6)
"""An interrupted pass that is older looks into every unit again."""

SINCE = "since"
"""The cursor that tells when the last finished pass began."""
_PASS = "pass"  # noqa: S105 # no password
_UNIT = "unit:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """A pass that may have been interrupted and goes on."""

    began: datetime
    """By the server's clock."""
    since: datetime
    """What changed from then on is read."""
    resumed: bool = False
    """It was interrupted, and goes on."""
    units: Mapping[str, str] = field(default_factory=dict)
    """What this pass has read already, and as it was."""

    @property
    def opening(self) -> Mapping[str, str | None]:
        """What to keep while it is under way."""
        return {_PASS: f"{self.began.isoformat()} {self.since.isoformat()}"}

    def done(self, unit: str, as_it_is: str) -> bool:
        """Tell whether it has read a unit as it is."""
        return self.units.get(_UNIT + unit) == as_it_is

    def mark(self, unit: str, as_it_is: str) -> Mapping[str, str | None]:
        """What to keep once a unit is read."""
        return {_UNIT + unit: as_it_is}

    def closing(
        self, cursors: Cursors, *, outdated: Iterable[str] = (), units: Iterable[str] = ()
    ) -> dict[str, str | None]:
        """What to keep at the end: the next pass begins where this one began.

        Args:
            cursors: As they were at its beginning.
            outdated: Other cursors that are of no use any more.
            units: Units that were marked since.
        """
        marked = {*(name for name in cursors if name.startswith(_UNIT)), *(_UNIT + unit for unit in units)}
        return {**dict.fromkeys((*marked, *outdated, _PASS)), SINCE: self.began.isoformat()}


def begun(cursors: Cursors, *, at: datetime, since: datetime | None) -> Pass:
    """Begin a pass, or go on with the one that was interrupted.

    Args:
        cursors: As they were kept.
        at: What time it is on the server.
        since: From when on, where it is told; an interrupted pass that began later is not gone on with.
    """
    began, start = (moment(part) for part in (*cursors.get(_PASS, " ").split(" "), "")[:2])
    if began and start and (since is None or start <= since):
        units = {name: value for name, value in cursors.items() if name.startswith(_UNIT)}
        return Pass(began=began, since=start, resumed=True, units=units if at - began < _FRESH else {})
    return Pass(began=at, since=since or moment(cursors.get(SINCE)) or at - FIRST)
