"""Passwords: kept as argon2 digests, and compared in a time that tells nothing."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from sprintmind.errors import InputError

SHORTEST = 10
"""Letters that a password has at least; nothing else is asked of it, as NIST SP 800-63B advises."""
LONGEST = 1000


class Passwords:
    """Makes digests of passwords and compares them."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._nobodys = self._hasher.hash("nobody's password")

    def digest(self, password: str) -> str:
        """Make the digest that is kept; raises InputError where the password is too short or endless."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise InputError(f"a password has {SHORTEST} to {LONGEST} letters; this one has {len(password)}")
        return self._hasher.hash(password)

    def matches(self, digest: str | None, password: str) -> bool:
        """Compare a password with a digest; with None, whoever is not known costs as much time as whoever is."""
        try:
            self._hasher.verify(digest or self._nobodys, password[:LONGEST])
        except (VerificationError, InvalidHashError):
            return False
        return digest is not None
