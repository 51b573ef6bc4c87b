"""Someone else's JSON, read with care: every refusal names the place and what was expected there."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NoReturn
from urllib.parse import parse_qs

from sprintmind.domain.moments import believable
from sprintmind.intake import Delivery, DeliveryError

LARGEST = 2**63 - 1
"""What a database's integer holds."""
_KINDS = {dict: "an object", list: "a list", str: "text", bool: "yes or no", int: "a number", float: "a number"}


def decoded(delivery: Delivery) -> Any:  # noqa: ANN401 # it is whatever JSON holds
    """Decode a body: JSON, or the form that GitHub sends where a webhook's content type says so.

    Raises:
        DeliveryError: It is neither; the message says where it ends to be.
    """
    text = _text(delivery.body)
    if text.startswith("payload="):
        text = _form(text)
    if not text.strip():
        raise DeliveryError("the body is empty; expected the JSON of a GitHub webhook or REST object")
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DeliveryError(f"{place}: this is not JSON ({error.msg}); expected a GitHub payload") from error
    except RecursionError as error:
        raise DeliveryError("the JSON is nested too deeply for a GitHub payload") from error
    except ValueError as error:
        raise DeliveryError(f"this is not JSON that can be read ({error})") from error


def _text(body: bytes) -> str:
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DeliveryError("the body is UTF-16; expected UTF-8")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DeliveryError(f"byte {error.start + 1}: this is not UTF-8; expected JSON in UTF-8") from error


def _form(text: str) -> str:
    try:
        return parse_qs(text.strip(), strict_parsing=True, errors="strict")["payload"][0]
    except (ValueError, KeyError) as error:
        raise DeliveryError("the form holds no readable field `payload`; expected JSON there") from error


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


@dataclass(frozen=True, slots=True)
class Node:
    """A place in a payload with what stands there."""

    value: Any
    """None where nothing, or null, stands."""
    path: str = ""

    def __bool__(self) -> bool:
        """Tell whether anything stands here."""
        return self.value is not None

    def __getitem__(self, path: str) -> "Node":
        """Go to a place further in, `head.repo.id`; where anything on the way is missing, nothing stands there."""
        here = self.value
        for key in path.split("."):
            here = here.get(key) if isinstance(here, dict) else None
        return Node(here, f"{self.path}.{path}" if self.path else path)

    def __iter__(self) -> Iterator["Node"]:
        """Go through a list; nothing is an empty one.

        Raises:
            DeliveryError: It is not a list.
        """
        if self.value is not None and not isinstance(self.value, list):
            self.refuse("a list")
        return (Node(item, f"{self.path}[{index}]") for index, item in enumerate(self.value or ()))

    def refuse(self, expected: str) -> NoReturn:
        """Refuse the delivery for what stands here."""
        found = "nothing" if self.value is None else _KINDS.get(type(self.value), "something else")
        if isinstance(self.value, str | int):
            found = repr(self.value)[:60]
        raise DeliveryError(f"{self.path or 'the payload'}: expected {expected}, found {found}")

    def object(self) -> "Node":
        """Insist that an object stands here."""
        return self if isinstance(self.value, dict) else self.refuse("an object")

    def text(self) -> str:
        """Insist on a text that says something."""
        return self.text_or_none() or self.refuse("text")

    def text_or_none(self) -> str | None:
        """Insist on a text, if anything stands here."""
        if self.value is None:
            return None
        if not isinstance(self.value, str):
            self.refuse("text")
        return _storable(self.value)

    def hint(self) -> str | None:
        """Take a text if one stands here; it is of no great matter."""
        return _storable(self.value) if isinstance(self.value, str) else None

    def number(self) -> int:
        """Insist on a whole number from 1."""
        number = self.number_or_none()
        return self.refuse("a whole number") if number is None else number

    def number_or_none(self) -> int | None:
        """Insist on a whole number from 1, if anything stands here."""
        if self.value is None:
            return None
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not 0 < self.value <= LARGEST:
            self.refuse("a whole number")
        return self.value

    def yes(self) -> bool:
        """Insist on yes or no; nothing is no."""
        return self.value if isinstance(self.value, bool) else bool(self and self.refuse("true or false"))

    def time(self) -> datetime:
        """Insist on a time."""
        return self.time_or_none() or self.refuse("a time such as 2025-10-01T09:00:00Z")

    def time_or_none(self) -> datetime | None:
        """Insist on a time, if anything stands here; UTC, whole seconds."""
        if self.value is None:
            return None
        return moment(self.value) or self.refuse("a time such as 2025-10-01T09:00:00Z")


def moment(value: object) -> datetime | None:
    """Read a time as GitHub writes it, ISO text with a zone or seconds since 1970; None where it is none.

    >>> moment("2019-05-15T15:20:33.000Z")
    datetime.datetime(2019, 5, 15, 15, 20, 33, tzinfo=datetime.timezone.utc)
    """
    try:
        found = _read(value)
        at = found.astimezone(UTC).replace(microsecond=0) if found and found.tzinfo else None
    except (ValueError, OverflowError, OSError):
        return None
    return at if at and believable(at) else None


def _read(value: object) -> datetime | None:
    if isinstance(value, str) and len(value) >= len("2025-10-01T09:00Z"):
        return datetime.fromisoformat(value)
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return datetime.fromtimestamp(value, UTC)
    return None


def _storable(text: str) -> str:
    """Replace what no database takes: NUL, and halves of surrogate pairs."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
