"""What a merge means to a team, from what the tracker said next."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from sprintmind.domain.after_merges import after_merges, merged_means
from sprintmind.domain.authority import fold
from sprintmind.domain.events import Claim, Source, Span
from sprintmind.domain.work import PullRequest, PullStatus, Status, Ticket

MERGED = datetime(2025, 9, 29, 10, tzinfo=UTC)


def pull(number=1, *, merged=MERGED, **more):
    return PullRequest(
        repository="northwind/shop", repository_id=9001, number=number, title="Part", author=None, head="a", branch="b",
        status=PullStatus.MERGED if merged else PullStatus.OPEN, works_on=frozenset({"NW-1"}), merged_at=merged,
        event=f"github:pull/{number}", **more,
    )  # fmt: skip


def ticket(*said, pulls=None):
    """A ticket of which the tracker said something, so many hours after the merge."""
    claims = [
        Claim(
            id=f"c{hours}", event=f"e{hours}", subject="NW-1", field="status", value=value,
            source=source, said_at=MERGED + timedelta(hours=hours), span=Span(quote=value),
        )
        for hours, value, source in said
    ]  # fmt: skip
    history = fold(claims, subject="NW-1", field="status")
    return Ticket(
        key="NW-1", keys=frozenset({"NW-1"}), fields={"status": history}, pulls=(pull(),) if pulls is None else pulls
    )


TRACKER = Source.TASK_UPDATE


@pytest.mark.parametrize(
    ("shown", "counted"),
    [
        pytest.param(
            ticket((1, "in_qa", TRACKER), (30, "done", TRACKER)), {Status.IN_QA: 1}, id="the first word counts"
        ),
        pytest.param(
            ticket((1, "in_review", TRACKER), (2, "done", TRACKER)), {Status.DONE: 1}, id="after a lagging one"
        ),
        pytest.param(ticket((-1, "in_qa", TRACKER)), {}, id="not what was said before"),
        pytest.param(ticket((80, "in_qa", TRACKER)), {}, id="nor long after"),
        pytest.param(ticket((1, "in_qa", Source.STANDUP)), {}, id="nor by people"),
        pytest.param(ticket((1, "done", TRACKER), pulls=()), {}, id="no pull request"),
        pytest.param(ticket((1, "done", TRACKER), pulls=(pull(), pull(2, merged=None))), {}, id="one is open"),
    ],
)
def test_what_the_tracker_said_first_after_the_last_merge_is_counted(shown, counted):
    assert after_merges([shown]) == counted


@pytest.mark.parametrize(
    ("counts", "means"),
    [
        pytest.param({Status.DONE: 5}, Status.DONE, id="always"),
        pytest.param({Status.DONE: 2, Status.IN_QA: 3}, Status.IN_QA, id="mostly"),
        pytest.param({Status.DONE: 5, Status.IN_QA: 5}, None, id="now this, now that"),
        pytest.param({Status.DONE: 4}, None, id="too few"),
        pytest.param({}, None, id="none"),
    ],
)
def test_a_habit_is_seen_in_enough_and_most(counts, means):
    assert merged_means(Counter(counts)) is means
