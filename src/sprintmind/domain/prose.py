"""Reports as sentences, by templates: each says what the ledger counts and no more."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta

from sprintmind.domain.accounts import Changes, Placed, Promised, Radar
from sprintmind.domain.events import PersonId
from sprintmind.domain.evidence import Evidence, EvidenceKind
from sprintmind.domain.people import Team
from sprintmind.domain.placing import Places

NAMED = 3
"""How many of a kind prose names; the rest it counts."""


def headline(placed: Places, promised: Sequence[Promised]) -> str:
    """Say in one sentence how it stands.

    Args:
        placed: Every ticket in flight.
        promised: Every open promise.
    """
    aside = len(placed.put_aside)
    total = len(placed.on_track) + len(placed.at_risk) + len(placed.blocked) + aside
    if not total and not promised:
        return "Nothing is in flight, and nothing is promised."
    parts = [f"{total} {'ticket is' if total == 1 else 'tickets are'} in flight"]
    parts += [f"{len(placed.blocked)} blocked"] if placed.blocked else []
    parts += [f"{len(placed.at_risk)} at risk"] if placed.at_risk else []
    parts += [f"{aside} put aside"] if aside else []
    danger = [each for each in promised if each.in_danger]
    return f"{': '.join(filter(None, (parts[0], ', '.join(parts[1:]))))}; {_promises(danger, promised)}."


def _promises(danger: Sequence[Promised], promised: Sequence[Promised]) -> str:
    if not promised:
        return "no promise is open"
    count = f"{len(promised)} {'promise is' if len(promised) == 1 else 'promises are'} open"
    if not danger:
        return f"{count}, none in danger"
    first = danger[0].commitment
    return f"{count}, {len(danger)} in danger, first that to {first.customer}{_due(first.due)}"


def _due(due: date | None) -> str:
    return f", due {due}" if due else ""


def told(page: Radar, team: Team) -> str:
    """Write the narrative of a radar, from what it shows."""
    return " ".join(sentence for _, sentence in _sentences(page, team))


def facts(page: Radar, team: Team) -> tuple[Evidence, ...]:
    """List what a radar shows as single statements, for a narrative to cite."""
    return tuple(
        Evidence(kind=EvidenceKind.STATE, text=sentence, source="derived", at=None, subject=subject)
        for subject, sentence in _sentences(page, team, at_most=20)
    )


def _sentences(page: Radar, team: Team, *, at_most: int = NAMED) -> Iterator[tuple[str, str]]:
    yield "", page.headline
    for each in (*page.blocked[:at_most], *page.at_risk[:at_most]):
        yield each.ticket.key, f"{sentence(each.because)}{_whose(each, team)}"
    for promise in [each for each in page.commitments if each.in_danger][:at_most]:
        yield promise.commitment.id, promise_sentence(promise)
    if page.decisions:
        first = page.decisions[0]
        count = len(page.decisions)
        whom = name_of(first.whom, team) or "nobody in particular"
        yield "", f"{count} {'decision is' if count == 1 else 'decisions are'} needed, first of {whom}: {first.what}."
    if page.changes.found:
        yield "", change_count(page.changes)


def promise_sentence(found: Promised) -> str:
    """Say where a promise stands, with the first link that is broken."""
    promise, broken = found.commitment, found.chain.broken
    head = f"The promise of “{promise.what}” to {promise.customer}{_due(promise.due)}"
    head += ", which nobody has confirmed," if promise.needs_review else "," if promise.due else ""
    if broken:
        return f"{head} breaks at its {broken.name}: {broken.shows}."
    if found.findings:
        return f"{head} is in danger: {found.findings[0].because}."
    return f"{head} has no broken link."


def change_count(changes: Changes) -> str:
    """Say how much changed."""
    count = len(changes.found)
    more = f", and {changes.more} more tickets were touched" if changes.more else ""
    return f"{count} {'thing' if count == 1 else 'things'} changed since {changes.since:%Y-%m-%d %H:%M}{more}."


def sentence(text: str) -> str:
    """Make a sentence of a statement.

    >>> sentence("CI is red")
    'CI is red.'
    """
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _whose(placed: Placed, team: Team) -> str:
    who = name_of(placed.ticket.value("assignee"), team)
    return f" {who} has it." if who and who not in placed.because else ""


def name_of(person: object, team: Team) -> str:
    """Write a person's name; of nobody and of whoever is not known nothing."""
    found = team.person(PersonId(str(person))) if person else None
    return found.name if found else ""


def ago(at: datetime, now: datetime) -> str:
    """Say how long ago something was, in one unit.

    >>> ago(datetime(2025, 10, 1, 6), datetime(2025, 10, 1, 9, 30))
    '3 h ago'
    """
    passed = max(now - at, timedelta())
    minutes = passed // timedelta(minutes=1)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    return f"{minutes // 60} h ago" if minutes < 48 * 60 else f"{minutes // (24 * 60)} days ago"


def listed(words: Iterable[str]) -> str:
    """Join words as English does.

    >>> listed(["CI", "review", "deploy"])
    'CI, review and deploy'
    """
    found = list(words)
    return " and ".join(filter(None, (", ".join(found[:-1]), found[-1]))) if found else ""
