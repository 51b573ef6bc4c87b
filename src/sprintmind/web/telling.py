"""What came of something that a person recorded, in one or two sentences."""

from collections import Counter

from sprintmind.answers import Ingested
from sprintmind.domain.authority import Decision


def changes_by(result: Ingested) -> str:
    """Say how risks changed, also where none did."""
    changes = Counter(transition.change.value for transition in result.transitions)
    return " ".join(f"{count} risk{'s' if count > 1 else ''} {change}." for change, count in changes.items()) or (
        "No risk changed."
    )


def what_came(result: Ingested) -> str:
    """Say what was recorded and what changed by it."""
    claims = [decided for event in result.events for decided in event.claims]
    counts = Counter(decided.decision for decided in claims)
    said = [f"{counts[decision]} {decision.value}" for decision in Decision if counts[decision]]
    parts = [f"Recorded: {', '.join(said)}." if said else "Recorded." if any(e.new for e in result.events) else ""]
    if counts[Decision.CONFLICTING]:
        parts.append("A more trusted source says otherwise and stands; give a reason to settle it.")
    parts += [changes_by(result)] if result.transitions else []
    parts += [f"Refused: {each.reason}" for each in result.refused]
    return " ".join(part for part in parts if part) or "Known already; nothing changed."
