"""What every ledger promises: one transaction, one writer, nothing half there."""

import time

import pytest
from sqlalchemy import text

from ledgers import together
from spoken import Clock, app_in, at, said, values
from sprintmind.errors import UnavailableError
from sprintmind.ledger.schema import VERSION

PLAIN = {"sqlite": "BEGIN", "postgresql": "SELECT 1"}
"""How a transaction begins that takes no writer's place."""
DONE = ("NW-1", "status", "done")


def count(place, *, times, **more):
    """Read a number and write the next one, so many times; a process that is refused says so."""
    ledger = place.ledger(Clock(), **more)
    try:
        for _ in range(times):
            with ledger.writing() as transaction:
                number = int(transaction.remembered("number") or 0)
                time.sleep(0.002)
                transaction.remember("number", str(number + 1))
    except UnavailableError:
        raise SystemExit(4) from None


def run_four(place, **more):
    place.ledger(Clock()).close()
    exits = together(count, place, processes=4, times=10, **more)
    with place.ledger(Clock()).reading() as reading:
        return int(reading.remembered("number") or 0), exits


def test_four_processes_that_read_and_then_write_lose_nothing(place):
    assert run_four(place) == (40, [0, 0, 0, 0])


def test_without_the_writers_place_the_same_four_processes_lose_something(places, place):
    number, exits = run_four(place, begin=PLAIN[places.kind])
    assert number < 40
    assert places.kind == "postgresql" or 4 in exits


def open_each(places):
    for place in places:
        place.ledger(Clock()).close()


def test_eight_processes_that_open_new_ledgers_at_once_all_can(places):
    new = [places.new() for _ in range(5)]
    assert together(open_each, new, processes=8) == [0] * 8
    assert all(app_in(place, Clock(at(1))).verify().same for place in new)


def test_an_error_in_the_middle_of_a_transaction_undoes_all_of_it(place):
    app = app_in(place, Clock(at(1)))
    app.ingest([said("standup", 0, DONE)])
    with pytest.raises(ZeroDivisionError), place.ledger(Clock(at(1))).writing() as transaction:
        transaction.remember("number", str(transaction.clear_state() or 1 // 0))
    assert values(app) == {("NW-1", "status"): "done"}
    assert app.verify().same


def test_readers_do_not_wait_and_see_one_moment(place):
    ledger = place.ledger(Clock())
    with ledger.reading() as before, ledger.writing() as transaction:
        assert before.remembered("number") is None
        transaction.remember("number", "1")
        with ledger.reading() as reading:
            assert reading.remembered("number") is None
    with ledger.reading() as early:
        assert early.remembered("number") == "1"
        with ledger.writing() as transaction:
            transaction.remember("number", "2")
        assert early.remembered("number") == "1"
    with ledger.reading() as late:
        assert late.remembered("number") == "2"


def test_opening_a_ledger_does_not_wait_for_a_writer(place):
    ledger = place.ledger(Clock())
    with ledger.writing():
        place.ledger(Clock(), patience=10).close()


def test_another_writer_that_does_not_end_is_named_and_nothing_is_written(place):
    app = app_in(place, Clock(at(1)))
    app.ingest([said("standup", 0, DONE)])
    impatient = place.ledger(Clock(), patience=10)
    with (
        place.ledger(Clock()).writing(),
        pytest.raises(UnavailableError, match="another process is writing"),
        impatient.writing(),
    ):
        pass
    with impatient.writing() as transaction:
        transaction.remember("number", "1")


def test_a_database_of_a_newer_version_is_refused_and_left_alone(place):
    ledger = place.ledger(Clock())
    with place.raw() as connection:
        connection.exec_driver_sql("INSERT INTO migrations (number, applied_at) VALUES (99, '2030-01-01')")
    ledger.close()
    before = place.content()
    with pytest.raises(UnavailableError, match=r"newer sprintmind \(schema 99, this one knows \d+\); upgrade"):
        place.ledger(Clock())
    assert place.content() == before


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("DELETE FROM meta", id="no version"),
        pytest.param("UPDATE meta SET value = 'x'", id="not a number"),
    ],
)
def test_a_database_that_says_no_version_of_ours_is_refused(change, place):
    place.ledger(Clock()).close()
    with place.raw() as connection:
        connection.exec_driver_sql(change)
    with pytest.raises(UnavailableError, match="a database of something else"):
        place.ledger(Clock())


@pytest.mark.parametrize("column", ["tickets.state", "events.reading", "bodies.packed"])
def test_a_row_that_is_damaged_is_named_and_not_shown_as_a_trace(column, place):
    app = app_in(place, Clock(at(1)))
    app.ingest([said("standup", 0, DONE)])
    table, _, name = column.partition(".")
    with place.raw() as connection:
        connection.execute(text(f"UPDATE {table} SET {name} = :nonsense"), {"nonsense": b"{}"[::-1]})
    with pytest.raises(UnavailableError, match=r"holds a row that cannot be read .* restore a backup"):
        _all_of(app)


def _all_of(app):
    return values(app), app.verify(), app.rebuild()


def test_a_database_of_something_else_is_refused_and_left_alone(places, place):
    if places.kind == "postgresql":
        place.ledger(Clock()).close()
        place.drop()
        with place.raw() as connection:
            connection.exec_driver_sql(f"CREATE SCHEMA {place.schema}")
    with place.raw() as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (name TEXT, of_whom TEXT)")
    before = place.content()
    with pytest.raises(UnavailableError, match="a database of something else"):
        place.ledger(Clock())
    assert place.content() == before


def test_text_that_can_be_erased_is_read_by_no_fold(place):
    app = app_in(place, Clock(at(1)))
    app.ingest([said("standup", 0, DONE), said("meeting", 0.5, ("NW-1", "status", "todo"))])
    before = values(app)
    with place.raw() as connection:
        connection.exec_driver_sql("UPDATE bodies SET packed = NULL")
        connection.exec_driver_sql("UPDATE events SET quotes = NULL")
    app.rebuild()
    assert values(app) == before
    assert app.verify().same


def test_opening_again_changes_nothing(place):
    place.ledger(Clock()).close()
    before = place.content()
    place.ledger(Clock()).close()
    assert place.content() == before


def test_a_ledger_tells_which_database_it_is_in(places, place):
    about = place.ledger(Clock()).about()
    assert about.kind.casefold().startswith(places.kind)
    assert (about.schema, about.forgetful) == (VERSION, "")
    assert about.size > 0


NAMES = ("ea", "éa", "f", "zoë", "zoe", "ße", "名", "\U0001f600", "_", "-", "a b", "ab", "a-b")


def test_names_sort_by_code_point_whatever_the_databases_own_order(place):
    app = app_in(place, Clock(at(1)))
    app.ingest([said("standup", 0, (f"NW-{n}", "status", "done"), speaker=name) for n, name in enumerate(NAMES)])
    with place.ledger(Clock()).reading() as reading:
        found = [each.identity.removeprefix("speaker:") for each in reading.identities()]
        assert sorted(found) == sorted(name.casefold() for name in NAMES)
        for start in "eaz_-":
            expected = {f"identity:speaker:{name.casefold()}" for name in NAMES if name.casefold().startswith(start)}
            assert reading.names_within(f"identity:speaker:{start}") == expected
        keys = [ticket.key for ticket in reading.tickets()]
        assert keys == sorted(keys)


def test_cursors_are_of_one_system_and_forgotten_one_by_one(place):
    ledger = place.ledger(Clock())
    with ledger.writing() as transaction:
        transaction.move_cursors("github:shop", {"since": "monday", "page": "1"})
        transaction.move_cursors("github:till", {"since": "tuesday"})
    with ledger.writing() as transaction:
        transaction.move_cursors("github:shop", {"since": "wednesday", "page": None, "never": None})
    with ledger.reading() as reading:
        assert reading.cursors("github:shop") == {"since": "wednesday"}
        assert reading.cursors("github:till") == {"since": "tuesday"}
        assert reading.cursors("jira:site") == {}
