"""Promises on a line of time, a row for each customer: where each mark stands, for a drawing without a script."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sprintmind.domain.accounts import Promised

LEFT, RIGHT = 2, 98  # per cent of the width
ROW = 44  # pixels
MOST_TICKS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What is due on one day to one customer."""

    x: float
    """Per cent of the width."""
    due: date
    what: tuple[str, ...]
    in_danger: bool
    overdue: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One customer."""

    customer: str
    y: int
    """Pixels from above, of the line."""
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A day that is written below."""

    x: float
    day: date
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """The drawing."""

    rows: tuple[Row, ...]
    ticks: tuple[Tick, ...]
    today: float
    height: int


def timeline(promised: Iterable[Promised], *, today: date) -> Timeline | None:
    """Place promises that have a date; None where none has."""
    dated = [(each, due) for each in promised if (due := each.commitment.due)]
    if not dated:
        return None
    first, last = (choose([today, *(due for _, due in dated)]) for choose in (min, max))
    scale = _Scale(first=first, days=max((last - first).days, 1))
    customers = sorted({each.commitment.customer for each, _ in dated})
    rows = tuple(
        Row(
            customer=name,
            y=30 + n * ROW,
            marks=_marks([d for d in dated if d[0].commitment.customer == name], scale, today),
        )
        for n, name in enumerate(customers)
    )
    height = 30 + len(rows) * ROW
    return Timeline(rows=rows, ticks=_ticks(scale), today=scale.x(today), height=height)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scale:
    first: date
    days: int

    def x(self, day: date) -> float:
        """Place a day.

        >>> _Scale(first=date(2025, 10, 1), days=10).x(date(2025, 10, 6))
        50.0
        """
        return round(LEFT + (RIGHT - LEFT) * (day - self.first).days / self.days, 2)


def _marks(dated: Sequence[tuple[Promised, date]], scale: _Scale, today: date) -> tuple[Mark, ...]:
    days = sorted({due for _, due in dated})
    return tuple(_mark([each for each, due in dated if due == day], day, scale, today) for day in days)


def _mark(found: Sequence[Promised], day: date, scale: _Scale, today: date) -> Mark:
    return Mark(
        x=scale.x(day),
        due=day,
        what=tuple(each.commitment.what for each in found),
        in_danger=any(each.in_danger for each in found),
        overdue=day < today,
    )


def _ticks(scale: _Scale) -> tuple[Tick, ...]:
    steps = min(MOST_TICKS - 1, scale.days)
    days = [scale.first + timedelta(days=round(scale.days * n / steps)) for n in range(steps + 1)]
    anchors = ["start", *["middle"] * (steps - 1), "end"]
    return tuple(Tick(x=scale.x(day), day=day, anchor=anchor) for day, anchor in zip(days, anchors, strict=True))
