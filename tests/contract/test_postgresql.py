"""What a ledger on PostgreSQL promises beyond what every ledger does: others' connections, servers and passwords."""

import re
import socket

import pytest
from sqlalchemy import make_url

from ledgers import InSchema, together
from postgres_server import NoServerError, server
from spoken import Clock, app_in, at, said, values
from sprintmind.errors import ConfigError, UnavailableError
from sprintmind.ledger.postgresql import LONGEST, PostgresLedger

pytestmark = pytest.mark.needs("postgres")

DONE = ("NW-1", "status", "done")
TODO = ("NW-2", "status", "todo")
SECRET = "hunter2-and-more"


@pytest.fixture(params=["postgresql"], scope="module")
def places(request, places):
    """Only places of PostgreSQL."""
    if places.kind != "postgresql":
        pytest.skip("is no PostgreSQL")
    return places


@pytest.fixture(scope="module")
def own_server():
    """A server that a test may stop."""
    try:
        with server() as made:
            yield made
    except NoServerError as error:
        pytest.skip(f"SPRINTMIND_TEST_POSTGRES is set, but a server of the test's own cannot be started: {error}")


def kill(place):
    """End all other connections of the ledger's user, as an administrator or a failing network would."""
    with place.raw() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE pid <> pg_backend_pid() AND query LIKE '%%{place.schema}%%'"
        )


def test_a_workspace_is_a_schema_of_its_own(places):
    one, other = places.new(), places.new()
    app_in(one, Clock(at(1))).ingest([said("standup", 0, DONE)])
    assert values(app_in(other, Clock(at(1)))) == {}
    with one.raw() as connection:
        found = connection.exec_driver_sql("SELECT schemaname FROM pg_tables WHERE tablename = 'touches'").scalars()
        assert {one.schema, other.schema} <= set(found)
        assert connection.exec_driver_sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").scalar() == 0


def test_writers_of_two_workspaces_do_not_wait_for_each_other(places):
    one, other = places.new(), places.new()
    ledger, beside = one.ledger(Clock()), other.ledger(Clock(), patience=10)
    with ledger.writing(), beside.writing() as transaction:
        transaction.remember("number", "1")


def test_a_transaction_reads_one_moment_and_writes_only_where_it_may(place):
    ledger = place.ledger(Clock())
    with ledger.reading() as reading:
        assert settings(reading, "transaction_isolation", "transaction_read_only") == ["repeatable read", "on"]
    with place.raw() as connection:
        connection.exec_driver_sql("ALTER ROLE CURRENT_USER SET synchronous_commit = off")
    try:
        with place.ledger(Clock()).writing() as writing:
            assert settings(writing, "synchronous_commit", "transaction_read_only") == ["on", "off"]
    finally:
        with place.raw() as connection:
            connection.exec_driver_sql("ALTER ROLE CURRENT_USER RESET synchronous_commit")


def settings(transaction, *names):
    connection = transaction._connection  # noqa: SLF001 -- what the server is told shows only on its connection
    return [connection.exec_driver_sql(f"SHOW {name}").scalar() for name in names]


def test_a_connection_cut_in_the_middle_leaves_nothing_half_there(place):
    app = app_in(place, Clock(at(1)))
    app.ingest([said("standup", 0, DONE)])
    with pytest.raises(UnavailableError, match=r"cut by the server.*Nothing was written"):
        cut_in_the_middle(place)
    assert values(app) == {("NW-1", "status"): "done"}
    assert app.verify().same
    app.ingest([said("standup", 0, TODO)])
    assert values(app)["NW-2", "status"] == "todo"


def cut_in_the_middle(place):
    with place.ledger(Clock()).writing() as transaction:
        transaction.clear_state()
        kill(place)
        transaction.remember("number", "1")


def test_a_commit_whose_answer_is_lost_is_not_said_to_be_undone(place):
    ledger = place.ledger(Clock())
    with place.raw() as connection:
        connection.exec_driver_sql(
            "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS"
            " 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NULL; END'"
        )
        connection.exec_driver_sql(
            "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON outbox DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION die()"
        )
    with (
        pytest.raises(UnavailableError, match="Whether it was written is not known; do it again"),
        ledger.writing() as it,
    ):
        it.queue(["one"], kind="event", at=at(0))


def test_a_full_disk_is_said_and_nothing_is_half_there(place):
    app = app_in(place, Clock(at(1)))
    app.ingest([said("standup", 0, DONE)])
    with place.raw() as connection:  # the server's disk cannot be filled from here; this is the error that it gives
        connection.exec_driver_sql(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END$$"
        )
        connection.exec_driver_sql("CREATE TRIGGER full_disk BEFORE INSERT ON outbox EXECUTE FUNCTION full_disk()")
    with pytest.raises(UnavailableError, match=r"No space left on device.*make room there.*Nothing was written"):
        app.ingest([said("standup", 0, TODO)])
    assert values(app) == {("NW-1", "status"): "done"}
    assert app.verify().same


def test_a_server_that_restarts_between_commands_is_found_again(own_server):
    place = InSchema(own_server.url, "restarts")
    app = app_in(place, Clock(at(1)))
    app.ingest([said("standup", 0, DONE)])
    own_server.stop(mode="immediate")
    with pytest.raises(UnavailableError, match=r"check that the server runs"):
        app.ingest([said("standup", 0, TODO)])
    own_server.start()
    app.ingest([said("standup", 0, TODO)])
    assert values(app) == {("NW-1", "status"): "done", ("NW-2", "status"): "todo"}
    assert app.verify().same


def test_a_restart_that_nobody_noticed_costs_no_command(own_server):
    app = app_in(InSchema(own_server.url, "unnoticed"), Clock(at(1)))
    app.ingest([said("standup", 0, DONE)])
    own_server.stop(mode="immediate")
    own_server.start()
    app.ingest([said("standup", 0, TODO)])
    assert app.verify().events == 2


def refused(url, **changed):
    return make_url(url).set(**changed).render_as_string(hide_password=False)


@pytest.mark.parametrize(
    ("changed", "advice"),
    [
        pytest.param({"password": SECRET}, "check the user and the password", id="a wrong password"),
        pytest.param(
            {
                "database": "nowhere",
            },
            "create it, or name another",
            id="no such database",
        ),
        pytest.param({"port": 1, "password": SECRET}, "check that the server runs", id="nobody listens"),
        pytest.param({"host": "no.such.host.invalid", "password": SECRET}, "check the host's name", id="no such host"),
        pytest.param({"host": None, "query": {"host": "/nowhere"}, "password": SECRET}, "its socket", id="no socket"),
    ],
)
def test_a_database_that_does_not_let_us_in_is_named_without_its_password(place, changed, advice):
    with pytest.raises(UnavailableError) as refusal:
        PostgresLedger(refused(place.url, **changed), workspace="w", now=Clock())
    said_so = str(refusal.value)
    assert re.match(r"the ledger postgresql://keeper@[\w./-]+:\d+/\w+ \(sprintmind_w\): ", said_so)
    assert advice in said_so
    assert not {SECRET, make_url(place.url).password} & set(re.findall(r"[\w-]+", said_so))


def test_a_silent_host_is_given_up_in_the_end(place):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = refused(place.url, port=silent.getsockname()[1], query={"connect_timeout": "2"})
        with pytest.raises(UnavailableError, match="check the host and port"):
            PostgresLedger(url, workspace="w", now=Clock())


def test_a_user_who_may_make_no_schema_is_told_so(place):
    with place.raw() as connection:
        connection.exec_driver_sql("CREATE ROLE guest LOGIN PASSWORD 'guest'")
    try:
        guest = refused(place.url, username="guest", password="guest")
        with pytest.raises(UnavailableError, match="let it create schemas"):
            PostgresLedger(guest, workspace="w", now=Clock())
    finally:
        with place.raw() as connection:
            connection.exec_driver_sql("DROP ROLE guest")


@pytest.mark.parametrize(
    "address",
    [
        pytest.param(f"postgresql://u:{SECRET}@host:port/d", id="a port that is none"),
        pytest.param(f"mysql://u:{SECRET}@host/d", id="another database"),
        pytest.param(SECRET, id="no address"),
    ],
)
def test_an_address_that_cannot_be_read_is_not_shown(address):
    with pytest.raises(ConfigError) as refusal:
        PostgresLedger(address, workspace="w", now=Clock())
    assert SECRET not in str(refusal.value)


def test_a_workspace_whose_name_would_be_cut_off_is_refused(place):
    with pytest.raises(ConfigError, match="longer than"):
        PostgresLedger(place.url, workspace="w" * (LONGEST + 1), now=Clock())


def take_part(place, number):
    """Write and read as one of many."""
    app = app_in(place, Clock(at(1)))
    for n in range(6):
        app.ingest(
            [said("standup", 0, (f"NW-{number}", "status", ("todo", "done")[n % 2]), (f"PAY-{n}", "status", "done"))]
        )
        assert ("NW-1", "status") in values(app) or number != 1
        assert app.verify().same


def numbered(place):
    """Take the number of a process by asking the ledger."""
    with place.ledger(Clock()).writing() as transaction:
        number = int(transaction.remembered("number") or 0) + 1
        transaction.remember("number", str(number))
    take_part(place, number)


def test_eight_processes_write_and_read_at_once(place):
    assert together(numbered, place, processes=8) == [0] * 8
    app = app_in(place, Clock(at(1)))
    found = app.verify()
    assert (found.same, found.events) == (True, 48)
    assert {key for key, _ in values(app)} == {*(f"NW-{n}" for n in range(1, 9)), *(f"PAY-{n}" for n in range(6))}
