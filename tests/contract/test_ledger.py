"""What every ledger promises: one transaction, one writer, nothing half there."""

import multiprocessing
import sqlite3
import time
from contextlib import suppress

import pytest

from spoken import Clock, app_in, at, said, values
from sprintmind.errors import UnavailableError
from sprintmind.ledger.sqlite import SqliteLedger


def count(folder, *, begin, times, together):
    """Read a number and write the next one, so many times; a process that is refused says so."""
    ledger = SqliteLedger(folder / "ledger.db", now=Clock(), begin=begin)
    together.wait()
    try:
        for _ in range(times):
            with ledger.writing() as transaction:
                number = int(transaction.remembered("number") or 0)
                time.sleep(0.002)
                transaction.remember("number", str(number + 1))
    except UnavailableError:
        raise SystemExit(4) from None


def run_four(folder, *, begin):
    SqliteLedger(folder / "ledger.db", now=Clock()).close()
    spawn = multiprocessing.get_context("spawn")
    asked = {"begin": begin, "times": 10, "together": spawn.Barrier(4)}
    processes = [spawn.Process(target=count, args=(folder,), kwargs=asked) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    with SqliteLedger(folder / "ledger.db", now=Clock()).reading() as reading:
        return int(reading.remembered("number") or 0), [process.exitcode for process in processes]


def test_four_processes_that_read_and_then_write_lose_nothing(tmp_path):
    assert run_four(tmp_path, begin="BEGIN IMMEDIATE") == (40, [0, 0, 0, 0])


def test_with_a_plain_begin_the_same_four_processes_are_refused(tmp_path):
    number, exits = run_four(tmp_path, begin="BEGIN")
    assert 4 in exits
    assert number < 40


def test_an_error_in_the_middle_of_a_transaction_undoes_all_of_it(tmp_path):
    app = app_in(tmp_path, Clock(at(1)))
    app.ingest([said("standup", 0, ("NW-1", "status", "done"))])
    ledger = SqliteLedger(tmp_path / "ledger.db", now=Clock(at(1)))
    with suppress(RuntimeError), ledger.writing() as transaction:
        transaction.clear_state()
        raise RuntimeError
    assert values(app) == {("NW-1", "status"): "done"}
    assert app.verify().same


def test_commits_are_durable_and_readers_do_not_wait(tmp_path):
    ledger = SqliteLedger(tmp_path / "ledger.db", now=Clock())
    with ledger.writing() as transaction:
        connection = transaction._connection  # noqa: SLF001 -- what the file is told shows only on its connection
        pragmas = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
        assert pragmas == ["wal", 2]
        with ledger.reading() as reading:
            assert reading.counts().events == 0


def test_another_writer_that_does_not_end_is_named_and_nothing_is_written(tmp_path):
    app = app_in(tmp_path, Clock(at(1)))
    app.ingest([said("standup", 0, ("NW-1", "status", "done"))])
    other = sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    impatient = SqliteLedger(tmp_path / "ledger.db", now=Clock(), patience=10)
    with pytest.raises(UnavailableError, match="another process is writing"), impatient.writing():
        pass
    other.execute("ROLLBACK")
    other.close()


def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path):
    ledger = SqliteLedger(tmp_path / "ledger.db", now=Clock())
    with ledger.writing() as transaction:
        transaction.remember("schema", "99")
    ledger.close()
    before = (tmp_path / "ledger.db").read_bytes()
    with pytest.raises(UnavailableError, match=r"newer sprintmind \(schema 99"):
        SqliteLedger(tmp_path / "ledger.db", now=Clock())
    assert (tmp_path / "ledger.db").read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [pytest.param("DELETE FROM meta", id="no version"), pytest.param("UPDATE meta SET value = 'x'", id="not a number")],
)
def test_a_database_that_says_no_version_of_ours_is_refused(change, tmp_path):
    SqliteLedger(tmp_path / "ledger.db", now=Clock()).close()
    with sqlite3.connect(tmp_path / "ledger.db") as raw:
        raw.execute(change)
    with pytest.raises(UnavailableError, match="a database of something else"):
        SqliteLedger(tmp_path / "ledger.db", now=Clock())


@pytest.mark.parametrize("column", ["tickets.state", "events.reading", "bodies.packed"])
def test_a_row_that_is_damaged_is_named_and_not_shown_as_a_trace(column, tmp_path):
    app = app_in(tmp_path, Clock(at(1)))
    app.ingest([said("standup", 0, ("NW-1", "status", "done"))])
    table, _, name = column.partition(".")
    with sqlite3.connect(tmp_path / "ledger.db") as raw:
        raw.execute(f"UPDATE {table} SET {name} = x'7b7d'")
    with pytest.raises(UnavailableError, match=r"ledger\.db holds a row that cannot be read .* restore a backup"):
        _all_of(app)


def _all_of(app):
    return values(app), app.verify(), app.rebuild()


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "ledger.db").write_bytes(b"a shopping list, not a database\n" * 40)
    with pytest.raises(UnavailableError, match="no database"):
        SqliteLedger(tmp_path / "ledger.db", now=Clock())


def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path):
    other = sqlite3.connect(tmp_path / "ledger.db")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    with pytest.raises(UnavailableError, match="a database of something else"):
        SqliteLedger(tmp_path / "ledger.db", now=Clock())


def overfill(ledger):
    with ledger.writing() as transaction:
        connection = transaction._connection  # noqa: SLF001 -- a disk cannot be filled from outside
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
        transaction.clear_state()
        for number in range(100):
            transaction.remember(f"filler {number}", "x" * 10_000)


def test_a_full_disk_is_said_and_nothing_is_half_there(tmp_path):
    app = app_in(tmp_path, Clock(at(1)))
    app.ingest([said("standup", 0, ("NW-1", "status", "done"))])
    ledger = SqliteLedger(tmp_path / "ledger.db", now=Clock(at(1)))
    with pytest.raises(UnavailableError, match="disk is full"):
        overfill(ledger)
    assert values(app) == {("NW-1", "status"): "done"}
    assert app.verify().same


def test_text_that_can_be_erased_is_read_by_no_fold(tmp_path):
    app = app_in(tmp_path, Clock(at(1)))
    app.ingest([said("standup", 0, ("NW-1", "status", "done")), said("meeting", 0.5, ("NW-1", "status", "todo"))])
    before = values(app)
    raw = sqlite3.connect(tmp_path / "ledger.db")
    raw.execute("UPDATE bodies SET packed = NULL")
    raw.execute("UPDATE events SET quotes = NULL")
    raw.commit()
    raw.close()
    app.rebuild()
    assert values(app) == before
    assert app.verify().same


def test_opening_again_changes_nothing(tmp_path):
    SqliteLedger(tmp_path / "ledger.db", now=Clock()).close()
    before = (tmp_path / "ledger.db").read_bytes()
    SqliteLedger(tmp_path / "ledger.db", now=Clock()).close()
    assert (tmp_path / "ledger.db").read_bytes() == before


def test_cursors_are_of_one_system_and_forgotten_one_by_one(tmp_path):
    ledger = SqliteLedger(tmp_path / "ledger.db", now=Clock())
    with ledger.writing() as transaction:
        transaction.move_cursors("github:shop", {"since": "monday", "page": "1"})
        transaction.move_cursors("github:till", {"since": "tuesday"})
    with ledger.writing() as transaction:
        transaction.move_cursors("github:shop", {"since": "wednesday", "page": None, "never": None})
    with ledger.reading() as reading:
        assert reading.cursors("github:shop") == {"since": "wednesday"}
        assert reading.cursors("github:till") == {"since": "tuesday"}
        assert reading.cursors("jira:site") == {}
