"""Whether a delivery was signed with the secret that GitHub and the team share."""

import hashlib
import hmac


def signed(body: bytes, *, secret: str, signature: str | None) -> bool:
    """Check the header `X-Hub-Signature-256` over the raw body, in constant time.

    Args:
        body: As it was received, before any decoding.
        secret: The webhook's; an empty one signs nothing.
        signature: The header's value, `sha256=…`; None where it is missing.

    >>> signed(b"{}", secret="s", signature="sha256=" + hmac.new(b"s", b"{}", "sha256").hexdigest())
    True
    """
    if not secret or not signature:
        return False
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={expected}".encode(), signature.strip().encode("utf-8", "replace"))
