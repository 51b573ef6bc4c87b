"""What pages are made of: chains, places, decisions, changes, and what each rests on."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprintmind.brief.sayable import sayable, statement
from sprintmind.domain.accounts import proof_of
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.chains import followed
from sprintmind.domain.decisions import AT_MOST, decisions
from sprintmind.domain.differences import risk_changes, ticket_changes
from sprintmind.domain.events import Source, SourceEvent, Span, Visibility
from sprintmind.domain.findings import Change, Finding, Severity, Transition
from sprintmind.domain.heard import Heard
from sprintmind.domain.placing import Beside, in_flight, places, running
from sprintmind.domain.posts import Post, Section, escaped
from sprintmind.domain.proofs import proofs
from sprintmind.domain.schedule import Schedule
from sprintmind.domain.visibility import Caller
from sprintmind.domain.work import CiState, CommitmentStatus, PullStatus, Renegotiation
from work_builders import TEAM, claim, commitment, moment, pull, restricted, ticket

SECRET = restricted(Visibility.MANAGERS, "dana")


def finding(subject="NW-1", severity=Severity.HIGH, *, rule="blocked", **more):
    return Finding(
        rule=rule, subject=subject, severity=severity, because=f"{subject} is stuck", since=moment("2025-09-29"),
        tickets=(subject,), resolves_when="it goes on", **more,
    )  # fmt: skip


# ---------------------------------------------------------------- chains


def tickets_of(*found):
    return {each.key: each for each in found}


def test_of_several_tickets_the_broken_one_is_followed():
    well = ticket("NW-1", status="done", pulls=[pull(1, "NW-1", status=PullStatus.MERGED)])
    red = ticket("NW-2", status="in_review", pulls=[pull(2, "NW-2", ci=CiState.FAILING)])
    chain = followed(commitment("NW-1", "NW-2"), tickets_of(well, red))
    assert (chain.ticket, chain.broken.name) == ("NW-2", "CI")


@pytest.mark.parametrize(
    ("found", "broken"),
    [
        pytest.param(ticket("NW-1", status="cancelled"), "ticket", id="cancelled"),
        pytest.param(ticket("NW-1", status="in_progress", deleted=True), "ticket", id="deleted"),
        pytest.param(
            ticket("NW-1", claim("blocked", True, "2025-09-29"), status="in_progress"), "ticket", id="blocked"
        ),
        pytest.param(ticket("NW-1", claim("blocked", True, "2025-09-29"), status="done"), None, id="done all the same"),
        pytest.param(
            ticket("NW-1", status="done", pulls=[pull(1, "NW-1", status=PullStatus.MERGED, ci=CiState.FAILING)]),
            None,
            id="red before it was merged",
        ),
        pytest.param(
            ticket(
                "NW-1",
                status="in_review",
                pulls=[pull(1, "NW-1", status=PullStatus.CLOSED), pull(2, "NW-1", ci=CiState.PASSING)],
            ),
            None,
            id="a first try was given up",
        ),
    ],
)
def test_what_breaks_a_chain(found, broken):
    link = followed(commitment("NW-1"), tickets_of(found)).broken
    assert (link.name if link else None) == broken


def test_a_ticket_of_which_nothing_is_known_breaks_its_chain():
    link = followed(commitment("NW-7"), {}).broken
    assert (link.name, link.shows) == ("ticket", "nothing is known of NW-7")


# ---------------------------------------------------------------- places

statuses = st.sampled_from([None, "todo", "in_progress", "in_review", "in_qa", "done", "cancelled"])
severities = st.sampled_from(list(Severity))


@st.composite
def boards(draw):
    keys = [f"NW-{n}" for n in range(1, draw(st.integers(1, 8)) + 1)]
    made = []
    for key in keys:
        claims = [claim("blocked", draw(st.booleans()), "2025-09-29", subject=key)] if draw(st.booleans()) else []
        made.append(ticket(key, *claims, status=draw(statuses), deleted=draw(st.booleans())))
    subjects = draw(st.lists(st.sampled_from(keys), max_size=6))
    findings = sorted((finding(each, draw(severities)) for each in subjects), key=lambda each: -each.severity)
    return made, Beside(
        findings=findings,
        asleep={each.id for each in findings if draw(st.booleans())},
        promised=set(draw(st.lists(st.sampled_from(keys), max_size=3))),
        team=TEAM,
    )


@given(boards())
def test_every_ticket_in_flight_is_in_exactly_one_place_and_no_other_ticket_in_any(board):
    tickets, beside = board
    found = places(tickets, beside)
    placed = [each.ticket.key for part in (found.on_track, found.at_risk, found.blocked) for each in part]
    about = {key for each in beside.findings for key in each.tickets}
    flying = [each.key for each in tickets if in_flight(each, [1] if each.key in about else [], beside)]
    assert sorted([*placed, *found.put_aside]) == sorted(flying)


@given(boards())
def test_nothing_is_on_track_that_is_blocked_or_of_which_something_grave_is_found(board):
    tickets, beside = board
    grave = {key for each in beside.findings if each.severity > Severity.LOW for key in each.tickets}
    on_track = places(tickets, beside).on_track
    assert not {each.ticket.key for each in on_track} & grave
    assert not any(each.ticket.value("blocked") for each in on_track)


def test_the_sprints_that_run_are_those_that_started_last():
    starts = {
        "Sprint 4": date(2025, 9, 8),
        "Sprint 5": date(2025, 9, 22),
        "Other 5": date(2025, 9, 22),
        "6": date(2025, 10, 6),
    }
    assert running(starts, today=date(2025, 10, 1)) == {"Sprint 5", "Other 5"}
    assert running({}, today=date(2025, 10, 1)) == frozenset()


# ---------------------------------------------------------------- decisions


def test_of_one_subject_the_gravest_is_to_be_decided_and_five_in_all():
    grave = [finding(f"NW-{n}", Severity.CRITICAL) for n in range(1, 8)]
    found = decisions([*grave, finding("NW-1", Severity.HIGH, rule="approval_pending")], (), team=TEAM)
    assert len(found) == AT_MOST
    assert [each.subject for each in found] == ["NW-1", "NW-2", "NW-3", "NW-4", "NW-5"]


@pytest.mark.parametrize(
    ("rule", "severity", "asked"),
    [
        pytest.param("stale_in_progress", Severity.MEDIUM, False, id="what is merely medium"),
        pytest.param("stale_in_progress", Severity.HIGH, True, id="what is high"),
        pytest.param("conflicting_evidence", Severity.MEDIUM, True, id="a conflict always"),
        pytest.param("approval_pending", Severity.MEDIUM, True, id="an approval always"),
    ],
)
def test_what_needs_a_decision(rule, severity, asked):
    assert bool(decisions([finding(severity=severity, rule=rule)], (), team=TEAM)) is asked


@pytest.mark.parametrize(
    ("whom", "told"),
    [pytest.param("tom", False, id="who may not read it"), pytest.param("dana", True, id="who may")],
)
def test_a_message_tells_its_reader_no_more_than_they_may_know(whom, told):
    [found] = decisions([finding(ask=whom, audience=SECRET)], (), team=TEAM)
    assert ("NW-1 is stuck" in found.message) is told
    assert found.message.startswith("Hi ")


def test_a_promise_that_is_told_to_nobody_else_is_not_told_in_a_message():
    [found] = decisions((), [commitment(owner="tom", audience=SECRET)], team=TEAM)
    assert "sandbox" not in found.message


# ---------------------------------------------------------------- changes


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param(None, ticket(status="todo"), ["NW-1 status: todo"], id="new"),
        pytest.param(ticket(status="todo"), ticket(status="todo", since="2025-09-05"), [], id="said again"),
        pytest.param(
            ticket(status="todo"), ticket(status="in_review"), ["NW-1 status: todo → in review"], id="moved on"
        ),
        pytest.param(
            ticket("NW-1", claim("assignee", "tom", "2025-09-01")),
            ticket("NW-1", claim("assignee", None, "2025-09-02")),
            ["NW-1 assignee: Tom Weber → none"],
            id="given back",
        ),
        pytest.param(
            ticket("NW-1", claim("blocked", True, "2025-09-01")),
            ticket("NW-1", claim("blocked", False, "2025-09-02")),
            ["NW-1 is no longer blocked"],
            id="freed",
        ),
        pytest.param(None, ticket("NW-1", claim("blocked", False, "2025-09-02")), [], id="never blocked"),
        pytest.param(ticket(status="todo"), ticket(status="todo", deleted=True), ["NW-1 was deleted"], id="deleted"),
        pytest.param(
            None,
            ticket("NW-1", claim("approval:dana", "pending", "2025-09-02")),
            ["the approval of NW-1 by Dana Fox: pending"],
            id="an approval",
        ),
    ],
)
def test_a_ticket_is_compared_with_itself(before, after, told):
    assert [each.text for each in ticket_changes(before, after, team=TEAM)] == told


def turned(*changes):
    return [Transition(finding=finding(), change=change, at=moment("2025-09-30")) for change in changes]


@pytest.mark.parametrize(
    ("changes", "begins"),
    [
        pytest.param((Change.OPENED, Change.RESOLVED), [], id="came and went"),
        pytest.param((Change.OPENED, Change.ESCALATED), ["opened"], id="came and grew"),
        pytest.param((Change.ESCALATED, Change.RESOLVED), ["no longer"], id="grew and went"),
        pytest.param((Change.EASED,), ["eased"], id="eased"),
    ],
)
def test_how_a_risk_changed_is_told_once(changes, begins):
    told = [each.text for each in risk_changes(turned(*changes))]
    assert len(told) == len(begins)
    assert all(text.startswith(begin) for text, begin in zip(told, begins, strict=True))


# ---------------------------------------------------------------- what it rests on


def heard(key, *claims, audience=None):
    event = SourceEvent(
        key=key, source=Source.MEETING, kind="meeting", said_at=moment("2025-09-29"), claims=claims, title="Weekly",
        **({"audience": audience} if audience else {}),
    )  # fmt: skip
    return Heard(order=1, at=moment("2025-09-29"), event=event)


def quoted(subject, words):
    return replace(claim("status", "done", "2025-09-29", subject=subject, event="m1"), span=Span(quote=words))


def test_of_an_event_that_says_several_things_only_what_is_about_the_subject_is_cited():
    proof = proofs([heard("m1", quoted("NW-1", "one"), quoted("NW-2", "two"))], Caller())
    assert [each.quote for each in proof_of(["m1"], proof, about=["NW-2"])] == ["two"]
    assert [each.quote for each in proof_of(["m1", "m1"], proof, about=["NW-9"])] == ["one"]
    assert proof_of(["m2"], proof) == ()


def test_an_event_that_the_caller_may_not_read_says_nothing():
    given = [heard("m1", quoted("NW-1", "one"), audience=SECRET)]
    assert proofs(given, Caller(person="tom")) == {}
    assert proofs(given, Caller(person="dana", manager=True)).keys() == {"m1"}


# ---------------------------------------------------------------- what may be said


@pytest.mark.parametrize(
    ("what", "may"),
    [
        pytest.param("the sandbox", True, id="plain words"),
        pytest.param("NW-231 and the sandbox", False, id="a ticket"),
        pytest.param("shop/web#12", False, id="a pull request"),
        pytest.param("what Priya builds", False, id="one of us"),
        pytest.param("the export that globex has", False, id="another customer"),
        pytest.param("the Acme export", True, id="themselves"),
    ],
)
def test_words_that_a_customer_may_hear_name_nothing_of_ours(what, may):
    assert (sayable(what, TEAM, customer="Acme") is not None) is may


MOVED = Renegotiation(
    before=date(2025, 10, 3), after=date(2025, 10, 10), by=None, at=datetime(2025, 9, 30, tzinfo=UTC), event="m2"
)


DONE = "is finished on our side, and due on 2025-10-10"


@pytest.mark.parametrize(
    ("promise", "finished", "says"),
    [
        pytest.param(commitment(), False, "is promised for 2025-10-10", id="open"),
        pytest.param(
            commitment(renegotiations=(MOVED,)), False, "is promised for 2025-10-10 (moved from 2025-10-03)", id="moved"
        ),
        pytest.param(commitment(), True, DONE, id="finished"),
        pytest.param(commitment(due="2025-09-29"), False, "was due on 2025-09-29 and is still open", id="late"),
        pytest.param(commitment(due=None), False, "is promised, without a date", id="no date"),
        pytest.param(commitment(status=CommitmentStatus.KEPT), False, "is done", id="kept"),
        pytest.param(commitment(status=CommitmentStatus.CANCELLED), False, "was called off", id="called off"),
    ],
)
def test_what_a_customer_may_hear_of_a_promise(promise, finished, says):
    assert statement(promise, finished=finished, today=date(2025, 10, 1), team=TEAM) == f"“the sandbox” {says}."


# ---------------------------------------------------------------- posts


@given(st.text())
def test_whatever_stands_in_a_sentence_is_no_markup_and_one_line(words):
    shown = escaped(words)
    assert "\n" not in shown
    for n, letter in enumerate(shown):
        if letter in "<[]`*_":
            assert n > 0
            assert shown[n - 1] == "\\"


def test_a_post_leaves_out_what_is_empty():
    post = Post(
        name="p",
        title="T",
        lead="L.",
        sections=(Section(title="Full", lines=("one",)), Section(title="Empty", lines=())),
    )
    assert post.text() == "T\n\nL.\n\nFull:\n- one\n"
    assert post.markdown() == "# T\n\nL.\n\n## Full\n\n- one\n"


# ---------------------------------------------------------------- schedules

instants = st.integers(0, 525_600).map(lambda minutes: datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes))


@given(instants, st.times().map(lambda each: each.replace(tzinfo=None)))
def test_what_was_due_last_is_over_and_on_a_working_day_and_nothing_was_due_since(now, clock):
    calendar = Calendar()
    schedule = Schedule(at=clock)
    due = schedule.last_due(now, calendar)
    assert due <= now
    assert calendar.works(due.date())
    assert due.time() == clock
    later = schedule.last_due(now, Calendar(holidays=frozenset({due.date()})))
    assert later < due


def test_where_no_day_works_nothing_is_due():
    assert Schedule(at=time(9)).last_due(moment("2025-10-01"), Calendar(working_days=frozenset())) is None
