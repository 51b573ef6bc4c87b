"""From a promise to what the customer gets, link by link: which is the first that is broken."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from sprintmind.domain.work import CiState, Commitment, PullRequest, PullStatus, Status, Ticket


class Standing(StrEnum):
    """How a link is."""

    WELL = "well"
    BROKEN = "broken"
    WAITS = "waits"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One link of the chain."""

    name: str
    shows: str
    standing: Standing


def chain(promise: Commitment, ticket: Ticket | None) -> tuple[Link, ...]:
    """Follow a promise to its ticket, its pull request, its CI and its release, as the ledger shows them."""
    pull = max(ticket.pulls, key=lambda each: each.number, default=None) if ticket else None
    return (
        Link(
            name="promise",
            shows=f"{promise.what} for {promise.customer}, due {promise.due or promise.due_phrase}",
            standing=Standing.WELL,
        ),
        _ticket(ticket),
        *(_of_pull(pull) if pull else _without_pull(ticket)),
    )


def first_broken(links: tuple[Link, ...]) -> Link | None:
    """Name the first link that is broken; None where all are well or merely wait."""
    return next((link for link in links if link.standing is Standing.BROKEN), None)


def _ticket(ticket: Ticket | None) -> Link:
    if ticket is None:
        return Link(name="ticket", shows="none is named", standing=Standing.BROKEN)
    status = str(ticket.value("status")).replace("_", " ")
    blocked = bool(ticket.value("blocked"))
    shows = f"{ticket.key} is {'blocked' if blocked else status}"
    return Link(name="ticket", shows=shows, standing=Standing.BROKEN if blocked else Standing.WELL)


def _of_pull(pull: PullRequest) -> Iterator[Link]:
    standing = {PullStatus.DRAFT: Standing.WAITS, PullStatus.CLOSED: Standing.BROKEN}.get(pull.status, Standing.WELL)
    yield Link(name="pull request", shows=f"{pull.name} is {pull.status}", standing=standing)
    ci = {CiState.FAILING: Standing.BROKEN, CiState.PASSING: Standing.WELL}.get(pull.ci, Standing.WAITS)
    yield Link(name="CI", shows=f"{pull.ci} on {pull.head[:7]}", standing=ci)
    merged = pull.status is PullStatus.MERGED
    waits = "merged, its release is still to be seen" if merged else "waits for the merge"
    yield Link(name="deploy", shows=waits, standing=Standing.WAITS)


def _without_pull(ticket: Ticket | None) -> Iterator[Link]:
    done = ticket is not None and ticket.value("status") == Status.DONE
    yield Link(name="pull request", shows="none works on it", standing=Standing.WELL if done else Standing.BROKEN)
