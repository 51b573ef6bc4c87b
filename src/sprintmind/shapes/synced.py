"""What came of reading another system, as documents."""

from collections.abc import Sequence

from sprintmind.domain.people import Team
from sprintmind.inlets.port import Survey
from sprintmind.proposals import Proposals
from sprintmind.shapes.findings import transition
from sprintmind.shapes.reader import Document, Reader
from sprintmind.shapes.settings_text import toml
from sprintmind.synchronise import Synced


def synced(results: Sequence[Synced], reader: Reader) -> Document:
    """Write how much was new and how much known, by kind, and what changed by it."""
    changes = [change for each in results for change in each.transitions]
    return {
        "systems": [_system(each) for each in results],
        "new": sum(each.new for each in results),
        "known": sum(each.known for each in results),
        "transitions": [transition(each, reader) for each in changes if reader.sees(each.finding.audience)],
        "memory_backlog": max((each.memory_backlog for each in results), default=0),
        "refused": [{"system": each.system, "reason": refused.reason} for each in results for refused in each.refused],
    }


def connected(
    surveys: Sequence[Survey], results: Sequence[Synced], found: Proposals | None, reader: Reader, team: Team
) -> Document:
    """Write what would be read, what was, and what it proposes; null where it was not read."""
    counts = [count for survey in surveys for count in survey.counts]
    return {
        "would_read": [{"what": each.what, "count": each.count, "exact": each.exact} for each in counts],
        "read": synced(results, reader) if found else None,
        "proposals": _proposals(found, team) if found else None,
    }


def _system(result: Synced) -> Document:
    read = [{"what": each.what, "new": each.new, "known": each.known} for each in result.tallies]
    return {"system": result.system, "baseline": result.baseline, "read": read, "notes": list(result.notes)}


def _proposals(found: Proposals, team: Team) -> Document:
    return {
        "aliases": [
            {"identity": each.account.named, "name": each.account.name or None, "person": each.person}
            for each in found.aliases
        ],
        "keys": [{"key": key, "tickets": count} for key, count in found.keys],
        "merged_means": found.merged_means.value if found.merged_means else None,
        "after_merges": {status.value: count for status, count in found.merges.items()},
        "toml": toml(found, team),
    }
