"""Vectors of lessons' own conditions, kept in the home: a cache, made anew where it is missing or damaged."""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path

APPLICATION = 0x53504D50
"""Marks the file as a cache of ours, which may be thrown away."""
VERSION = 1
"""Of the table; a file of any other version is made anew."""
PATIENCE = 10.0  # seconds to wait for another process
PART = 500  # phrases of one question

_TABLE = "CREATE TABLE phrases (model TEXT, phrase BLOB, vector BLOB, PRIMARY KEY (model, phrase)) WITHOUT ROWID"


class PhraseFile:
    """Keeps vectors by the model's name and a digest of the phrase; no phrase itself stands in it.

    Each call opens the file and closes it, so that any number of processes and threads may call. One that cannot be
    read is made anew; where that cannot be either, nothing is kept, and whoever asks embeds again.

    Args:
        file: Where it is; it is made with the first vector.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def vectors(self, model: str, phrases: Iterable[str]) -> Mapping[str, bytes]:
        """Take the vectors that are kept, by phrase."""
        named = {_digest(phrase): phrase for phrase in phrases}
        if not named or not self._file.exists():
            return {}
        found: dict[str, bytes] = {}
        with suppress(sqlite3.Error), self._opened() as connection:
            digests = list(named)
            for start in range(0, len(digests), PART):
                part = digests[start : start + PART]
                marks = ", ".join("?" * len(part))
                query = f"SELECT phrase, vector FROM phrases WHERE model = ? AND phrase IN ({marks})"  # noqa: S608 -- marks
                rows = connection.execute(query, (model, *part))
                found |= {named[digest]: vector for digest, vector in rows}
        return found

    def keep(self, model: str, vectors: Mapping[str, bytes]) -> None:
        """Keep vectors, by phrase."""
        rows = [(model, _digest(phrase), vector) for phrase, vector in vectors.items()]
        with suppress(sqlite3.Error), self._opened() as connection:
            connection.executemany("INSERT OR REPLACE INTO phrases VALUES (?, ?, ?)", rows)

    def keep_only(self, phrases: Collection[str]) -> int:
        """Let go of the vectors of all other phrases, so that nothing of them is left, and tell how many there were."""
        if not self._file.exists():
            return 0
        wanted = set(map(_digest, phrases))
        with suppress(sqlite3.Error), self._opened() as connection:
            rows = connection.execute("SELECT model, phrase FROM phrases").fetchall()
            gone = [row for row in rows if row[1] not in wanted]
            connection.executemany("DELETE FROM phrases WHERE model = ? AND phrase = ?", gone)
            return len(gone)
        return 0

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction; a damaged one is thrown away first."""
        try:
            connection = self._connected()
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
            self._file.unlink(missing_ok=True)
            connection = self._connected()
        with closing(connection), connection:
            try:
                yield connection
            except sqlite3.DatabaseError as error:
                if _is_damage(error):
                    self._file.unlink(missing_ok=True)
                raise

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, timeout=PATIENCE, isolation_level="IMMEDIATE")
        with ExitStack() as failing:
            failing.callback(connection.close)
            connection.execute("PRAGMA secure_delete = ON")
            _prepare(connection)
            failing.pop_all()
        return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the table where there is none, and anew where it is of another version."""
    connection.execute("BEGIN")  # one view of the file, while another process makes it
    with connection:
        if _version(connection) == VERSION:
            return
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        found = _version(connection)
        if found == VERSION:
            return
        if found is not None:
            connection.execute("DROP TABLE IF EXISTS phrases")
        connection.execute(_TABLE)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _version(connection: sqlite3.Connection) -> int | None:
    """Tell the version of a cache's table; None where the file is empty."""
    application, version, tables = (
        int(connection.execute(question).fetchone()[0])
        for question in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
    )
    if not tables:
        return None
    if application != APPLICATION:
        raise sqlite3.OperationalError("the file is somebody else's database")
    return version


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT"))


def _digest(phrase: str) -> bytes:
    return sha256(phrase.encode()).digest()[:16]
