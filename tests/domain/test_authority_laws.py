"""The laws of the fold, on histories that mix everything that may happen to a field."""

from hypothesis import given
from hypothesis import strategies as st

from builders import at, claim, withdrawal
from naive_fold import naive_fold
from sprintmind.domain.authority import Decision, FieldHistory, fold
from sprintmind.domain.events import Claim, Source, TicketKey
from sprintmind.domain.order import place

MOMENTS = [0, 1, 3600, 259_199, 259_200, 259_201, 262_800, 518_400, 518_401]
"""Seconds: side by side, and at, before and after the window's end."""
VALUES = ["in_progress", "in_review", "in_qa", "done"]
VOICES = [None, None, "pull:1", "pull:2"]
SOURCES = [source for source in Source if source is not Source.SETTLEMENT]


@st.composite
def said(draw, sources=(*SOURCES, Source.SETTLEMENT)) -> Claim:
    when = at(seconds=draw(st.sampled_from(MOMENTS)))
    if draw(st.integers(0, 9)) == 0:
        return withdrawal(draw(st.sampled_from(["pull:1", "pull:2"])), when)
    source = draw(st.sampled_from(list(sources)))
    return claim(
        source,
        draw(st.sampled_from(VALUES)),
        when,
        event=f"{source}:{draw(st.integers(1, 3))}:{when.timestamp():.0f}",
        position=draw(st.integers(0, 1)),
        sequence=draw(st.sampled_from([None, 1, 2])) if source is Source.TASK_UPDATE else None,
        voice=draw(st.sampled_from(VOICES)),
        rejected=draw(st.sampled_from([None] * 9 + ["mention only; a mention never moves a ticket"])),
        repeats=source is Source.TASK_UPDATE and draw(st.booleans()),
    )


HISTORIES = st.lists(said(), max_size=12)
UNSETTLED = st.lists(said(SOURCES), max_size=12)


def folded(claims, **given) -> FieldHistory:
    return fold(claims, subject=TicketKey("NW-1"), field="status", **given)


def decisions(history: FieldHistory) -> dict:
    return {each.claim.id: each.decision for each in history.decided}


@given(HISTORIES, st.data())
def test_any_order_and_any_repeats_give_the_same_history(claims, data):
    arrived = (
        data.draw(st.permutations(claims + data.draw(st.lists(st.sampled_from(claims), max_size=4)))) if claims else []
    )
    assert folded(arrived) == folded(claims)


@given(HISTORIES, st.data())
def test_what_was_heard_when_changes_no_value_decision_or_conflict(claims, data):
    events = sorted({each.event for each in claims})
    heard = {event: number for number, event in enumerate(data.draw(st.permutations(events)))}
    one, other = folded(claims, heard=heard), folded(claims)
    assert (one.value, one.holder, decisions(one), one.conflicts) == (
        other.value,
        other.holder,
        decisions(other),
        other.conflicts,
    )


@given(HISTORIES)
def test_heard_in_the_order_of_saying_nothing_is_late(claims):
    events = dict.fromkeys(each.claim.event for each in folded(claims).decided)
    ordered = {each: number for number, each in enumerate(events)}
    places = [ordered[each.claim.event] for each in folded(claims).decided]
    if places == sorted(places):
        assert folded(claims, heard=ordered) == folded(claims)


@given(HISTORIES)
def test_the_plainest_fold_of_the_policy_agrees(claims):
    real, plain = folded(claims), naive_fold(claims)
    assert real.holder == plain.holder
    assert decisions(real) == plain.decisions
    assert {conflict.challenger.value for conflict in real.open_conflicts} == plain.open.keys()


@given(UNSETTLED, st.sampled_from(MOMENTS))
def test_what_is_said_later_changes_no_earlier_decision_unless_something_is_taken_back(claims, seconds):
    moment = at(seconds=seconds)
    lasting = [each for each in claims if not (each.withdraws and each.said_at > moment)]
    then = decisions(folded(each for each in claims if each.said_at <= moment))
    assert decisions(folded(lasting)).items() >= then.items()


@given(HISTORIES)
def test_hearing_one_event_after_the_other_ends_where_hearing_all_at_once_does(claims):
    known: list[Claim] = []
    for each in claims:
        known.append(each)
        assert folded(known) == folded(reversed(known))
    assert folded(known) == folded(claims)


@given(UNSETTLED)
def test_what_is_taken_back_leaves_the_fold_of_the_rest(claims):
    taken = withdrawal("pull:1", at(seconds=MOMENTS[-1] + 1))
    after, rest = (
        folded([*claims, taken]),
        folded(each for each in claims if each.voice != "pull:1" or each.withdraws or each.rejected),
    )
    assert (after.value, after.holder) == (rest.value, rest.holder)
    assert decisions(after).items() >= decisions(rest).items()
    assert {each.id for each in after.open_conflicts} == {each.id for each in rest.open_conflicts}


@given(HISTORIES)
def test_a_value_is_always_one_that_a_counting_claim_says(claims):
    history = folded(claims)
    holding = [each for each in history.decided if each.current]
    assert [each.claim for each in holding] == ([history.holder] if history.holder else [])
    assert all(each.decision is Decision.ACCEPTED and each.claim.value == history.value for each in holding)
    if any(each.decision not in (Decision.REJECTED, Decision.WITHDRAWN) for each in history.decided):
        assert history.holder is not None


@given(HISTORIES, st.data())
def test_every_claim_is_listed_once_with_a_reason(claims, data):
    events = sorted({each.event for each in claims})
    heard = {event: number for number, event in enumerate(data.draw(st.permutations(events)))}
    history = folded(claims + claims, heard=heard)
    assert sorted(each.claim.id for each in history.decided) == sorted({each.id for each in claims})
    assert all(each.reason.strip() and "{" not in each.reason for each in history.decided)
    assert all(not (each.late and (each.applied or each.current)) for each in history.decided)


@given(HISTORIES)
def test_there_is_one_conflict_for_each_challenging_value_and_none_for_the_current_one(claims):
    conflicts = folded(claims).conflicts
    assert len({each.id for each in conflicts}) == len(conflicts) == len({each.challenger.value for each in conflicts})
    assert all(each.challenger.value != each.value for each in conflicts)
    assert all(each.value == folded(claims).value for each in conflicts if each.open)
    assert all(each.open or each.closed_because for each in conflicts)


@given(st.lists(said(SOURCES), max_size=12), st.sampled_from(SOURCES), st.sampled_from(MOMENTS), st.data())
def test_added_support_never_makes_a_value_lose(claims, source, seconds, data):
    """Of words that are no snapshots and are never taken back; see the next two tests for why."""
    lasting = [each for each in claims if not each.withdraws and not each.repeats]
    holder = folded(lasting).holder
    if holder is None:
        return
    event = data.draw(st.sampled_from([each.event for each in lasting] + ["standup:0", "standup:9"]))
    added = claim(source, holder.value, at(seconds=seconds), event=event, position=data.draw(st.integers(0, 2)))
    if place(added) > place(holder):
        assert folded([*lasting, added]).holder == holder


def test_support_that_ends_a_conflict_makes_its_later_settlement_a_correction():
    """As POLICY has it; such a settlement protects as a person does, and no longer as code does."""
    history = [
        claim(Source.GITHUB, "done", 0),
        claim(Source.MEETING, "in_progress", 1),
        claim(Source.SETTLEMENT, "done", 2),
        claim(Source.DASHBOARD, "in_progress", 3.5),
    ]
    assert folded(history).value == "done"
    assert folded([*history, claim(Source.STANDUP, "done", 1.5)]).value == "in_progress"


def test_support_that_a_snapshot_repeats_later_takes_the_snapshots_own_time():
    """As POLICY has it: a snapshot that repeats its tool's last value brings no new time."""
    history = [
        claim(Source.STANDUP, "done", 0),
        claim(Source.TASK_UPDATE, "done", 2, repeats=True),
        claim(Source.MEETING, "in_progress", 4),
    ]
    assert folded(history).value == "done"
    assert folded([*history, claim(Source.TASK_UPDATE, "done", 0.5)]).value == "in_progress"
