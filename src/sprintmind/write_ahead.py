"""SQLite's write-ahead log, turned on by several processes at once; for every file that SprintMind keeps."""

import sqlite3
import time
from collections.abc import Callable


def write_ahead(execute: Callable[[str], object], *, until: float) -> None:
    """Turn on the write-ahead log; of several that open a new file at once, SQLite refuses some without waiting.

    Args:
        execute: Runs a statement on the connection.
        until: How long to try, by `time.monotonic`.
    """
    while True:
        try:
            execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return
