"""What is measured: a figure of ours beside a floor's, and the ratio that is wanted."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One thing, measured some times together with its floor."""

    name: str
    unit: str
    ours: tuple[float, ...]
    """One figure of each round."""
    floor: tuple[float, ...]
    floor_is: str
    must: float | None
    """The ratio that must be reached: at least where more is better, else at most; None: it is only recorded."""
    aim: float | None = None
    more_is_better: bool = False

    @property
    def ratio(self) -> float:
        """The median of the rounds' ratios: what slows a round down slows both."""
        return median(ours / floor for ours, floor in zip(self.ours, self.floor, strict=True))

    @property
    def reached(self) -> bool:
        """What must be is."""
        if self.must is None:
            return True
        return self.ratio >= self.must if self.more_is_better else self.ratio <= self.must

    @property
    def wanted(self) -> str:
        """Say what must be, and what is aimed at."""
        if self.must is None:
            return "recorded"
        sign = "≥" if self.more_is_better else "≤"
        return f"{sign} {self.must:g}" + (f", aim {self.aim:g}" if self.aim is not None else "")


def table(measures: Sequence[Measure]) -> str:
    """Show measures as a Markdown table; each figure is the median of its rounds."""
    lines = ["| | measured | floor | ratio | wanted |", "|---|---|---|---|---|"]
    for each in measures:
        ours, floor = (f"{_figure(median(values))} {each.unit}" for values in (each.ours, each.floor))
        missed = "" if each.reached else " (missed)"
        lines.append(f"| {each.name} | {ours} | {floor}: {each.floor_is} | {each.ratio:.2f}{missed} | {each.wanted} |")
    return "\n".join(lines)


def _figure(value: float) -> str:
    """Write three digits that count.

    >>> _figure(1234.5), _figure(0.01234)
    ('1,234', '0.0123')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
