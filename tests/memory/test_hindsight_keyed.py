"""A real server that asks for a key and has no language model: what it keeps, whom it refuses, who sums up."""

import pytest

from hindsight_server import server
from remembering import asked, documents, memory
from sprintmind.errors import UnavailableError
from sprintmind.memory.hindsight import HindsightMemories

pytestmark = pytest.mark.needs("hindsight")

KEY = "a-key-of-the-tests"
SAID = "The certificate of NW-1 is late by a week"


@pytest.fixture(scope="module")
def locked():
    """A server of these tests' own."""
    with server(
        HINDSIGHT_API_LLM_PROVIDER="none",
        HINDSIGHT_API_TENANT_EXTENSION="hindsight_api.extensions.builtin.tenant:ApiKeyTenantExtension",
        HINDSIGHT_API_TENANT_API_KEY=KEY,
    ) as made:
        yield made


@pytest.fixture
def bank(locked):
    made = HindsightMemories(locked.url, bank="tests", key=KEY)
    yield made
    made.clear()
    made.close()


@pytest.mark.parametrize("key", [None, "another-key"])
def test_whoever_has_not_the_key_is_told_which_setting_it_belongs_in(locked, key):
    made = HindsightMemories(locked.url, bank="tests", key=key)
    with pytest.raises(UnavailableError, match="does not know our key; set SPRINTMIND_HINDSIGHT_KEY") as refused:
        made.retain([memory("a", SAID, "ticket:NW-1")])
    status = made.status()
    made.close()
    assert not status.ready
    assert "does not know our key" in status.detail
    assert SAID not in str(refused.value)
    assert key is None or key not in f"{refused.value} {status.detail}"


def test_with_the_key_it_keeps_and_recalls_without_a_model(bank):
    bank.retain([memory("a", SAID, "ticket:NW-1"), memory("b", "Lunch was late", "ticket:NW-2")])
    assert documents(bank, asked("late certificate", "ticket:NW-1")) == ["a"]
    assert bank.status().memories == 2


def test_what_it_cannot_sum_up_is_quoted_here_and_said_so(bank):
    bank.retain([memory("a", SAID, "ticket:NW-1")])
    reflection = bank.reflect(asked("certificate"))
    assert reflection.path == "extract"
    assert f"“{SAID}”" in reflection.text
    assert [each.memory.document for each in reflection.based_on] == ["a"]


def test_its_models_stay_unmade_and_are_ours_to_make(bank):
    bank.retain([memory("a", SAID, "ticket:NW-1")])
    assert bank.models() == ()
    assert not bank.refresh()


def test_what_is_forgotten_is_gone(bank):
    bank.retain([memory("a", SAID, "ticket:NW-1")])
    assert bank.forget(["a"]) == 1
    assert documents(bank, asked("certificate")) == []
