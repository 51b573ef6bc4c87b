"""Laws of what pull requests say, on generated timelines of several of them."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from github_builders import NW1, REPOSITORY, TEAM, at, check, commit, revert, review, seen
from sprintmind.domain.events import EventKey
from sprintmind.domain.pulls import pull_requests, ticket_claims
from sprintmind.domain.timeline import PullSeen
from sprintmind.domain.work import PullStatus

KEYS = frozenset({NW1})
NAMED = st.sampled_from(
    [
        {},
        {},
        {"works_on": frozenset()},
        {"works_on": frozenset(), "mentions": KEYS},
        {"by_bot": True},
        {"batch": True},
        {"base": "release"},
        {"head": "moved"},
    ]
)
NUMBERS = st.integers(1, 3)
MINUTES = st.integers(0, 12)
SNAPSHOTS = st.builds(
    lambda number, minute, status, named: seen(number, minute, status, **named),
    NUMBERS,
    MINUTES,
    st.sampled_from([PullStatus.OPEN, *PullStatus]),
    NAMED,
)
REVERTS = st.builds(revert, st.integers(4, 6), st.integers(1, 6), MINUTES)
COMMITS = st.one_of(
    st.builds(lambda number, minute: commit(f"n{number}", minute, number=number), NUMBERS, MINUTES),
    st.builds(lambda number, minute: commit(f"merge-{number}", minute), NUMBERS, MINUTES),
    st.builds(lambda number, minute: commit(f"p{number}", minute, carries=(f"head-{number}",)), NUMBERS, MINUTES),
    st.builds(
        lambda number, minute: commit(f"r{number}", minute, revert=True, undoes=(number,)), st.integers(1, 6), MINUTES
    ),
)
BESIDE = st.one_of(
    st.builds(
        lambda state, minute, number: check(state, minute, sha=f"head-{number}"),
        st.sampled_from(["success", "failure", "queued"]),
        MINUTES,
        NUMBERS,
    ),
    st.builds(
        review,
        st.sampled_from(["tom", "dana", "priya"]),
        st.sampled_from(["approved", "changes_requested", "commented", "dismissed"]),
        MINUTES,
        NUMBERS,
    ),
)
OBSERVATIONS = st.lists(st.one_of(SNAPSHOTS, SNAPSHOTS, SNAPSHOTS, REVERTS, COMMITS, BESIDE), max_size=14)


def claims(observations):
    return ticket_claims(KEYS, observations, team=TEAM)


@given(OBSERVATIONS, st.data())
def test_order_and_repeats_make_no_difference(observations, data):
    again = data.draw(st.permutations(observations + observations[:3]))
    assert claims(again) == claims(observations)
    assert pull_requests(again, at=at(20)) == pull_requests(observations, at=at(20))


@given(OBSERVATIONS, MINUTES)
def test_what_was_known_by_a_moment_said_what_was_said_by_then(observations, minute):
    known = [each for each in observations if each.at <= at(minute)]
    assert set(claims(known)) == {each for each in claims(observations) if each.said_at <= at(minute)}


@given(OBSERVATIONS, MINUTES)
def test_a_pull_as_it_stood_needs_nothing_later(observations, minute):
    known = [each for each in observations if each.at <= at(minute)]
    assert pull_requests(known, at=at(minute)) == pull_requests(observations, at=at(minute))


@given(OBSERVATIONS, MINUTES)
def test_a_merged_pull_never_becomes_unmerged(observations, minute):
    then = {each.number for each in pull_requests(observations, at=at(minute)) if each.status is PullStatus.MERGED}
    now = {each.number for each in pull_requests(observations, at=at(20)) if each.status is PullStatus.MERGED}
    assert then <= now


@given(OBSERVATIONS)
def test_claims_have_ids_of_their_own_and_speak_at_most_once_a_second(observations):
    found = claims(observations)
    assert len({each.id for each in found}) == len(found)
    spoken = [each.said_at for each in found if not each.withdraws and not each.rejected]
    assert spoken == sorted(set(spoken))


@given(OBSERVATIONS)
def test_a_withdrawal_takes_back_words_that_stood(observations):
    standing = set()
    for each in claims(observations):
        if each.withdraws:
            assert each.voice in standing
            standing.remove(each.voice)
        elif not each.rejected:
            standing.add(each.voice)


@given(OBSERVATIONS)
def test_only_pulls_of_the_ticket_speak_and_none_that_is_not_own(observations):
    speaking = {each.voice for each in claims(observations) if not each.withdraws and not each.rejected}
    shown = [each for each in observations if isinstance(each, PullSeen)]
    linked = {(each.pull, each.at) for each in shown if NW1 in each.works_on}
    own = {(each.pull, each.at) for each in shown if each.own}
    assert speaking <= {pull for pull, _ in linked & own}  # what one second shows counts together
    assert all(voice.startswith(f"pull:{REPOSITORY}/") for voice in speaking)


@given(st.lists(SNAPSHOTS, min_size=1, max_size=8, unique_by=lambda each: (each.number, each.at)))
def test_a_later_payload_that_shows_the_same_state_claims_nothing(snapshots):
    last = max(snapshots, key=lambda each: each.at)
    labelled = replace(last, at=at(30), event=EventKey("later"))
    assert claims([*snapshots, labelled]) == claims(snapshots)


@given(MINUTES)
def test_a_merge_is_said_from_when_it_was_even_if_only_a_later_payload_tells(minute):
    merge = seen(1, minute, PullStatus.MERGED)
    late = replace(merge, at=at(30), event=EventKey("later"))
    done = [each.said_at for each in claims([merge]) if each.value == "done"]
    assert [each.said_at for each in claims([late]) if each.value == "done"] == done
