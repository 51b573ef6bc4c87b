"""What looks like a secret is never kept or shown; better a word too many masked than one too few."""

import re

MASK = "[masked]"

_PATTERNS = (
    re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL),
    re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    re.compile(r"\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[a-z]-[\w-]{10,}"),
    re.compile(r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{20,}"),
    re.compile(r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"),
    re.compile(r"(?<=://)[^\s/:@]+:[^\s/@]+(?=@)"),
    re.compile(
        r"(?i)(?<![\w-])((?:[\w-]*(?:password|passwd|passphrase|secret|token|api[_-]?key|credential)[\w-]*)\s*[=:]\s*)"
        r"(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s,;\"']{4,})"
    ),
    re.compile(r"\b(?=[A-Za-z0-9+/_-]*[0-9])(?=[A-Za-z0-9+/_-]*[A-Za-z])[A-Za-z0-9+/_-]{40,}={0,2}"),
)
_NAMED = 6
"""Of the pattern whose name may stay: `password = …`."""


def masked(text: str) -> str:
    """Put a mask in place of everything that looks like a secret.

    >>> masked("run with DB_PASSWORD=hunter22 on db1")
    'run with DB_PASSWORD=[masked] on db1'
    >>> masked("Rotate the token on Friday")
    'Rotate the token on Friday'
    """
    for number, pattern in enumerate(_PATTERNS):
        text = pattern.sub(rf"\g<1>{MASK}" if number == _NAMED else MASK, text)
    return text
