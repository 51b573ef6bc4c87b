import pytest

from github_builders import REPOSITORY, at, check, commit, revert, review, seen
from sprintmind.domain.checks import CheckKind, QueueSeen, ci
from sprintmind.domain.events import EventKey
from sprintmind.domain.pulls import companions, pull_requests
from sprintmind.domain.repositories import RepositorySeen
from sprintmind.domain.timeline import pull_name
from sprintmind.domain.work import CiState

SUITE, WORKFLOW, STATUS = CheckKind.SUITE, CheckKind.WORKFLOW, CheckKind.STATUS


def status(state, minute=0, name="ci/legacy"):
    return check(state, minute, name, STATUS, app="")


@pytest.mark.parametrize(
    ("checks", "state"),
    [
        *(
            pytest.param([check(word), check("success", name="lint")], "failing", id=word)
            for word in ("failure", "timed_out", "cancelled", "startup_failure", "action_required", "stale")
        ),
        *(
            pytest.param([check(word), check("success", name="lint")], "pending", id=word)
            for word in ("queued", "in_progress", "waiting", "requested", "pending")
        ),
        pytest.param([status("error")], "failing", id="a status that errs"),
        pytest.param([status("expected"), check("success")], "pending", id="an expected status"),
        pytest.param([check("success"), check("neutral", name="lint")], "passing", id="success beside neutral"),
        pytest.param([check("neutral"), check("skipped", name="lint")], "unknown", id="only neutral and skipped"),
        pytest.param([], "unknown", id="nothing at all"),
        pytest.param([check("completed")], "unknown", id="completed without a conclusion"),
        pytest.param([check("failure"), check("success", 5)], "passing", id="a newer attempt supersedes"),
        pytest.param([check("failure"), check("queued", 5)], "pending", id="a new attempt is under way"),
        pytest.param(
            [check("success", 9, started=0), check("failure", 7, started=5)], "failing", id="later begun counts"
        ),
        pytest.param([check("queued", 0), check("failure", 0)], "failing", id="in one second the end counts"),
        pytest.param([status("pending"), status("success")], "passing", id="in one second a status' end counts"),
        pytest.param([check("success"), check("failure", kind=SUITE, name="")], "passing", id="runs beat their suite"),
        pytest.param(
            [check("success"), check("failure", kind=SUITE, app="buildkite", name="")],
            "failing",
            id="another app's suite",
        ),
        pytest.param([check("success"), check("failure", kind=WORKFLOW)], "passing", id="runs beat their workflow"),
        pytest.param([check("success", kind=SUITE), check("failure", kind=WORKFLOW)], "failing", id="a workflow alone"),
        pytest.param([check("failure"), check("success", app="jenkins")], "failing", id="one name, two apps"),
    ],
)
def test_the_checks_of_a_commit_say(checks, state):
    assert ci(checks)[0] == state
    assert ci(reversed(checks * 2))[0] == state


def test_only_the_checks_that_decide_are_evidence():
    failing = check("failure", name="lint")
    assert ci([check("success"), failing]) == (CiState.FAILING, (failing.event,))


def test_a_new_head_makes_ci_unknown():
    observations = [seen(1, 0), check("failure", 1), seen(1, 5, head="head-2")]
    assert pull_requests(observations, at=at(4))[0].ci is CiState.FAILING
    assert pull_requests(observations, at=at(5))[0].ci is CiState.UNKNOWN


def test_the_merge_queues_result_is_shown_apart():
    queued = check("failure", 3, sha="queue", queued_pull=pull_name(REPOSITORY, 1))
    pull = pull_requests([seen(1, 0), check("success", 1), queued], at=at(9))[0]
    assert (pull.ci, pull.queue_ci) == (CiState.PASSING, CiState.FAILING)
    assert pull_requests([seen(1, 0)], at=at(9))[0].queue_ci is None


def test_a_queues_check_on_the_head_itself_is_not_the_heads():
    queued = check("failure", 3, queued_pull=pull_name(REPOSITORY, 1))
    pull = pull_requests([seen(1, 0), queued], at=at(9))[0]
    assert (pull.ci, pull.queue_ci) == (CiState.UNKNOWN, CiState.FAILING)


def test_the_merge_queues_newest_commit_counts():
    entries = [
        QueueSeen(
            event=EventKey(sha), at=at(minute), repository_id=REPOSITORY, number=1, sha=sha, state="checks_requested"
        )
        for sha, minute in (("first", 1), ("second", 5))
    ]
    checks = [check("failure", 2, sha="first"), check("success", 6, sha="second")]
    assert pull_requests([seen(1, 0), *entries, *checks], at=at(9))[0].queue_ci is CiState.PASSING


@pytest.mark.parametrize(
    ("reviews", "expected"),
    [
        pytest.param([review("tom", "approved", 1)], [("tom", True)], id="an approval"),
        pytest.param(
            [review("tom", "approved", 1), review("tom", "commented", 2)], [("tom", True)], id="then a comment"
        ),
        pytest.param(
            [review("tom", "approved", 1), review("tom", "changes_requested", 2)], [("tom", False)], id="the latest"
        ),
        pytest.param(
            [
                review("tom", "approved", 1),
                review("tom", "dismissed", 3, review=review("tom", "", 1).review, submitted_at=at(1)),
            ],
            [],
            id="dismissed",
        ),
        pytest.param(
            [
                review("tom", "changes_requested", 1),
                review("tom", "approved", 2),
                review("tom", "dismissed", 3, review=review("tom", "", 1).review, submitted_at=at(1)),
            ],
            [("tom", True)],
            id="an older one dismissed",
        ),
        pytest.param([review("priya", "approved", 1)], [], id="the author's own"),
        pytest.param([review("priya", "approved", 1, login="PRIYA-R", reviewer=None)], [], id="the author's login"),
        pytest.param([review("bot", "approved", 1, by_bot=True)], [], id="a bot's"),
        pytest.param([review("jo", "approved", 1, reviewer=None)], [("github:jo-login", True)], id="an outsider's"),
        pytest.param(
            [review("tom", "approved", 1), review("tom", "changes_requested", 2, login="tom2")],
            [("tom", False)],
            id="two logins of one person",
        ),
    ],
)
def test_standing_reviews(reviews, expected):
    pull = pull_requests([seen(1, 0), *reviews], at=at(9))[0]
    assert [(each.reviewer, each.approves) for each in pull.reviews] == expected


def test_an_approval_given_before_the_head_moved_is_marked():
    observations = [seen(1, 0), review("tom", "approved", 1), review("dana", "approved", 1, commit=None)]
    moved = [*observations, seen(1, 5, head="head-2"), review("lena", "approved", 6, commit="head-2")]
    assert [each.of_head for each in pull_requests(observations, at=at(9))[0].reviews] == [True, True]
    assert {each.reviewer: each.of_head for each in pull_requests(moved, at=at(9))[0].reviews} == {
        "dana": False,
        "lena": True,
        "tom": False,
    }


def test_a_repository_goes_by_its_newest_name():
    renamed = RepositorySeen(event=EventKey("r"), at=at(5), repository_id=REPOSITORY, name="northwind/storefront")
    observations = [seen(1, 0), renamed]
    assert pull_requests(observations, at=at(4))[0].name == "northwind/shop#1"
    assert pull_requests(observations, at=at(5))[0].name == "northwind/storefront#1"


def test_companions_name_what_else_to_look_up():
    assert companions([seen(1, 0)]) == {"pull:9001/1", "commit:head-1", "repository:9001"}
    assert "pull:9001/1" in companions([revert(2, 1, 0)])
    assert companions([commit("x", 1, number=1)]) == frozenset()
    assert companions([commit("x", 1, revert=True, undoes=(3,))]) == {"commit:x", "pull:9001/3"}
