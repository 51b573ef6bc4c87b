"""Saved e-mail: its subject, day and body, the HTML part where there is one, as tables stand only there."""

import re
from dataclasses import dataclass
from datetime import date
from email import errors, message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?(?:From |[A-Za-z][A-Za-z0-9-]{1,40}:[ \t])")
_TELLING = re.compile(rb"^(?:MIME-Version|Message-ID|Received|Return-Path):", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Mail:
    """What a mail says."""

    body: bytes
    is_html: bool
    subject: str | None
    day: date | None


def looks_like_mail(body: bytes) -> bool:
    """Tell whether a file is a saved mail, by the headers that mail programs write."""
    return bool(_HEADER.match(body)) and bool(_TELLING.search(body[:8000].partition(b"\n\n")[0]))


def read_mail(body: bytes) -> Mail | None:
    """Take a mail apart; None where it has no text."""
    try:
        message = message_from_bytes(body, policy=policy.default)
        part = message.get_body(("html", "plain"))
        payload = part.get_payload(decode=True) if part is not None else None
    except (errors.MessageError, LookupError, ValueError, AttributeError, TypeError, IndexError, RecursionError):
        return None
    if part is None or not isinstance(payload, bytes):
        return None
    charset = part.get_content_charset("utf-8")
    subject = " ".join(str(message.get("subject", "")).split()) or None
    return Mail(_utf8(payload, charset), part.get_content_type() == "text/html", subject, _sent(message))


def _utf8(payload: bytes, charset: str) -> bytes:
    try:
        return payload.decode(charset).encode()
    except (UnicodeError, LookupError):
        return payload


def _sent(message: EmailMessage) -> date | None:
    try:
        return parsedate_to_datetime(str(message.get("date", ""))).date()
    except (ValueError, TypeError, IndexError):
        return None
