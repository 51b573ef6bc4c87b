"""The ledger on PostgreSQL: a schema for each workspace, one writer at a time in each, readers never wait."""

from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import sha256

import psycopg
from sqlalchemy import URL, Connection, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from sprintmind.errors import ConfigError
from sprintmind.ledger.opened import SqlLedger
from sprintmind.ledger.opened_kept import advice_for
from sprintmind.ledger.port import About
from sprintmind.ledger.schema import VERSION, metadata

PATIENCE = 30_000
"""How long to wait for another process's transaction, in milliseconds."""
PREFIX = "sprintmind_"
"""A workspace's schema is named so, and then as the workspace."""
LONGEST = 63 - len(PREFIX)
"""Of a workspace's name; PostgreSQL cuts longer names off."""

TAKE_PLACE = """
SELECT set_config('lock_timeout', :patience, true),
       set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
                                        ELSE current_setting('synchronous_commit') END, true),
       pg_advisory_xact_lock(:place)
"""
"""How a transaction that writes begins: it waits for its turn, and its commit waits for the disk.

Each statement sees what was committed before it, and only the holder of the lock commits: so all of them see one past.
"""


class PostgresLedger(SqlLedger):
    """A workspace's ledger in a schema of its own.

    Args:
        database: `postgresql://user@host:port/database`, with libpq's own parameters behind a `?`.
        workspace: Whose schema; it is made where there is none.
        now: Tells the time at which things are heard.
        patience: How long to wait for another writer, in milliseconds.
        begin: What a transaction that writes begins with; without the lock two of them may read the same past.

    Raises:
        ConfigError: The address cannot be read, or the workspace's name is too long.
        UnavailableError: The database does not answer, does not let us in, or was written by a newer version.
    """

    def __init__(
        self,
        database: str,
        *,
        workspace: str,
        now: Callable[[], datetime],
        patience: int = PATIENCE,
        begin: str = TAKE_PLACE,
    ) -> None:
        if len(workspace) > LONGEST:
            raise ConfigError(f"the workspace's name {workspace!r} is longer than the {LONGEST} that PostgreSQL allows")
        url = _read(database)
        self._schema = f"{PREFIX}{workspace}"
        self._secrets = [each for each in (url.password, *_given(url, "password"), *_given(url, "sslpassword")) if each]
        engine = create_engine(url, pool_pre_ping=True, connect_args=_missing(url.query)).execution_options(
            schema_translate_map={None: self._schema}
        )
        writers = engine.execution_options(isolation_level="READ COMMITTED")
        event.listen(writers, "begin", _beginning(begin, place=_place(self._schema), patience=patience))
        readers = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        where = f"{_shown(url)} ({self._schema})"
        tellers = engine.execution_options(isolation_level="READ COMMITTED")
        super().__init__(readers=readers, writers=writers, where=where, now=now, tellers=tellers)

    def about(self) -> About:
        """See `Ledger.about`; a server's free disk cannot be seen from here."""
        with self._translated(), self._readers.begin() as connection:
            found = connection.execute(text(_ABOUT), {"schema": self._schema}).one()
        return About(
            kind=f"PostgreSQL {found.version}",
            location=self._where,
            schema=VERSION,
            size=int(found.size),
            free=None,
            forgetful=found.unsafe,
        )

    def scrub(self) -> str:
        """See `Ledger.scrub`; every table is written anew, and the old files go with the next checkpoint."""
        quote = self._tellers.dialect.identifier_preparer.quote
        with self._translated(), self._tellers.connect() as opened:
            connection = opened.execution_options(isolation_level="AUTOCOMMIT")
            for table in metadata.tables:
                connection.exec_driver_sql(f"VACUUM FULL {quote(self._schema)}.{quote(table)}")
        return "the server's own log and its archives keep what was written until they are recycled"

    def _explained(self, error: DBAPIError) -> tuple[str, str]:
        reason = " ".join(str(error.orig).split())
        for secret in self._secrets:
            reason = reason.replace(secret, "…")
        code = (error.orig.sqlstate if isinstance(error.orig, psycopg.Error) else None) or ""
        if not code and error.connection_invalidated:
            code = _LOST
        return reason, advice_for(code, _ADVICE) or _advice_by_words(reason)


_ABOUT = """
SELECT current_setting('server_version') AS version,
       (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c
         JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = :schema AND c.relkind = 'r') AS size,
       (SELECT coalesce(string_agg(name, ', ' ORDER BY name), '') FROM pg_settings
         WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off') AS unsafe
"""

_LOST = "lost"

_ADVICE = (
    ("55P03", "another process is writing; try again when it is done"),
    ("53100", "the server's disk is full; make room there and try again"),
    ("53300", "it has no connection left; close some, or raise its max_connections"),
    ("53", "the server lacks room or memory; make room there and try again"),
    ("57P03", "it is starting or stopping; try again in a moment"),
    ("57014", "the statement was stopped, by a person or a time limit; try again"),
    ("25006", "it can only be read, as a standby; name the primary"),
    ("42501", "the user may not do this; let it create schemas in the database, or own this one"),
    ("XX00", "the database is damaged; restore a backup"),
    ("58", "the server's disk does not answer as it should; check its space and health"),
    ("57P", "the connection was cut by the server; try again"),
    (_LOST, "the connection was lost; check that the server runs, and try again"),
)

_WORDS = (
    ("Connection refused", "check that the server runs, and its host and port"),
    ("No such file", "check that the server runs, and where its socket is"),
    ("resolve", "check the host's name"),
    ("timeout", "check the host and port, and what stands between"),
    ("authentication failed", "check the user and the password in SPRINTMIND_DATABASE or PGPASSWORD"),
    ("no password supplied", "give the password in SPRINTMIND_DATABASE, PGPASSWORD or ~/.pgpass"),
    ("pg_hba.conf", "let this user and host in, in the server's pg_hba.conf"),
    ("does not exist", "create it, or name another in SPRINTMIND_DATABASE"),
    ("too many", "close some connections, or raise the server's max_connections"),
    ("starting up", "try again in a moment"),
    ("shutting down", "try again in a moment"),
)
"""What libpq says when it cannot connect, for which it has no codes."""


def _advice_by_words(reason: str) -> str:
    return next((advice for words, advice in _WORDS if words in reason), "")


def _read(database: str) -> URL:
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.drivername not in ("postgresql", "postgres"):
        raise ConfigError("the database's address cannot be read; expected postgresql://user@host:5432/database")
    return url.set(drivername="postgresql+psycopg")


def _shown(url: URL) -> str:
    """Write an address without what opens it: no password, and no parameters, where others may stand."""
    host = url.host or "".join(_given(url, "host")) or "localhost"
    user, port = f"{url.username}@" if url.username else "", f":{url.port}" if url.port else ""
    return f"postgresql://{user}{host}{port}/{url.database or ''}"


def _given(url: URL, parameter: str) -> tuple[str, ...]:
    found = url.query.get(parameter, ())
    return (found,) if isinstance(found, str) else found


def _missing(given: Mapping[str, object]) -> Mapping[str, object]:
    """Choose what the address leaves open: seconds until a silent host is given up, and who is calling."""
    return {name: value for name, value in _DEFAULTS.items() if name not in given}


_DEFAULTS = {"connect_timeout": 10, "application_name": "sprintmind"}


def _place(schema: str) -> int:
    """Number a workspace's place for its writer; one number for two workspaces would only make them wait."""
    return int.from_bytes(sha256(schema.encode()).digest()[:8], "big", signed=True)


def _beginning(statement: str, *, place: int, patience: int) -> Callable[[Connection], None]:
    values = {"place": place, "patience": f"{patience}ms"}

    def on_begin(connection: Connection) -> None:
        connection.execute(text(statement), values)

    return on_begin
