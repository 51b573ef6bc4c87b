"""Statements in the driver's own form do what SQLAlchemy's own do, and fail as they do."""

import pytest
from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.exc import DBAPIError

from spoken import Clock, at
from sprintmind.ledger import kept_statements as kept
from sprintmind.ledger import statements as sql
from sprintmind.ledger.prepared import Statements
from sprintmind.ledger.schema import claims, meta, sprints

CLAIM = {
    "ticket": "NW-1", "claim": "c1", "event": "e", "field": "status", "decision": "accepted", "late": False,
    "current": True, "reason": "100 % sure: it's said",
}  # fmt: skip


def asked(place):
    """Make a ledger, and open its database by hand."""
    place.ledger(Clock(at(1))).close()
    return place.raw()


def test_what_is_written_is_found_as_sqlalchemy_finds_it(place):
    with asked(place) as connection:
        statements = Statements(connection)
        statements.run_each(sql.ADD_CLAIM, [CLAIM, {**CLAIM, "claim": "c2", "late": True}])
        found = statements.rows(sql.ALL_CLAIMS, {})
        assert [tuple(row) for row in found] == [tuple(row) for row in connection.execute(select(claims))]
        assert [(row.claim, row.late) for row in found] == [("c1", False), ("c2", True)]
        assert [type(row.late) for row in found] == [bool, bool]


def test_bytes_and_several_keys_go_in_and_come_out_as_they_are(place):
    with asked(place) as connection:
        statements = Statements(connection)
        for name in ("pull:1/1", "pull:1/2", "pull:1/3"):
            statements.run(sql.ADD_PULL, {"name": name, "state": f'{{"it\'s": "{name}"}}\0'.encode()})
        found = statements.rows(kept.PULLS, {"keys": ["pull:1/1", "pull:1/3", "it's none"]})
        assert sorted(row.state for row in found) == [b'{"it\'s": "pull:1/1"}\0', b'{"it\'s": "pull:1/3"}\0']


def test_what_stands_in_a_statement_and_what_is_given_both_count(place):
    begins = select(func.count().label("many")).where(sprints.c.name == bindparam("named"), sprints.c.start != "no day")
    with asked(place) as connection:
        statements = Statements(connection)
        statements.run_each(sql.ADD_SPRINT, [{"name": "Sprint 1", "start": "2025-10-01"}])
        statements.run_each(insert(sprints), [])
        assert [row.many for row in statements.rows(begins, {"named": "Sprint 1"})] == [1]
        assert [row.many for row in statements.rows(begins, {"named": "Sprint 2"})] == [0]


def test_a_value_that_is_not_given_is_never_taken_for_none(place):
    with asked(place) as connection, pytest.raises((KeyError, DBAPIError)):
        Statements(connection).rows(kept.META, {})


@pytest.mark.parametrize("several", [pytest.param(1, id="one row"), pytest.param(2, id="several rows")])
def test_the_drivers_errors_are_told_as_sqlalchemy_tells_them_and_tell_no_values(place, several):
    row = {"name": "twice", "value": "not to be told"}
    with asked(place) as connection:
        Statements(connection).run(insert(meta), row)
        with pytest.raises(DBAPIError) as caught, connection.begin_nested():
            Statements(connection).run_each(insert(meta), [row] * several)
    assert "INSERT INTO" in caught.value.statement
    assert "not to be told" not in str(caught.value)
    assert not caught.value.connection_invalidated
