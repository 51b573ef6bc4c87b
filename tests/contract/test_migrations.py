"""A database of every earlier version becomes one of this version, with everything that was in it."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect

from ledgers import together
from spoken import Clock, app_in, at, said, values
from sprintmind.errors import UnavailableError
from sprintmind.ledger.schema import VERSION
from sprintmind.ledger.steps import STEPS

SAMPLES = Path(__file__).parents[1] / "samples" / "ledger"
EARLIER = range(1, VERSION)


def restored(places, version):
    """Make a database as a version of the past made it, from its dump."""
    place = places.new()
    script = (SAMPLES / f"version-{version}.{places.kind}.sql").read_text(encoding="utf-8")
    if places.kind == "sqlite":
        with closing(sqlite3.connect(place.path)) as connection:
            connection.executescript(script)
    else:
        with place.raw() as connection:
            connection.exec_driver_sql(f"CREATE SCHEMA {place.schema}")
            connection.connection.driver_connection.execute(script)
    return place


def tables(place):
    """Describe every table: its columns, keys and indexes."""
    with place.raw() as connection:
        found = inspect(connection)
        schema = getattr(place, "schema", None)
        return {
            name: (
                [(c["name"], str(c["type"]), c["nullable"]) for c in found.get_columns(name, schema=schema)],
                found.get_pk_constraint(name, schema=schema)["constrained_columns"],
                sorted((i["name"], i["column_names"]) for i in found.get_indexes(name, schema=schema)),
                sorted(u["column_names"] for u in found.get_unique_constraints(name, schema=schema)),
            )
            for name in found.get_table_names(schema=schema)
        }


def test_every_step_has_its_number_and_a_dump_of_the_version_before():
    assert list(STEPS) == list(range(2, VERSION + 1))
    assert {file.name for file in SAMPLES.glob("*.sql")} == {
        f"version-{version}.{kind}.sql" for version in EARLIER for kind in ("sqlite", "postgresql")
    }


@pytest.mark.parametrize("version", EARLIER)
def test_an_earlier_database_gets_the_tables_of_a_new_one(places, version):
    place, new = restored(places, version), places.new()
    place.ledger(Clock()).close()
    new.ledger(Clock()).close()
    assert tables(place) == tables(new)


@pytest.mark.parametrize("version", EARLIER)
def test_an_earlier_database_keeps_what_it_holds_and_goes_on(places, version):
    place = restored(places, version)
    app = app_in(place, Clock(at(1)))
    verified = app.verify()
    assert (verified.same, verified.events) == (True, 5)
    assert values(app)["NW-1", "assignee"] == "tom"
    assert app.ingest([said("github", 0.9, ("NW-3", "status", "done"))]).events[0].new
    assert not app.ingest([said("standup", 2, ("NW-2", "status", "done"))]).events[0].new
    assert app.rebuild().same


@pytest.mark.parametrize("version", EARLIER)
def test_every_step_is_listed_once_with_its_moment(places, version):
    place = restored(places, version)
    place.ledger(Clock(at(3))).close()
    place.ledger(Clock(at(4))).close()
    with place.raw() as connection:
        rows = connection.exec_driver_sql("SELECT number, applied_at FROM migrations ORDER BY number").all()
        noted = connection.exec_driver_sql("SELECT value FROM meta WHERE name = 'schema'").scalar()
    assert [tuple(row) for row in rows] == [(number, at(3).isoformat()) for number in range(1, VERSION + 1)]
    assert noted == str(VERSION)


IN_THE_WAY = {
    **dict.fromkeys((1, 2), "CREATE VIEW migrations AS SELECT 1 AS number"),
    3: "CREATE VIEW tokens AS SELECT 1 AS number",
    4: "CREATE INDEX transitions_by_moment ON meta (value)",
    5: "CREATE VIEW sprint_ends AS SELECT 1 AS number",
}
"""Something of the name of what the steps from each version make late."""


@pytest.mark.parametrize("version", EARLIER)
def test_a_step_that_fails_leaves_the_earlier_version(places, version):
    place = restored(places, version)
    with place.raw() as connection:
        connection.exec_driver_sql(IN_THE_WAY[version])
    before = tables(place)
    with pytest.raises(UnavailableError, match=r"already exists.*Nothing was written"):
        place.ledger(Clock())
    assert tables(place) == before


def open_each(places):
    for place in places:
        place.ledger(Clock()).close()


def test_four_processes_that_open_an_earlier_database_at_once_all_can(places):
    earlier = [restored(places, 1) for _ in range(5)]
    assert together(open_each, earlier, processes=4) == [0] * 4
    assert all(app_in(place, Clock(at(1))).verify().same for place in earlier)


def test_the_dumps_name_no_schema_and_no_owner():
    for file in SAMPLES.glob("*.sql"):
        assert not re.search(r"OWNER TO|dumped\.|CREATE SCHEMA", file.read_text(encoding="utf-8"))
