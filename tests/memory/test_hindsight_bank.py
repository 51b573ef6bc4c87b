"""A bank of a Hindsight server over time: lost and made again, summed up, and let go of what it made."""

import os
import subprocess
import sys
import time
from uuid import uuid4

import httpx2
import pytest

from hindsight_server import VARIABLE
from remembering import audience, memory
from scripted_model import WORTH_IT
from sprintmind.domain.memories import Question
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError
from sprintmind.memory.hindsight.bank import DIRECTIVES, MODELS
from sprintmind.memory.hindsight.memories import AT_ONCE, HindsightMemories
from sprintmind.memory.port import KeepsModels

pytestmark = pytest.mark.needs("hindsight")

EVERYTHING = Caller(operator=True)
PATIENCE = 30  # seconds for what a server does later
NAMES = (
    "meeting:meeting|2025-09-29||Sync/1:0a",
    "github:northwind/shop#231:reviewed",
    "jira:NW-1#part2",
    "standup:Größe 100% “done”?&a=b+c",
    "a/../b",
    "chunks/history",
    "請檢查/🚀",
)


@pytest.fixture
def bank():
    """A bank of the test's own on the server."""
    made = HindsightMemories(os.environ[VARIABLE], bank=f"test-{uuid4().hex[:12]}")
    yield made
    made.clear()
    made.close()


def told(bank, path):
    """Ask the server itself about a bank."""
    return httpx2.get(f"{bank.url}/v1/default/banks/{bank.bank}/{path}", timeout=PATIENCE).json()


def texts(bank, caller=EVERYTHING):
    return {each.memory.text for each in bank.recall(Question(text="warehouse", caller=caller, limit=50))}


def summaries(bank):
    return [each["text"] for each in told(bank, "memories/list?type=observation&limit=100")["items"]]


def eventually(tell, wanted):
    """Wait until the server has done what it does later."""
    for _ in range(PATIENCE * 4):
        if wanted(found := tell()):
            return found
        time.sleep(0.25)
    raise AssertionError(f"after {PATIENCE} s it is still {tell()!r}")


def filled(bank):
    """Wait until each mental model says something, and take them by name."""
    return {
        each.name: each
        for each in eventually(
            lambda: (bank.refresh(), bank.models())[1],
            lambda found: (
                len({each.id for each in MODELS} & {each.name for each in found if not each.stale}) == len(MODELS)
            ),
        )
    }


def test_a_bank_that_was_deleted_meanwhile_is_made_again_as_it_was(bank):
    bank.retain([memory("a", "Priya: the warehouse is done", "ticket:NW-1")])
    httpx2.delete(f"{bank.url}/v1/default/banks/{bank.bank}").raise_for_status()
    bank.retain([memory("b", "Tom: the warehouse is blocked", "ticket:NW-1")])
    assert texts(bank) == {"Tom: the warehouse is blocked"}
    assert told(bank, "config")["config"]["retain_extraction_mode"] == "chunks"
    assert {each["name"] for each in told(bank, "directives")["items"]} == {each.name for each in DIRECTIVES}
    assert {each["id"] for each in told(bank, "mental-models")["items"]} == {each.id for each in MODELS}


def test_a_bank_whose_settings_were_changed_is_set_right_before_it_keeps_more(bank):
    bank.retain([memory("a", "Priya: the warehouse is done")])
    changed = {"updates": {"retain_extraction_mode": "concise", "enable_graph_retrieval": True}}
    httpx2.patch(f"{bank.url}/v1/default/banks/{bank.bank}/config", json=changed).raise_for_status()
    bank.retain([memory("b", "Tom: the warehouse is blocked")])
    config = told(bank, "config")["config"]
    assert (config["retain_extraction_mode"], config["enable_graph_retrieval"]) == ("chunks", False)
    assert "Tom: the warehouse is blocked" in texts(bank)


def test_a_document_of_any_name_is_kept_replaced_and_forgotten(bank):
    for version in ("first", "second"):
        bank.retain([memory(name, f"the {version} warehouse note of {n}") for n, name in enumerate(NAMES)])
    assert texts(bank) == {f"the second warehouse note of {n}" for n in range(len(NAMES))}
    assert bank.forget([*NAMES[:3], "nobody/knows#it"]) == 3
    assert texts(bank) == {f"the second warehouse note of {n}" for n in range(3, len(NAMES))}
    assert bank.forget(NAMES) == len(NAMES) - 3
    assert told(bank, "documents")["total"] == 0


def test_a_name_that_means_what_is_above_it_erases_nothing_else(bank):
    bank.retain([memory("a", "Priya: the warehouse is done")])
    assert bank.forget([".", "..", ""]) == 0
    assert texts(bank) == {"Priya: the warehouse is done"}
    with pytest.raises(InputError, match=r"cannot be called `\.` or `\.\.`"):
        bank.retain([memory("..", "Tom: the warehouse is blocked")])


def test_models_say_what_they_rest_on_and_go_stale_with_what_comes(bank):
    assert isinstance(bank, KeepsModels)
    assert bank.models() == ()
    bank.retain([memory("a", "Priya: the warehouse is done", "ticket:NW-1")])
    board = filled(bank)["sprint-status-board"]
    assert "the warehouse is done" in board.text
    assert (board.path, board.sources, board.stale) == ("hindsight", ("a",), False)
    bank.retain([memory("b", "Tom: the warehouse is blocked again", "ticket:NW-1")])
    assert eventually(
        lambda: (bank.refresh(), filled(bank)["sprint-status-board"])[1],
        lambda model: "blocked again" in model.text and set(model.sources) == {"a", "b"},
    )


def test_models_hold_nothing_that_only_some_may_read(bank):
    secret = audience("participants", "dana")
    bank.retain([memory("open", "Tom: the warehouse is in review", "ticket:NW-7")])
    bank.retain([memory("secret", f"Dana: the warehouse is sold, {WORTH_IT}", "ticket:NW-7", audience=secret)])
    eventually(lambda: summaries(bank), lambda found: found != [])
    for model in filled(bank).values():
        assert "in review" in model.text
        assert "sold" not in model.text
        assert "secret" not in model.sources


def test_a_model_of_somebody_else_that_is_not_for_everybody_is_not_shown(bank):
    bank.retain([memory("a", "Priya: the warehouse is done")])
    own = {"id": "own-model", "name": "Own", "source_query": "what is sold?", "tags": ["reader:dana"]}
    httpx2.post(f"{bank.url}/v1/default/banks/{bank.bank}/mental-models", json=own).raise_for_status()
    assert "own-model" not in filled(bank)


def test_what_was_made_of_what_is_forgotten_goes_with_it(bank):
    note = f"Priya: the warehouse key lies under the mat, {WORTH_IT}"
    bank.retain([memory("a", note, "ticket:NW-1", "person:priya"), memory("b", "Tom: the warehouse is done")])
    bank.retain([memory(f"f{n}", f"the warehouse note {n}") for n in range(AT_ONCE + 1)])
    own = {"id": "own-model", "name": "Own", "source_query": "the warehouse?", "tags": ["visibility:team"]}
    httpx2.post(f"{bank.url}/v1/default/banks/{bank.bank}/mental-models", json=own).raise_for_status()
    assert any("under the mat" in each for each in eventually(lambda: summaries(bank), lambda found: found != []))
    assert "under the mat" in filled(bank)["sprint-status-board"].text
    assert bank.forget(["a"]) == 1
    bank.let_go()
    assert [each.text for each in bank.models()] == []
    assert summaries(bank) == []
    assert "under the mat" not in str(told(bank, "mental-models?detail=full"))
    assert [each["id"] for each in told(bank, "mental-models")["items"]] == ["own-model"]
    kinds = {each["operation_type"] for each in told(bank, "operations?limit=100")["operations"]}
    assert not kinds & {"retain", "batch_retain"}
    models = filled(bank)
    assert not any("under the mat" in each.text for each in models.values())
    for name in models:
        assert "under the mat" not in str(told(bank, f"mental-models/{name}/history"))


def test_a_process_that_asks_and_ends_says_nothing_of_connections_left_open(bank):
    program = (
        "from sprintmind.memory.hindsight import HindsightMemories\n"
        f"memories = HindsightMemories({bank.url!r}, bank={bank.bank!r})\n"
        "print(memories.status().ready)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "always::ResourceWarning", "-c", program], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("True\n", "")
