"""Accounts and tokens in the database: what says who may come in, apart from every fact."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Executable, Row, bindparam, delete, insert, select, update

from sprintmind.domain.access import Account, Scope, Token
from sprintmind.domain.events import PersonId
from sprintmind.ledger.rows import moment_of, text_of
from sprintmind.ledger.schema import accounts, tokens

_ACCOUNTS = select(accounts).order_by(accounts.c.name)
_ACCOUNT = select(accounts).where(accounts.c.name == bindparam("named"))
_TOKENS = select(tokens).order_by(tokens.c.made_at, tokens.c.id)
_TOKEN = select(tokens).where(tokens.c.digest == bindparam("of"))


class SqlAccess:
    """Who may come in, over one connection; see `port.Access` for each method."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def accounts(self) -> tuple[Account, ...]:
        """See `Access.accounts`."""
        return tuple(_account(row) for row in self._connection.execute(_ACCOUNTS))

    def account(self, name: str) -> Account | None:
        """See `Access.account`."""
        row = self._first(_ACCOUNT, named=name)
        return _account(row) if row else None

    def keep_account(self, account: Account) -> None:
        """See `Access.keep_account`."""
        self.remove_account(account.name)
        since = account.sessions_since
        row: Mapping[str, object] = {
            "name": account.name,
            "secret": account.secret,
            "person": account.person,
            "made_at": text_of(account.made_at),
            "sessions_since": text_of(since) if since else None,
        }
        self._connection.execute(insert(accounts), row)

    def remove_account(self, name: str) -> bool:
        """See `Access.remove_account`."""
        return bool(self._connection.execute(delete(accounts).where(accounts.c.name == name)).rowcount)

    def tokens(self) -> tuple[Token, ...]:
        """See `Access.tokens`."""
        return tuple(_token(row) for row in self._connection.execute(_TOKENS))

    def token(self, digest: str) -> Token | None:
        """See `Access.token`."""
        row = self._first(_TOKEN, of=digest)
        return _token(row) if row else None

    def add_token(self, token: Token, *, digest: str) -> None:
        """See `Access.add_token`."""
        row: Mapping[str, object] = {
            "id": token.id,
            "digest": digest,
            "name": token.name,
            "person": token.person,
            "scopes": " ".join(sorted(token.scopes)),
            "made_at": text_of(token.made_at),
            "expires_at": text_of(token.expires_at) if token.expires_at else None,
        }
        self._connection.execute(insert(tokens), row)

    def use_token(self, id: str, at: datetime) -> None:
        """See `Access.use_token`."""
        self._connection.execute(update(tokens).where(tokens.c.id == id).values(used_at=text_of(at)))

    def revoke_token(self, id: str, at: datetime) -> bool:
        """See `Access.revoke_token`."""
        good = update(tokens).where(tokens.c.id == id, tokens.c.revoked_at.is_(None))
        return bool(self._connection.execute(good.values(revoked_at=text_of(at))).rowcount)

    def _first(self, statement: Executable, **values: str) -> Row[tuple[Any, ...]] | None:
        return self._connection.execute(statement, values).first()


def _account(row: Row[tuple[Any, ...]]) -> Account:
    return Account(
        name=row.name,
        secret=row.secret,
        person=PersonId(row.person),
        made_at=moment_of(row.made_at),
        sessions_since=moment_of(row.sessions_since) if row.sessions_since else None,
    )


def _token(row: Row[tuple[Any, ...]]) -> Token:
    return Token(
        id=row.id,
        name=row.name,
        person=PersonId(row.person),
        scopes=frozenset(Scope(scope) for scope in row.scopes.split()),
        made_at=moment_of(row.made_at),
        used_at=moment_of(row.used_at) if row.used_at else None,
        expires_at=moment_of(row.expires_at) if row.expires_at else None,
        revoked_at=moment_of(row.revoked_at) if row.revoked_at else None,
    )
