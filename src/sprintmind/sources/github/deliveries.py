"""A delivery from GitHub becomes events: recognise it, read it, or say why nothing of it is read."""

from collections.abc import Callable, Mapping, Sequence

from sprintmind.domain.events import SourceEvent
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, source
from sprintmind.sources.github import checks, comments, pull, pushes, queue, repositories, reviews
from sprintmind.sources.github.events import Reading, ignored
from sprintmind.sources.github.names import recognised, refuse, sent_by_github
from sprintmind.sources.github.payload import Node

Reader = Callable[[Node, Reading], Sequence[SourceEvent]]

READERS: Mapping[str, Reader] = {
    reader.__name__: reader
    for reader in (
        pull.pull_request,
        pull.rest_pull_request,
        reviews.pull_request_review,
        reviews.rest_review,
        checks.check_run,
        checks.rest_check_run,
        checks.check_suite,
        checks.rest_check_suite,
        checks.workflow_run,
        checks.rest_workflow_run,
        checks.status,
        queue.merge_group,
        pushes.push,
        pushes.create,
        pushes.delete,
        pushes.rest_commit,
        comments.issues,
        comments.rest_issue,
        comments.issue_comment,
        repositories.repository,
        repositories.deployment,
        repositories.deployment_status,
        repositories.release,
        repositories.ping,
    )
}
"""By event's name, or `rest_…` for an object of the REST interface."""


@source("github")
def parse(delivery: Delivery, team: Team) -> Sequence[SourceEvent]:
    """Read a webhook's body, a REST object or a list of them.

    Returns:
        The delivery's events, each once, the one it is named for first. A review also gives the event of the pull
        request that came with it. What is not read is an event with `ignored` set to the reason.

    Raises:
        DeliveryError: It is not JSON, nothing that GitHub sends, or lacks what its event must tell.
    """
    events: dict[str, SourceEvent] = {}
    for name, payload in recognised(delivery):
        reading = Reading(team=team, name=name, received_at=delivery.received_at)
        for event in _read(payload, reading):
            events.setdefault(event.key, event)
    return tuple(events.values())


def _read(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    if reading.name in READERS:
        return READERS[reading.name](payload, reading)
    if not sent_by_github(payload):
        refuse(payload)
    return (ignored(reading, payload, reason=f"nothing is read from GitHub's {reading.name} events"),)
