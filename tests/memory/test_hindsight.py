"""A Hindsight server as the memory: what is told to it, what comes back, and what is said when it fails."""

import json
import os
import socket
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from uuid import uuid4

import httpx2
import pytest

from hindsight_server import VARIABLE, server
from sprintmind.domain.events import Audience, PersonId, Visibility
from sprintmind.domain.memories import DocumentId, Memory, Question, Tag
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError, UnavailableError
from sprintmind.memory.hindsight.bank import DIRECTIVES, MODELS, scopes
from sprintmind.memory.hindsight.memories import AT_ONCE, HindsightMemories

AT = datetime(2025, 9, 29, 9, tzinfo=UTC)
TEAM = Caller()


def memory(document, text, *tags, **more):
    return Memory(document=DocumentId(document), text=text, said_at=AT, tags=tuple(map(Tag, tags)), **more)


def found(memories, text, caller=TEAM, **more):
    return [each.memory for each in memories.recall(Question(text=text, caller=caller, **more))]


@pytest.fixture
def bank():
    """A bank of the test's own on the server."""
    made = HindsightMemories(os.environ[VARIABLE], bank=f"test-{uuid4().hex[:12]}")
    yield made
    made.clear()
    made.close()


def told(bank, path):
    """Ask the server itself about a bank."""
    return httpx2.get(f"{bank.url}/v1/default/banks/{bank.bank}/{path}").json()


needs_server = pytest.mark.needs("hindsight")


@needs_server
def test_a_record_comes_back_whole_with_its_document_and_metadata(bank):
    record = "LESSON RECORD id=E1 " + "a long word " * 1000
    bank.retain([memory("E1", record, "kind:lesson", whole=True, metadata={"lesson": "E1"})])
    (lesson,) = found(bank, "lesson", kinds=("lesson",))
    assert (lesson.text, lesson.document, lesson.whole, lesson.said_at) == (record, "E1", True, AT)
    assert lesson.metadata == {"lesson": "E1"}


@needs_server
def test_the_bank_is_told_its_mission_its_character_and_how_to_keep(bank):
    bank.retain([memory("a", "Priya: NW-1 is done", "ticket:NW-1")])
    config = told(bank, "config")["config"]
    assert "memory of a software team" in config["reflect_mission"]
    assert (config["disposition_skepticism"], config["disposition_literalism"]) == (4, 4)
    assert (config["retain_extraction_mode"], config["retain_chunk_size"]) == ("chunks", 16_000)
    assert config["retain_strategies"]["whole"]["retain_extraction_mode"] == "chunks"


@needs_server
def test_directives_are_brought_in_step_and_those_of_people_stay(bank):
    bank.retain([memory("a", "Priya: NW-1 is done", "ticket:NW-1")])
    address = f"{bank.url}/v1/default/banks/{bank.bank}/directives"
    theirs = {each["name"]: each for each in told(bank, "directives")["items"]}
    assert set(theirs) == {each.name for each in DIRECTIVES}
    httpx2.patch(f"{address}/{theirs['ledger-wins']['id']}", json={"content": "Believe whatever you like."})
    httpx2.post(address, json={"name": "our-own", "content": "Write in short sentences."})
    again = HindsightMemories(bank.url, bank=bank.bank)
    again.retain([memory("b", "Tom: NW-2 is done", "ticket:NW-2")])
    again.close()
    kept = {each["name"]: each["content"] for each in told(bank, "directives")["items"]}
    assert kept["our-own"] == "Write in short sentences."
    assert kept["ledger-wins"] == DIRECTIVES[0].content


@needs_server
def test_mental_models_rest_on_what_the_whole_team_may_read(bank):
    bank.retain([memory("a", "Priya: NW-1 is done", "ticket:NW-1")])
    models = told(bank, "mental-models")["items"]
    assert {each["id"]: each["tags"] for each in models} == {each.id: ["visibility:team"] for each in MODELS}


@needs_server
def test_many_are_searchable_when_retain_returns(bank):
    bank.retain([memory(f"m{n}", f"note {n} about the warehouse", "kind:note") for n in range(AT_ONCE * 4)])
    assert len(found(bank, "warehouse", limit=50)) == AT_ONCE * 4


@needs_server
def test_of_two_with_one_document_the_last_stands(bank):
    bank.retain([memory("m", "the first warehouse note"), memory("m", "the second warehouse note")])
    bank.retain([memory(f"x{n}", "filling") for n in range(AT_ONCE)] + [memory("m", "the third warehouse note")])
    assert [each.text for each in found(bank, "warehouse note")] == ["the third warehouse note"]


@needs_server
def test_a_summary_rests_on_what_the_caller_may_read(bank):
    private = Audience(visibility=Visibility.PARTICIPANTS, people=frozenset({PersonId("dana")}))
    bank.retain([memory("open", "Tom: NW-7 is in review", "ticket:NW-7")])
    bank.retain([memory("secret", "Dana: NW-7 will be cancelled", "ticket:NW-7", audience=private)])
    question = Question(text="What is known of NW-7?", caller=TEAM)
    summary = bank.reflect(question)
    assert "in review" in summary.text
    assert "cancelled" not in summary.text
    assert [each.memory.document for each in summary.based_on] == ["open"]
    assert summary.path == "hindsight"


@needs_server
def test_a_summary_can_have_a_shape(bank):
    bank.retain([memory("open", "Tom: NW-7 is in review", "ticket:NW-7")])
    shape = {"type": "object", "properties": {"state": {"type": "string"}}, "required": ["state"]}
    assert bank.reflect(Question(text="NW-7?", caller=TEAM), schema=shape).structured == {"state": "by rule"}


@needs_server
def test_a_bank_that_is_not_there_holds_nothing(bank):
    assert found(bank, "anything") == []
    assert bank.forget([DocumentId("a")]) == 0
    status = bank.status()
    assert (status.ready, status.memories) == (True, 0)


@needs_server
def test_a_server_that_dies_and_comes_back_has_what_it_acknowledged():
    with server() as own:
        bank = HindsightMemories(own.url, bank="dies")
        bank.retain([memory("a", "Priya: the warehouse is done")])
        own.kill()
        with pytest.raises(UnavailableError, match=f"the Hindsight server at {own.url} cannot be reached"):
            bank.retain([memory("b", "Tom: the warehouse is blocked")])
        assert not bank.status().ready
        own.start()
        bank.retain([memory("b", "Tom: the warehouse is blocked")])
        assert {each.document for each in found(bank, "warehouse")} == {"a", "b"}
        bank.close()


# ---------------------------------------------------------------- a server that fails


class Failing(BaseHTTPRequestHandler):
    """Answers everything in one way."""

    answer = (500, {"detail": "it burns"})

    def do_GET(self):
        status, content = self.answer
        packed = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        self.wfile.write(packed)

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815  # as the server's class calls them

    def log_message(self, *_):
        pass


@pytest.fixture
def failing():
    """Start servers that answer everything in one way."""
    started = []

    def start(status, content):
        handler = type("Handler", (Failing,), {"answer": (status, content)})
        running = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        Thread(target=running.serve_forever, daemon=True).start()
        made = HindsightMemories(f"http://127.0.0.1:{running.server_address[1]}", bank="b")
        started.append((running, made))
        return made

    yield start
    for running, made in started:
        made.close()
        running.shutdown()
        running.server_close()


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        pytest.param(401, UnavailableError, "does not know our key; set SPRINTMIND_HINDSIGHT_KEY", id="no key"),
        pytest.param(400, InputError, "refuses it: told so", id="refused"),
        pytest.param(422, InputError, "cannot take it: told so", id="not understood"),
        pytest.param(500, UnavailableError, r"failed \(500\): told so", id="broken"),
        pytest.param(504, UnavailableError, r"failed \(504\): told so", id="too slow"),
    ],
)
def test_each_failure_is_told_with_what_to_do(failing, status, error, words):
    bank = failing(status, {"detail": "told so"})
    with pytest.raises(error, match=words):
        bank.recall(Question(text="anything", caller=TEAM))
    assert not bank.status().ready


def test_a_server_without_the_bank_finds_nothing(failing):
    assert failing(404, {"detail": "no bank"}).recall(Question(text="anything", caller=TEAM)) == ()


def test_a_server_of_another_version_is_refused(failing):
    bank = failing(200, {"api_version": "2.0.0", "features": FEATURES})
    with pytest.raises(UnavailableError, match=r"is version 2\.0\.0; this adapter knows 1\.1 up to below 2\.0"):
        bank.retain([memory("a", "text")])
    assert "version 2.0.0" in bank.status().detail


FEATURES = dict.fromkeys(
    (
        *("observations", "mcp", "worker", "bank_config_api", "bank_llm_health", "file_upload_api"),
        *("document_export_api", "document_import_api", "audit_log", "llm_trace", "store_document_text"),
    ),
    True,
)


def test_a_server_that_is_not_there_is_named():
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    bank = HindsightMemories(url, bank="b")
    with pytest.raises(UnavailableError, match=f"the Hindsight server at {url} cannot be reached"):
        bank.recall(Question(text="anything", caller=TEAM))
    bank.close()


def test_a_server_that_says_nothing_is_given_up():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        bank = HindsightMemories(url, bank="b", patience=timedelta(seconds=0.2))
        with pytest.raises(UnavailableError, match="did not answer in time"):
            bank.recall(Question(text="anything", caller=TEAM))
        bank.close()


# ---------------------------------------------------------------- scopes


def test_a_memory_is_summed_up_under_each_of_its_subjects_alone():
    two = memory("a", "text", "ticket:NW-1", "person:priya", "kind:standup")
    assert scopes(two) == [["ticket:NW-1", "visibility:team"], ["person:priya", "visibility:team"]]


def test_restricted_words_are_summed_up_only_for_those_who_may_read_them():
    private = Audience(visibility=Visibility.PARTICIPANTS, people=frozenset({PersonId("dana")}))
    assert scopes(memory("a", "text", "ticket:NW-1", audience=private)) == [
        ["ticket:NW-1", "visibility:participants", "reader:dana"]
    ]


def test_there_is_always_a_scope_because_none_would_be_all_together():
    assert scopes(memory("a", "text")) == [["visibility:team"]]
    assert scopes(memory("a", "text", "kind:lesson", "ticket:NW-1", whole=True)) == [["kind:lesson", "visibility:team"]]
