"""A delivery recorded: everything or nothing, once, in any order."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spoken import EVERYBODY, TEAM, Clock, app_in, at, said, values
from sprintmind.domain.authority import Decision
from sprintmind.domain.moments import Moment
from sprintmind.domain.people import Person
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError, NotTheirsError
from sprintmind.intake import Delivery

DONE = ("NW-1", "status", "done")
DOING = ("NW-1", "status", "in_progress")


def test_the_same_delivery_twice_is_one_event(place):
    app = app_in(place, Clock(at(1)))
    first = app.ingest([said("standup", 0, DOING)])
    again = app.ingest([said("standup", 0, DOING)])
    assert [event.new for event in (*first.events, *again.events)] == [True, False]
    assert app.verify().events == 1


def test_what_cannot_be_read_leaves_no_trace(place):
    app = app_in(place, Clock(at(1)))
    result = app.ingest([Delivery(source="spoken", body=b"{", received_at=at(0), filename="cut.json")])
    assert [refused.file for refused in result.refused] == ["cut.json"]
    assert (app.verify().events, app.verify().claims) == (0, 0)


def test_why_a_file_is_refused_names_the_file_once(place):
    app = app_in(place, Clock(at(1)))
    [refused] = app.ingest([Delivery(source="meeting", body=b"{}", received_at=at(0), filename="talk.json")]).refused
    assert refused.file == "talk.json"
    assert "talk.json" not in refused.reason


def test_of_several_deliveries_the_good_ones_are_stored(place):
    app = app_in(place, Clock(at(1)))
    bad = Delivery(source="spoken", body=b"{", received_at=at(0), filename="cut.json")
    result = app.ingest([said("standup", 0, DOING), bad, said("standup", 0.5, DONE)])
    assert (len(result.events), len(result.refused)) == (2, 1)
    assert values(app)["NW-1", "status"] == "done"


def test_a_dry_run_stores_nothing(place):
    app = app_in(place, Clock(at(1)))
    app.ingest([said("standup", 0, DOING)], dry_run=True)
    assert app.verify().events == 0


def test_a_dry_run_tells_what_recording_then_comes_to(place):
    app = app_in(place, Clock(at(1)))
    told = app.ingest([said("standup", 0, DOING)], dry_run=True)
    assert [(event.new, len(event.claims)) for event in told.events] == [(True, 1)]
    assert app.ingest([said("standup", 0, DOING)]) == told
    assert [event.new for event in app.ingest([said("standup", 0, DOING)], dry_run=True).events] == [False]


def test_what_is_said_for_the_future_waits_until_then(place):
    clock = Clock(at(0))
    app = app_in(place, clock)
    app.ingest([said("standup", 0, DOING), said("standup", 2, DONE)])
    assert values(app)["NW-1", "status"] == "in_progress"
    clock.now = at(2)
    assert values(app)["NW-1", "status"] == "done"
    assert app.verify().same
    app.tick()
    assert values(app)["NW-1", "status"] == "done"
    assert app.verify().same


def test_five_minutes_of_skew_count_at_once(place):
    app = app_in(place, Clock(at(0)))
    app.ingest([said("standup", 300 / 86400, DOING), said("standup", 301 / 86400, ("NW-2", "status", "done"))])
    assert ("NW-1", "status") in values(app)
    assert ("NW-2", "status") not in values(app)


def test_a_later_version_of_a_document_withdraws_what_only_the_old_one_said(place):
    clock = Clock(at(1))
    app = app_in(place, clock)
    app.ingest([said("standup", 0, DONE, ("NW-2", "status", "done"), document="daily")])
    clock.now = at(1.5)
    app.ingest([said("standup", 0, ("NW-2", "status", "done"), document="daily")])
    assert values(app) == {("NW-2", "status"): "done"}
    decided = app.ticket("NW-1", Moment(now=clock.now), EVERYBODY).fields["status"].decided
    assert {each.decision for each in decided} == {Decision.WITHDRAWN}
    assert values(app, as_of=at(1.2))["NW-1", "status"] == "done"
    assert app.verify().same


def test_a_link_reaches_into_the_past_and_says_first_what_it_changes(place):
    clock = Clock(at(1))
    app = app_in(place, clock)
    app.ingest([said("standup", 0, ("NW-1", "assignee", "@speaker"), speaker="Kim")])
    assert [each.identity for each in app.people()[1]] == ["speaker:kim"]
    preview = app.preview_link("speaker:Kim", "tom")
    assert preview.changes == ("NW-1 assignee: None → tom",)
    assert values(app)["NW-1", "assignee"] is None
    app.link("speaker:Kim", "tom", by="dana")
    assert values(app)["NW-1", "assignee"] == "tom"
    assert app.people()[1] == ()
    clock.now = at(2)
    assert values(app, known_at=at(0.5)) == {}
    app.link("speaker:Kim", None, by="dana")
    assert values(app)["NW-1", "assignee"] is None
    assert values(app, known_at=at(1.5))["NW-1", "assignee"] == "tom"
    assert app.verify().same


def test_what_somebody_links_elsewhere_counts_for_the_next_thing_that_is_read(place):
    here, elsewhere = app_in(place, Clock(at(1))), app_in(place, Clock(at(1)))
    here.ingest([said("standup", 0, ("NW-1", "assignee", "@speaker"), speaker="Kim")])
    elsewhere.link("speaker:Kim", "tom", by="dana")
    here.ingest([said("standup", 0.1, ("NW-2", "assignee", "@speaker"), speaker="Kim")])
    assert values(here) == {("NW-1", "assignee"): "tom", ("NW-2", "assignee"): "tom"}
    assert here.verify().same


def test_nobody_is_guessed_where_a_name_fits_two_people(place):
    two = replace(TEAM, people=(*TEAM.people, Person(id="tom2", name="Tom Smith")))
    app = app_in(place, Clock(at(1)), team=two)
    app.ingest([said("standup", 0, ("NW-1", "assignee", "@speaker"), speaker="Tom")])
    assert values(app)["NW-1", "assignee"] == "unknown"


def test_a_settlement_closes_its_conflict_and_a_closed_one_is_not_settled_again(place):
    clock = Clock(at(1))
    app = app_in(place, clock)
    app.ingest([said("github", 0, DONE), said("meeting", 0.5, DOING)])
    (conflict,) = app.conflicts(Moment(now=clock.now), EVERYBODY)
    with pytest.raises(InputError, match="no side of this conflict"):
        app.settle(conflict.id, value="todo", by="dana", reason="a guess")
    app.settle(conflict.id, value="in_progress", by="dana", reason="the merge was a mistake")
    assert values(app)["NW-1", "status"] == "in_progress"
    with pytest.raises(InputError, match="is closed"):
        app.settle(conflict.id, value="done", by="dana", reason="again")


def test_a_correction_with_a_reason_settles_the_conflict_that_it_opens(place):
    clock = Clock(at(1))
    app = app_in(place, clock)
    app.ingest([said("github", 0.5, DONE)])
    first = app.correct("no", by="dana", ticket="NW-1", field="status", value="in_progress")
    assert [each.decision for event in first.events for each in event.claims] == [Decision.CONFLICTING]
    clock.now = at(1.1)
    app.correct("no", by="dana", ticket="NW-1", field="status", value="in_progress", reason="merged by mistake")
    assert values(app)["NW-1", "status"] == "in_progress"
    assert app.verify().same


def test_a_speaker_takes_back_what_was_read_from_their_words(place):
    clock = Clock(at(1))
    app = app_in(place, clock)
    app.ingest([said("standup", 0, DONE, speaker="tom")])
    (decided,) = app.ticket("NW-1", Moment(now=clock.now), EVERYBODY).fields["status"].decided
    with pytest.raises(NotTheirsError, match="only whoever said it"):
        app.withdraw(decided.claim.id, by="dana")
    app.withdraw(decided.claim.id, by="tom")
    assert ("NW-1", "status") not in values(app)
    with pytest.raises(InputError, match="no claim has the id"):
        app.withdraw("nothing", by="tom")
    assert app.verify().same


def test_restricted_words_move_the_ledger_and_stay_with_those_who_may_read_them(place):
    clock = Clock(at(1))
    app = app_in(place, clock)
    app.ingest([said("standup", 0, DONE, visibility="participants", people=["priya"])])
    outsider, insider = Caller(person="tom"), Caller(person="priya")
    shown = app.ticket("NW-1", Moment(now=clock.now), outsider).fields["status"]
    assert shown.value == "done"
    assert shown.holder is not None
    assert shown.holder.span.quote == ""
    assert "from a restricted source" in shown.decided[0].reason
    inside = app.ticket("NW-1", Moment(now=clock.now), insider).fields["status"]
    assert inside.holder is not None
    assert inside.holder.span.quote == "NW-1 status done"


def test_a_promise_to_a_customer_is_kept_when_its_tickets_are_done_in_time(place):
    clock = Clock(at(1))
    app = app_in(place, clock)
    app.ingest([said("meeting", 0, promises=[["Acme", "the sandbox NW-1", "2025-10-03"]])])
    (promise,) = app.commitments(Moment(now=clock.now), EVERYBODY)
    assert promise.status == "open"
    app.ingest([said("github", 0.9, DONE)])
    (promise,) = app.commitments(Moment(now=clock.now), EVERYBODY)
    assert promise.status == "kept"
    assert app.verify().same


def test_a_finding_is_logged_when_it_opens_and_when_it_ends(place):
    clock = Clock(at(1))
    app = app_in(place, clock)
    opened = app.ingest([said("github", 0, DONE), said("meeting", 0.5, DOING)]).transitions
    assert [(t.finding.id, t.change) for t in opened] == [("conflicting_evidence/NW-1", "opened")]
    assert app.ingest([said("meeting", 0.6, DONE)]).transitions[-1].change == "resolved"
    assert app.tick().transitions == ()


HISTORY = st.lists(
    st.builds(
        lambda by, days, ticket, field_value, document: said(
            by, days, (ticket, *field_value), **({"document": document} if document else {})
        ),
        st.sampled_from(["github", "feedback", "task_update", "standup", "comment", "meeting", "settlement"]),
        st.sampled_from([0, 0.25, 0.5, 1, 2, 3, 3.5, 5]),
        st.sampled_from(["NW-1", "NW-2"]),
        st.sampled_from(
            [("status", "todo"), ("status", "in_progress"), ("status", "done"), ("blocked", True), ("blocked", False)]
        ),
        st.just(None),
    ),
    min_size=1,
    max_size=7,
)


def _state(app):
    tickets = app.tickets(Moment(now=app.now()), EVERYBODY)
    findings = [(f.id, f.severity, f.since) for f in app.risks(Moment(now=app.now()), EVERYBODY)]
    whole = [app.ticket(ticket.key, Moment(now=app.now()), EVERYBODY) for ticket in tickets]
    decided = {(t.key, name, d.claim.id): d.decision for t in whole for name, h in t.fields.items() for d in h.decided}
    conflicts = {(c.id, c.open, c.value) for c in app.conflicts(Moment(now=app.now()), EVERYBODY, closed=True)}
    return values(app), decided, conflicts, findings


@given(data=st.data(), history=HISTORY)
def test_any_order_and_any_repeats_give_the_same_state_and_it_verifies(data, history, places):
    shuffled = data.draw(st.permutations([*history, *data.draw(st.lists(st.sampled_from(history), max_size=3))]))
    states = []
    for order in (history, shuffled):
        with places.borrowed() as place:
            app = app_in(place, Clock(at(6)))
            for each in order:
                app.ingest([each])
            assert app.verify().differences == ()
            states.append(_state(app))
    assert states[0] == states[1]


@given(history=HISTORY, days=st.sampled_from([0, 0.5, 2.75, 4]))
def test_as_of_a_moment_is_what_had_been_said_by_then(history, days, places):
    with places.borrowed() as now_place, places.borrowed() as then_place:
        app = app_in(now_place, Clock(at(6)))
        app.ingest(history)
        then = app_in(then_place, Clock(at(days)))
        then.ingest([each for each in history if each.received_at <= at(days) + timedelta(minutes=5)])
        assert values(app, as_of=at(days)) == values(then)


def test_a_baseline_opens_findings_and_tells_nobody(places):
    clock = Clock(at(3))
    blocked = said("standup", 0, ("NW-1", "blocked", True))
    baseline, told = app_in(places.new(), clock), app_in(places.new(), clock)
    first, other = baseline.ingest([blocked], baseline=True), told.ingest([blocked])
    assert first.transitions == other.transitions != ()
    assert (first.memory_backlog, other.memory_backlog) == (1, 1 + len(other.transitions))
    assert baseline.risks(Moment(now=at(3)), EVERYBODY) == told.risks(Moment(now=at(3)), EVERYBODY)
    assert baseline.tick().transitions == ()
