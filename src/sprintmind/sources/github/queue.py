"""The merge queue: its entries, and whose commit a queue's branch is for."""

import re
from collections.abc import Sequence

from sprintmind.domain.checks import QueueSeen
from sprintmind.domain.events import Name, Source, SourceEvent
from sprintmind.domain.timeline import pull_name
from sprintmind.sources.github.events import Reading, event_key, ignored, repository_id
from sprintmind.sources.github.payload import Node, moment

_QUEUE = re.compile(r"(?:refs/heads/)?gh-readonly-queue/.+/pr-(\d{1,9})-[0-9a-f]+")


def merge_group(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a merge queue's entry."""
    group = payload["merge_group"].object()
    queued = _QUEUE.fullmatch(group["head_ref"].text())
    if not queued:
        return (ignored(reading, payload, reason="its branch is none of a merge queue for one pull request"),)
    repository, number, sha = repository_id(payload), int(queued[1]), group["head_sha"].text()
    state = payload["reason"].hint() or payload["action"].hint() or "checks_requested"
    made, pushed = moment(group["head_commit.timestamp"].value), moment(payload["repository.pushed_at"].value)
    at = max((told for told in (made, pushed) if told), default=reading.time())
    key = event_key(f"queue/{repository}/{number}", sha, state)
    seen = QueueSeen(event=key, at=at, repository_id=repository, number=number, sha=sha, state=state)
    event = SourceEvent(
        key=key,
        source=Source.GITHUB,
        kind="merge_group",
        said_at=at,
        observations=(seen,),
        title=f"#{number} in the merge queue: {state}",
    )
    return (event,)


def queued_pull(branches: Sequence[Node], repository: Node) -> Name | None:
    """Find the pull request whose merge queue entry a branch is."""
    found = (_QUEUE.fullmatch(branch.hint() or "") for branch in branches)
    number = next((int(match[1]) for match in found if match), None)
    return pull_name(repository["id"].number(), number) if number else None
