"""What `ledger verify` and `doctor` found, as documents."""

from collections.abc import Iterable

from sprintmind.answers import Check, Verification
from sprintmind.shapes.reader import Document


def verification(found: Verification) -> Document:
    """Write whether the state is the fold of the events."""
    return {
        "same": found.same,
        "events": found.events,
        "claims": found.claims,
        "fields": found.fields,
        "differences": list(found.differences),
    }


def checks(found: Iterable[Check]) -> Document:
    """Write what was looked at, and what to do about what is not well."""
    return {"checks": [{"name": each.name, "ok": each.ok, "detail": each.detail, "do": each.do} for each in found]}
