"""What `doctor` looks at: everything that can be wrong, and what to do about each."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from sprintmind.answers import Check, MemoryReport, Unmapped
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.people import Team
from sprintmind.domain.source_views import WATCHED
from sprintmind.domain.work import Ticket
from sprintmind.ledger.answering import Calls
from sprintmind.ledger.port import About, Reading

ROOM = 500 * 1000 * 1000  # bytes
"""What a disk should have left; and twice the ledger's size, so that it can be backed up and made anew."""
LATE = timedelta(days=1)
"""What waits for memory for longer waits for somebody."""
SILENT = 2  # business days
"""A source that was heard of before and not for longer may be cut off; over a weekend nobody works."""


def examine(
    reading: Reading,
    *,
    about: About,
    team: Team,
    now: datetime,
    unmapped: Sequence[Unmapped],
    memory: MemoryReport,
    calls: Sequence[Calls] = (),
) -> tuple[Check, ...]:
    """Look at the ledger, the team, the sources and memory.

    Args:
        reading: The ledger.
        about: Which database it is in.
        team: The people file's.
        now: The moment of asking.
        unmapped: The identities that are nobody's.
        memory: How memory is, and what it has not been told.
        calls: What language models took so far.
    """
    counts = reading.counts()
    return (
        Check(name="ledger", ok=True, detail=f"{counts.events} events, {counts.claims} claims"),
        _database(about),
        _disk(about),
        _keys(team),
        _clock(reading, now),
        *_sources(reading, now, calendar=team.calendar),
        _people(unmapped),
        _histories(reading.tickets()),
        *map(_model, calls),
        _memory(memory),
        _backlog(memory, now),
    )


def _memory(memory: MemoryReport) -> Check:
    status = memory.status
    if status is None or not status.ready:
        return Check(
            name="memory",
            ok=False,
            detail=memory.error or "it does not answer",
            do="see [memory] in sprintmind.toml; nothing is lost, it is told what waits when it answers",
        )
    detail = f"{status.backend}, {status.mode}, {status.memories} {'memory' if status.memories == 1 else 'memories'}"
    return Check(name="memory", ok=True, detail=f"{detail}; {status.detail}" if status.detail else detail)


def _backlog(memory: MemoryReport, now: datetime) -> Check:
    waiting = memory.waiting
    if waiting.parked:
        return Check(
            name="memory backlog",
            ok=False,
            detail=f"memory refused {waiting.parked} items again and again: {waiting.error}",
            do="mend what the error says, then `sprintmind memory deliver`",
        )
    late = waiting.oldest is not None and now - waiting.oldest > LATE
    return Check(
        name="memory backlog",
        ok=not late,
        detail=f"{waiting.pending} {'item waits' if waiting.pending == 1 else 'items wait'} to be told"
        if waiting.pending
        else "memory has been told everything",
        do="`sprintmind tick` tells memory what waits; run it from cron, or keep `serve` running" if late else "",
    )


def _database(about: About) -> Check:
    detail = f"{about.kind}, {about.location}, schema {about.schema}, {_bytes(about.size)}"
    if not about.forgetful:
        return Check(name="database", ok=True, detail=detail)
    return Check(
        name="database",
        ok=False,
        detail=f"{detail}; {about.forgetful} is off, so a power failure can lose or damage what was kept",
        do=f"turn {about.forgetful} on in the server's postgresql.conf, and restart it",
    )


def _disk(about: About) -> Check:
    if about.free is None:
        return Check(name="disk", ok=True, detail="the server's, which cannot be seen from here; watch it there")
    needed = max(ROOM, 2 * about.size)
    if about.free >= needed:
        return Check(name="disk", ok=True, detail=f"{_bytes(about.free)} free")
    return Check(
        name="disk",
        ok=False,
        detail=f"{_bytes(about.free)} free, and the ledger should have {_bytes(needed)}",
        do=f"make room on the disk of {about.location}; when it is full, nothing more is recorded",
    )


def _bytes(count: int) -> str:
    """Write a size as people read it.

    >>> _bytes(12_345_678)
    '12.35 MB'
    """
    steps = 0 if count < 1000 else min((len(str(count)) - 1) // 3, 3)
    return f"{count / 1000**steps:.4g} {('bytes', 'kB', 'MB', 'GB')[steps]}"


def _keys(team: Team) -> Check:
    if team.keys:
        return Check(name="project keys", ok=True, detail=", ".join(team.keys))
    return Check(
        name="project keys",
        ok=False,
        detail="none is set, so nothing is a ticket",
        do='add keys = ["NW"] to [team] in sprintmind.toml, then `sprintmind ledger rebuild`',
    )


def _clock(reading: Reading, now: datetime) -> Check:
    newest = max(reading.last_heard().values(), default=now)
    if newest <= now:
        return Check(name="clock", ok=True, detail=f"{now.isoformat(timespec='seconds')}")
    return Check(
        name="clock",
        ok=False,
        detail=f"something was heard at {newest.isoformat(timespec='seconds')}, which is later than now",
        do="set this machine's clock, or unset SPRINTMIND_NOW",
    )


def _sources(reading: Reading, now: datetime, *, calendar: Calendar) -> Iterable[Check]:
    for source, at in sorted(reading.last_heard().items()):
        ago = now - at
        quiet = calendar.days_between(calendar.day(at), calendar.day(now))
        silent = source in WATCHED and quiet > SILENT
        yield Check(
            name=f"source {source}",
            ok=not silent,
            detail=f"last heard {ago.days} days ago" if ago.days > 0 else "heard within a day",
            do="check that its webhook still arrives" if silent else "",
        )


def _people(unmapped: Sequence[Unmapped]) -> Check:
    if not unmapped:
        return Check(name="people", ok=True, detail="everyone seen is known")
    some = ", ".join(each.identity for each in unmapped[:5])
    many = "1 identity is" if len(unmapped) == 1 else f"{len(unmapped)} identities are"
    return Check(
        name="people",
        ok=False,
        detail=f"{many} nobody's: {some}{' …' if len(unmapped) > 5 else ''}",
        do="link them: `sprintmind people link IDENTITY PERSON --by YOU`",
    )


def _model(calls: Calls) -> Check:
    """Tell what a model took for one purpose; that it failed at times is for its author to say."""
    took = f"{calls.input_tokens} tokens in, {calls.output_tokens} out, {calls.took.total_seconds():.1f} s"
    detail = f"{calls.model}: {calls.calls} calls, {calls.failed} of them in vain, {took}"
    return Check(name=f"model for {calls.purpose}", ok=True, detail=detail)


def _histories(tickets: Iterable[Ticket]) -> Check:
    cut = [ticket.key for ticket in tickets if ticket.history_incomplete]
    if not cut:
        return Check(name="histories", ok=True, detail="no changelog was cut")
    return Check(
        name="histories",
        ok=False,
        detail=f"the changelog of {', '.join(cut[:5])} was cut by the tracker",
        do="ingest those issues again with their whole changelog",
    )
