"""A pull request that the ledger knows, as a plan."""

import json
from collections.abc import Iterator, Mapping

from sprintmind.domain.events import named
from sprintmind.domain.work import PullRequest
from sprintmind.errors import InputError
from sprintmind.intake import Delivery
from sprintmind.ledger.port import Reading
from sprintmind.plans.asking import Request


def plan_of_pull(reading: Reading, name: str) -> Request:
    """Find what was last heard of a pull request.

    Args:
        reading: The ledger.
        name: `owner/repo#n`.

    Raises:
        InputError: It is no such name, nothing is known of it, or what was heard is erased.
    """
    if "/" not in name or not name.rpartition("#")[2].isdecimal():
        raise InputError(f"{name!r} is no pull request; expected owner/repo#88")
    pull = next((each for each in _pulls(reading) if each.name.casefold() == name.casefold()), None)
    if pull is None:
        raise InputError(f"the ledger knows no pull request {name}; it does once GitHub was read again")
    heard = reading.deliveries([named("pull", f"{pull.repository_id}/{pull.number}")])
    bodies = [found for _, delivery in heard if (found := _payload(delivery, pull.number))]
    if not bodies:
        raise InputError(f"what was heard of {name} is erased or holds no description")
    body = json.dumps(bodies[-1], ensure_ascii=False).encode()
    return Request(body=body, kind="pull", name=pull.name, subjects=tuple(sorted(pull.works_on)))


def _pulls(reading: Reading) -> Iterator[PullRequest]:
    yield from reading.pulls()
    for ticket in reading.tickets():
        yield from ticket.pulls


def _payload(delivery: Delivery, number: int) -> Mapping[str, object] | None:
    """Take a pull request out of what GitHub sent: a webhook's, or one of its REST interface."""
    try:
        found = json.loads(delivery.body)
    except ValueError:
        return None
    if not isinstance(found, dict):
        return None
    for key in ("payload", "pull_request"):
        inner = found.get(key)
        found = inner if isinstance(inner, dict) else found
    return found if found.get("number") == number and "title" in found else None
