"""The manager's page: where the work stands, what must be decided, what changed; every number counted in the ledger."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta

from sprintmind.comparison import changes_since
from sprintmind.domain.accounts import Freshness, Narrative, Radar
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.decisions import decisions
from sprintmind.domain.events import EventKey
from sprintmind.domain.evidence import Evidence
from sprintmind.domain.people import Team
from sprintmind.domain.proofs import proofs
from sprintmind.domain.prose import facts, headline
from sprintmind.domain.states import Asked
from sprintmind.domain.visibility import Caller, visible_to
from sprintmind.ledger.port import Reading
from sprintmind.sight import open_conflicts, placed_in, sight

Prove = Callable[[Radar], Iterable[EventKey]]
"""Tells of which events a page shows what they say; what is not shown need not be read."""

Author = Callable[[Radar, Sequence[Evidence]], Narrative]
"""Writes the narrative from what the page shows, numbered; whatever it writes is checked."""


def everything(page: Radar) -> Iterator[EventKey]:
    """Name every event that anything on a page rests on."""
    parts = (page.on_track, page.at_risk, page.blocked, page.commitments, page.changes.found, page.decisions)
    yield from (event for part in parts for each in part for event in each.grounds)
    yield from (claim.event for each in page.conflicts for claim in (each.holder, each.challenger))


def radar(
    reading: Reading,
    asked: Asked,
    caller: Caller,
    *,
    since: datetime | None,
    confirmed: bool = False,
    prove: Prove = everything,
) -> Radar:
    """Look at everything that is in flight; the page has no prose yet, which `narrated` gives it.

    Args:
        reading: The ledger.
        asked: Of which moment, and by whose rules.
        caller: Who asks; what they may not see is neither shown nor counted.
        since: From when on changes are told; None: from the business day before on.
        confirmed: Leave out the promises that no person has confirmed; so everything that leaves the house.
        prove: Of which events it is told what they say.
    """
    seen = sight(reading, asked, caller, confirmed=confirmed)
    since = since or morning_before(seen.now, seen.team.calendar)
    promised = seen.promised()
    placed = placed_in(seen, promised)
    changed = changes_since(reading, since, seen=seen)
    decided = decisions(seen.awake, (p.commitment for p in promised if p.commitment.needs_review), team=seen.team)
    found = Radar(
        now=seen.now,
        headline=headline(placed, promised),
        on_track=placed.on_track,
        at_risk=placed.at_risk,
        blocked=placed.blocked,
        put_aside=placed.put_aside,
        commitments=promised,
        conflicts=open_conflicts(seen),
        decisions=decided,
        changes=changed,
        freshness=freshness(reading, caller, by=asked.moment.known_at or seen.now),
        memory_backlog=reading.backlog(),
        narrative=Narrative(text=""),
    )
    grounds = frozenset(event for event in prove(found) if event)
    return replace(found, proof=proofs(reading.heard(grounds), caller))


def narrated(page: Radar, *, team: Team, author: Author) -> Radar:
    """Give a page its prose, from what it shows and nothing else; a model may take its time, and no reading is open."""
    evidence = tuple(replace(each, n=n) for n, each in enumerate(facts(page, team), start=1))
    return replace(page, narrative=author(page, evidence))


def freshness(reading: Reading, caller: Caller, *, by: datetime) -> tuple[Freshness, ...]:
    """Tell when each source was last heard with something that the caller may read, the latest first."""
    found = (_last_heard(reading, source, caller, by) for source in sorted(reading.last_heard()))
    return tuple(sorted((each for each in found if each), key=lambda each: each.last_heard, reverse=True))


def morning_before(now: datetime, calendar: Calendar) -> datetime:
    """Give the beginning of the last business day before today."""
    day = calendar.day(now) - timedelta(days=1)
    while not calendar.works(day) and calendar.day(now) - day < timedelta(days=31):
        day -= timedelta(days=1)
    return datetime.combine(day, time(), calendar.zone)


def _last_heard(reading: Reading, source: str, caller: Caller, by: datetime) -> Freshness | None:
    for each in reading.newest(source):
        if each.at <= by and visible_to(each.event.audience, caller):
            return Freshness(source=source, last_heard=each.at)
    return None
