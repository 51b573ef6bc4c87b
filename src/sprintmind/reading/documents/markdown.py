"""Standups, minutes and digests as people write them: Markdown, chat markup, Jira markup, or plain lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from sprintmind.reading.documents.days import first_day
from sprintmind.reading.documents.items import Item, Kind, items_of
from sprintmind.reading.documents.placeholders import is_placeholder
from sprintmind.reading.documents.scrub import scrub
from sprintmind.reading.documents.sections import asks, inline_section, is_bold, is_person, is_section, is_short
from sprintmind.reading.lines import KEY, Line
from sprintmind.reading.utterances import Document, Skipped, Utterance

BOLD, LABEL = 7, 8  # below the six levels of headings
_DAYS_WITHIN = 12  # blocks from the start


def read_markdown(lines: Sequence[Line], *, format: str = "markdown", lined: bool = False) -> Document:
    """Read a written document: one utterance for each bullet, row, and paragraph (or line that stands for itself).

    Headings are those marked as such, lines all in bold, and lines that announce a list; they are utterances only
    where they name a ticket. Comments, code, quotations and what a template left open are skipped, so that an
    unfilled template gives a document in which nobody says anything.

    Args:
        lines: The text's lines.
        format: What to call the format.
        lined: Whether each line stands for itself, and tables may be set in columns with spaces alone, as in a digest.
    """
    own = scrub(lines)
    items = items_of(own.lines, lined=lined)
    place = _Place()
    skipped = list(own.skipped)
    utterances = [said for item, following in _pairs(items) for said in _read(item, following, place, skipped)]
    return Document(
        utterances=tuple(utterances),
        format=format,
        title=own.properties.get("title") or _title(items),
        day=first_day(own.properties.get(name, "") for name in ("date", "day", "title")) or _day(items),
        skipped=tuple(sorted(skipped, key=lambda each: each.number)),
    )


@dataclass(slots=True)
class _Place:
    """Where in the document the walk is."""

    headings: list[tuple[int, str]] = field(default_factory=list)
    """Level and words."""
    bullets: list[tuple[int, str, bool]] = field(default_factory=list)
    """Indent, words, and whether they only head what stands under them."""
    usual: bool = False
    """Whether the last label is a usual heading, which holds until the next one."""
    fresh: bool = False
    """Whether the last block was a label."""

    def close(self, level: int) -> None:
        """Leave the sections that a heading of a level ends."""
        self.headings = [each for each in self.headings if each[0] < level]
        self.bullets = []

    def head(self, level: int, words: str) -> None:
        """Enter a section."""
        self.close(level)
        self.headings.append((level, words))
        self.fresh = True

    def leave(self, item: Item) -> None:
        """Leave the bullets and labels that a block does not stand under."""
        while self.bullets and (self.bullets[-1][0] >= item.indent or item.kind is Kind.ROW):
            self.bullets.pop()
        apart = item.kind is Kind.TEXT and item.gap and item.indent == 0
        if apart and not self.usual and not self.fresh:
            self.headings = [each for each in self.headings if each[0] < LABEL]
        self.fresh = False

    @property
    def over(self) -> tuple[str, ...]:
        """The headings over this place, those among the bullets too."""
        return (*(words for _, words in self.headings), *(words for _, words, heads in self.bullets if heads))

    @property
    def parents(self) -> tuple[str, ...]:
        """The bullets over this place that say something themselves."""
        return tuple(words for _, words, heads in self.bullets if not heads)


def _pairs(items: Sequence[Item]) -> Iterator[tuple[Item, Item | None]]:
    return zip(items, [*items[1:], None], strict=False)


def _read(item: Item, following: Item | None, place: _Place, skipped: list[Skipped]) -> Iterator[Utterance]:
    words = item.plain.text
    if is_placeholder(item.source) or (
        item.row and item.row.cells and all(map(is_placeholder, item.row.cells.values()))
    ):
        skipped.append(Skipped(number=item.number, text=item.source, reason="a placeholder of a template"))
        return
    if not words:
        skipped.append(Skipped(number=item.number, text=item.source, reason="struck out, or only a picture"))
        return
    level = _level(item, words, following)
    if level:
        if item.kind is Kind.HEADING:
            place.close(level)
        place.usual = level == LABEL and is_section(words)
        if KEY.search(words):
            yield _utterance(item, place, is_heading=True)
        place.head(level, words.rstrip(": "))
        return
    place.leave(item)
    yield from _said(item, words, following, place)


def _said(item: Item, words: str, following: Item | None, place: _Place) -> Iterator[Utterance]:
    heads = _heads_bullets(item, words, following)
    section = inline_section(words) if item.kind is Kind.TEXT else None
    if section:
        place.headings = [each for each in place.headings if each[0] < LABEL]
    if not heads:
        yield _utterance(item, place)
    if section:
        place.head(LABEL, section)
        place.usual = True
    elif _has_children(item, following):
        place.bullets.append((item.indent, words.rstrip(": ") if heads else words, heads))


def _level(item: Item, words: str, following: Item | None) -> int:
    """Tell a heading's level; 0 for what is none."""
    if item.kind is Kind.HEADING:
        return item.level
    if item.kind is not Kind.TEXT:
        return 0
    if is_bold(item.source):
        return BOLD
    if is_section(words):
        return LABEL
    listed = following is not None and following.kind in {Kind.BULLET, Kind.ROW}
    close = following is not None and not following.gap and following.kind is not Kind.HEADING
    if asks(words) and (listed or (close and words.endswith(":"))):
        return LABEL
    return LABEL if listed and close and is_short(words) else 0


def _has_children(item: Item, following: Item | None) -> bool:
    return following is not None and following.kind in {Kind.BULLET, Kind.TEXT} and following.indent > item.indent


def _heads_bullets(item: Item, words: str, following: Item | None) -> bool:
    """Tell whether a bullet is only the heading of those under it."""
    if item.kind is not Kind.BULLET or not _has_children(item, following) or KEY.search(words):
        return False
    return asks(words) or is_section(words) or is_bold(item.source) or is_person(words)


def _utterance(item: Item, place: _Place, *, is_heading: bool = False) -> Utterance:
    plain = item.plain
    if item.row:
        cells = {name: "" if is_placeholder(cell) else cell for name, cell in item.row.cells.items()}
        return Utterance(text=item.row.text, number=item.number, headings=place.over, cells=cells)
    marked = bool(plain.origins) and plain.text != item.source
    return Utterance(
        text=plain.text,
        number=item.number,
        headings=place.over,
        parents=place.parents,
        is_heading=is_heading,
        checked=item.checked,
        marked=item.source if marked else "",
        origins=plain.origins if marked else (),
    )


def _title(items: Sequence[Item]) -> str | None:
    """Tell the title: the first block, if it is a heading over all and names no ticket and no usual section."""
    if not items or items[0].kind is not Kind.HEADING:
        return None
    words = items[0].plain.text
    return None if not words or KEY.search(words) or is_section(words) or asks(words) else words


def _day(items: Sequence[Item]) -> date | None:
    """Find the day in the first headings, and in lines like `Meeting date: 2021-04-27`."""
    early = [(item, item.plain.text) for item in items[:_DAYS_WITHIN] if item.kind is not Kind.ROW]
    headed = [words for item, words in early if item.kind is Kind.HEADING or is_bold(item.source)]
    dated = [words for item, words in early if not KEY.search(words) and _is_dated(item, words)]
    return first_day([*headed, *dated])


def _is_dated(item: Item, words: str) -> bool:
    """Tell whether a line says the document's day: it says so, or is hardly more than a day."""
    return "date" in words[:24].lower() or (
        item.kind is Kind.TEXT and len(words.split()) <= 6 and "[" not in item.source
    )
