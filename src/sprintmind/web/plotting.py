"""The track record as a plot: bars that are only lengths, drawn as SVG by a template; a table stands beside it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sprintmind.domain.verdicts import Verdict
from sprintmind.plans.reporting import Row

WIDTH = 420  # of the longest bar, in the plot's own units
STEP = 34
"""From one bar to the next."""
PARTS = ("changed", "fine", "failed", "pending")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a bar."""

    kind: str
    count: int
    x: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The checks of one verdict."""

    verdict: Verdict
    y: int
    checks: int
    parts: tuple[Part, ...]


def bars(rows: Sequence[Row]) -> tuple[Bar, ...]:
    """Draw rows that have checks, one below the other, all to one scale."""
    shown = [row for row in rows if row.checks]
    most = max((row.checks for row in shown), default=1)
    return tuple(
        Bar(verdict=row.verdict, y=place * STEP, checks=row.checks, parts=tuple(_parts(row, scale=WIDTH / most)))
        for place, row in enumerate(shown)
    )


def _parts(row: Row, *, scale: float) -> Iterator[Part]:
    x = 0.0
    for kind in PARTS:
        count = int(getattr(row, kind))
        if count:
            yield Part(kind=kind, count=count, x=round(x, 1), width=round(count * scale, 1))
            x += count * scale
