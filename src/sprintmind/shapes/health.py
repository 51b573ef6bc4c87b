"""What `ledger verify` and `doctor` found, as documents."""

from collections.abc import Iterable
from pathlib import Path

from sprintmind.answers import Check, TakenIn, Verification
from sprintmind.ledger.port import Backup
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


def backup(made: Backup) -> Document:
    """Write where a backup is, and how it is restored."""
    return {"file": str(made.file), "bytes": made.size, "restore": made.restore}


def export(file: Path, size: int) -> Document:
    """Write where an export is."""
    return {"file": str(file), "bytes": size}


def taken_in(found: TakenIn) -> Document:
    """Write how many events are new, and whether the state is their fold."""
    return {"new": found.new, **verification(found.verification)}


def checks(found: Iterable[Check]) -> Document:
    """Write what was looked at, and what to do about what is not well."""
    return {"checks": [{"name": each.name, "ok": each.ok, "detail": each.detail, "do": each.do} for each in found]}
