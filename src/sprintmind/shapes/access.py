"""Accounts and tokens as documents; no secret is in them."""

from collections.abc import Iterable
from datetime import tzinfo

from sprintmind.domain.access import Account, Token
from sprintmind.shapes.reader import Document, Reader


def accounts(found: Iterable[Account], zone: tzinfo) -> Document:
    """Write the accounts."""
    reader = Reader(zone=zone)
    return {
        "accounts": [{"name": each.name, "person": each.person, "made_at": reader.time(each.made_at)} for each in found]
    }


def token(found: Token, reader: Reader) -> Document:
    """Write a token without its text, which was shown once."""
    return {
        "id": found.id,
        "name": found.name,
        "person": found.person,
        "scopes": sorted(found.scopes),
        "made_at": reader.time(found.made_at),
        "used_at": reader.time(found.used_at) if found.used_at else None,
        "expires_at": reader.time(found.expires_at) if found.expires_at else None,
    }
