"""Memory on a real server that goes down, comes back and is killed: it has everything the ledger holds, once."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from uuid import uuid4

import httpx2
import pytest

from commands.desk import desk
from hindsight_server import VARIABLE, server
from journeys.telling import meeting, teller, ticking
from ledgers import Places
from spoken import TEAM, Clock, app_in, at
from sprintmind import remember
from sprintmind.domain.visibility import Caller
from sprintmind.errors import UnavailableError
from sprintmind.memory.hindsight import HindsightMemories
from sprintmind.remember import Teller, deliver, refill
from sprintmind.remembering import about

pytestmark = pytest.mark.needs("hindsight")

MEETINGS = 50
SECRET = "I was up all night for the sandbox"
EVERYONE = Caller(operator=True)


@pytest.fixture(scope="module")
def own():
    """A server of these tests' own, to be killed."""
    with server() as made:
        yield made


@pytest.fixture
def place(tmp_path):
    """A place for one ledger: what a server does has nothing to do with the ledger's database."""
    return Places("sqlite", tmp_path).new()


@pytest.fixture
def bank():
    """A bank on the server that is there for all tests."""
    made = HindsightMemories(os.environ[VARIABLE], bank=f"test-{uuid4().hex[:12]}")
    yield made
    made.clear()
    made.close()


def listed(memories, path):
    address = f"{memories.url}/v1/default/banks/{memories.bank}/{path}"
    return httpx2.get(address, params={"limit": 500}, timeout=60).json()["items"]


def pieces(memories):
    """Count how often each document stands in a bank, by what the server itself says that it would find."""
    return Counter(each["document_id"] for each in listed(memories, "memories/list") if each["fact_type"] == "world")


def keys(place):
    with place.ledger(Clock(at(1))).reading() as reading:
        return {heard.event.key for heard, _ in reading.everything()}


def prepared(place, memory, count=MEETINGS):
    app = app_in(place, Clock(at(1)), memory=memory)
    app.ingest([meeting(number) for number in range(count)])
    return app


def everything_once(place, memories):
    return pieces(memories) == Counter(keys(place))


def test_a_server_that_was_down_all_the_while_has_everything_once_when_it_is_up(place, own):
    memories = HindsightMemories(own.url, bank="down")
    own.kill()
    app = prepared(place, memories)
    down = app.tell_memory()
    assert down.documents == 0
    assert f"the Hindsight server at {own.url} cannot be reached" in down.error
    report = app.memory_status()
    assert (report.waiting.pending, report.ready) == (MEETINGS, False)
    assert "cannot be reached" in app.tick().memory_error
    own.start()
    assert app.tell_memory(impatient=True).documents >= MEETINGS
    assert app.memory_status().waiting.pending == 0
    assert everything_once(place, memories)
    memories.close()


def test_a_server_that_is_killed_midway_has_everything_once_in_the_end(place, own):
    class Killing(HindsightMemories):
        batches = 0

        async def _queued(self, items):
            self.batches += 1
            if self.batches == 2:
                await self._client.aretain_batch(self.bank, items=items[:30], retain_async=True)
                own.kill()
            await super()._queued(items)

    memories = Killing(own.url, bank="midway")
    prepared(place, memories, count=90)
    clock = ticking()
    first = deliver(teller(place, memories, clock=clock))
    assert first.documents == remember.AT_ONCE
    assert "cannot be reached" in first.error
    own.start()
    rest = deliver(teller(place, memories, clock=clock), impatient=True)
    assert (rest.error, first.documents + rest.documents) == (None, 90)
    deadline = time.monotonic() + 60
    while not everything_once(place, memories) and time.monotonic() < deadline:
        time.sleep(0.5)  # the batch that it took before it was killed
    assert everything_once(place, memories)
    memories.close()


def test_a_worker_killed_between_retaining_and_marking_doubles_nothing_and_loses_nothing(place, bank):
    class Killed(HindsightMemories):
        def retain(self, memories):
            super().retain(memories)
            os.kill(os.getpid(), signal.SIGKILL)

    prepared(place, bank)
    child = os.fork()
    if not child:
        try:
            memories = Killed(bank.url, bank=bank.bank)
            deliver(Teller(ledger=place.ledger(now), memory=memories, team=TEAM, clock=now))
        finally:
            os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    assert pieces(bank).total() == remember.AT_ONCE
    assert place.ledger(now).outbox.waiting().pending == MEETINGS
    after = now() + remember.LEASE
    told = deliver(Teller(ledger=place.ledger(now), memory=bank, team=TEAM, clock=lambda: after))
    assert told.documents == MEETINGS
    assert everything_once(place, bank)


def now():
    return datetime.now(UTC)


def test_a_text_in_parts_is_replaced_with_all_of_them(place, bank):
    long = " ".join(f"This is sentence {n} about the batch." for n in range(60))
    app = app_in(place, Clock(at(1)), memory=bank)
    app.ingest([meeting(1, long)])
    app.tell_memory()
    before = pieces(bank)
    assert len(before) > 2
    assert sum("#part" in document for document in before) == len(before) - 1
    app.ingest([meeting(1, "nothing more of the batch")])
    app.tell_memory()
    [(document, count)] = pieces(bank).items()
    assert (document in keys(place), "#part" in document, count) == (True, False, 1)
    assert [each["id"] for each in listed(bank, "documents")] == [document]


def test_a_person_is_forgotten_by_the_server_too_and_the_receipt_proves_it(place, bank):
    app = app_in(place, Clock(at(1)), memory=bank)
    app.ingest([meeting(1, SECRET), *(meeting(number, who="Dana Fox") for number in range(2, 9))])
    app.tell_memory()
    assert [each for each in app.recall(about("sandbox", caller=EVERYONE)).found if SECRET in each.memory.text]
    receipt = app.forget(person="priya")
    assert (receipt.stored, receipt.found) == (True, {})
    assert receipt.memories
    assert not any("memory" in each for each in receipt.left)
    left = json.dumps([listed(bank, "memories/list"), listed(bank, "documents")])
    assert "up all night" not in left
    assert "riya" not in left
    assert "Noted, item 1" in left


def test_a_server_that_is_down_forgets_when_it_is_up_and_the_receipt_says_so(place, own):
    memories = HindsightMemories(own.url, bank="forgets")
    app = app_in(place, Clock(at(1)), memory=memories)
    app.ingest([meeting(1, SECRET)])
    app.tell_memory()
    own.kill()
    receipt = app.forget(person="priya")
    assert receipt.memories is None
    assert any("it still holds it" in each for each in receipt.left)
    own.start()
    assert app.tell_memory(impatient=True).error is None
    assert "up all night" not in json.dumps(listed(memories, "memories/list"))
    memories.close()


def test_filling_a_server_that_dies_goes_on_where_it_was(place, own):
    memories = HindsightMemories(own.url, bank="refilled")
    prepared(place, memories, count=90)

    def die(done, _):
        if done == remember.AT_ONCE:
            own.kill()

    with pytest.raises(UnavailableError, match="memory rebuild` again, it goes on where it was"):
        refill(teller(place, memories), progress=die)
    own.start()
    assert pieces(memories).total() == remember.AT_ONCE
    assert refill(teller(place, memories)).documents == 90 - remember.AT_ONCE
    assert everything_once(place, memories)
    memories.close()


MINUTES = "Priya: The migration of NW-1 overlaps the nightly batch.\nTom Weber: Acme gets the sandbox by Friday.\n"


def test_memory_moves_to_a_server_and_back_and_each_has_what_the_ledger_holds(tmp_path, capsys, monkeypatch, bank):
    sat = desk(tmp_path, capsys, monkeypatch)
    (tmp_path / "minutes.txt").write_text(MINUTES, encoding="utf-8")
    sat.type("ingest", "meeting", str(tmp_path / "minutes.txt"), "--date", "2025-09-30", "--title", "Sync")

    def typed(*words):
        status, out, err = sat.type(*words, "--json")
        assert (status, err) == (0, "")
        return json.loads(out)

    def recalled():
        return [(each["id"], each["text"]) for each in typed("memory", "recall", "which migration overlaps the batch?")]

    embedded = recalled()
    environment = {"SPRINTMIND_MEMORY": "hindsight", "SPRINTMIND_HINDSIGHT_URL": bank.url, "SPRINTMIND_LOG": "error"}
    for name, value in {**environment, "SPRINTMIND_HINDSIGHT_BANK": bank.bank}.items():
        monkeypatch.setenv(name, value)
    typed("memory", "rebuild")
    status = typed("memory", "status")
    assert (status["backend"], status["ready"], status["backlog"]) == ("hindsight", True, 0)
    assert recalled()[0] == embedded[0]
    assert set(pieces(bank)) == {document for document, _ in embedded}
    assert set(typed("tick")) >= {"memory_backlog"}
    assert isinstance(typed("memory", "models"), list)
    monkeypatch.setenv("SPRINTMIND_MEMORY", "embedded")
    typed("memory", "rebuild")
    assert typed("memory", "status")["backend"] == "embedded"
    assert recalled() == embedded


COMMANDS = (
    ("memory", "recall", "the batch"),
    ("memory", "models", "--refresh"),
    ("tick",),
)


def test_no_command_says_at_its_end_that_a_connection_was_left_open(tmp_path, capsys, monkeypatch, bank):
    sat = desk(tmp_path, capsys, monkeypatch)
    (tmp_path / "minutes.txt").write_text(MINUTES, encoding="utf-8")
    sat.type("ingest", "meeting", str(tmp_path / "minutes.txt"), "--date", "2025-09-30", "--title", "Sync")
    at_server = {
        "SPRINTMIND_MEMORY": "hindsight",
        "SPRINTMIND_HINDSIGHT_URL": bank.url,
        "SPRINTMIND_HINDSIGHT_BANK": bank.bank,
        "SPRINTMIND_LOG": "error",
    }
    for words in COMMANDS:
        done = subprocess.run(
            [
                sys.executable,
                "-W",
                "always::ResourceWarning",
                "-c",
                "from sprintmind.cli import main; main()",
                *words,
                "--json",
                "--home",
                str(tmp_path),
            ],
            env={**os.environ, **at_server},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (words, done.stderr) == (words, "")
        assert json.loads(done.stdout) is not None
