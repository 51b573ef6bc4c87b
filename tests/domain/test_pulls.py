from dataclasses import replace

import pytest

from github_builders import NW1, TEAM, at, commit, revert, seen
from sprintmind.domain.pulls import pull_requests, ticket_claims
from sprintmind.domain.work import PullStatus

DRAFT, OPEN, MERGED, CLOSED = PullStatus.DRAFT, PullStatus.OPEN, PullStatus.MERGED, PullStatus.CLOSED
MINUTE = at(1) - at(0)


def said(*observations, team=TEAM, keys=frozenset({NW1})):
    """What is claimed: (minute, value), with "withdraw" for a withdrawal."""
    claims = ticket_claims(keys, observations, team=team)
    return [
        ((each.said_at - at(0)) // MINUTE, "withdraw" if each.withdraws else each.value)
        for each in claims
        if not each.rejected
    ]


def mentioned(*observations):
    return [(each.value, each.rejected) for each in ticket_claims(frozenset({NW1}), observations, team=TEAM)]


@pytest.mark.parametrize(
    ("observations", "expected"),
    [
        pytest.param([seen(1, 0, DRAFT)], [(0, "in_progress")], id="a draft is in progress"),
        pytest.param([seen(1, 0)], [(0, "in_review")], id="open and ready is in review"),
        pytest.param(
            [seen(1, 0, DRAFT), seen(1, 5), seen(1, 9, DRAFT)],
            [(0, "in_progress"), (5, "in_review"), (9, "in_progress")],
            id="ready and back to draft",
        ),
        pytest.param([seen(1, 0), seen(1, 9, MERGED)], [(0, "in_review"), (9, "done")], id="merged is done"),
        pytest.param([seen(1, 0), seen(1, 9, CLOSED)], [(0, "in_review"), (9, "withdraw")], id="closed takes back"),
        pytest.param(
            [seen(1, 0), seen(1, 4, CLOSED), seen(1, 9)],
            [(0, "in_review"), (4, "withdraw"), (9, "in_review")],
            id="reopened says it again",
        ),
        pytest.param(
            [seen(1, 0), seen(2, 2, DRAFT), seen(1, 9, CLOSED)],
            [(0, "in_review"), (9, "withdraw"), (9, "in_progress")],
            id="what remains is said at the moment of a withdrawal",
        ),
        pytest.param(
            [seen(1, 0), seen(2, 2), seen(1, 5, MERGED), seen(2, 9, CLOSED)],
            [(0, "in_review"), (2, "in_review"), (9, "withdraw"), (9, "done")],
            id="done only once no own pull is open",
        ),
        pytest.param(
            [seen(1, 0), seen(1, 3, head="other"), seen(1, 5, url="https://x")],
            [(0, "in_review")],
            id="a push, a label or a comment claims nothing",
        ),
        pytest.param(
            [seen(1, 0), seen(1, 5, title="Part", works_on=frozenset())],
            [(0, "in_review"), (5, "withdraw")],
            id="unlinked takes back",
        ),
        pytest.param(
            [seen(1, 0, works_on=frozenset()), seen(1, 5)], [(5, "in_review")], id="linked later speaks from then"
        ),
        pytest.param(
            [seen(1, 0), seen(1, 5, title='Revert "x"', revert=True)],
            [(0, "in_review"), (5, "withdraw")],
            id="turns out to be a revert",
        ),
        pytest.param(
            [seen(1, 0), seen(1, 5, title="Merge #1 #2", batch=True)],
            [(0, "in_review"), (5, "withdraw")],
            id="turns out to be a batch",
        ),
        pytest.param([seen(1, 0, by_bot=True), seen(1, 5, MERGED, by_bot=True)], [], id="a bot says nothing"),
        pytest.param(
            [seen(1, 0), seen(1, 5, MERGED), revert(2, 1, 9)],
            [(0, "in_review"), (5, "done"), (9, "in_progress")],
            id="reverted is in progress",
        ),
        pytest.param(
            [seen(1, 0), seen(1, 5, MERGED), revert(2, 1, 9), revert(3, 2, 12)],
            [(0, "in_review"), (5, "done"), (9, "in_progress"), (12, "done")],
            id="a reverted revert is void",
        ),
        pytest.param(
            [seen(1, 0), seen(1, 5, MERGED), revert(2, 1, 9), seen(3, 10), seen(3, 15, MERGED)],
            [(0, "in_review"), (5, "done"), (9, "in_progress"), (10, "in_review"), (15, "done")],
            id="merged after the last revert is done",
        ),
        pytest.param(
            [seen(1, 0), seen(1, 5, MERGED), revert(2, 1, 7, OPEN), revert(2, 1, 9, CLOSED)],
            [(0, "in_review"), (5, "done")],
            id="a revert that never merged reverts nothing",
        ),
        pytest.param(
            [seen(1, 0), seen(1, 5, MERGED), commit("r", 9, revert=True, undoes_commits=("merge-1",))],
            [(0, "in_review"), (5, "done"), (9, "in_progress")],
            id="reverted by a plain commit",
        ),
        pytest.param(
            [seen(1, 0, base="release"), seen(1, 5, MERGED, base="release")],
            [(0, "in_review")],
            id="a merge into another branch is not done",
        ),
        pytest.param(
            [seen(1, 0, base="release"), seen(1, 5, MERGED, base="release"), commit("merge-1", 9)],
            [(0, "in_review"), (9, "done")],
            id="until its merge commit lands",
        ),
        pytest.param(
            [seen(1, 0), seen(1, 9, CLOSED), commit("x", 7, number=1)],
            [(0, "in_review"), (7, "done")],
            id="landed by number, and its closing takes nothing back",
        ),
        pytest.param(
            [seen(1, 0), commit("x", 7, carries=("head-1",)), seen(1, 9, CLOSED)],
            [(0, "in_review"), (7, "done")],
            id="landed by a cherry-pick",
        ),
        pytest.param(
            [seen(1, 0), seen(1, 9, CLOSED), commit("x", 7, number=1, revert=True)],
            [(0, "in_review"), (9, "withdraw")],
            id="the number of a revert lands nothing",
        ),
        pytest.param(
            [seen(1, 0), commit("old", -9), seen(1, 9, CLOSED, head="old")],
            [(0, "in_review"), (9, "withdraw")],
            id="a branch reset to an old commit of main has not landed",
        ),
        pytest.param(
            [seen(1, 0), seen(1, 9, CLOSED), commit("x", 7, number=1, repository_id=77)],
            [(0, "in_review"), (9, "withdraw")],
            id="a number counts in its own repository only",
        ),
        pytest.param(
            [seen(1, 20, MERGED, created_at=at(0), merged_at=at(9), closed_at=at(9))],
            [(0, "in_review"), (9, "done")],
            id="a backfill says each thing from when it was so",
        ),
        pytest.param(
            [seen(1, 5, MERGED), seen(1, 5, title="late")], [(5, "done")], id="in one second a merge beats open"
        ),
        pytest.param([seen(1, 5), seen(1, 5, DRAFT)], [(5, "in_review")], id="in one second ready beats draft"),
        pytest.param(
            [seen(1, 5), seen(1, 5, works_on=frozenset())], [(5, "in_review")], id="in one second linked beats unlinked"
        ),
        pytest.param(
            [seen(1, 5, MERGED), seen(2, 6, MERGED), revert(3, 1, 9)],
            [(5, "done"), (6, "done"), (9, "in_progress")],
            id="a merge before the last revert is not enough",
        ),
        pytest.param(
            [seen(1, 0, base="release"), seen(1, 5, MERGED, base="release"), seen(1, 9, base="release", url="x")],
            [(0, "in_review")],
            id="nor if it was merged elsewhere",
        ),
        pytest.param(
            [seen(1, 0), seen(1, 5, MERGED), seen(1, 9)],
            [(0, "in_review"), (5, "done")],
            id="a merged pull never becomes unmerged",
        ),
    ],
)
def test_a_tickets_pulls_say(observations, expected):
    assert said(*observations) == expected


def test_a_team_may_mean_in_qa_by_merged():
    assert said(seen(1, 0), seen(1, 9, MERGED), team=replace(TEAM, merged_means="in_qa"))[-1] == (9, "in_qa")


def test_a_mention_is_shown_as_rejected_with_what_it_would_have_said():
    mention = {"works_on": frozenset(), "mentions": frozenset({NW1})}
    reason = "mention only; a mention never moves a ticket"
    assert mentioned(seen(1, 0, **mention), seen(1, 3, **mention, url="x"), seen(1, 9, MERGED, **mention)) == [
        ("in_review", reason),
        ("done", reason),
    ]


def test_a_claim_cites_the_event_and_the_place_that_decided_it():
    merge = seen(1, 9, MERGED)
    claim = ticket_claims(frozenset({NW1}), [seen(1, 0), seen(1, 5, url="x"), merge], team=TEAM)[-1]
    assert (claim.event, claim.voice, claim.person) == (merge.event, "pull:9001/1", "priya")
    assert (claim.span.path, claim.span.quote) == ("pull_request.merged", "true")


def test_what_remains_after_a_withdrawal_cites_the_withdrawal():
    closing = seen(1, 9, CLOSED)
    claims = ticket_claims(frozenset({NW1}), [seen(1, 0), seen(2, 2, DRAFT), closing], team=TEAM)
    assert [(each.voice, each.event) for each in claims[-2:]] == [
        ("pull:9001/1", closing.event),
        ("pull:9001/2", closing.event),
    ]


def test_all_keys_of_a_moved_ticket_are_one_ticket():
    old = seen(1, 0, works_on=frozenset({"PAY-9"}))
    claims = ticket_claims(frozenset({NW1, "PAY-9"}), [old, seen(2, 3, MERGED)], team=TEAM)
    assert [(each.subject, each.value) for each in claims] == [("PAY-9", "in_review")]


def test_a_pull_stands_as_it_did_at_each_moment():
    observations = [seen(1, 0, DRAFT), seen(1, 5), seen(1, 9, MERGED), revert(2, 1, 12)]

    def state(minute):
        pull = pull_requests(observations, at=at(minute))[0]
        return pull.status.value, pull.ready_since, pull.merged_at, pull.landed_at, pull.reverted

    assert pull_requests(observations, at=at(-1)) == ()
    assert state(0) == ("draft", None, None, None, False)
    assert state(7) == ("open", at(5), None, None, False)
    assert state(9) == ("merged", None, at(9), at(9), False)
    assert state(12) == ("merged", None, at(9), at(9), True)


def test_a_landed_pull_counts_as_merged_from_then():
    observations = [seen(1, 0), commit("x", 7, number=1), seen(1, 9, CLOSED)]
    pull = pull_requests(observations, at=at(10))[0]
    assert (pull.status, pull.merged_at, pull.closed_at) == (MERGED, at(7), at(9))


def test_a_reopened_pull_is_ready_since_it_was_reopened():
    observations = [seen(1, 0), seen(1, 3, CLOSED), seen(1, 6), seen(1, 8, head="new")]
    assert pull_requests(observations, at=at(10))[0].ready_since == at(6)


def test_a_number_may_occur_in_two_repositories():
    pulls = pull_requests([seen(1, 0), seen(1, 0, MERGED, repository_id=77)], at=at(1))
    assert [(each.repository_id, each.status) for each in pulls] == [(77, MERGED), (9001, OPEN)]


def test_a_pull_merged_elsewhere_stays_merged_whatever_comes_later():
    observations = [seen(1, 0, base="release"), seen(1, 5, MERGED, base="release"), seen(1, 9, base="release", url="x")]
    pull = pull_requests(observations, at=at(10))[0]
    assert (pull.status, pull.merged_at, pull.landed_at) == (MERGED, at(5), None)
