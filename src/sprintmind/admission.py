"""Who may come in: accounts are made and removed, tokens issued and revoked.

Passwords are made into digests elsewhere; a token is random enough that a plain digest of it says nothing.
"""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from sprintmind.domain.access import Account, Scope, Token
from sprintmind.domain.events import PersonId
from sprintmind.errors import InputError
from sprintmind.ledger.port import Ledger

PREFIX = "sm_"
"""Begins every token, so that whoever finds one in a log knows what it is."""
NOTED_AGAIN = timedelta(hours=1)
"""How long the use of a token need not be noted again."""


class Admission:
    """The accounts and tokens of one workspace.

    Args:
        ledger: Where they are kept.
    """

    def __init__(self, *, ledger: Ledger) -> None:
        self._ledger = ledger

    def accounts(self) -> tuple[Account, ...]:
        """List the accounts, by name."""
        with self._ledger.reading() as reading:
            return reading.access.accounts()

    def account(self, name: str) -> Account | None:
        """Find an account."""
        with self._ledger.reading() as reading:
            return reading.access.account(name)

    def add_account(self, account: Account) -> None:
        """Store a new account; raises InputError where there is one of its name."""
        with self._ledger.writing() as transaction:
            if transaction.access.account(account.name):
                raise InputError(f"there is an account {account.name!r} already; remove it first")
            transaction.access.keep_account(account)

    def keep_account(self, account: Account) -> None:
        """Store an account in place of the one of its name."""
        with self._ledger.writing() as transaction:
            transaction.access.keep_account(account)

    def remove_account(self, name: str, *, now: datetime) -> None:
        """Forget an account, and revoke the tokens of its person; raises InputError where there is none."""
        with self._ledger.writing() as transaction:
            found = transaction.access.account(name)
            if found is None:
                raise InputError(f"there is no account {name!r}; the list of accounts has those that there are")
            transaction.access.remove_account(name)
            for token in transaction.access.tokens():
                if token.person == found.person:
                    transaction.access.revoke_token(token.id, now)

    def tokens(self, person: PersonId | None = None) -> tuple[Token, ...]:
        """List the tokens (of one person, or all), the oldest first."""
        with self._ledger.reading() as reading:
            return tuple(token for token in reading.access.tokens() if person in (None, token.person))

    def issue(
        self, name: str, *, person: PersonId, scopes: frozenset[Scope], now: datetime, days: int | None = None
    ) -> str:
        """Make a token and give its text, which is told nowhere else and never again.

        Args:
            name: What it is for.
            person: In whose name it acts.
            scopes: What it may be used for.
            now: When it is made.
            days: After how many days it counts no more; None: never.
        """
        text = f"{PREFIX}{secrets.token_urlsafe(32)}"
        token = Token(
            id=secrets.token_hex(6),
            name=name,
            person=person,
            scopes=scopes,
            made_at=now,
            expires_at=now + timedelta(days=days) if days else None,
        )
        with self._ledger.writing() as transaction:
            transaction.access.add_token(token, digest=_digest(text))
        return text

    def token(self, text: str, *, now: datetime) -> Token | None:
        """Tell which token a text is; None where it is none that counts."""
        with self._ledger.reading() as reading:
            found = reading.access.token(_digest(text))
        if found is None or not found.counts(now):
            return None
        if found.used_at is None or now - found.used_at > NOTED_AGAIN:
            with self._ledger.writing() as transaction:
                transaction.access.use_token(found.id, now)
        return found

    def revoke(self, id: str, *, person: PersonId | None, now: datetime) -> None:
        """Let a token count no more; raises InputError where this person has none of the id (None: nobody has)."""
        with self._ledger.writing() as transaction:
            known = {token.id for token in transaction.access.tokens() if person in (None, token.person)}
            if id not in known or not transaction.access.revoke_token(id, now):
                raise InputError(f"there is no token {id} that counts")


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()
