"""The team's digest: posted once for each time that it is due, and once after a pause however long."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.accounts import Promised, Radar
from sprintmind.domain.people import Team
from sprintmind.domain.posts import Post, Section
from sprintmind.domain.prose import ago, change_count, name_of, promise_sentence, sentence
from sprintmind.domain.schedule import Schedule
from sprintmind.domain.states import Asked
from sprintmind.domain.telling import source_called
from sprintmind.domain.visibility import NOBODY
from sprintmind.identities import with_links
from sprintmind.ledger.port import Ledger
from sprintmind.outlets.port import Outlet
from sprintmind.radar import Author, narrated, radar

POSTED, TOLD = "digest_posted", "digest_told"
"""Under these names the ledger remembers for which time the last digest was posted, and up to when it told."""

LISTED = 20
"""How many things of a kind a digest lists; the rest it counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Digests:
    """When digests are due, and where they go."""

    schedule: Schedule
    outlet: Callable[[], Outlet]


def digest(ledger: Ledger, asked: Asked, plan: Digests, *, author: Callable[[Team], Author]) -> tuple[str, ...]:
    """Post the digest that is due, unless it was posted; of the times that were missed only the last is made up for.

    It tells what the whole team may read and no promise that nobody has confirmed. It is remembered after it is posted:
    one that could not be posted is posted by the next tick, under the same name.

    Args:
        ledger: Where everything is kept.
        asked: The moment and the rules.
        plan: When and where.
        author: Makes whoever writes its lead.

    Returns:
        Where it stands now; nothing if none was due.

    Raises:
        UnavailableError: It cannot be posted.
    """
    now = asked.moment.now
    due = plan.schedule.last_due(now, asked.team.calendar)
    with ledger.reading() as reading:
        last = _moment(reading.remembered(POSTED))
        if due is None or (last is not None and last >= due):
            return ()
        team = with_links(asked.team, reading)
        since = _moment(reading.remembered(TOLD))
        found = radar(reading, asked, NOBODY, since=since, confirmed=True)
    page = narrated(found, team=team, author=author(team))
    places = plan.outlet().put(post(page, team, due=due))
    with ledger.writing() as transaction:
        transaction.remember(POSTED, due.isoformat())
        transaction.remember(TOLD, now.isoformat())
    return places


def post(page: Radar, team: Team, *, due: datetime) -> Post:
    """Write a radar as a post.

    Args:
        page: As the whole team may see it.
        team: Whose people are named.
        due: The time that it is for.
    """
    return Post(
        name=f"digest-{due:%Y-%m-%d-%H%M}",
        title=f"{team.name or 'The team'}, {page.now.astimezone(team.calendar.zone):%A %Y-%m-%d}",
        lead=_lead(page),
        sections=tuple(_sections(page, team)),
    )


def _lead(page: Radar) -> str:
    """Begin with what the ledger counts, whoever wrote the rest."""
    written = page.narrative.text
    return written if written.startswith(page.headline) else f"{page.headline} {written}"


def _sections(page: Radar, team: Team) -> Iterator[Section]:
    decided = (_decision(each.what, name_of(each.whom, team)) for each in page.decisions)
    yield Section(title="Decisions needed", lines=tuple(decided))
    yield Section(title="Blocked", lines=_first([sentence(each.because) for each in page.blocked]))
    yield Section(title="At risk", lines=_first([sentence(each.because) for each in page.at_risk]))
    yield Section(title="Promises", lines=_first([_promise(each, team) for each in page.commitments]))
    newest = [sentence(each.text) for each in reversed(page.changes.found)]
    yield Section(title=change_count(page.changes).rstrip("."), lines=_first(newest))
    heard = (f"{source_called(each.source)} last heard {ago(each.last_heard, page.now)}" for each in page.freshness)
    yield Section(title="Sources", lines=tuple(heard))


def _decision(what: str, whom: str) -> str:
    return f"{whom}: {what}." if whom else f"{what}."


def _promise(found: Promised, team: Team) -> str:
    owner = name_of(found.commitment.owner, team)
    return f"{promise_sentence(found)}{f' {owner} owns it.' if owner else ''}"


def _first(lines: Sequence[str]) -> tuple[str, ...]:
    """List the first, and count the rest."""
    rest = len(lines) - LISTED
    return (*lines[:LISTED], f"{rest} more.") if rest > 0 else tuple(lines)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
