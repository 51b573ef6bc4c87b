"""What is written of tickets, beside their state: only what differs from what is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from sprintmind.domain.ahead import to_do
from sprintmind.domain.authority import Conflict
from sprintmind.domain.events import ClaimId, TicketKey
from sprintmind.domain.neighbours import neighbours
from sprintmind.domain.work import Ticket
from sprintmind.ledger.packing import packed
from sprintmind.ledger.port import DecidedRow

Row = Mapping[str, object]
Pair = tuple[Ticket | None, Ticket]
"""A ticket as it is stored, None if it is new, and as it is now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """Some tickets' rows of one table: whose are forgotten, and what stands in their place."""

    of: tuple[TicketKey, ...] = ()
    rows: tuple[Row, ...] = ()


def changed_claims(pairs: Sequence[Pair]) -> tuple[list[Row], list[Row]]:
    """Tell which claims' rows are gone, and which are new or different; most claims of a ticket stand as they stood."""
    gone: list[Row] = []
    new: list[Row] = []
    for before, after in pairs:
        stored, wanted = _claims(before) if before else {}, _claims(after)
        changed = {each for each in stored.keys() | wanted.keys() if stored.get(each) != wanted.get(each)}
        gone += [{"of_ticket": after.key, "id": each} for each in sorted(changed & stored.keys())]
        new += [
            {"ticket": after.key, "claim": each, **asdict(wanted[each])} for each in sorted(changed & wanted.keys())
        ]
    return gone, new


def changed_conflicts(pairs: Sequence[Pair]) -> Replaced:
    """Replace the conflicts of every ticket that has or had any: what is stored has no quotes to compare."""
    disputed = [after for before, after in pairs if _conflicts(after) or (before and _conflicts(before))]
    return Replaced(
        of=tuple(ticket.key for ticket in disputed),
        rows=tuple(
            {"id": each.id, "ticket": each.subject, "open": each.open, "state": packed(each)}
            for ticket in disputed
            for each in _conflicts(ticket)
        ),
    )


def changed_neighbours(pairs: Sequence[Pair]) -> Replaced:
    """Replace the neighbours of every ticket that has others than it had."""
    moved = [after for before, after in pairs if neighbours(after) != (neighbours(before) if before else frozenset())]
    return Replaced(
        of=tuple(ticket.key for ticket in moved),
        rows=tuple({"ticket": each.key, "other": other} for each in moved for other in sorted(neighbours(each))),
    )


def changed_live(pairs: Sequence[Pair]) -> Replaced:
    """List the tickets that are to be done and were not, and forget those that were and are not."""
    changed = [after for before, after in pairs if to_do(after) != (before is not None and to_do(before))]
    return Replaced(
        of=tuple(ticket.key for ticket in changed),
        rows=tuple({"ticket": ticket.key} for ticket in changed if to_do(ticket)),
    )


def _claims(ticket: Ticket) -> dict[ClaimId, DecidedRow]:
    return {each.claim.id: DecidedRow.of(each) for history in ticket.fields.values() for each in history.decided}


def _conflicts(ticket: Ticket) -> tuple[Conflict, ...]:
    return tuple(each for history in ticket.fields.values() for each in history.conflicts)
