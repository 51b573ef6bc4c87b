"""Statements that ask for some rows of a table look them up; none reads the whole table for them."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import Executable
from sqlalchemy.dialects.sqlite import dialect

from spoken import Clock
from sprintmind.ledger import statements
from sprintmind.ledger.sqlite import SqliteLedger

BY_KEYS = {
    f"{name} {number}": str(statement.compile(dialect=dialect()))
    for name, each in vars(statements).items()
    for number, statement in enumerate(each if isinstance(each, tuple) else (each,))
    if isinstance(statement, Executable) and not name.startswith("_")
}


@pytest.mark.parametrize("text", [pytest.param(each, id=name) for name, each in BY_KEYS.items() if "json_each" in each])
def test_what_is_asked_for_by_its_keys_is_looked_up(text, tmp_path):
    SqliteLedger(tmp_path / "ledger.db", now=Clock()).close()
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection:
        steps = connection.execute(f"EXPLAIN QUERY PLAN {text}", ["[]"] * text.count("?")).fetchall()
    assert [step for *_, step in steps if step.startswith("SCAN") and "json_each" not in step] == []
