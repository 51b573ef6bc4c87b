"""The prose of a radar by a memory that reflects: it never says what the ledger does not."""

from dataclasses import dataclass, field, replace

import pytest

from ledgers import InFile
from spoken import Clock, app_in, at, said
from sprintmind.domain.evidence import TEMPLATES
from sprintmind.domain.memories import Reflection
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.errors import UnavailableError
from sprintmind.testing import MemoryInMind, alone


@dataclass(kw_only=True)
class Reflecting(MemoryInMind):
    """A memory on a server with a model: it reflects as it was told to, and keeps what it was asked."""

    says: str | Exception = ""
    path: str = "hindsight"
    asked: list = field(default_factory=list)

    def reflect(self, question, **_):
        self.asked.append(question)
        if isinstance(self.says, Exception):
            raise self.says
        return Reflection(text=self.says, path=self.path)

    def models(self):
        return ()

    def refresh(self):
        return False

    def let_go(self):
        pass


def looked(tmp_path, memory, *, secret=False):
    """Look at NW-1, which is blocked, NW-2, which is stale, and perhaps NW-3, of which only managers may read."""
    clock = Clock(at(2))
    app = app_in(tmp_path, clock)
    app._adapters = replace(alone(), memory=lambda: memory)  # noqa: SLF001 -- what is called is fixed when it opens
    app.ingest([said("standup", 0, ("NW-1", "blocked", True)), said("standup", -5, ("NW-2", "status", "in_progress"))])
    if secret:
        app.ingest([said("meeting", 0, ("NW-3", "blocked", True), visibility="managers")])
    return app.radar(Moment(now=app.now()), Caller()).narrative


def test_what_it_says_is_told_with_the_statement_that_bears_it_out(tmp_path):
    memory = Reflecting(says="NW-1 is blocked. NW-2 has been in progress for a while [3].")
    found = looked(tmp_path, memory)
    assert found.author == "memory (hindsight)"
    assert found.text == "NW-1 is blocked [2]. NW-2 has been in progress for a while [3]."
    assert found.flagged == ()
    assert "[1] 2 tickets are in flight: 1 blocked, 1 at risk" in memory.asked[0].text


@pytest.mark.parametrize(
    "lie",
    [
        pytest.param("NW-1 is done.", id="another status"),
        pytest.param("NW-1 is no longer blocked.", id="the opposite"),
        pytest.param("NW-1 is on track [2].", id="all well"),
        pytest.param("NW-2 is blocked.", id="the status of another ticket"),
        pytest.param("NW-9 was promised to Acme.", id="a ticket that is not on the page"),
        pytest.param("Priya Raman said on 2025-09-30 that NW-1 moves.", id="what only memory says"),
        pytest.param("Everything goes well.", id="nothing that can be checked"),
    ],
)
def test_a_reflection_that_contradicts_the_ledger_is_flagged_and_not_told(tmp_path, lie):
    found = looked(tmp_path, Reflecting(says=f"{lie} NW-1 is blocked."))
    assert found.text == "NW-1 is blocked [2]."
    assert [each.rstrip(". ").partition(" [")[0] for each in found.flagged] == [lie.rstrip(".").partition(" [")[0]]


def test_where_nothing_of_it_holds_templates_write_and_the_page_says_why(tmp_path):
    found = looked(tmp_path, Reflecting(says="NW-1 is done. NW-2 was shipped."))
    assert found.author == TEMPLATES
    assert found.text.startswith("2 tickets are in flight: 1 blocked, 1 at risk")
    assert found.flagged == ("NW-1 is done.", "NW-2 was shipped.")
    assert found.note == "nothing that memory (hindsight) wrote is borne out by the ledger"


@pytest.mark.parametrize(
    ("memory", "note"),
    [
        pytest.param(Reflecting(says=UnavailableError("too slow")), "memory did not reflect: too slow", id="no answer"),
        pytest.param(Reflecting(path="extract"), "memory has no model that reflects", id="no model"),
        pytest.param(MemoryInMind(), "", id="a memory in this process"),
    ],
)
def test_where_memory_cannot_reflect_templates_write(tmp_path, memory, note):
    found = looked(tmp_path, memory)
    assert (found.author, found.note, found.flagged) == (TEMPLATES, note, ())


def test_it_is_asked_for_whoever_looks_and_shown_nothing_else(tmp_path):
    memory = Reflecting(says="NW-1 is blocked.")
    looked(tmp_path, memory, secret=True)
    assert memory.asked[0].caller == Caller()
    assert "NW-3 is blocked (from a restricted source)." in memory.asked[0].text


def test_what_was_asked_of_it_is_counted(tmp_path):
    looked(tmp_path, Reflecting(says=UnavailableError("too slow")))
    [counted] = InFile(tmp_path / "ledger.db").ledger(Clock(at(2))).asks.calls()
    assert (counted.purpose, counted.model, counted.calls, counted.failed) == ("radar", "reflect", 1, 1)


def test_a_memory_that_does_not_open_is_said(tmp_path):
    def closed():
        raise UnavailableError("the server is down")

    app = app_in(tmp_path, Clock(at(2)))
    app._adapters = replace(alone(), memory=closed)  # noqa: SLF001
    found = app.radar(Moment(now=app.now()), Caller()).narrative
    assert (found.author, found.note) == (TEMPLATES, "memory did not reflect: the server is down")
