"""Builders of what GitHub shows: observations for the domain's tests, payloads for the source's."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sprintmind.domain.checks import CheckKind, CheckSeen
from sprintmind.domain.events import EventKey, TicketKey
from sprintmind.domain.landing import CommitSeen
from sprintmind.domain.people import Person, Team
from sprintmind.domain.reviews import ReviewSeen
from sprintmind.domain.timeline import PullSeen
from sprintmind.domain.work import PullStatus
from sprintmind.intake import Delivery
from sprintmind.sources.github import parse

SAMPLES = Path(__file__).parent / "samples" / "github"
START = datetime(2025, 9, 29, 8, tzinfo=UTC)
NW1 = TicketKey("NW-1")
TEAM = Team(
    keys=("NW", "PAY"),
    people=tuple(
        Person(id=who, name=name, github=(login,), email=(f"{who}@northwind.example",))
        for who, name, login in (
            ("priya", "Priya Raman", "priya-r"),
            ("tom", "Tom Weber", "tom-w"),
            ("dana", "Dana Fox", "dana-f"),
            ("lena", "Lena Vogt", "lena-v"),
        )
    ),
)
REPOSITORY = 9001


def at(minutes):
    return START + timedelta(minutes=minutes)


def seen(number=1, minute=0, status=PullStatus.OPEN, **given):
    """A snapshot of a pull request that works on NW-1, opened with the first minute."""
    minute_of_end = at(minute)
    defaults = {
        "event": EventKey(f"github:pull/{number}/{minute}/{status.value}/{sorted(map(str, given.items()))}"),
        "at": minute_of_end,
        "repository": "northwind/shop",
        "repository_id": REPOSITORY,
        "number": number,
        "status": status,
        "draft": status is PullStatus.DRAFT,
        "title": f"NW-1: Part {number}",
        "branch": f"part-{number}",
        "head": f"head-{number}",
        "base": "main",
        "default_branch": "main",
        "login": "priya-r",
        "author": "priya",
        "works_on": frozenset({NW1}),
        "merged_at": minute_of_end if status is PullStatus.MERGED else None,
        "closed_at": minute_of_end if status in (PullStatus.MERGED, PullStatus.CLOSED) else None,
        "merge_commit": f"merge-{number}" if status is PullStatus.MERGED else None,
    }
    return PullSeen(**{**defaults, **given})


def revert(number, of, minute, status=PullStatus.MERGED, **given):
    return seen(number, minute, status, revert=True, undoes=(of,), title=f'Revert "Part {of}"', **given)


def commit(sha, minute, subject="Tidy", **given):
    event = EventKey(f"github:push/{sha}/{minute}")
    return CommitSeen(
        **{"event": event, "at": at(minute), "repository_id": REPOSITORY, "sha": sha, "subject": subject, **given}
    )


def check(state, minute=0, name="build", kind=CheckKind.RUN, app="github-actions", sha="head-1", **given):
    started = given.pop("started", minute)
    return CheckSeen(
        event=EventKey(f"github:{kind}/{sha}/{app}/{name}/{state}/{minute}/{started}/{given}"),
        at=at(minute),
        kind=kind,
        sha=sha,
        app=app,
        name=name,
        state=state,
        started_at=at(started),
        **given,
    )


def review(who, state, minute, number=1, commit="head-1", **given):
    defaults = {
        "event": EventKey(f"github:review/{number}/{who}/{state}/{minute}"),
        "at": at(minute),
        "repository_id": REPOSITORY,
        "number": number,
        "review": 1000 * sum(map(ord, who)) + minute,
        "login": f"{who}-login",
        "reviewer": who,
        "by_bot": False,
        "state": state,
        "submitted_at": at(minute),
        "commit": commit,
    }
    return ReviewSeen(**{**defaults, **given})


def delivered(body, name=None, filename="", team=TEAM, received_at=START):
    """Read a body given as bytes, as a value, or as the name of a sample."""
    if isinstance(body, Path):
        body, filename = body.read_bytes(), filename or body.name
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return parse(Delivery(source="github", body=raw, received_at=received_at, name=name, filename=filename), team)


def sample(name):
    return json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
