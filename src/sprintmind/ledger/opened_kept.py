"""A SQL database opened to be asked what is kept: what is the same on all of them about readings and errors."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from weakref import finalize

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from sprintmind.errors import UnavailableError
from sprintmind.ledger.kept import Kept
from sprintmind.ledger.packing import DamagedError
from sprintmind.ledger.sql_kept import SqlKept
from sprintmind.ledger.version import is_current

NOTHING = "Nothing was written."
UNKNOWN = "Whether it was written is not known; do it again: what is known already changes nothing."


class SqlKeptLedger:
    """What the adapters share of reading; each says how connections are opened and what an error means.

    Args:
        readers: Opens connections on which a transaction sees one moment.
        where: What to call the database in an error; without a password.
    """

    def __init__(self, *, readers: Engine, where: str) -> None:
        self._readers = readers
        self._where = where
        self._closed = finalize(self, readers.dispose)
        with self._translated(), readers.begin() as connection:
            self._current = is_current(connection, where=where)

    @property
    def current(self) -> bool:
        """It had this version's schema when it was opened."""
        return self._current

    @contextmanager
    def reading(self) -> Iterator[Kept]:
        """See `KeptLedger.reading`."""
        with self._translated(), self._readers.begin() as connection:
            yield SqlKept(connection)

    def close(self) -> None:
        """See `KeptLedger.close`."""
        self._closed()

    @contextmanager
    def _translated(self, *, committing: bool = False) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            outcome = UNKNOWN if committing and error.connection_invalidated else NOTHING
            reason, advice = self._explained(error)
            said = "; ".join(filter(None, (reason, advice)))
            raise UnavailableError(f"the ledger {self._where}: {said}. {outcome}") from error
        except DamagedError as error:
            raise UnavailableError(
                f"the ledger {self._where} holds a row that cannot be read ({error}); `sprintmind ledger rebuild` "
                "makes the state anew, and where that does not help, restore a backup. Nothing was written."
            ) from error

    def _explained(self, error: DBAPIError) -> tuple[str, str]:
        """Say what an error of the database is, and what to do about it (empty: nothing is known)."""
        raise NotImplementedError


def advice_for(code: str, advice: Iterable[tuple[str, str]]) -> str:
    """Take the first advice whose code an error's code begins with; empty if there is none."""
    return next((words for prefix, words in advice if code.startswith(prefix)), "")
