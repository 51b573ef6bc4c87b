"""Rules that a team turns on: each finds its kind of thing, and nothing while it is off."""

from dataclasses import replace
from datetime import date

import pytest

from sprintmind.domain.backing import PAST, looks_back
from sprintmind.domain.events import (
    TEAM_AUDIENCE,
    Claim,
    EventKey,
    PersonId,
    Source,
    SourceEvent,
    Visibility,
)
from sprintmind.domain.heard import Heard
from sprintmind.domain.people import Person
from sprintmind.domain.policy import Policy
from sprintmind.domain.sprints import SprintEnd
from sprintmind.domain.work import CommitmentStatus, PullStatus
from sprintmind.risk import rules
from work_builders import (
    TEAM,
    claim,
    commitment,
    found,
    history,
    moment,
    pull,
    restricted,
    review,
    severities,
    ticket,
    work,
)

EXTRAS = (
    "scope_creep",
    "unplanned_work",
    "unowned_commitment",
    "merged_unreviewed",
    "unlinked_pull",
    "reopened",
    "date_slipped",
    "carry_over",
    "sprint_overrun",
    "source_silent",
)
ON = Policy(rules_on=frozenset(EXTRAS))
STARTS = {"Sprint 5": date(2025, 9, 22)}


def finds(of, at, rule):
    return severities(found(of, at, rule=rule, policy=ON))


def sprinted(since, *, status="todo"):
    return work([ticket("NW-1", claim("sprint", "Sprint 5", since), status=status)], sprints=STARTS)


@pytest.mark.parametrize(
    ("of", "finding"),
    [
        pytest.param(sprinted("2025-09-24"), {"NW-1": "low"}, id="two days after the start"),
        pytest.param(sprinted("2025-09-22"), {}, id="on the day of the start"),
        pytest.param(sprinted("2025-09-19"), {}, id="before"),
        pytest.param(sprinted("2025-09-24", status="done"), {}, id="done by now"),
        pytest.param(
            work([ticket("NW-1", claim("sprint", "Sprint 6", "2025-09-24"))]), {}, id="nobody knows the start"
        ),
    ],
)
def test_what_comes_into_a_running_sprint_is_scope_creep(of, finding):
    assert finds(of, "2025-09-26", "scope_creep") == finding


@pytest.mark.parametrize(
    ("of", "day", "finding"),
    [
        pytest.param(
            work([ticket(status="in_progress", since="2025-09-24")]), "2025-09-25", {"NW-1": "low"}, id="a day"
        ),
        pytest.param(work([ticket(status="in_progress", since="2025-09-24")]), "2025-09-24", {}, id="just begun"),
        pytest.param(work([ticket(status="todo", since="2025-09-01")]), "2025-09-25", {}, id="not begun"),
        pytest.param(sprinted("2025-09-19", status="in_progress"), "2025-09-25", {}, id="in a sprint"),
    ],
)
def test_what_is_worked_on_in_no_sprint_is_unplanned(of, day, finding):
    assert finds(of, day, "unplanned_work") == finding


@pytest.mark.parametrize(
    ("promise", "finding"),
    [
        pytest.param(commitment(owner="unknown", due="2025-10-20"), {"promise-1": "medium"}, id="far away"),
        pytest.param(commitment(owner=None, due="2025-10-06"), {"promise-1": "high"}, id="due soon"),
        pytest.param(commitment(owner=None, due="2025-10-06", needs_review=True), {"promise-1": "medium"}, id="unsure"),
        pytest.param(commitment(owner="priya", due="2025-10-06"), {}, id="somebody's"),
    ],
)
def test_a_promise_of_nobody_is_unowned(promise, finding):
    assert finds(work(commitments=[promise]), "2025-10-01", "unowned_commitment") == finding


def merged(**more):
    return work(
        [ticket(pulls=[pull(88, "NW-1", status=PullStatus.MERGED, merged="2025-09-29", **more)], status="done")]
    )


@pytest.mark.parametrize(
    ("of", "day", "finding"),
    [
        pytest.param(merged(), "2025-09-30", {"NW-1": "medium"}, id="nobody looked"),
        pytest.param(merged(reviews=(review("2025-09-28"),)), "2025-09-30", {}, id="reviewed"),
        pytest.param(merged(reverted=True), "2025-09-30", {}, id="taken back"),
        pytest.param(merged(), "2025-10-20", {}, id="long past"),
    ],
)
def test_a_merge_that_nobody_reviewed_is_found_for_some_days(of, day, finding):
    assert finds(of, day, "merged_unreviewed") == finding


@pytest.mark.parametrize(
    ("pulls", "finding"),
    [
        pytest.param([pull(7)], {"northwind/checkout#7": "low"}, id="ready"),
        pytest.param([pull(7, status=PullStatus.DRAFT)], {}, id="a draft"),
        pytest.param([pull(7, own=False)], {}, id="a bot's"),
        pytest.param([pull(7, "NW-1")], {}, id="of a ticket"),
    ],
)
def test_a_pull_request_of_no_ticket_is_unlinked(pulls, finding):
    assert finds(work(pulls=pulls), "2025-10-02", "unlinked_pull") == finding


def turned(field, *values, key="NW-1", **more):
    """A ticket with a field that had one value after the other; each is `(value, day)` or a whole claim."""
    said = [each if isinstance(each, Claim) else claim(field, *each, subject=key) for each in values]
    return ticket(key, fields=[history(*said)], **more)


MERGED = claim("status", "done", "2025-09-29", source=Source.GITHUB)


@pytest.mark.parametrize(
    ("of", "finding"),
    [
        pytest.param(turned("status", ("done", "2025-09-29"), ("in_progress", "2025-09-30")), "medium", id="undone"),
        pytest.param(turned("status", ("done", "2025-09-29"), ("in_qa", "2025-09-30")), "medium", id="in QA again"),
        pytest.param(turned("status", MERGED, ("in_qa", "2025-09-30")), None, id="QA comes after a merge"),
        pytest.param(turned("status", MERGED, ("in_progress", "2025-09-30")), "medium", id="a merge, taken back"),
        pytest.param(turned("status", ("done", "2025-09-22"), ("todo", "2025-09-30")), None, id="after six days"),
        pytest.param(
            turned("status", ("done", "2025-09-29"), ("todo", "2025-09-30"), ("done", "2025-10-01")), None, id="redone"
        ),
        pytest.param(
            turned("status", ("done", "2025-09-29"), ("todo", "2025-09-30"), ("cancelled", "2025-10-01")),
            None,
            id="given up",
        ),
        pytest.param(turned("status", ("done", "2025-09-29"), ("cancelled", "2025-09-30")), None, id="cancelled"),
        pytest.param(turned("status", ("todo", "2025-09-29"), ("in_progress", "2025-09-30")), None, id="never done"),
    ],
)
def test_what_was_done_and_soon_is_not_done_any_more_is_reopened(of, finding):
    assert finds(work([of]), "2025-10-01", "reopened") == ({"NW-1": finding} if finding else {})


def test_a_reopened_ticket_tells_both_days_and_who_said_so():
    again = claim("status", "in_progress", "2025-09-30", source=Source.MEETING, speaker=PersonId("tom"))
    of = work([turned("status", ("done", "2025-09-29"), again)], [commitment("NW-1", due="2025-10-02")])
    (told,) = found(of, "2025-10-01", rule="reopened", policy=ON)

    assert told.because == (
        "NW-1 was done on 2025-09-29 according to the tracker, and in progress again on 2025-09-30 according to "
        "Tom Weber in a meeting; the promise to Acme is due on 2025-10-02"
    )
    assert (told.severity.word, told.ask, told.since) == ("high", "tom", moment("2025-09-30"))
    assert set(told.evidence) == {"task_update:NW-1:status:2025-09-29", again.event, "meeting:promise-1"}


def test_a_reopened_ticket_shows_no_more_than_who_may_read_both():
    quiet = restricted(Visibility.PARTICIPANTS, "tom", "dana")
    again = claim("status", "in_progress", "2025-09-30", source=Source.MEETING, audience=quiet)
    (told,) = found(work([turned("status", ("done", "2025-09-29"), again)]), "2025-10-01", rule="reopened", policy=ON)
    assert told.audience == quiet


READ = ("sprintmind.domain.past_views", "sprintmind.domain.sprint_views")


def test_the_past_is_looked_up_for_the_rules_that_read_it():
    read = {name for name, each in rules().items() if each.reads.__module__ in READ}
    assert read == {*PAST, "sprint_overrun"}
    some = ticket(status="todo")
    assert not looks_back(some, Policy())
    assert looks_back(some, Policy(rules_on=frozenset({"reopened"})))
    assert not looks_back(ticket(status="done"), Policy(rules_on=frozenset({"reopened"})))


@pytest.mark.parametrize(
    ("of", "finding"),
    [
        pytest.param([("2025-10-06", "2025-09-01"), ("2025-10-09", "2025-09-30")], "low", id="later"),
        pytest.param([("2025-10-06", "2025-09-01"), ("2025-10-02", "2025-09-30")], None, id="sooner"),
        pytest.param([("2025-10-06", "2025-09-01"), ("2025-10-09", "2025-09-24")], "low", id="five days ago"),
        pytest.param([("2025-10-06", "2025-09-01"), ("2025-10-09", "2025-09-23")], None, id="long past"),
        pytest.param([("2025-10-06", "2025-09-30")], None, id="set for the first time"),
        pytest.param(
            [("2025-10-06", "2025-09-01"), ("2025-10-09", "2025-09-30"), ("2025-10-06", "2025-10-01")],
            None,
            id="there and back",
        ),
        pytest.param([("2025-10-06", "2025-09-01"), ("2025-10-17", "2025-09-30")], "medium", id="behind a promise"),
        pytest.param(
            [("2025-10-06", "2025-09-01"), (None, "2025-09-29"), ("2025-10-09", "2025-09-30")],
            "low",
            id="by way of none",
        ),
        pytest.param([("2025-10-06", "2025-09-01"), (None, "2025-09-30")], None, id="taken away"),
    ],
)
def test_a_due_date_that_was_moved_later_has_slipped_for_some_days(of, finding):
    world = work([turned("due_date", *of)], [commitment("NW-1", due="2025-10-10")])
    assert finds(world, "2025-10-01", "date_slipped") == ({"NW-1": finding} if finding else {})


def test_a_slip_is_told_from_the_day_that_held_before_with_who_said_so():
    last = claim("due_date", "2025-10-13", "2025-09-30", source=Source.DASHBOARD, person=PersonId("tom"))
    of = turned("due_date", ("2025-10-06", "2025-09-01"), ("2025-10-09", "2025-09-29"), last)
    (told,) = found(work([of]), "2025-10-01", rule="date_slipped", policy=ON)

    assert told.because == (
        "The due date of NW-1 was moved from 2025-10-06 to 2025-10-13 in 2 moves, the last on 2025-09-30, according to "
        "Tom Weber in the dashboard"
    )
    assert (told.ask, len(told.evidence)) == ("tom", 3)


@pytest.mark.parametrize(
    ("promise", "finding"),
    [
        pytest.param(commitment(due="2025-10-10", moved=("2025-10-06", "2025-09-30")), "medium", id="later"),
        pytest.param(commitment(due="2025-10-10", moved=("2025-10-17", "2025-09-30")), None, id="sooner"),
        pytest.param(commitment(due="2025-10-10"), None, id="never moved"),
        pytest.param(
            commitment(due="2025-10-10", moved=("2025-10-06", "2025-09-30"), status=CommitmentStatus.KEPT),
            None,
            id="kept",
        ),
    ],
)
def test_a_promise_that_was_moved_later_has_slipped(promise, finding):
    told = found(work(commitments=[promise]), "2025-10-01", rule="date_slipped", policy=ON)
    assert severities(told) == ({"promise-1": finding} if finding else {})
    for each in told:
        assert each.because.startswith("The due date of the promise to Acme was moved from 2025-10-06 to 2025-10-10")
        assert set(each.evidence) == {"meeting:promise-1", "meeting:promise-1/moved"}


RAN = {"Sprint 4": date(2025, 9, 8), "Sprint 5": date(2025, 9, 22), "Sprint 6": date(2025, 10, 6)}


@pytest.mark.parametrize(
    ("of", "finding"),
    [
        pytest.param([("Sprint 5", "2025-09-19"), ("Sprint 6", "2025-10-02")], "low", id="a second sprint"),
        pytest.param([("Sprint 5", "2025-09-19"), ("Sprint 6", "2025-09-22")], None, id="moved before it had run"),
        pytest.param([("Sprint 3", "2025-09-01"), ("Sprint 6", "2025-10-02")], None, id="nobody knows the start"),
        pytest.param([("Sprint 5", "2025-09-19"), (None, "2025-10-02")], None, id="back to no sprint"),
        pytest.param([("Sprint 5", "2025-09-19"), (None, "2025-09-25"), ("Sprint 5", "2025-09-26")], None, id="back"),
        pytest.param(
            [("Sprint 4", "2025-09-08"), ("Sprint 5", "2025-09-19"), ("Sprint 6", "2025-10-02")], "medium", id="a third"
        ),
    ],
)
def test_what_goes_from_sprint_to_sprint_is_carried_over(of, finding):
    world = work([turned("sprint", *of, status="in_progress")], sprints=RAN)
    assert finds(world, "2025-10-02", "carry_over") == ({"NW-1": finding} if finding else {})


def test_what_is_carried_over_names_its_sprints_and_rests_on_its_being_in_each():
    said = [("Sprint 4", "2025-09-08"), ("Sprint 5", "2025-09-19"), ("Sprint 6", "2025-10-02")]
    world = work([turned("sprint", *said, status="in_progress")], sprints=RAN)
    (told,) = found(world, "2025-10-02", rule="carry_over", policy=ON)

    assert told.because == (
        "NW-1 is still to be done and in Sprint 6 since 2025-10-02; before that it was in Sprint 4 and Sprint 5"
    )
    assert told.evidence == tuple(f"task_update:NW-1:sprint:{day}" for _, day in said)
    assert not finds(work([turned("sprint", *said, status="done")], sprints=RAN), "2025-10-02", "carry_over")


def ending(at, *, closed=False):
    return {"Sprint 5": SprintEnd(at=moment(at), closed=closed, event=EventKey("jira:sprint/5"))}


def overrun(ends, *, status="in_progress", sprint="Sprint 5", since="2025-09-19"):
    return work([ticket("NW-1", claim("sprint", sprint, since), status=status)], ends=ends)


@pytest.mark.parametrize(
    ("of", "day", "finding"),
    [
        pytest.param(overrun(ending("2025-10-01")), "2025-10-01", {}, id="on its last day"),
        pytest.param(overrun(ending("2025-10-01")), "2025-10-02", {"NW-1": "low"}, id="the day after"),
        pytest.param(overrun(ending("2025-10-01")), "2025-10-06", {"NW-1": "medium"}, id="two business days after"),
        pytest.param(overrun(ending("2025-10-01", closed=True)), "2025-10-01", {"NW-1": "low"}, id="closed today"),
        pytest.param(overrun(ending("2025-10-01"), status="done"), "2025-10-06", {}, id="done by now"),
        pytest.param(overrun({}), "2025-10-06", {}, id="nobody knows the end"),
        pytest.param(overrun(ending("2025-10-01"), sprint="Sprint 6"), "2025-10-06", {}, id="in another sprint"),
        pytest.param(
            overrun(ending("2025-09-01", closed=True), since="2025-10-06"),
            "2025-10-06",
            {"NW-1": "low"},
            id="put in late",
        ),
    ],
)
def test_what_is_not_done_when_its_sprint_is_over_is_an_overrun(of, day, finding):
    assert finds(of, day, "sprint_overrun") == finding


def test_an_overrun_rests_on_the_sprints_end_and_on_the_tickets_being_in_it():
    (told,) = found(overrun(ending("2025-10-01", closed=True)), "2025-10-02", rule="sprint_overrun", policy=ON)
    assert told.because == "NW-1 is still to be done and in Sprint 5, which was closed on 2025-10-01"
    assert told.evidence == ("task_update:NW-1:sprint:2025-09-19", "jira:sprint/5")
    (told,) = found(overrun(ending("2025-10-01")), "2025-10-02", rule="sprint_overrun", policy=ON)
    assert told.because.endswith("which was to end on 2025-10-01")


def last_of(source, when, *, audience=TEAM_AUDIENCE):
    key = EventKey(f"{source}:last")
    event = SourceEvent(key=key, source=source, kind="told", said_at=moment("2025-09-01"), audience=audience)
    return Heard(order=1, at=moment(when), event=event)


@pytest.mark.parametrize(
    ("day", "finding"),
    [
        pytest.param("2025-09-30", {}, id="two days"),
        pytest.param("2025-10-01", {"github": "medium"}, id="three days over a weekend"),
    ],
)
def test_a_source_that_was_not_heard_for_days_is_silent_however_old_what_it_told_was(day, finding):
    assert finds(work(newest=[last_of(Source.GITHUB, "2025-09-26")]), day, "source_silent") == finding


def test_a_silent_source_rests_on_its_last_event_and_is_shown_to_whoever_may_read_that():
    audience = restricted(Visibility.MANAGERS)
    of = work(newest=[last_of(Source.TASK_UPDATE, "2025-09-26", audience=audience)])
    kim = Person(id=PersonId("kim"), name="Kim Lund", role="manager")
    team = replace(TEAM, people=(*TEAM.people, kim))
    (told,) = found(of, "2025-10-02", rule="source_silent", policy=ON, team=team)
    assert told.because == "Nothing but comments, if any, was heard from the tracker since 2025-09-26"
    assert (told.evidence, told.audience) == (("task_update:last",), audience)
    assert told.ask == kim.id
    assert [each.ask for each in found(of, "2025-10-02", rule="source_silent", policy=ON)] == [None]


@pytest.mark.parametrize("rule", EXTRAS)
def test_an_extra_finds_nothing_while_it_is_off(rule):
    of = work(
        [
            ticket("NW-1", claim("sprint", "Sprint 5", "2025-09-24"), status="todo"),
            ticket("NW-2", status="in_progress", since="2025-09-24"),
            turned("status", ("done", "2025-09-29"), ("todo", "2025-09-30"), key="NW-4"),
            turned("due_date", ("2025-10-06", "2025-09-29"), ("2025-10-09", "2025-09-30"), key="NW-5"),
            turned("sprint", ("Sprint 5", "2025-09-22"), ("Sprint 6", "2025-09-26"), key="NW-6"),
            ticket("NW-3", pulls=[pull(88, "NW-3", status=PullStatus.MERGED, merged="2025-09-29")], status="done"),
        ],
        [commitment(owner=None)],
        [pull(7)],
        STARTS,
        ending("2025-09-30"),
        [last_of(Source.GITHUB, "2025-09-25")],
    )
    assert found(of, "2025-10-01", rule=rule, policy=ON)
    assert not found(of, "2025-10-01", rule=rule)
