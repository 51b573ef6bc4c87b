"""A ledger taken from one database to another: everything that cannot be folded again, or nothing."""

import json
from itertools import product

import pytest
from hypothesis import given

from journeys.test_record import HISTORY
from ledgers import Places
from spoken import EVERYBODY, Clock, app_in, at, said, values
from sprintmind.domain.moments import Moment
from sprintmind.errors import InputError

DONE = ("NW-1", "status", "done")
POSTGRES = pytest.param("postgresql", marks=pytest.mark.needs("postgres"))


@pytest.fixture(scope="module", params=["sqlite", POSTGRES])
def targets(request, tmp_path_factory):
    """Where ledgers can be moved to."""
    made = Places(request.param, tmp_path_factory.mktemp("targets"))
    yield made
    made.close()


def busy(place, clock=None):
    """Open a ledger with a bit of everything in it."""
    clock = clock or Clock(at(1))
    app = app_in(place, clock)
    app.ingest(
        [
            said("github", 0, DONE, ("NW-2", "status", "todo")),
            said("meeting", 0.5, ("NW-1", "status", "todo"), promises=[["Acme", "the sandbox NW-1", "2025-10-03"]]),
            said("standup", 0, ("NW-1", "assignee", "@speaker"), speaker="Kim"),
            said("standup", 2, ("NW-2", "status", "done")),
            said(
                "meeting",
                0.7,
                ("NW-1", "title", "Ünïcode \U0001f600 \x1b"),
                visibility="participants",
                people=["priya"],
            ),
        ]
    )
    clock.now = at(1.2)
    app.ingest([said("github", 0, DONE, ("NW-2", "status", "todo"))])
    app.link("speaker:Kim", "tom", by="dana")
    clock.now = at(1.5)
    app.ingest([said("meeting", 1.3, ("NW-1", "status", "done"))])
    app.tick()
    return app


def answers(app):
    """Tell everything that a ledger answers, as of now and before."""
    moments = [Moment(now=app.now()), Moment(now=app.now(), known_at=at(1.1)), Moment(now=app.now(), as_of=at(0.2))]
    asked = (app.tickets, app.commitments, app.conflicts, app.risks)
    whole = [
        app.ticket(ticket.key, moment, EVERYBODY) for moment in moments for ticket in app.tickets(moment, EVERYBODY)
    ]
    return [ask(moment, EVERYBODY) for ask, moment in product(asked, moments)], whole, app.people(), app.verify()


def test_a_moved_ledger_answers_the_same_and_verifies_on_both_sides(places, targets):
    source = busy(places.new())
    target = app_in(targets.new(), Clock(at(1.5)))
    taken = target.take_in(source.export())
    assert taken.new == source.verify().events
    assert taken.verification.same
    assert source.verify().same
    assert answers(target) == answers(source)


def test_where_reading_other_systems_stands_comes_along(places, targets):
    source, target = places.new(), targets.new()
    app = app_in(source, Clock(at(1)))
    with source.ledger(Clock()).writing() as transaction:
        transaction.move_cursors("github:shop", {"since": "monday", "page": "1"})
        transaction.move_cursors("jira:shop", {"since": "tuesday"})
    app_in(target, Clock(at(1))).take_in(app.export())
    with target.ledger(Clock()).reading() as reading:
        assert reading.cursors("github:shop") == {"since": "monday", "page": "1"}


def test_there_and_back_again_is_the_same_line_by_line(places, targets):
    source = busy(places.new())
    there = app_in(targets.new(), Clock(at(1.5)))
    there.take_in(source.export())
    back = app_in(places.new(), Clock(at(1.5)))
    back.take_in(there.export())
    assert list(back.export()) == list(there.export()) == list(source.export())
    assert answers(back) == answers(source)


def test_what_we_believed_when_and_what_memory_waits_for_come_along(places, targets):
    here, there = places.new(), targets.new()
    source = busy(here)
    app_in(there, Clock(at(1.5))).take_in(source.export())
    assert rows(there, "finding, change, at FROM transitions") == rows(here, "finding, change, at FROM transitions")
    assert rows(there, "document, kind FROM outbox") == rows(here, "document, kind FROM outbox")
    assert len(rows(there, "event FROM deliveries")) == 8


def rows(place, columns):
    with place.raw() as connection:
        return [tuple(row) for row in connection.exec_driver_sql(f"SELECT {columns} ORDER BY id")]


def test_state_made_anew_is_no_change_of_what_we_believe(place):
    app = busy(place)
    before = rows(place, "finding, change FROM transitions")
    assert before
    app.rebuild()
    assert rows(place, "finding, change FROM transitions") == before


def test_a_moved_ledger_goes_on(places, targets):
    source = busy(places.new())
    target = app_in(targets.new(), Clock(at(3)))
    target.take_in(source.export())
    again = target.ingest(
        [said("github", 0, DONE, ("NW-2", "status", "todo")), said("github", 2.5, ("NW-9", "status", "done"))]
    )
    assert [event.new for event in again.events] == [False, True]
    assert values(target)["NW-9", "status"] == "done"
    assert target.verify().same


def test_a_body_that_was_erased_stays_erased(places, targets):
    place = places.new()
    source = busy(place)
    with place.raw() as connection:
        connection.exec_driver_sql("UPDATE bodies SET packed = NULL")
        connection.exec_driver_sql("UPDATE events SET quotes = NULL")
    target = app_in(targets.new(), Clock(at(1.5)))
    assert target.take_in(source.export()).verification.same
    assert list(target.export()) == list(source.export())


@given(history=HISTORY)
def test_any_history_moves(history, places, targets):
    with places.borrowed() as here, targets.borrowed() as there:
        source, target = app_in(here, Clock(at(6))), app_in(there, Clock(at(6)))
        source.ingest(history)
        assert target.take_in(source.export()).verification.same
        assert answers(target) == answers(source)


def test_what_is_known_already_changes_nothing(place):
    app = busy(place)
    before = list(app.export())
    taken = app.take_in(before)
    assert (taken.new, taken.verification.same) == (0, True)
    assert list(app.export()) == before


def test_a_workspace_with_other_events_takes_nothing_in(places):
    app = app_in(places.new(), Clock(at(1)))
    app.ingest([said("standup", 0, ("PAY-1", "status", "done"))])
    before = list(app.export())
    with pytest.raises(InputError, match=r"holds 1 events already and lacks 7 of these; choose an empty workspace"):
        app.take_in(busy(places.new()).export())
    assert list(app.export()) == before


def changed(lines, table, **columns):
    """Change the first row of a table."""
    done = False
    for line in map(json.loads, lines):
        if table in line and not done:
            line[table] |= columns
            done = True
        yield json.dumps(line).encode()


def first(lines, table):
    return next(n for n, line in enumerate(lines, start=1) if line.startswith(f'{{"{table}"'.encode()))


BAD = [
    pytest.param(lambda lines: lines[:-1], r"it ends after \d+ lines without its last one", id="cut"),
    pytest.param(lambda lines: [*lines[:9], lines[9][:50]], r"line 10: ", id="cut in a line"),
    pytest.param(lambda lines: lines[:5] + lines[6:], r"line \d+: ", id="a line is missing"),
    pytest.param(lambda lines: [*lines[:-2], lines[-1]], r"tells of .* rows of outbox, and there are", id="few rows"),
    pytest.param(lambda lines: [*lines, lines[1]], "behind the last line", id="more behind the end"),
    pytest.param(lambda lines: lines[1:], "line 1: is not the first line of an export", id="no first line"),
    pytest.param(lambda lines: [b'{"sprintmind":{"schema":99}}', *lines[1:]], "by a newer sprintmind", id="newer"),
    pytest.param(lambda lines: [*lines[:2], lines[1], *lines[2:]], "line 3: digest .* was there before", id="twice"),
    pytest.param(lambda lines: [*lines[:1], b"[]", *lines[1:]], r"line 2: ", id="no object"),
    pytest.param(lambda lines: [*lines[:1], b"\xff", *lines[1:]], r"line 2: ", id="no text"),
    pytest.param(lambda lines: [*lines[:1], b'{"recipes":{}}', *lines[1:]], "no table 'recipes'", id="unknown table"),
    pytest.param(lambda lines: list(changed(lines, "bodies", packed={"text": "?"})), "not the one of its", id="digest"),
    pytest.param(lambda lines: list(changed(lines, "bodies", packed={"base64": "?"})), r"line 2: ", id="base64"),
    pytest.param(lambda lines: list(changed(lines, "bodies", packed={})), "neither text nor base64", id="no body"),
    pytest.param(lambda lines: list(changed(lines, "events", key="k")), "is of another event", id="another's reading"),
    pytest.param(lambda lines: list(changed(lines, "events", reading={})), r"line \d+: ", id="no reading"),
    pytest.param(lambda lines: list(changed(lines, "events", heard_at="now")), "not a moment", id="no moment"),
    pytest.param(lambda lines: list(changed(lines, "events", kind=None)), "events lacks kind", id="a lack"),
    pytest.param(lambda lines: list(changed(lines, "events", colour=1)), "events has no colour", id="a column"),
    pytest.param(lambda lines: list(changed(lines, "deliveries", event="k")), "no event k in the file", id="no event"),
    pytest.param(lambda lines: [], "it ends after 0 lines", id="empty"),
]


@pytest.mark.parametrize(("spoil", "told"), BAD)
def test_what_cannot_be_used_is_named_with_its_line_and_nothing_is_stored(places, tmp_path, spoil, told):
    lines = list(busy(tmp_path).export())
    with places.borrowed() as place:
        app = app_in(place, Clock(at(1.5)))
        before = list(app.export())
        with pytest.raises(InputError, match=told):
            app.take_in(spoil(lines))
        assert list(app.export()) == before
        assert app.verify().events == 0
