"""A case's short forms about GitHub, as the webhooks and REST objects that GitHub sends."""

from datetime import UTC, datetime
from hashlib import sha1

from pydantic import JsonValue

from sprintmind.evals.given import Check, Deploy, Pull, Push, Review
from sprintmind.evals.team import login

Payload = dict[str, JsonValue]


def sha(word: str) -> str:
    """Make the SHA of the commit that a word stands for.

    >>> sha("one") == sha("one") != sha("two")
    True
    """
    return sha1(word.encode(), usedforsecurity=False).hexdigest()


def pull_payload(pull: Pull, *, at: datetime) -> Payload:
    """Show a pull request as of a moment: a webhook's body, or the REST object alone."""
    shown = _pull(pull, at=at)
    if pull.rest:
        return shown
    ended = pull.state in ("merged", "closed")
    return {
        "action": pull.action or ("closed" if ended else "opened"),
        "number": pull.number,
        "pull_request": shown,
        "repository": _repository(pull.repository, id=pull.repository_id),
        "sender": _user(pull.author, bot=pull.bot),
    }


def check_payload(check: Check, *, at: datetime) -> Payload:
    """Show a check's result as one of the four events that tell it."""
    status = "completed" if check.conclusion else "in_progress"
    app: Payload = {"id": int(sha(check.app)[:6], 16), "slug": check.app, "name": check.app}
    times: Payload = {"created_at": written(at), "started_at": written(at), "updated_at": written(at)}
    result: Payload = {
        "id": int(sha(f"{check.app} {check.name} {check.head} {check.attempt}")[:10], 16),
        "head_sha": sha(check.head),
        "head_branch": check.branch,
        "name": check.name,
        "status": status,
        "conclusion": check.conclusion,
        "completed_at": written(at) if check.conclusion else None,
        "run_attempt": check.attempt,
        "pull_requests": [],
        "app": app,
        **times,
    }
    if check.way == "status":
        return _status_payload(check, at=at)
    suite: Payload = {"id": int(sha(f"{check.app} {check.head}")[:10], 16), "head_sha": sha(check.head), "app": app}
    shown = {**result, "check_suite": suite} if check.way == "check_run" else result
    action = "completed" if check.conclusion else "created"
    return {"action": action, check.way: shown, "repository": _repository(check.repository), "sender": _user(check.app)}


def deploy_payload(deploy: Deploy, *, at: datetime) -> Payload:
    """Show how a deployment fares."""
    times: Payload = {"created_at": written(at), "updated_at": written(at)}
    return {
        "action": "created",
        "deployment_status": {"id": deploy.number, "state": deploy.state, "environment": deploy.environment, **times},
        "deployment": {
            "id": deploy.number,
            "sha": sha(deploy.commit),
            "ref": deploy.ref,
            "environment": deploy.environment,
            **times,
        },
        "repository": _repository(deploy.repository),
        "sender": _user("priya"),
    }


def review_payload(review: Review, *, at: datetime) -> Payload:
    """Show a review, with the pull request that it is of."""
    pull = Pull(
        number=review.pull,
        repository=review.repository,
        author=review.author,
        head=review.head,
        branch=review.branch,
        title=review.title,
    )
    shown: Payload = {
        "id": int(sha(f"{review.pull} {review.by} {written(review.submitted or at)}")[:8], 16),
        "user": _user(review.by, bot=review.bot),
        "state": review.state,
        "body": None,
        "commit_id": sha(review.head),
        "submitted_at": written(review.submitted or at),
    }
    return {
        "action": "dismissed" if review.state == "dismissed" else "submitted",
        "review": shown,
        "pull_request": _pull(pull, at=at),
        "repository": _repository(review.repository),
        "sender": _user(review.by, bot=review.bot),
    }


def push_payload(push: Push, *, at: datetime) -> Payload:
    """Show commits that arrived on a branch."""
    commits: list[JsonValue] = [
        {
            "id": sha(word),
            "message": message,
            "timestamp": written(at),
            "distinct": True,
            "author": {"name": "Priya Raman", "email": "priya@northwind.example", "username": login("priya")},
        }
        for word, message in push.commits.items()
    ]
    return {
        "ref": f"refs/heads/{push.branch}",
        "before": "0" * 40,
        "after": sha(list(push.commits)[-1]),
        "commits": commits,
        "head_commit": commits[-1],
        "repository": {**_repository(push.repository), "pushed_at": int(at.timestamp())},
        "sender": _user("priya"),
        "pusher": {"name": login("priya")},
    }


def written(at: datetime) -> str:
    """Write a moment as GitHub does."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _pull(pull: Pull, *, at: datetime) -> Payload:
    merged = pull.state == "merged"
    ended = merged or pull.state == "closed"
    head_repository = "outside/fork" if pull.fork else pull.repository
    return {
        "id": int(sha(f"{pull.repository} {pull.number}")[:8], 16),
        "number": pull.number,
        "state": "closed" if ended else "open",
        "draft": pull.state == "draft",
        "merged": merged,
        "title": pull.title,
        "body": pull.body,
        "user": _user(pull.author, bot=pull.bot),
        "html_url": f"https://github.com/{pull.repository}/pull/{pull.number}",
        "created_at": written(pull.opened or at),
        "updated_at": written(at),
        "closed_at": written(at) if ended else None,
        "merged_at": written(at) if merged else None,
        "merge_commit_sha": sha(pull.merge_commit) if merged else None,
        "head": {
            "ref": pull.branch,
            "sha": sha(pull.head),
            "repo": _repository(head_repository, id=None if pull.fork else pull.repository_id),
        },
        "base": {"ref": pull.base, "sha": sha("base"), "repo": _repository(pull.repository, id=pull.repository_id)},
        "requested_reviewers": [],
        "labels": [],
        "commits": 1,
    }


def _status_payload(check: Check, *, at: datetime) -> Payload:
    return {
        "id": int(sha(f"{check.app} {check.name} {check.head} {check.attempt}")[:10], 16),
        "sha": sha(check.head),
        "context": check.name,
        "state": check.conclusion or "pending",
        "created_at": written(at),
        "updated_at": written(at),
        "branches": [{"name": check.branch, "commit": {"sha": sha(check.head)}}],
        "repository": _repository(check.repository),
        "sender": _user(check.app),
    }


def _repository(name: str, *, id: int | None = None) -> Payload:
    owner, short = name.split("/")
    return {
        "id": id or int(sha(name)[:7], 16),
        "name": short,
        "full_name": name,
        "owner": _user(owner),
        "default_branch": "main",
        "html_url": f"https://github.com/{name}",
    }


def _user(person: str, *, bot: bool = False) -> Payload:
    return {"login": login(person), "id": int(sha(login(person))[:7], 16), "type": "Bot" if bot else "User"}
