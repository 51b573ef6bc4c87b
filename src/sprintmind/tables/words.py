"""How a word, a moment or a severity looks in a terminal; nothing that came from outside can steer it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from sprintmind.domain.findings import Severity

_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+")
"""Control characters, escape sequences' beginnings, and what turns the direction of writing around."""

SEVERITY = {Severity.LOW: "cyan", Severity.MEDIUM: "yellow", Severity.HIGH: "red", Severity.CRITICAL: "bold red"}
"""The style of each severity."""

_STYLES = {
    "done": "green",
    "kept": "green",
    "passing": "green",
    "accepted": "green",
    "confirmed": "green",
    "merged": "green",
    "in_review": "blue",
    "in_qa": "blue",
    "in_progress": "cyan",
    "conflicting": "yellow",
    "disputed": "yellow",
    "failing": "bold red",
    "missed": "bold red",
    "cancelled": "dim",
    "rejected": "dim",
    "withdrawn": "dim",
}


def plain(value: object) -> str:
    r"""Write a value on one line, without anything that a terminal would obey.

    >>> plain("a\x1b[31mred\n")
    'a [31mred'
    >>> plain(None), plain(True)
    ('', 'yes')
    """
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    return " ".join(_UNSAFE.sub(" ", str(value)).split())


def text(value: object, style: str = "") -> Text:
    """Show a value that came from outside; brackets in it are brackets, not markup."""
    return Text(plain(value), style=style)


def word(value: object) -> Text:
    """Show one of our own words in its colour: a status, a decision, a state of CI."""
    shown = plain(value)
    return Text(shown.replace("_", " "), style=_STYLES.get(shown, ""))


def severity(value: Severity) -> Text:
    """Show a severity in its colour."""
    return Text(value.word, style=SEVERITY[value])


def quoted(words: str) -> Text:
    """Show somebody's words in quotation marks."""
    return Text(f"“{plain(words)}”", style="italic")


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """How moments are written: in the team's zone, the year left out where it is this one."""

    now: datetime
    zone: tzinfo = UTC

    def moment(self, at: datetime | None) -> str:
        """Write a moment.

        >>> Clock(now=datetime(2025, 10, 1, tzinfo=UTC)).moment(datetime(2025, 9, 29, 9, tzinfo=UTC))
        'Mon 29 Sep 09:00'
        """
        return f"{self.day(at.astimezone(self.zone).date())} {at.astimezone(self.zone):%H:%M}" if at else ""

    def day(self, day: date | None) -> str:
        """Write a day."""
        if day is None:
            return ""
        year = "" if day.year == self.now.astimezone(self.zone).year else f" {day.year}"
        return f"{day:%a} {day.day} {day:%b}{year}"

    def due(self, value: object) -> str:
        """Write a due date that is kept as ISO text; other words stay as they are."""
        try:
            return self.day(date.fromisoformat(str(value))) if value else ""
        except ValueError:
            return plain(value)


def counted(number: int, one: str, many: str = "") -> str:
    """Count in words that fit the number.

    >>> counted(1, "lesson"), counted(2, "memory", "memories")
    ('1 lesson', '2 memories')
    """
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def table(*columns: str, flexible: str) -> Table:
    """Make a table whose one flexible column wraps; the others keep their width.

    Args:
        columns: The headings.
        flexible: The heading of the column that takes what room is left.
    """
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold", expand=False)
    for column in columns:
        made.add_column(column, overflow="fold", no_wrap=column != flexible, ratio=1 if column == flexible else None)
    return made


def table_or(nothing: str, made: Table) -> RenderableType:
    """Show a table, or the words that say that nothing stands in it."""
    return made if made.row_count else Text(nothing, style="dim")


def lines(rows: Iterable[tuple[Text, ...]]) -> Table:
    """Make lines that begin with words under each other; what stands last in a line wraps below itself."""
    made = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        made.add_row(*row)
    for column in made.columns[:-1]:
        column.no_wrap = True
    return made
