"""What a ledger in a file promises beyond what every ledger does."""

import sqlite3
import threading
import time
from contextlib import closing

import pytest

from ledgers import InFile
from spoken import Clock, app_in, at, said, values
from sprintmind.errors import InputError, UnavailableError
from sprintmind.ledger.sqlite import SqliteLedger
from sprintmind.ledger.sqlite_file import SqliteKept

DONE = ("NW-1", "status", "done")


def test_commits_are_durable(tmp_path):
    ledger = SqliteLedger(tmp_path / "ledger.db", now=Clock())
    with ledger.writing() as transaction:
        connection = transaction._connection  # noqa: SLF001 -- what the file is told shows only on its connection
        pragmas = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
        assert pragmas == ["wal", 2]


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "ledger.db").write_bytes(b"a shopping list, not a database\n" * 40)
    with pytest.raises(UnavailableError, match="no database"):
        SqliteLedger(tmp_path / "ledger.db", now=Clock())


def test_what_is_kept_is_told_alike_to_whoever_asks_for_nothing_else(tmp_path):
    app_in(tmp_path, Clock(at(1))).ingest([said("standup", 0, DONE), said("standup", 1, ("NW-1", "status", "blocked"))])
    file = tmp_path / "ledger.db"
    with SqliteKept(file).reading() as kept, SqliteLedger(file, now=Clock(at(2))).reading() as whole:
        assert kept.tickets()
        assert kept.tickets(history=True) == whole.tickets(history=True)
        assert (kept.conflicts(), kept.commitments()) == (whole.conflicts(), whole.commitments())
        assert (kept.pulls(), kept.sprints(), kept.due(at(9))) == (whole.pulls(), whole.sprints(), whole.due(at(9)))
        assert kept.sprint_ends() == whole.sprint_ends()


def test_whoever_asks_for_nothing_else_is_told_of_another_schema_and_changes_none(tmp_path):
    file = tmp_path / "ledger.db"
    assert not SqliteKept(file).current
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    SqliteLedger(file, now=Clock(at(1))).close()
    assert SqliteKept(file).current


def test_a_full_disk_is_said_and_nothing_is_half_there(tmp_path):
    app = app_in(tmp_path, Clock(at(1)))
    app.ingest([said("standup", 0, DONE)])
    ledger = SqliteLedger(tmp_path / "ledger.db", now=Clock(at(1)))
    with pytest.raises(UnavailableError, match="disk is full"), ledger.writing() as transaction:
        fill(transaction)
    assert values(app) == {("NW-1", "status"): "done"}
    assert app.verify().same


def fill(transaction):
    connection = transaction._connection  # noqa: SLF001 -- a disk cannot be filled from outside
    connection.exec_driver_sql("PRAGMA max_page_count = 1")
    transaction.clear_state()
    for number in range(100):
        transaction.remember(f"filler {number}", "x" * 10_000)


def write_until(stop, folder, written):
    app = app_in(folder, Clock(at(1)))
    while not stop.is_set():
        app.ingest([said("standup", 0, (f"NW-{len(written)}", "status", "done"))])
        written.append(f"NW-{len(written)}")


def wait_for_more(written):
    """Wait, ten seconds at most, until something more is written; tell how much there is."""
    before, until = len(written), time.monotonic() + 10
    while len(written) == before and time.monotonic() < until:
        time.sleep(0.001)
    return len(written)


def test_a_backup_made_while_somebody_writes_is_of_one_moment_and_can_be_restored(tmp_path):
    stop, written = threading.Event(), []
    writer = threading.Thread(target=write_until, args=(stop, tmp_path, written))
    writer.start()
    try:
        ledger = SqliteLedger(tmp_path / "ledger.db", now=Clock(at(1)))
        backups = []
        for number in range(5):
            before = wait_for_more(written)
            backups.append((before, ledger.backup(tmp_path / f"{number}.db").file, len(written)))
    finally:
        stop.set()
        writer.join()
    for before, file, after in backups:
        restored = tmp_path / file.stem
        restored.mkdir()
        file.rename(restored / "ledger.db")
        app = app_in(restored, Clock(at(1)))
        verified = app.verify()
        assert verified.same
        assert before <= verified.events <= after + 1
        assert {key for key, _ in values(app)} == {f"NW-{number}" for number in range(verified.events)}
        assert app.ingest([said("standup", 0, ("NW-1000", "status", "done"))]).events[0].new
    assert backups[-1][2] > backups[0][0]


def test_a_backup_says_the_command_that_restores_it(tmp_path):
    ledger = SqliteLedger(tmp_path / "ledger.db", now=Clock())
    made = ledger.backup(tmp_path / "copy.db")
    assert made.restore == f"cp {tmp_path / 'copy.db'} {tmp_path / 'ledger.db'}"
    assert made.size == (tmp_path / "copy.db").stat().st_size


def test_a_backup_writes_over_nothing(tmp_path):
    ledger = SqliteLedger(tmp_path / "ledger.db", now=Clock())
    (tmp_path / "copy.db").write_text("precious", encoding="utf-8")
    with pytest.raises(InputError, match="is there already"):
        ledger.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text(encoding="utf-8") == "precious"


def test_a_backup_that_cannot_be_written_leaves_nothing(tmp_path):
    ledger = SqliteLedger(tmp_path / "ledger.db", now=Clock())
    with pytest.raises(UnavailableError, match=r"cannot be copied to .*copy\.db: unable to open"):
        ledger.backup(tmp_path / "nowhere" / "copy.db")
    assert sorted(file.name for file in tmp_path.iterdir() if "copy" in file.name) == []


def test_a_damaged_ledger_is_not_taken_for_a_backup(tmp_path):
    app = app_in(tmp_path, Clock(at(1)))
    app.ingest([said("standup", 0, (f"NW-{number}", "status", "done")) for number in range(30)])
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file = tmp_path / "ledger.db"
    content = bytearray(file.read_bytes())
    content[4096 * 5 : 4096 * 9] = b"\xff" * 4096 * 4
    file.write_bytes(content)
    with pytest.raises(UnavailableError, match="damaged"):
        InFile(file).ledger(Clock()).backup(tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
