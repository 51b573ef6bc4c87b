"""Check runs, check suites, workflow runs and statuses: what a commit's checks say, one by one."""

from collections.abc import Sequence
from dataclasses import replace

from sprintmind.domain.checks import PENDING, CheckKind, CheckSeen
from sprintmind.domain.events import EventKey, Name, Source, SourceEvent
from sprintmind.sources.github.events import Reading, event_key, ignored
from sprintmind.sources.github.payload import Node
from sprintmind.sources.github.queue import queued_pull

ACTIONS = "github-actions"
"""The app that workflow runs and their check runs belong to."""
_LATER = EventKey("")
"""An event's key is made of the whole observation."""


def check_run(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a check run's webhook."""
    run = payload["check_run"].object()
    return _check_run(run, queued_pull([run["check_suite.head_branch"]], payload["repository"]), reading)


def rest_check_run(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a REST object of a check run."""
    return _check_run(payload, None, reading)


def check_suite(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a check suite's webhook."""
    suite = payload["check_suite"].object()
    return _check_suite(suite, queued_pull([suite["head_branch"]], payload["repository"]), reading)


def rest_check_suite(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a REST object of a check suite."""
    return _check_suite(payload, queued_pull([payload["head_branch"]], payload["repository"]), reading)


def workflow_run(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a workflow run's webhook."""
    run = payload["workflow_run"].object()
    return _workflow_run(run, payload["workflow"], payload["repository"], reading)


def rest_workflow_run(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a REST object of a workflow run."""
    return _workflow_run(payload, payload["workflow"], payload["repository"], reading)


def status(payload: Node, _: Reading) -> Sequence[SourceEvent]:
    """Read a commit status's webhook; one report replaces the last of its context."""
    at = (payload["updated_at"] or payload["created_at"]).time()
    seen = CheckSeen(
        event=_LATER,
        at=at,
        kind=CheckKind.STATUS,
        sha=payload["sha"].text(),
        app="",
        name=payload["context"].text(),
        state=payload["state"].text(),
        started_at=at,
        queued_pull=queued_pull([branch["name"] for branch in payload["branches"]], payload["repository"]),
    )
    return (_event(seen, title=f"{seen.name}: {seen.state}"),)


def _check_run(run: Node, queued: Name | None, reading: Reading) -> Sequence[SourceEvent]:
    started, completed, suite = run["started_at"], run["completed_at"], run["check_suite"]
    began = (started or completed or suite["updated_at"] or suite["created_at"]).time_or_none()
    if not began:
        return (ignored(reading, run, reason="a check run that tells no time"),)
    word = _word(run)
    seen = CheckSeen(
        event=_LATER,
        kind=CheckKind.RUN,
        app=_app(run["app"]),
        name=run["name"].text(),
        sha=run["head_sha"].text(),
        state=word,
        at=began if word in PENDING else completed.time_or_none() or began,
        started_at=began,
        queued_pull=queued,
    )
    return (_event(seen, title=f"{seen.name}: {seen.state}"),)


def _check_suite(suite: Node, queued: Name | None, reading: Reading) -> Sequence[SourceEvent]:
    if suite["latest_check_runs_count"].value == 0 and suite["status"].text() != "completed":
        return (ignored(reading, suite, reason="a check suite that its app has put no checks into"),)
    app, number = _app(suite["app"]), suite["id"].number()
    created = suite["created_at"].time()
    seen = CheckSeen(
        event=_LATER,
        kind=CheckKind.SUITE,
        app=app,
        # Only Actions has several suites on one commit, one for each workflow run.
        name=str(number) if app == ACTIONS else "",
        sha=suite["head_sha"].text(),
        state=_word(suite),
        at=suite["updated_at"].time_or_none() or created,
        started_at=created,
        queued_pull=queued,
    )
    return (_event(seen, title=f"{seen.app}: {seen.state}"),)


def _workflow_run(run: Node, workflow: Node, repository: Node, reading: Reading) -> Sequence[SourceEvent]:
    began = (run["run_started_at"] or run["created_at"]).time()
    name = run["name"].hint() or workflow["name"].hint() or run["path"].text()
    seen = CheckSeen(
        event=_LATER,
        kind=CheckKind.WORKFLOW,
        app=ACTIONS,
        name=str(run["workflow_id"].number_or_none() or name),
        sha=(run["head_sha"] or run["head_commit.id"]).text(),
        state=_word(run),
        at=max(began, run["updated_at"].time_or_none() or began),
        started_at=began,
        attempt=run["run_attempt"].number_or_none() or 0,
        queued_pull=queued_pull([run["head_branch"]], repository),
    )
    texts = (run["head_branch"].hint(), run["head_commit.message"].hint())
    return (_event(seen, title=f"{name}: {seen.state}", touches=reading.tickets(*texts)),)


def _event(seen: CheckSeen, *, title: str, touches: frozenset[Name] = frozenset()) -> SourceEvent:
    content = (seen.app, seen.name, seen.state, seen.at, seen.started_at, seen.attempt, seen.queued_pull)
    key = event_key(f"{seen.kind}/{seen.sha}", *content)
    return SourceEvent(
        key=key,
        source=Source.GITHUB,
        kind=seen.kind,
        said_at=seen.at,
        observations=(replace(seen, event=key),),
        touches=touches,
        title=title,
    )


def _word(check: Node) -> str:
    """Tell GitHub's word: the conclusion, once it is completed; completed without one says nothing."""
    conclusion, state = check["conclusion"].text_or_none(), check["status"].text()
    return (conclusion or "completed") if state == "completed" else state


def _app(app: Node) -> str:
    """Name an app alike whether a payload tells its slug or, as old ones do, only its name."""
    told = app["slug"].hint() or app["name"].hint() or ""
    return "-".join(told.casefold().split())
