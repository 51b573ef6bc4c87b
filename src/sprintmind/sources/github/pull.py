"""Pull requests: from a webhook's body, a REST object, or the copy that a review carries."""

from collections.abc import Sequence
from typing import Any

from sprintmind.domain.events import Source, SourceEvent
from sprintmind.domain.timeline import PullSeen
from sprintmind.domain.work import PullStatus
from sprintmind.sources.github.accounts import Account, account
from sprintmind.sources.github.events import Reading, event_key, full_name
from sprintmind.sources.github.links import links
from sprintmind.sources.github.payload import Node
from sprintmind.sources.github.undoing import Undone, is_batch, undone_by_pull


def pull_request(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a webhook's body, whatever its action: only what the pull request is like counts."""
    return (pull_event(payload["pull_request"].object(), payload["repository"], reading),)


def rest_pull_request(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a REST object of a pull request, which gives the event that a webhook of the same state gives."""
    return (pull_event(payload, payload["base.repo"], reading),)


def pull_event(pull: Node, repository: Node, reading: Reading) -> SourceEvent:
    """Read one pull request into its event."""
    author = account(pull["user"], reading.team)
    seen = _seen(pull, repository, author, reading)
    return SourceEvent(
        key=seen.event,
        source=Source.GITHUB,
        kind="pull_request",
        said_at=seen.at,
        observations=(seen,),
        identities=author.unmapped,
        title=f"{seen.repository}#{seen.number} {seen.title}",
        words=pull["body"].hint() or "",
        author=author.person,
    )


def pull_identity(pull: Node, repository: Node) -> tuple[int, int]:
    """Tell the repository's id, which stays through renames and transfers, and the number in it."""
    told = pull["base.repo.id"] or repository["id"]
    return told.number(), pull["number"].number()


def _seen(pull: Node, repository: Node, author: Account, reading: Reading) -> PullSeen:
    title, branch, body = pull["title"].text(), pull["head.ref"].text(), pull["body"].text_or_none() or ""
    content = _content(pull, repository)
    name = full_name(repository or pull["base.repo"])
    named = links(title=title, branch=branch, body=body, team=reading.team)
    undone = undone_by_pull(title=title, branch=branch, body=body, repository=name)
    return PullSeen(
        event=event_key(
            f"pull/{content['repository_id']}/{content['number']}",
            *sorted(content.items()),
            title,
            branch,
            body.replace("\r\n", "\n"),
            author.login,
        ),
        repository=name,
        title=title,
        branch=branch,
        login=author.login,
        author=author.person,
        by_bot=author.bot,
        works_on=named.works_on,
        mentions=named.mentions,
        batch=is_batch(title=title, branch=branch),
        revert=undone is not None,
        undoes=(undone or Undone()).numbers,
        undone_title=(undone or Undone()).title,
        url=pull["html_url"].hint(),
        **content,
    )


def _content(pull: Node, repository: Node) -> dict[str, Any]:
    """Read what makes the event's identity beside its texts."""
    repository_id, number = pull_identity(pull, repository)
    ends = {place: pull[place].time_or_none() for place in ("created_at", "merged_at", "closed_at")}
    known = [at for at in ends.values() if at]
    updated = pull["updated_at"]
    default = pull["base.repo.default_branch"] or repository["default_branch"]
    status = _status(pull)
    return {
        "repository_id": repository_id,
        "number": number,
        "at": updated.time() if updated or not known else max(known),
        "status": status,
        "draft": pull["draft"].yes(),
        "head": pull["head.sha"].text(),
        "base": pull["base.ref"].text(),
        "default_branch": default.hint(),
        "merge_commit": pull["merge_commit_sha"].hint() if status is PullStatus.MERGED else None,
        **ends,
    }


def _status(pull: Node) -> PullStatus:
    """Tell where it stands; a REST list leaves `merged` out, and old payloads `draft`."""
    if pull["merged"].yes() or pull["merged_at"]:
        return PullStatus.MERGED
    state = pull["state"].text()
    if state not in ("open", "closed"):
        pull["state"].refuse("open or closed")
    if state == "closed":
        return PullStatus.CLOSED
    return PullStatus.DRAFT if pull["draft"].yes() else PullStatus.OPEN
