"""Promises to a customer over time, sentence by sentence of POLICY."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import at, promise
from sprintmind.domain.commitments import PromiseAction, commitments
from sprintmind.domain.events import Audience, EventKey, PersonId, Promise, Source, Visibility, Voice
from sprintmind.domain.work import Commitment

THURSDAY, WEDNESDAY = date(2025, 10, 2), date(2025, 10, 8)


def action(on: Promise, what: str, when: float = 1, *, outcome: str | None = None) -> PromiseAction:
    return PromiseAction(
        event=EventKey(f"dashboard:{what}:{when}"),
        at=at(when),
        promise=on.id,
        action=what,
        by=PersonId("dana"),
        reason="asked Acme",
        outcome=outcome,
    )


def promised(*said: Promise, actions=(), done_at=None, **given) -> tuple[Commitment, ...]:
    return commitments(said, actions, done_at=done_at or {}, **given)


def one(*said: Promise, **given) -> Commitment:
    found = promised(*said, **given)
    assert len(found) == 1
    return found[0]


# One promise or two


def test_a_promise_joins_the_open_one_that_shares_a_ticket():
    first, second = promise("the sandbox", 0, tickets=("NW-231",)), promise("access", 1, tickets=("NW-231",))
    assert one(first, second).ids == {first.id, second.id}


def test_a_promise_unites_all_open_ones_that_share_a_ticket_with_it():
    a, b = promise("the sandbox", 0, tickets=("NW-1",)), promise("rate limits", 1, tickets=("NW-2",))
    both = promise("all of it", 2, tickets=("NW-2", "NW-1"))
    assert len(promised(a, b)) == 2
    united = one(a, b, both)
    assert (united.id, united.ids, united.what) == (a.id, {a.id, b.id, both.id}, "the sandbox")
    assert united.tickets == ("NW-1", "NW-2")


def test_without_a_shared_ticket_it_joins_the_one_that_reads_most_alike():
    sandbox, limits = promise("send the sandbox credentials", 0), promise("the rate limit fix", 1)
    again = promise("credentials for the sandbox", 2)
    assert [len(each.said) for each in promised(sandbox, limits, again)] == [2, 1]


def test_one_that_reads_like_none_is_new():
    assert len(promised(promise("the sandbox", 0), promise("a rate limit fix", 1))) == 2


def test_two_that_name_different_tickets_are_two_however_alike_they_read():
    assert len(promised(promise("the fix", 0, tickets=("NW-1",)), promise("the fix", 1, tickets=("NW-2",)))) == 2


def test_an_equal_due_date_joins_nothing():
    assert len(promised(promise("the sandbox", 0, due=THURSDAY), promise("an invoice", 1, due=THURSDAY))) == 2


def test_what_has_ended_is_not_joined_any_more():
    first = promise("the sandbox", 0, due=THURSDAY)
    delivered = promise("the sandbox", 1, outcome="kept")
    found = promised(first, delivered, promise("the sandbox", 2, due=WEDNESDAY))
    assert [each.status for each in found] == ["kept", "open"]


def test_what_a_person_closed_is_not_joined_any_more():
    first = promise("the sandbox", 0)
    assert len(promised(first, promise("the sandbox", 2), actions=[action(first, "close", 1)])) == 2
    assert len(promised(first, promise("the sandbox", 0.5), actions=[action(first, "close", 1)])) == 1


# The date


def test_a_new_date_is_a_renegotiation_and_no_second_promise():
    first = promise("the sandbox", 0, due=THURSDAY, tickets=("NW-231",))
    moved = promise("the sandbox", 2, due=WEDNESDAY, tickets=("NW-231",))
    found = one(first, moved)
    (renegotiation,) = found.renegotiations
    assert (found.due, renegotiation.before, renegotiation.after) == (WEDNESDAY, THURSDAY, WEDNESDAY)
    assert (renegotiation.by, renegotiation.at, renegotiation.event) == ("priya", at(2), moved.event)


@pytest.mark.parametrize("source", [Source.MEETING, Source.COMMENT, Source.STANDUP])
def test_standup_comment_and_meeting_move_a_date_alike(source):
    moved = promise("the sandbox", 1, due=WEDNESDAY, source=source)
    found = one(promise("the sandbox", 0, due=THURSDAY, source=Source.STANDUP), moved)
    assert (found.due, found.due_history and found.due_history.holder.source) == (WEDNESDAY, source)


def test_only_an_accepted_date_renegotiates():
    entered = promise("the sandbox", 0, due=THURSDAY, source=Source.DASHBOARD)
    found = one(entered, promise("the sandbox", 1, due=WEDNESDAY))
    assert (found.due, found.renegotiations) == (THURSDAY, ())
    assert found.due_history is not None
    assert len(found.due_history.open_conflicts) == 1


def test_a_promise_without_a_date_does_not_touch_it():
    found = one(promise("the sandbox", 0, due=THURSDAY), promise("the sandbox", 1, due_phrase="soon"))
    assert (found.due, found.due_phrase, found.renegotiations) == (THURSDAY, None, ())


def test_a_phrase_that_names_no_day_stays_a_phrase():
    found = one(promise("the sandbox", 0, due_phrase="after the audit"))
    assert (found.due, found.due_phrase, found.due_history) == (None, "after the audit", None)


def test_a_first_date_that_replaces_another_is_a_renegotiation():
    said = promise("the sandbox", 0, due=WEDNESDAY)
    replaced = type(said)(**{name: getattr(said, name) for name in said.__slots__} | {"replaces_due": THURSDAY})
    assert [(each.before, each.after) for each in one(replaced).renegotiations] == [(THURSDAY, WEDNESDAY)]


# Who, what, and whether it is one


def test_a_known_owner_stands_over_an_unknown_one_and_over_nobody():
    assert one(promise("the sandbox", 0, owner="unknown"), promise("the sandbox", 1, owner="tom")).owner == "tom"
    assert one(promise("the sandbox", 0, owner="tom"), promise("the sandbox", 1, owner="unknown")).owner == "tom"
    assert one(promise("the sandbox", 0, owner=None), promise("the sandbox", 1, owner="unknown")).owner == "unknown"
    assert one(promise("the sandbox", 0, owner=None)).owner is None


def test_a_promise_needs_review_until_a_person_confirms_it_or_words_make_it_sure():
    unsure = promise("the sandbox", 0, owner="unknown", needs_review=True)
    assert one(unsure).needs_review
    assert one(unsure, promise("the sandbox", 1, owner="unknown", needs_review=True)).needs_review
    assert not one(unsure, actions=[action(unsure, "confirm")]).needs_review
    assert not one(unsure, promise("the sandbox", 1, owner="tom")).needs_review


def test_a_promise_is_read_only_by_who_may_read_everything_said_about_it():
    private = Audience(visibility=Visibility.PRIVATE, people=frozenset({PersonId("dana")}))
    found = one(promise("the sandbox", 0), promise("the sandbox", 1, audience=private))
    assert found.audience == private


# How it ends


@pytest.mark.parametrize(
    ("done", "status"),
    [
        pytest.param({}, "open", id="nothing done"),
        pytest.param({"NW-1": at(3)}, "open", id="one of two done"),
        pytest.param({"NW-1": at(3), "NW-2": None}, "open", id="one not done"),
        pytest.param({"NW-1": at(1), "NW-2": at(3)}, "kept", id="all done on the due day"),
        pytest.param({"NW-1": at(1), "NW-2": at(4)}, "missed", id="all done, a day late"),
    ],
)
def test_a_promise_is_kept_by_its_tickets(done, status):
    assert one(promise("the sandbox", 0, due=THURSDAY, tickets=("NW-1", "NW-2")), done_at=done).status == status


def test_it_is_due_until_its_day_ends_for_the_team():
    last_hour = at(3).replace(hour=22, minute=30)
    said = promise("the sandbox", 0, due=THURSDAY, tickets=("NW-1",))
    assert one(said, done_at={"NW-1": last_hour}).status == "kept"
    assert one(said, done_at={"NW-1": last_hour}, zone=ZoneInfo("Europe/Berlin")).status == "missed"


@pytest.mark.parametrize(
    ("outcome", "day", "status"),
    [
        pytest.param("kept", 2, "kept", id="delivered in time"),
        pytest.param("kept", 4, "missed", id="delivered late"),
        pytest.param("missed", 2, "missed", id="given up"),
        pytest.param("cancelled", 2, "cancelled", id="cancelled"),
    ],
)
def test_a_promise_ends_as_somebody_says(outcome, day, status):
    assert one(promise("the sandbox", 0, due=THURSDAY), promise("the sandbox", day, outcome=outcome)).status == status


def test_what_is_delivered_without_a_due_date_is_kept():
    assert one(promise("the sandbox", 0), promise("the sandbox", 9, outcome="kept")).status == "kept"


@pytest.mark.parametrize(
    ("deeds", "status"),
    [
        pytest.param([("reject", 1, None)], "disputed", id="rejected"),
        pytest.param([("reject", 1, None), ("confirm", 2, None)], "open", id="rejected, then confirmed after all"),
        pytest.param([("close", 1, "cancelled")], "cancelled", id="closed as cancelled"),
        pytest.param([("close", 5, "kept")], "kept", id="a person says that it was kept"),
        pytest.param([("close", 5, None)], "missed", id="closed late without a word"),
        pytest.param([("close", 1, "cancelled"), ("close", 2, "kept")], "kept", id="the last deed stands"),
    ],
)
def test_a_named_person_decides_how_it_ends(deeds, status):
    said = promise("the sandbox", 0, due=THURSDAY)
    assert one(said, actions=[action(said, what, when, outcome=how) for what, when, how in deeds]).status == status


def test_any_of_the_united_ids_finds_it():
    first, second = promise("the sandbox", 0), promise("the sandbox", 1)
    assert one(first, second, actions=[action(second, "reject", 2)]).status == "disputed"
    assert action(second, "reject").names == (f"promise:{second.id}",)


def test_words_that_are_taken_back_do_not_count():
    first, moved = promise("the sandbox", 0, due=THURSDAY), promise("the sandbox", 1, due=WEDNESDAY, voice="said:2")
    assert one(first, moved, withdrawn={Voice("said:2"): at(2)}) == one(first)
    assert one(first, moved, withdrawn={Voice("said:2"): at(0.5)}).due == WEDNESDAY


# Laws

SAID = st.builds(
    promise,
    st.sampled_from(["the sandbox", "sandbox credentials", "the rate limit fix", "it"]),
    st.sampled_from([0, 0.5, 1, 3, 3.5, 6]),
    due=st.sampled_from([None, THURSDAY, WEDNESDAY]),
    owner=st.sampled_from([None, "unknown", "priya", "tom"]),
    tickets=st.sampled_from([(), ("NW-1",), ("NW-2",), ("NW-1", "NW-2")]),
    source=st.sampled_from([Source.MEETING, Source.STANDUP, Source.COMMENT, Source.DASHBOARD]),
    outcome=st.sampled_from([None, None, None, "kept", "cancelled"]),
    needs_review=st.booleans(),
)
HISTORIES = st.lists(SAID, max_size=8, unique_by=lambda said: said.id)
DONE = st.dictionaries(st.sampled_from(["NW-1", "NW-2"]), st.sampled_from([None, at(0.7), at(3), at(4)]))


@st.composite
def histories(draw):
    said = draw(HISTORIES)
    deeds = [
        action(
            draw(st.sampled_from(said)),
            draw(st.sampled_from(["confirm", "reject", "close"])),
            draw(st.sampled_from([0.2, 2, 5])),
        )
        for _ in range(draw(st.integers(0, 3)) if said else 0)
    ]
    return said, deeds, draw(DONE)


@given(histories(), st.data())
def test_any_order_and_any_repeats_give_the_same_commitments(history, data):
    said, deeds, done = history
    arrived = data.draw(st.permutations(said + said[:3]))
    acted = data.draw(st.permutations(deeds + deeds[:1]))
    assert promised(*arrived, actions=acted, done_at=done) == promised(*said, actions=deeds, done_at=done)


@given(histories())
def test_everything_said_belongs_to_exactly_one_commitment_whose_id_is_its_earliest(history):
    said, deeds, done = history
    found = promised(*said, actions=deeds, done_at=done)
    assert sorted(name for each in found for name in each.ids) == sorted(each.id for each in said)
    assert all(each.id == each.said[0].id and each.said[0].said_at <= each.said[-1].said_at for each in found)


@given(histories(), st.sampled_from([0, 0.5, 1, 3, 3.5]))
def test_what_is_said_later_takes_no_earlier_words_apart(history, moment):
    said, deeds, done = history
    then = promised(
        *(each for each in said if each.said_at <= at(moment)),
        actions=[each for each in deeds if each.at <= at(moment)],
        done_at={key: when for key, when in done.items() if when and when <= at(moment)},
    )
    now = promised(*said, actions=deeds, done_at=done)
    assert all(any(before.ids <= after.ids for after in now) for before in then)


@given(histories())
def test_a_commitments_date_is_always_one_that_was_promised(history):
    said, deeds, done = history
    for each in promised(*said, actions=deeds, done_at=done):
        dates = {promise.due for promise in each.said if promise.due and not promise.outcome}
        assert (each.due in dates) if dates else (each.due is None)
