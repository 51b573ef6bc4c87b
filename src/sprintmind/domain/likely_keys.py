"""Which prefixes in titles and branches look like project keys."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

ENOUGH = 3
"""So many different numbers make a prefix look like a project's."""

_KEY = re.compile(r"(?<![A-Za-z0-9_])([A-Z][A-Z0-9]{1,9})-([1-9]\d{0,8})(?![A-Za-z0-9])")
_NO_PROJECTS = frozenset({
    "AES", "ADR", "ARM", "BIP", "CIS", "COVID", "CVE", "CWE", "DES", "ECMA", "EIP", "EN", "ERC", "ES", "FIPS", "GH",
    "GHSA", "GPT", "HTTP", "IEC", "IEEE", "IPV", "ISO", "ISSUE", "JDK", "JSR", "JVM", "LLAMA", "MD", "MIL", "MP",
    "MS", "NIST", "NODE", "OWASP", "PEP", "PHP", "PR", "RC", "REV", "RFC", "RSA", "S3", "SHA", "SOC", "SSL", "TLS",
    "UCS", "USB", "UTC", "UTF", "V", "VER", "WCAG",
})  # fmt: skip
"""Standards, versions and GitHub's own numbers."""


@dataclass(frozen=True, slots=True)
class KeysSeen:
    """The numbers that were seen behind each prefix."""

    numbers: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def seen(self, texts: Iterable[str]) -> "KeysSeen":
        """Add what stands in some titles and branches."""
        numbers = dict(self.numbers)
        for prefix, number in (found for text in texts for found in _KEY.findall(text)):
            numbers[prefix] = numbers.get(prefix, frozenset()) | {int(number)}
        return KeysSeen(numbers)

    def likely(self, *, known: Iterable[str] = ()) -> tuple[tuple[str, int], ...]:
        """Name the prefixes that look like project keys, each with how many tickets of it were named, most first.

        >>> KeysSeen().seen(["NW-1 a", "NW-2", "NW-3 to UTF-8", "PAY-1", "SHA-256", "SHA-1", "SHA-3"]).likely()
        (('NW', 3),)

        Args:
            known: Keys that are set already, and not named again.
        """
        counts = {prefix: len(found) for prefix, found in self.numbers.items() if prefix not in _NO_PROJECTS}
        likely = ((prefix, count) for prefix, count in counts.items() if count >= ENOUGH and prefix not in set(known))
        return tuple(sorted(likely, key=lambda each: (-each[1], each[0])))
