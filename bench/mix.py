"""A team's months, made up the same way every time: what a tracker, a repository, standups and meetings send.

A ticket lives through about ten deliveries: it is created, begun, opened as a pull request, pushed to, checked twice,
reviewed, merged and moved on. A standup is written for every fifteen tickets, and a meeting held for every forty.
Bodies are padded with prose to the sizes that such deliveries have: half are under 3 kB, nine of ten under 20 kB.
"""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from heapq import merge
from random import Random
from statistics import NormalDist
from typing import Literal

from sprintmind.evals.deliveries import delivery as as_delivery
from sprintmind.evals.given import Check, Given, Issue, Pull, Push, Review
from sprintmind.evals.team import team_settings
from sprintmind.intake import Delivery
from sprintmind.settings.models import Settings

BEGINNING = datetime(2025, 1, 6, 9, tzinfo=UTC)
STEP = timedelta(minutes=45)
"""Between the beginnings of two tickets."""
MEDIAN, NINETIETH = 3_000, 20_000  # bytes of a body
LONGEST = 200_000  # bytes

_SPREAD = math.log(NINETIETH / MEDIAN) / NormalDist().inv_cdf(0.9)
_PEOPLE = ("priya", "tom", "dana", "lena")
_CUSTOMERS = ("Acme", "Globex")
_PROSE = (
    "The retry queue keeps its order when a worker restarts.",
    "Amounts are rounded once, at the edge, and never twice.",
    "The nightly export writes to a new folder each time.",
    "Nobody has seen the old page since spring.",
    "A slow reply counts as no reply after twenty seconds.",
    "The table below shows what the import took last week.",
    "Screens are the same as in the sketch, without the shadow.",
    "It keeps the list short so that one page is enough.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """What is decided about one ticket before it begins."""

    number: int

    @property
    def key(self) -> str:
        """Its key: NW-1, PAY-2, NW-3 and so on."""
        return f"{('PAY', 'NW')[self.number % 2]}-{self.number}"

    @property
    def who(self) -> str:
        """Who works on it."""
        return _PEOPLE[self.number % 4]

    @property
    def branch(self) -> str:
        """Its branch, by its key."""
        return f"{self.key.lower()}-work"

    @property
    def begins(self) -> datetime:
        """When it is created."""
        return BEGINNING + self.number * STEP


def settings(*, database: str = "") -> Settings:
    """Give the settings of the team whose months these are; empty: their ledger is a file."""
    return Settings.model_validate({**team_settings({}), "ledger": {"database": database}})


def deliveries(tickets: int, *, first: int = 1) -> Iterator[Delivery]:
    """Make everything that arrives about some tickets, in the order of arrival.

    Args:
        tickets: How many tickets there are.
        first: The number of the first; tickets of other numbers are other tickets.
    """
    numbers = range(first, first + tickets)
    return merge(
        *(_chunk(numbers[start : start + _AT_ONCE]) for start in range(0, tickets, _AT_ONCE)),
        key=lambda each: each.received_at,
    )


def sizes(bodies: Sequence[Delivery]) -> tuple[int, int]:
    """Tell the median and the ninetieth percentile of some bodies, in bytes."""
    ordered = sorted(len(each.body) for each in bodies)
    return ordered[len(ordered) // 2], ordered[len(ordered) * 9 // 10]


_AT_ONCE = 1000
"""Tickets whose deliveries are sorted together."""


def _chunk(numbers: Sequence[int]) -> Iterator[Delivery]:
    steps = [step for number in numbers for step in _steps(Ticket(number=number))]
    for ordinal, step in enumerate(sorted(steps, key=lambda each: each.at)):
        made = as_delivery(step)
        if made is not None:
            yield _padded(made, Random(f"{step.at} {ordinal}"))  # noqa: S311 -- it must be the same every time


def _steps(ticket: Ticket) -> Iterator[Given]:
    yield from _tracked(ticket)
    yield from _coded(ticket)
    yield from _spoken(ticket)


def _tracked(ticket: Ticket) -> Iterator[Given]:
    begins, n = ticket.begins, ticket.number
    title = f"Work item {n}"
    due = (begins + timedelta(days=6)).date()
    last = ("In QA", "Done", "Done")[n % 3]

    def issue(status: str, hours: float, changed: dict[str, tuple[str | None, str | None]]) -> Given:
        at = begins + timedelta(hours=hours)
        shown = Issue(key=ticket.key, title=title, status=status, assignee=ticket.who, due=due, changed=changed)
        return Given(source="jira", at=at, jira=shown)

    yield issue("To Do", 0, {})
    yield issue("In Progress", 5, {"status": ("To Do", "In Progress")})
    yield issue("In Review", 30, {"status": ("In Progress", "In Review")})
    if n % 10:
        yield issue(last, 60, {"status": ("In Review", last)})


def _coded(ticket: Ticket) -> Iterator[Given]:
    begins, n = ticket.begins, ticket.number
    heads = (f"one {n}", f"two {n}")

    def pull(state: Literal["open", "merged"], hours: float, head: str) -> Given:
        shown = Pull(
            number=n,
            state=state,
            branch=ticket.branch,
            title=f"Work item {n}",
            head=head,
            author=ticket.who,
            opened=begins + timedelta(hours=20),
            action="synchronize" if hours == 26 else None,
            merge_commit=f"merge {n}",
        )
        return Given(source="github", at=begins + timedelta(hours=hours), pull=shown)

    yield pull("open", 20, heads[0])
    yield pull("open", 26, heads[1])
    for hours, head, conclusion in ((21, heads[0], "failure"), (27, heads[1], "success")):
        check = Check(head=head, conclusion=conclusion, branch=ticket.branch)
        yield Given(source="github", at=begins + timedelta(hours=hours), check=check)
    commits = {heads[1]: f"Work on item {n}"}
    push = Push(commits=commits, branch=ticket.branch)
    yield Given(source="github", at=begins + timedelta(hours=25.9), push=push)
    if n % 10:
        reviewer = _PEOPLE[(n + 1) % 4]
        review = Review(pull=n, state="approved", by=reviewer, head=heads[1], author=ticket.who, branch=ticket.branch)
        yield Given(source="github", at=begins + timedelta(hours=40), review=review)
        yield pull("merged", 48, heads[1])


def _spoken(ticket: Ticket) -> Iterator[Given]:
    at, who = ticket.begins + timedelta(hours=22, minutes=7), ticket.who
    if ticket.number % 15 == 0:
        said = f"Yesterday: {ticket.key} is in progress\nToday: {ticket.key}\nBlockers: none\n"
        yield Given(source="standup", at=at, said=said, author=who, title="daily")
    if ticket.number % 40 == 0:
        customer = _CUSTOMERS[ticket.number // 40 % 2]
        words = (
            f"{who.title()}: {ticket.key} is in review.",
            f"{who.title()}: I'll send {customer} {ticket.key} by Friday.",
            "Dana: Fine.",
        )
        yield Given(source="meeting", at=at, said="\n".join(words), title=f"weekly {ticket.number}")


def _padded(made: Delivery, chance: Random) -> Delivery:
    """Give a body the size that such deliveries have; what is spoken gets a third of it, and stays text."""
    size = min(MEDIAN * math.exp(_SPREAD * chance.gauss(0, 1)), LONGEST)
    if made.source in ("standup", "meeting"):
        missing = int(size / 3) - len(made.body)
        return _with(made, made.body + b"\n" + _prose(missing, chance, speaker="Lena").encode())
    content = json.loads(made.body)
    missing = int(size) - len(made.body)
    _describe(content, _prose(missing, chance))
    return _with(made, json.dumps(content).encode())


def _describe(content: dict[str, object], prose: str) -> None:
    """Put prose where people and tools write it; all else of its kind stands beside the payload, as it would."""
    issue, pull = content.get("issue"), content.get("pull_request")
    if isinstance(issue, dict):
        issue["fields"]["description"] = prose
    elif isinstance(pull, dict):
        pull["body"] = prose[: len(prose) // 4]
        content["organization"] = {"description": prose[len(prose) // 4 :]}
    else:
        content["organization"] = {"description": prose}


def _prose(size: int, chance: Random, *, speaker: str = "") -> str:
    start = f"{speaker}: " if speaker else ""
    lines: list[str] = []
    while size > 0:
        lines.append(start + chance.choice(_PROSE))
        size -= len(lines[-1]) + 1
    return "\n".join(lines)


def _with(made: Delivery, body: bytes) -> Delivery:
    return Delivery(
        source=made.source,
        body=body,
        received_at=made.received_at,
        name=made.name,
        said=made.said,
        title=made.title,
        author=made.author,
    )
