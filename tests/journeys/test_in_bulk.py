"""Many at once, and many beside: it comes to the same, and asks no more of the ledger than it needs to."""

import json
from contextlib import contextmanager
from datetime import timedelta
from itertools import groupby, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event

from spoken import EVERYBODY, TEAM, Clock, app_in, at, said, values
from sprintmind.app import App
from sprintmind.domain.events import TicketKey
from sprintmind.domain.findings import Change
from sprintmind.domain.moments import Moment
from sprintmind.domain.policy import Policy
from sprintmind.intake import Delivery
from sprintmind.ledger.sqlite import SqliteLedger
from sprintmind.risk import rules
from sprintmind.testing import alone

TICKETS = st.sampled_from(["NW-1", "NW-2", "NW-3"])
CLAIMS = st.one_of(
    st.tuples(TICKETS, st.just("status"), st.sampled_from(["todo", "in_progress", "in_review", "done", "cancelled"])),
    st.tuples(TICKETS, st.just("blocked"), st.booleans()),
    st.tuples(TICKETS, st.sampled_from(["dependency:NW-2", "dependency:NW-3"]), st.booleans()),
    st.tuples(TICKETS, st.just("due_date"), st.sampled_from(["2025-10-01", "2025-10-09"])),
    st.tuples(TICKETS, st.just("sprint"), st.sampled_from(["Sprint 5", "Sprint 6", None])),
    st.tuples(TICKETS, st.just("approval:security"), st.sampled_from(["pending", "approved", "rejected"])),
)
PROMISES = st.tuples(st.just("Acme"), TICKETS, st.sampled_from(["2025-10-01", "2025-10-10"]))
WORDS = st.builds(
    lambda by, days, claims, promises: said(by, days, *claims, promises=promises),
    st.sampled_from(["standup", "meeting", "task_update", "dashboard"]),
    st.sampled_from([0, 0.25, 1, 1.5, 3, 4]),
    st.lists(CLAIMS, min_size=1, max_size=3),
    st.lists(PROMISES, max_size=1),
)
HISTORIES = st.lists(WORDS, min_size=1, max_size=8)
EXTRAS = Policy(rules_on=frozenset(name for name, each in rules().items() if not each.on))
POLICIES = st.sampled_from([Policy(), EXTRAS])


def sprint(name, state, *, days, start, lasts):
    """Deliver what a tracker tells of a sprint, so many days after Monday; its days are counted from Monday too."""
    shown = {
        "id": name[-1],
        "name": name,
        "state": state,
        "startDate": at(start).isoformat(),
        "endDate": at(start + lasts).isoformat(),
    }
    shown |= {"completeDate": at(start + lasts).isoformat()} if state == "closed" else {}
    body = {"webhookEvent": "sprint_updated", "timestamp": int(at(days).timestamp() * 1000), "sprint": shown}
    return Delivery(source="jira", body=json.dumps(body).encode(), received_at=at(days))


SPRINTS = st.builds(
    sprint,
    st.sampled_from(["Sprint 5", "Sprint 6"]),
    st.sampled_from(["future", "active", "closed"]),
    days=st.sampled_from([0, 1, 3, 12]),
    start=st.sampled_from([-3, 0, 2, 6]),
    lasts=st.sampled_from([1, 4, 14]),
)


def found(app):
    return app.risks(Moment(now=app.now()), EVERYBODY, snoozed=True)


def opened(folder, clock, policy=Policy()):  # noqa: B008 -- it is frozen
    """Open a ledger, and the same as an application."""
    ledger = SqliteLedger(folder / "ledger.db", now=clock)
    return ledger, App(
        ledger=ledger, team=TEAM, policy=policy, clock=clock, adapters=alone(), read=lambda delivery, team: ()
    )


@contextmanager
def statements_of(ledger):
    """List what SQLite is asked on connections taken from now on; what is done with each of many rows is one."""
    traced, found = [], []
    listening = (ledger._readers, "checkout", lambda connection, *_: connection.set_trace_callback(traced.append))  # noqa: SLF001  # what it does once may be counted only inside
    event.listen(*listening)
    yield found
    event.remove(*listening)
    kinds = ((each.partition("VALUES")[0] if each.startswith("INSERT") else each) for each in traced)
    found += [each for each, _ in groupby(kinds)]


@given(history=HISTORIES, policy=POLICIES)
def test_many_in_one_transaction_come_to_what_they_come_to_one_by_one(history, policy, tmp_path_factory):
    together = app_in(tmp_path_factory.mktemp("together"), Clock(at(5)), policy=policy)
    apart = app_in(tmp_path_factory.mktemp("apart"), Clock(at(5)), policy=policy)
    together.ingest([*history, history[0]])
    for each in (*history, history[0]):
        apart.ingest([each])
    assert values(together) == values(apart)
    assert found(together) == found(apart)
    assert together.verify() == apart.verify()
    assert together.verify().same


def stored(ledger):
    with ledger.reading() as reading:
        return {finding.id: finding for finding in reading.findings()}


@given(history=st.lists(WORDS | SPRINTS, min_size=1, max_size=8), policy=POLICIES)
def test_what_each_event_leaves_is_what_looking_at_everything_finds(history, policy, tmp_path_factory):
    ledger, app = opened(tmp_path_factory.mktemp("home"), Clock(at(10)), policy)
    for each in history:
        app.ingest([each])
        assert stored(ledger) == {finding.id: finding for finding in found(app)}
    assert app.verify().same


TURNS = [
    said("task_update", 0, ("NW-1", "status", "done"), ("NW-1", "due_date", "2025-10-01")),
    said("task_update", 1, ("NW-1", "status", "todo"), ("NW-1", "due_date", "2025-10-09")),
    said("task_update", 2, ("NW-1", "status", "in_progress")),
]


@pytest.mark.parametrize("order", list(permutations(TURNS)))
def test_what_was_before_is_found_in_whatever_order_it_is_heard(order, tmp_path):
    ledger, app = opened(tmp_path, Clock(at(3)), EXTRAS)
    for each in order:
        app.ingest([each])
    kept = stored(ledger)
    assert "was done on 2025-09-29" in kept["reopened/NW-1"].because
    assert "to do again on 2025-09-30" in kept["reopened/NW-1"].because
    assert "from 2025-10-01 to 2025-10-09" in kept["date_slipped/NW-1"].because


RUNNING = sprint("Sprint 5", "active", days=0, start=0, lasts=4)
CLOSED = sprint("Sprint 5", "closed", days=5, start=0, lasts=4)
NEXT = sprint("Sprint 6", "active", days=5, start=7, lasts=14)
IN_FIVE = said("task_update", -1, ("NW-1", "sprint", "Sprint 5"))
IN_SIX = said("task_update", 4, ("NW-1", "sprint", "Sprint 6"))
WAITING = said("task_update", 0, ("NW-1", "dependency:NW-2", True), ("NW-2", "sprint", "Sprint 6"))


@pytest.mark.parametrize(
    ("history", "finds"),
    [
        pytest.param([IN_FIVE, CLOSED], {"sprint_overrun/NW-1"}, id="a sprint is closed"),
        pytest.param([IN_FIVE, RUNNING], {"sprint_overrun/NW-1"}, id="a sprint's end is told"),
        pytest.param([IN_FIVE, IN_SIX, RUNNING], {"carry_over/NW-1"}, id="when a sprint before started is told"),
        pytest.param([IN_FIVE, WAITING, RUNNING, NEXT], {"dependency_at_risk/NW-1"}, id="a sprint starts later"),
    ],
)
def test_what_is_told_of_a_sprint_changes_what_is_found_on_its_tickets_at_once(history, finds, tmp_path):
    ledger, app = opened(tmp_path, Clock(at(10)), EXTRAS)
    app.ingest(history[:-1])
    assert not finds & stored(ledger).keys()
    last = app.ingest(history[-1:])
    assert finds <= stored(ledger).keys()
    assert finds <= {each.finding.id for each in last.transitions}
    assert stored(ledger) == {finding.id: finding for finding in found(app)}


@given(
    history=st.lists(WORDS | SPRINTS, min_size=1, max_size=8),
    policy=POLICIES,
    days=st.lists(st.sampled_from([0, 1, 2, 5, 9]), min_size=1, max_size=3),
)
def test_a_tick_that_looks_at_live_work_only_finds_what_looking_at_everything_finds(
    history, policy, days, tmp_path_factory
):
    clock = Clock(at(0))
    ledger, app = opened(tmp_path_factory.mktemp("home"), clock, policy)
    for each in history:
        clock.now = max(clock.now, each.received_at)
        app.ingest([each])
    for more in days:
        clock.now += timedelta(days=more)
        app.tick()
        assert stored(ledger) == {finding.id: finding for finding in found(app)}
    assert app.verify().same


def test_a_source_is_silent_when_time_has_passed_and_no_more_as_soon_as_it_is_heard(tmp_path):
    clock = Clock(at(0))
    ledger, app = opened(tmp_path, clock, Policy(rules_on=frozenset({"source_silent"})))
    app.ingest([said("task_update", 0, ("NW-1", "status", "done"))])
    clock.now = at(4)
    assert [each.finding.id for each in app.tick().transitions] == ["source_silent/task_update"]
    assert app.ingest([said("standup", 4, ("NW-1", "title", "SSO"))]).transitions == ()
    (last,) = app.ingest([said("task_update", 1, ("NW-2", "status", "done"))]).transitions
    assert (last.finding.id, last.change) == ("source_silent/task_update", Change.RESOLVED)
    assert stored(ledger) == {}
    assert found(app) == ()


def test_a_source_was_silent_at_a_moment_if_it_had_not_been_heard_by_then(tmp_path):
    clock = Clock(at(0))
    _, app = opened(tmp_path, clock, Policy(rules_on=frozenset({"source_silent"})))
    app.ingest([said("task_update", 0, ("NW-1", "status", "done"))])
    clock.now = at(7)
    app.ingest([said("task_update", 6, ("NW-2", "status", "done"))])
    then = app.risks(Moment(now=clock.now, as_of=at(4)), EVERYBODY)
    believed = app.risks(Moment(now=clock.now, known_at=at(4)), EVERYBODY)
    assert [each.id for each in then] == [each.id for each in believed] == ["source_silent/task_update"]
    assert app.risks(Moment(now=clock.now, as_of=at(-1)), EVERYBODY) == found(app) == ()


def test_of_deliveries_in_one_transaction_none_is_stored_if_the_ledger_fails(tmp_path):
    app = app_in(tmp_path, Clock(at(1)))
    app.ingest([said("standup", 0, ("NW-1", "status", "done"))])

    class Unlucky(Clock):
        def __call__(self):
            raise OSError("the clock stopped")

    broken = app_in(tmp_path, Unlucky())
    with pytest.raises(OSError, match="the clock stopped"):
        broken.ingest([said("standup", 0.1, ("NW-2", "status", "done")), said("standup", 0.2, ("NW-3", "title", "x"))])
    assert {key for key, _ in values(app)} == {TicketKey("NW-1")}


def test_what_cannot_be_read_stops_none_of_its_batch(tmp_path):
    app = app_in(tmp_path, Clock(at(1)))
    bad = Delivery(source="spoken", body=b"{", received_at=at(0), filename="cut.json")
    many = [said("standup", 0, (f"NW-{number}", "status", "done")) for number in range(1, 600)]
    result = app.ingest([*many[:300], bad, *many[300:]])
    assert ([each.file for each in result.refused], len(result.events)) == (["cut.json"], 599)
    assert len(values(app)) == 599


@pytest.mark.parametrize("tickets", [pytest.param(3, id="beside three tickets"), pytest.param(60, id="beside sixty")])
def test_an_event_asks_the_ledger_so_many_things_however_much_is_there(tickets, tmp_path):
    clock = Clock(at(1))
    ledger, app = opened(tmp_path, clock)
    app.ingest([said("standup", 0, (f"NW-{number}", "status", "todo")) for number in range(1, tickets + 1)])
    with statements_of(ledger) as asked:
        app.take([said("standup", 0.5, ("NW-1", "status", "in_progress"))])
    assert 10 < len([each for each in asked if each not in ("BEGIN IMMEDIATE", "COMMIT")]) <= 22


def test_a_batch_asks_the_ledger_less_for_each_event_than_one_by_one(tmp_path):
    clock = Clock(at(1))
    ledger, app = opened(tmp_path, clock)
    with statements_of(ledger) as asked:
        app.take([said("standup", number / 100, ("NW-1", "status", "todo")) for number in range(100)])
    assert 10 < len(asked) <= 40
