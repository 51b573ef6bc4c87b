"""Exports with separated values: comma, semicolon, tab or bar, with quoted cells, over one line or several."""

import csv
from collections.abc import Iterator, Sequence

from sprintmind.errors import DeliveryError
from sprintmind.reading.documents.tables import columns_named
from sprintmind.reading.lines import KEY, Line
from sprintmind.reading.utterances import Document, Utterance

_SEPARATORS = ("\t", ";", ",", "|")
_COLUMNS_AT_LEAST = 2
_LONGEST = 60  # lines of one record; a longer one has lost its closing quote


def separator_of(lines: Sequence[Line], *, named: bool) -> str | None:
    """Find what separates the values of a text, None where it is no such table.

    It must part at least the first rows into the same number of cells.

    Args:
        lines: The text's lines.
        named: Whether the file's name says that it is a table; else three columns and a head without ticket keys are
            asked for.
    """
    full = [line.text[:2000] for line in lines if line.words and not line.text.lower().startswith("sep=")][:20]
    if not full:
        return None
    ruled = any(set(text) <= set("-|:+ =") for text in full[1:3])
    for separator in _SEPARATORS[: -1 if ruled else None]:
        rows = [row for row in csv.reader(full, delimiter=separator) if row]
        widths = [len(row) for row in rows]
        even = sum(width == max(widths) for width in widths) >= 0.6 * len(widths)
        if named and max(widths) >= _COLUMNS_AT_LEAST and even:
            return separator
        head = widths[0] > _COLUMNS_AT_LEAST and len(widths) > 1 and all(rows[0]) and not KEY.search(full[0])
        if even and head and widths.count(widths[0]) == len(widths) and max(map(len, rows[0])) < 40:
            return separator
    return None


def read_delimited(lines: Sequence[Line], *, separator: str) -> Document:
    """Read a table with separated values: one utterance a row, its cells by the columns' headings.

    Raises:
        DeliveryError: It has no row below its headings.
    """
    rows = [row for row in _rows(lines, separator) if any(cell.strip() for cell in row[2])]
    widest = max((len(cells) for _, _, cells in rows), default=0)
    head = next((n for n, row in enumerate(rows) if len(row[2]) == widest), 0)
    names = columns_named([" ".join(cell.split()) for cell in rows[head][2]]) if rows else []
    said = tuple(
        Utterance(
            text=text, number=number, cells={name: cell.strip() for name, cell in zip(names, cells, strict=False)}
        )
        for number, text, cells in rows[head + 1 :]
    )
    if not said:
        raise DeliveryError("the table has no row below its headings")
    return Document(utterances=said, format="csv")


def _rows(lines: Sequence[Line], separator: str) -> Iterator[tuple[int, str, list[str]]]:
    """Read the records, each with its first line's number and its text as it stands."""
    kept = [line for line in lines if not line.text.lower().startswith("sep=")]
    quoted = _is_balanced(kept)
    reader = csv.reader(
        (line.text + "\n" for line in kept),
        delimiter=separator,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
    )
    start = 0
    try:
        for cells in reader:
            record = kept[start : reader.line_num]
            start = reader.line_num
            if record and len(record) <= _LONGEST:
                yield record[0].number, " ".join(" ".join(line.text for line in record).split()), cells
    except csv.Error as error:
        raise DeliveryError(
            f"the table cannot be read near line {kept[min(start, len(kept) - 1)].number}: {error}"
        ) from error


def _is_balanced(lines: Sequence[Line]) -> bool:
    return sum(line.text.count('"') for line in lines) % 2 == 0
