"""Repositories, deployments and releases."""

from collections.abc import Sequence
from datetime import datetime

from sprintmind.domain.events import Observation, Source, SourceEvent
from sprintmind.domain.repositories import DeploymentSeen, RepositorySeen
from sprintmind.sources.github.events import Reading, event_key, evidence, full_name, ignored, repository_id
from sprintmind.sources.github.payload import Node


def repository(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read what a repository is called now; its id stays through renames and transfers."""
    number, name = repository_id(payload), payload["repository.full_name"].text()
    at = reading.time(payload["repository.updated_at"], payload["repository.pushed_at"])
    seen = RepositorySeen(event=event_key(f"repository/{number}", name, at), at=at, repository_id=number, name=name)
    return (_event(seen, "repository", title=f"{name}: {payload['action'].hint() or 'seen'}"),)


def deployment(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a deployment that was asked for."""
    told = payload["deployment"].object()
    at = reading.time(told["created_at"], payload["repository.updated_at"])
    return _deployment(payload, reading, state="created", environment=told["environment"].hint() or "", at=at)


def deployment_status(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read how a deployment fares."""
    told = payload["deployment_status"].object()
    environment = told["environment"].hint() or payload["deployment.environment"].hint() or ""
    at = reading.time(told["updated_at"], told["created_at"], payload["repository.updated_at"])
    return _deployment(payload, reading, state=told["state"].text(), environment=environment, at=at)


def release(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a release: the tickets in its notes are talked about."""
    told = payload["release"].object()
    at = reading.time(told["published_at"], told["created_at"], payload["repository.updated_at"])
    name = told["name"].hint() or told["tag_name"].hint() or "release"
    title = f"{full_name(payload['repository'])} {name}: {payload['action'].hint() or 'seen'}"
    return (evidence(reading, payload, at=at, texts=(name, told["body"].hint()), title=title),)


def ping(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read GitHub's greeting to a new hook."""
    payload["hook_id"].number()
    return (ignored(reading, payload, reason="a ping says that the hook works, and nothing about the work"),)


def _deployment(
    payload: Node, reading: Reading, *, state: str, environment: str, at: datetime
) -> Sequence[SourceEvent]:
    told = payload["deployment"].object()
    number, sha, ref = told["id"].number(), told["sha"].text(), told["ref"].text()
    seen = DeploymentSeen(
        event=event_key(f"deployment/{number}", sha, ref, environment, state, at),
        at=at,
        repository_id=repository_id(payload),
        deployment=number,
        sha=sha,
        ref=ref,
        environment=environment,
        state=state,
    )
    return (_event(seen, reading.name, title=f"{environment or 'deployment'}: {state}"),)


def _event(seen: Observation, kind: str, *, title: str) -> SourceEvent:
    return SourceEvent(
        key=seen.event, source=Source.GITHUB, kind=kind, said_at=seen.at, observations=(seen,), title=title
    )
