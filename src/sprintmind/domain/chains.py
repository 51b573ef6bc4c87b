"""From a promise to what the customer gets, link by link: which is the first that is broken."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sprintmind.domain.commitment_views import OPEN
from sprintmind.domain.deployments import is_production, told_deployment
from sprintmind.domain.events import EventKey, TicketKey
from sprintmind.domain.work import (
    CiState,
    Commitment,
    Deployment,
    DeployState,
    PullRequest,
    PullStatus,
    Status,
    Ticket,
)


class Standing(StrEnum):
    """How a link is."""

    WELL = "well"
    BROKEN = "broken"
    WAITS = "waits"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One link of the chain."""

    name: str
    """promise, ticket, pull request, CI or deploy."""
    shows: str
    standing: Standing
    evidence: tuple[EventKey, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A promise, followed along the one of its tickets that decides it."""

    ticket: TicketKey | None
    """None of a promise that names none."""
    links: tuple[Link, ...]

    @property
    def broken(self) -> Link | None:
        """The first link that is broken; None where all are well or merely wait."""
        return first_broken(self.links)


WAITS_FOR_MERGE = "waits for the merge"
"""What the deployment of an open pull request shows."""
_PULLS = (PullStatus.OPEN, PullStatus.DRAFT, PullStatus.MERGED, PullStatus.CLOSED)
"""Which pull request is followed: the one that has furthest to go, but for those that were given up."""


def followed(promise: Commitment, tickets: Mapping[TicketKey, Ticket], *, deploys: bool = False) -> Chain:
    """Follow a promise along the first of its tickets that is broken, else the first still to be done, else the first.

    Args:
        promise: The promise.
        tickets: By every key that they ever had.
        deploys: Whether any source ever told of a deployment.
    """
    chains = [
        Chain(ticket=key, links=chain(promise, tickets.get(key), key=key, deploys=deploys)) for key in promise.tickets
    ]
    if not chains:
        return Chain(ticket=None, links=chain(promise, None, deploys=deploys))
    return min(chains, key=lambda each: (each.broken is None, _waits(each) is False))


def chain(
    promise: Commitment, ticket: Ticket | None, *, key: TicketKey | None = None, deploys: bool = False
) -> tuple[Link, ...]:
    """Follow a promise to its ticket, its pull request, its CI and its release, as the ledger shows them.

    Args:
        promise: The promise.
        ticket: The ticket that it rests on, if it is known.
        key: What the promise calls it, if it names one.
        deploys: Whether any source ever told of a deployment.
    """
    said = tuple(dict.fromkeys(each.event for each in promise.said))
    due = promise.due or promise.due_phrase
    shows = f"{promise.what} for {promise.customer}" + (f", due {due}" if due else ", without a date")
    first = Link(name="promise", shows=shows, standing=Standing.WELL, evidence=said)
    pull = _pull(ticket) if ticket else None
    return (first, _ticket(ticket, key), *(_of_pull(pull, deploys=deploys) if pull else _without_pull(ticket)))


def first_broken(links: tuple[Link, ...]) -> Link | None:
    """Name the first link that is broken; None where all are well or merely wait."""
    return next((link for link in links if link.standing is Standing.BROKEN), None)


def _waits(found: Chain) -> bool:
    return any(link.standing is Standing.WAITS for link in found.links)


def _pull(ticket: Ticket) -> PullRequest | None:
    own = [each for each in ticket.pulls if each.own] or list(ticket.pulls)
    return min(
        own, key=lambda each: (_PULLS.index(each.status), each.ci is not CiState.FAILING, -each.number), default=None
    )


def _ticket(ticket: Ticket | None, key: TicketKey | None) -> Link:
    if ticket is None:
        shows = f"nothing is known of {key}" if key else "none is named"
        return Link(name="ticket", shows=shows, standing=Standing.BROKEN)
    if ticket.deleted:
        return Link(name="ticket", shows=f"{ticket.key} was deleted", standing=Standing.BROKEN)
    blocked = bool(ticket.value("blocked")) and ticket.value("status") != Status.DONE
    status = str(ticket.value("status") or "not started").replace("_", " ")
    history = ticket.fields.get("blocked" if blocked else "status")
    events = (history.holder.event,) if history and history.holder and history.holder.event else ()
    broken = blocked or ticket.value("status") == Status.CANCELLED
    return Link(
        name="ticket",
        shows=f"{ticket.key} is {'blocked' if blocked else status}",
        standing=Standing.BROKEN if broken else Standing.WELL,
        evidence=events,
    )


def _of_pull(pull: PullRequest, *, deploys: bool) -> Iterator[Link]:
    standing = {PullStatus.DRAFT: Standing.WAITS, PullStatus.CLOSED: Standing.BROKEN}.get(pull.status, Standing.WELL)
    shows = f"{pull.name} is {pull.status}"
    if pull.reverted:
        standing, shows = Standing.BROKEN, f"{pull.name} was merged and then reverted"
    yield Link(name="pull request", shows=shows, standing=standing, evidence=(pull.event,))
    ci = {CiState.FAILING: Standing.BROKEN, CiState.PASSING: Standing.WELL}.get(pull.ci, Standing.WAITS)
    if ci is Standing.BROKEN and pull.status not in OPEN:
        ci = Standing.WAITS  # what failed before a merge no longer stands in its way
    yield Link(name="CI", shows=f"{pull.ci} on {pull.head[:7]}", standing=ci, evidence=pull.ci_evidence)
    yield _deploy(pull, deploys=deploys)


def _deploy(pull: PullRequest, *, deploys: bool) -> Link:
    """Tell of the deployment to production, else of the newest to anything before it; a merge is no deployment."""
    found = deployment_of(pull)
    if found is None:
        return Link(name="deploy", shows=_not_seen(pull, deploys=deploys), standing=Standing.WAITS)
    shows = told_deployment(found, day=found.at.date())
    if found.state is DeployState.FAILED:
        return Link(name="deploy", shows=shows, standing=Standing.BROKEN, evidence=(found.event,))
    live = is_production(found.environment)
    if live and found.state is DeployState.SUCCEEDED and not pull.reverted:
        return Link(name="deploy", shows=shows, standing=Standing.WELL, evidence=(found.event,))
    more = "" if live else "; no deployment to production was seen"
    return Link(name="deploy", shows=f"{shows}{more}", standing=Standing.WAITS, evidence=(found.event,))


def _not_seen(pull: PullRequest, *, deploys: bool) -> str:
    if pull.status is not PullStatus.MERGED:
        return WAITS_FOR_MERGE
    return "no deployment of its merge was seen" if deploys else "not seen: no source tells of deployments"


def deployment_of(pull: PullRequest) -> Deployment | None:
    """Choose the deployment that counts: that to production, else the newest; None where none was seen."""
    return max(pull.deployments, key=lambda each: (is_production(each.environment), each.at), default=None)


def _without_pull(ticket: Ticket | None) -> Iterator[Link]:
    done = ticket is not None and ticket.value("status") == Status.DONE
    yield Link(name="pull request", shows="none works on it", standing=Standing.WELL if done else Standing.BROKEN)
