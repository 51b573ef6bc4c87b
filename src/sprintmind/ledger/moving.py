"""A ledger as lines of JSON, to take it from one database to another.

The first line says which schema it is of, the last how many rows there are of each table, so that a cut file shows.
Every line between is one row, `{"events": {…}}`, of a table of `schema.MOVED`: the facts, what we believed when, and
what is about running the system. State is left out, because it is folded again; so are numbers that a database gives,
because the order of the lines tells them.
"""

import re
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec
from sqlalchemy import Boolean, Column, Connection, Integer, LargeBinary, Table, delete, false, insert, select

from sprintmind.domain.events import SourceEvent
from sprintmind.domain.findings import Finding, FindingId
from sprintmind.errors import InputError
from sprintmind.ledger import statements as sql
from sprintmind.ledger.packed_deliveries import packed_body, unpacked_body, unpacked_delivery
from sprintmind.ledger.packing import unpacked, unpacked_reading
from sprintmind.ledger.schema import MOVED, VERSION, bodies, deliveries, erased, events, meta, transitions

_AT_ONCE = 500
"""How many rows one statement takes along."""
_TABLES = {table.name: table for table in MOVED}
_FIRST = "sprintmind"
_OWN = "schema"
"""A database's own version in `meta`, which does not move."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")

_encoder = msgspec.json.Encoder()
_lines = msgspec.json.Decoder(dict[str, msgspec.Raw])

Line = dict[str, msgspec.Raw]
Row = dict[str, object]


def exported(connection: Connection) -> Iterator[bytes]:
    """Write everything that moves, one row a line, in the order in which it was kept."""
    yield _line(_FIRST, {"schema": VERSION})
    counts: Counter[str] = Counter()
    for table in MOVED:
        rows = connection.execution_options(yield_per=_AT_ONCE).execute(
            select(*_moved(table)).order_by(*table.primary_key)
        )
        for row in rows.mappings():
            if table is not meta or row["name"] != _OWN:
                counts[table.name] += 1
                yield _line(table.name, {name: _written(table, value) for name, value in row.items()})
    yield _line("end", {table.name: counts[table.name] for table in MOVED})


def take_in(connection: Connection, lines: Iterable[bytes]) -> tuple[int, tuple[Finding, ...]]:
    """Store what was exported, and tell how many events are new and which findings stood; see `Writing.take_in`."""
    known = set(connection.execute(select(events.c.key)).scalars())
    taken = _Taken()
    if not known:
        _clear(connection)
    for row in _checked(lines, taken):
        if not known:
            _keep(connection, *row)
    if known and (unknown := taken.keys(events) - known):
        raise InputError(
            f"this workspace holds {len(known)} events already and lacks {len(unknown)} of these; "
            "choose an empty workspace. Nothing was stored."
        )
    return (0, ()) if known else (len(taken.keys(events)), tuple(taken.standing.values()))


def _clear(connection: Connection) -> None:
    """Make room in a workspace without events; what it knows of its own running is the other's from now on."""
    for table in MOVED:
        kept = meta.c.name == _OWN if table is meta else false()
        if table is not erased:  # what is erased here stays so, whatever is taken in
            connection.execute(delete(table).where(~kept))


@dataclass(kw_only=True)
class _Taken:
    """What was read of a file so far."""

    counts: Counter[str] = field(default_factory=Counter)
    names: dict[str, set[object]] = field(default_factory=dict)
    standing: dict[FindingId, Finding] = field(default_factory=dict)
    """The findings that were not resolved, as they were last seen."""

    def keys(self, table: Table) -> set[object]:
        """Give the names of a table's rows that no two may share."""
        return self.names.setdefault(table.name, set())


def _checked(lines: Iterable[bytes], taken: _Taken) -> Iterator[tuple[Table, Row]]:
    """Read lines into rows; the first that cannot be used ends it, with its number."""
    ended = False
    number = 0
    for number, line in enumerate(lines, start=1):
        try:
            name, content = _one(line, ended=ended)
            if number == 1:
                _begin(name, content)
            elif name == "end":
                ended = _end(content, taken)
            else:
                yield _row(name, content, taken)
        except (ValueError, msgspec.MsgspecError) as error:
            raise InputError(f"line {number}: {error}. Nothing was stored.") from error
    if not ended:
        raise InputError(f"it ends after {number} lines without its last one, so it was cut. Nothing was stored.")


def _one(line: bytes, *, ended: bool) -> tuple[str, msgspec.Raw]:
    found = tuple(_lines.decode(line).items())
    if ended:
        raise ValueError("stands behind the last line of the export")
    if len(found) != 1:
        raise ValueError(f"expected one row of one table, found {len(found)}")
    return found[0]


def _begin(name: str, content: msgspec.Raw) -> None:
    if name != _FIRST:
        raise ValueError("is not the first line of an export; expected what `sprintmind ledger export` writes")
    written = msgspec.json.decode(content, type=dict[str, int])["schema"]
    if written > VERSION:
        raise ValueError(f"was written by a newer sprintmind (schema {written}, this one knows {VERSION}); upgrade it")


def _end(content: msgspec.Raw, taken: _Taken) -> bool:
    told = msgspec.json.decode(content, type=dict[str, int])
    for name in sorted(told.keys() | taken.counts.keys()):
        if told.get(name, 0) != taken.counts[name]:
            raise ValueError(f"tells of {told.get(name, 0)} rows of {name}, and there are {taken.counts[name]}")
    return True


def _row(name: str, content: msgspec.Raw, taken: _Taken) -> tuple[Table, Row]:
    if name not in _TABLES:
        raise ValueError(f"there is no table {name!r} in an export; expected {', '.join(_TABLES)}")
    table = _TABLES[name]
    found = _lines.decode(content)
    columns = {column.name: column for column in _moved(table)}
    if unknown := found.keys() - columns.keys():
        raise ValueError(f"{name} has no {', '.join(sorted(unknown))}")
    row = {each: _read(table, column, found.get(each)) for each, column in columns.items()}
    _consistent(table, row, taken)
    taken.counts[name] += 1
    return table, row


def _consistent(table: Table, row: Row, taken: _Taken) -> None:
    """See that a row fits to those before it, and that what is packed in it can be read."""
    for columns in _unique(table):
        values = tuple(row[column.name] for column in columns)
        name = values[0] if len(values) == 1 else values
        if name in taken.keys(table):
            called = " and ".join(column.name for column in columns)
            raise ValueError(f"{called} {name!r} of {table.name} was there before")
        taken.keys(table).add(name)
    if table.name in _CHECKS:
        _CHECKS[table.name](row, taken)


def _check_body(row: Row, _: _Taken) -> None:
    if row["packed"] is not None and sha256(unpacked_body(_bytes(row["packed"]))).hexdigest() != row["digest"]:
        raise ValueError(f"the body is not the one of its digest {row['digest']}")


def _check_event(row: Row, taken: _Taken) -> None:
    if row["body"] not in taken.keys(bodies):
        raise ValueError(f"the body of event {row['key']} is not in the file before it")
    if _event(row).key != row["key"]:
        raise ValueError(f"what was read of event {row['key']} is of another event")
    unpacked_delivery(_bytes(row["delivery"]), b"")


def _check_delivery(row: Row, taken: _Taken) -> None:
    if row["event"] not in taken.keys(events):
        raise ValueError(f"there is no event {row['event']} in the file before it")


def _check_transition(row: Row, taken: _Taken) -> None:
    finding = unpacked(_bytes(row["state"]), Finding)
    taken.standing.pop(finding.id, None)
    if row["change"] != "resolved":
        taken.standing[finding.id] = finding


_CHECKS = {
    bodies.name: _check_body,
    events.name: _check_event,
    deliveries.name: _check_delivery,
    transitions.name: _check_transition,
}


def _keep(connection: Connection, table: Table, row: Row) -> None:
    if table is erased:
        here = [erased.c.kind == row["kind"], erased.c.identity == row["identity"]]
        if connection.execute(select(erased.c.at).where(*here)).first():
            return
    if table is not events:
        connection.execute(_INSERTS[table.name], row)
        return
    (order,) = connection.execute(_INSERTS[table.name], row).inserted_primary_key or (0,)
    names = sorted(_event(row).names)
    connection.execute(sql.ADD_TOUCHES, [{"name": name, "heard": order} for name in names])


_INSERTS = {table.name: insert(table) for table in MOVED}


def _moved(table: Table) -> list[Column[object]]:
    """List the columns that move: all but a number that the database gives."""
    return [column for column in table.columns if column is not table.autoincrement_column]


def _unique(table: Table) -> list[list[Column[object]]]:
    """List the columns of which no two rows may have the same, those that only together name a row as one."""
    key = [column for column in _moved(table) if column.primary_key]
    return [each for each in (key, *([column] for column in _moved(table) if column.unique)) if each]


def _line(name: str, content: Mapping[str, object]) -> bytes:
    return _encoder.encode({name: content}) + b"\n"


def _written(table: Table, value: object) -> object:
    """Write a value: packed JSON as it is, a body as text where it is text, other bytes in base 64."""
    if not isinstance(value, bytes):
        return value
    if table is not bodies:
        return msgspec.Raw(value)
    body = unpacked_body(value)
    try:
        return {"text": body.decode()}
    except UnicodeDecodeError:
        return {"base64": b64encode(body).decode()}


def _read(table: Table, column: Column[object], content: msgspec.Raw | None) -> object:
    """Read a value as its column has it."""
    if content is None or bytes(content) == b"null":
        if column.nullable:
            return None
        raise ValueError(f"{table.name} lacks {column.name}")
    if isinstance(column.type, LargeBinary):
        return _body(content) if table is bodies else bytes(content)
    kind = bool if isinstance(column.type, Boolean) else int if isinstance(column.type, Integer) else str
    value = msgspec.json.decode(content, type=kind)
    if column.name.endswith("_at") and not (isinstance(value, str) and _MOMENT.fullmatch(value)):
        raise ValueError(
            f"{column.name} of {table.name} is {value!r}, not a moment in UTC with six digits behind seconds"
        )
    return value


def _body(content: msgspec.Raw) -> bytes:
    found = msgspec.json.decode(content, type=dict[str, str])
    match found:
        case {"text": text}:
            return packed_body(text.encode())
        case {"base64": text}:
            return packed_body(b64decode(text, validate=True))
    raise ValueError("a body holds neither text nor base64")


def _event(row: Row) -> SourceEvent:
    return unpacked_reading(_bytes(row["reading"]), None)


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else b""
