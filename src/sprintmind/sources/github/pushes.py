"""Pushes, branches and tags: evidence of activity, and the commits that reach the default branch."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sprintmind.domain.events import EventKey, Source, SourceEvent
from sprintmind.domain.landing import CommitSeen
from sprintmind.sources.github.accounts import account, commit_author
from sprintmind.sources.github.events import NO_TICKET, Reading, event_key, evidence, full_name, ignored, repository_id
from sprintmind.sources.github.payload import Node
from sprintmind.sources.github.undoing import Undone, last_number, picked_from, undone_by_commit


def push(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a push: its tickets are worked on; what reaches the default branch may land or revert a pull request."""
    ref, repository = payload["ref"].text(), payload["repository"].object()
    commits = tuple(_commits(payload))
    at = reading.time(repository["pushed_at"], payload["head_commit.timestamp"], repository["updated_at"])
    key = event_key(
        f"push/{full_name(repository)}",
        ref,
        payload["after"].hint(),
        at if commits else None,
        *((commit["id"].hint(), commit["message"].hint()) for commit in commits),
    )
    default = ref == f"refs/heads/{_default_branch(repository)}"
    seen = tuple(_seen(each, payload, key=key, at=at) for each in commits) if default else ()
    touches = reading.tickets(ref, *(commit["message"].hint() for commit in commits))
    authors = [commit_author(commit["author"], reading.team) for commit in commits]
    return (
        SourceEvent(
            key=key,
            source=Source.GITHUB,
            kind="push",
            said_at=at,
            observations=seen,
            touches=touches,
            identities=frozenset[str]().union(*(author.unmapped for author in authors)),
            title=f"{full_name(repository)} {ref.removeprefix('refs/heads/')}: {len(commits)} commits",
            author=account(payload["sender"], reading.team).person,
            ignored=None if seen or touches else NO_TICKET,
        ),
    )


def create(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a new branch or tag."""
    return _ref(payload, reading)


def delete(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a branch or tag that is gone."""
    return _ref(payload, reading)


def rest_commit(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Leave a REST commit be."""
    return (ignored(reading, payload, reason="a REST commit does not tell which branch it is on"),)


def _ref(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    ref = payload["ref"].text()
    at = reading.time(payload["repository.pushed_at"], payload["repository.updated_at"])
    title = f"{full_name(payload['repository'])}: {payload['ref_type'].hint() or 'ref'} {ref}, {reading.name}d"
    return (evidence(reading, payload, at=at, texts=(ref,), title=title),)


def _commits(payload: Node) -> Iterator[Node]:
    """Go through the commits, each once; the newest stands apart too where there are more than GitHub lists."""
    known: set[object] = set()
    for commit in (*payload["commits"], payload["head_commit"]):
        if commit:
            sha = commit.object()["id"].text()
            if sha not in known:
                known.add(sha)
                yield commit


def _default_branch(repository: Node) -> str | None:
    return repository["default_branch"].hint() or repository["master_branch"].hint()


def _seen(commit: Node, payload: Node, *, key: EventKey, at: datetime) -> CommitSeen:
    message = commit["message"].text_or_none() or ""
    subject = message.split("\n", 1)[0].strip()
    undone = undone_by_commit(message, repository=full_name(payload["repository"]))
    return CommitSeen(
        event=key,
        at=at,
        repository_id=repository_id(payload),
        sha=commit["id"].text(),
        subject=subject,
        number=last_number(subject),
        carries=picked_from(message),
        revert=undone is not None,
        undoes_commits=(undone or Undone()).commits,
        undoes=(undone or Undone()).numbers,
        undone_title=(undone or Undone()).title,
    )
