from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from sprintmind.domain.events import EventKey, TicketKey
from sprintmind.domain.issues import IssueId, IssueSeen, by_key, issues

START = datetime(2025, 9, 22, 7, tzinfo=UTC)


def seen(key="NW-1", *, id="10001", hour=0, **more):
    name = EventKey(f"jira:{id}:{key}:{hour}:{sorted(more.items())}")
    at = START + timedelta(hours=hour)
    return IssueSeen(event=name, at=at, id=IssueId(id) if id else None, key=TicketKey(key), **more)


def only(*observations):
    (found,) = issues(observations)
    return found


def test_an_issue_seen_under_another_key_is_the_same_issue():
    found = only(seen("NW-1"), seen("PAY-31", hour=5))
    assert (found.key, found.keys) == ("PAY-31", {"NW-1", "PAY-31"})


def test_the_key_given_up_stays_an_alias():
    assert only(seen("PAY-31", previous_key="NW-1")).keys == {"NW-1", "PAY-31"}


def test_a_move_and_a_change_in_the_same_second_leave_the_new_key():
    assert only(seen("NW-1", entries=("7",)), seen("PAY-31", previous_key="NW-1", entries=("8",))).key == "PAY-31"


def test_of_two_moves_in_one_second_the_tracker_tells_the_last():
    first = seen("PAY-31", previous_key="NW-1", entries=("7",))
    assert only(seen("NW-40", previous_key="PAY-31", entries=("8",)), first).key == "NW-40"


def test_a_key_given_up_belongs_to_whoever_gave_it_up_last():
    found = by_key(issues([seen("NW-1", id="1", deleted=True), seen("PAY-1", id="2", hour=9, previous_key="NW-1")]))
    assert found[TicketKey("NW-1")].id == "2"


def test_a_late_word_about_the_old_key_does_not_move_the_issue_back():
    assert only(seen("PAY-31", hour=5, previous_key="NW-1"), seen("NW-1", hour=1)).key == "PAY-31"


def test_a_key_that_two_issues_had_belongs_to_the_one_last_seen_under_it():
    old, new = seen("NW-1", id="1", deleted=True), seen("NW-1", id="2", hour=9)
    assert [(each.id, each.deleted) for each in issues([new, old])] == [("2", False)]


def test_a_deleted_issue_stays_deleted():
    assert only(seen(deleted=True), seen(hour=2)).deleted


def test_an_issue_without_an_id_joins_the_one_with_its_key():
    assert only(seen("NW-1", id=None), seen("NW-1", id="10001", hour=1)).id == "10001"
    assert only(seen("NW-1", id=None)).key == "NW-1"


def test_a_history_is_incomplete_until_all_its_entries_were_seen():
    assert only(seen(total=2, entries=("7",))).history_incomplete
    assert not only(seen(total=2, entries=("7",)), seen(hour=1, entries=("8",))).history_incomplete


def test_the_last_word_about_the_parent_counts():
    told = seen(parent=TicketKey("NW-9"), tells_parent=True)
    assert only(told, seen(hour=1)).parent == "NW-9"
    assert only(told, seen(hour=2, tells_parent=True)).parent is None


def test_every_key_finds_its_issue():
    found = by_key(issues([seen("NW-1"), seen("PAY-31", hour=5), seen("NW-2", id="2")]))
    assert (found[TicketKey("NW-1")].key, found[TicketKey("NW-2")].key) == ("PAY-31", "NW-2")


observations = st.lists(
    st.builds(
        seen,
        st.sampled_from(["NW-1", "NW-2", "PAY-1"]),
        id=st.sampled_from(["1", "2", None]),
        hour=st.integers(0, 4),
        deleted=st.booleans(),
        entries=st.sampled_from([(), ("7",), ("8",), ("7", "8")]),
        total=st.sampled_from([None, 2]),
        previous_key=st.sampled_from([None, TicketKey("NW-3")]),
    ),
    max_size=8,
)


@given(observations, st.randoms(use_true_random=False))
def test_the_order_and_repetition_of_observations_do_not_matter(given_here, random):
    shuffled = random.sample(given_here, len(given_here)) + given_here[:2]
    assert issues(shuffled) == issues(given_here)


@given(observations)
def test_every_key_that_was_seen_belongs_to_exactly_one_issue(given_here):
    keys = [key for issue in issues(given_here) for key in issue.keys]
    assert len(keys) == len(set(keys))
    assert set(keys) == {key for each in given_here for key in (each.key, each.previous_key) if key}
    assert all(issue.key in issue.keys for issue in issues(given_here))
