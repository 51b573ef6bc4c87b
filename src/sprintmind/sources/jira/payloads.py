"""Someone else's JSON, read without trust: what has another shape than expected counts as absent."""

from collections.abc import Mapping
from typing import Any

import msgspec

from sprintmind.intake import Delivery, DeliveryError
from sprintmind.reading.decoding import whole_characters

Payload = Mapping[str, Any]


def decoded(delivery: Delivery) -> object:
    """Decode the body.

    Raises:
        DeliveryError: It is no JSON; says where.
    """
    body = delivery.body.removeprefix(b"\xef\xbb\xbf")
    if not body.strip():
        raise DeliveryError("the payload: empty; expected a Jira webhook body or REST object as JSON")
    try:
        return msgspec.json.decode(whole_characters(body))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DeliveryError(f"the payload: {_trouble(body, delivery.filename, error)}") from error


def at(value: object, *path: str) -> object:
    """Follow names into nested objects; None where there is no such thing."""
    for name in path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(name)
    return value


def mapping(value: object, *path: str) -> Payload:
    """Find an object; empty where there is none."""
    found = at(value, *path)
    return found if isinstance(found, Mapping) else {}


def rows(value: object, *path: str) -> tuple[Payload, ...]:
    """Find the objects in a list; anything else in it is passed over."""
    found = at(value, *path)
    return tuple(each for each in found if isinstance(each, Mapping)) if isinstance(found, list) else ()


def text(value: object, *path: str) -> str:
    """Find a text or a whole number, as trimmed text; empty where there is none."""
    found = at(value, *path)
    if isinstance(found, bool) or not isinstance(found, str | int):
        return ""
    return str(found).strip()


def number(value: object, *path: str) -> int | None:
    """Find a whole number, written as one or as text."""
    found = text(value, *path)
    return int(found) if found.isascii() and found.isdecimal() and len(found) < 19 else None


def _trouble(body: bytes, filename: str, error: Exception) -> str:
    if filename.lower().endswith((".csv", ".tsv")):
        return "a CSV export is not Jira JSON; expected a webhook body or a REST object"
    if body.startswith(b"payload="):
        return "form-encoded; expected JSON (set the webhook's content type to application/json)"
    if b"\x00" in body[:4] or body[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "not UTF-8; expected JSON in UTF-8"
    return f"not JSON ({error}); expected a Jira webhook body or REST object"
