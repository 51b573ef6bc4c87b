"""The prose of a radar: a model may write it, and what the ledger does not bear out is flagged and never told."""

from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from ledgers import InFile
from spoken import Clock, app_in, at, said
from sprintmind.domain.evidence import TEMPLATES
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.errors import ModelOutputError, UnavailableError
from sprintmind.llm.port import Request, Response
from sprintmind.testing import alone


@dataclass
class Scripted:
    """Answers what it is told to, and keeps what it was asked."""

    answer: str | Exception
    name: str = "scripted"
    asked: list[Request] = field(default_factory=list)

    def respond(self, request):
        self.asked.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        output = request.shape.model_validate({"text": self.answer})
        return Response(output=output, model=self.name, input_tokens=1, output_tokens=1, took=timedelta())


def looked(tmp_path, answer, *, secret=False):
    """Look at NW-1, which is blocked, and NW-2, which is stale."""
    clock, model = Clock(at(2)), Scripted(answer)
    app = app_in(tmp_path, clock)
    app._adapters = replace(alone(), model=lambda: model)  # noqa: SLF001 -- what a workspace calls is fixed when it opens
    app.ingest([said("standup", 0, ("NW-1", "blocked", True)), said("standup", -5, ("NW-2", "status", "in_progress"))])
    if secret:
        app.ingest([said("meeting", 0, ("NW-3", "blocked", True), visibility="managers")])
    page = app.radar(Moment(now=app.now()), Caller())
    return page, model


def test_without_a_model_templates_write_what_the_page_shows(tmp_path):
    clock = Clock(at(2))
    page = app_in(tmp_path, clock).radar(Moment(now=at(2)), Caller())
    assert (page.narrative.author, page.narrative.text) == (TEMPLATES, "Nothing is in flight, and nothing is promised.")


def test_what_the_page_bears_out_is_told_as_the_models(tmp_path):
    page, model = looked(tmp_path, "NW-1 is blocked [2]. NW-2 has been in progress for a while [3].")
    assert page.narrative.author == "scripted"
    assert page.narrative.text == "NW-1 is blocked [2]. NW-2 has been in progress for a while [3]."
    assert page.narrative.flagged == ()
    assert "[1] 2 tickets are in flight: 1 blocked, 1 at risk" in model.asked[0].material
    assert "NW-1" not in model.asked[0].instructions


@pytest.mark.parametrize(
    "lie",
    [
        pytest.param("NW-1 is done [2].", id="another status"),
        pytest.param("NW-1 is no longer blocked [2].", id="the opposite"),
        pytest.param("NW-1 is on track [2].", id="all well"),
        pytest.param("5 tickets are blocked [1].", id="another number"),
        pytest.param("NW-9 is blocked [2].", id="another ticket"),
        pytest.param("Priya Raman has blocked NW-1 [2].", id="another person"),
        pytest.param("NW-1 will be unblocked on 2025-10-09 [2].", id="another day"),
        pytest.param("NW-1 is blocked.", id="no citation"),
        pytest.param("NW-1 is blocked [17].", id="a citation of nothing"),
        pytest.param("NW-2 is blocked [2, 3].", id="the status of one ticket told of another"),
        pytest.param("All of it goes very well [1].", id="nothing that can be checked"),
    ],
)
def test_a_sentence_that_contradicts_the_ledger_is_flagged_and_not_told(tmp_path, lie):
    page, _ = looked(tmp_path, f"{lie} NW-1 is blocked [2].")
    assert page.narrative.text == "NW-1 is blocked [2]."
    assert len(page.narrative.flagged) == 1
    assert page.narrative.flagged[0].startswith(lie.partition(" [")[0].rstrip("."))


def test_where_nothing_holds_templates_write_and_the_page_says_so(tmp_path):
    page, _ = looked(tmp_path, "Everything is on track [1]. NW-1 is done [2].")
    assert page.narrative.author == TEMPLATES
    assert page.narrative.text.startswith("2 tickets are in flight: 1 blocked, 1 at risk")
    assert page.narrative.flagged == ("Everything is on track [1].", "NW-1 is done [2].")
    assert "scripted" in page.narrative.note


@pytest.mark.parametrize("error", [UnavailableError("it took too long"), ModelOutputError("no JSON")], ids=str)
def test_a_model_that_does_not_answer_is_named_and_templates_write(tmp_path, error):
    page, _ = looked(tmp_path, error)
    assert page.narrative.author == TEMPLATES
    assert "scripted" in page.narrative.note
    assert str(error) in page.narrative.note


def test_a_model_writes_no_number_of_the_page(tmp_path):
    page, _ = looked(tmp_path, "5 tickets are blocked [1].")
    assert page.headline.startswith("2 tickets are in flight: 1 blocked, 1 at risk")
    assert (len(page.blocked), len(page.at_risk)) == (1, 1)


def test_calls_to_a_model_are_counted_whatever_became_of_them(tmp_path):
    clock, model = Clock(at(2)), Scripted(UnavailableError("it took too long"))
    app = app_in(tmp_path, clock)
    app._adapters = replace(alone(), model=lambda: model)  # noqa: SLF001
    app.radar(Moment(now=app.now()), Caller())
    [counted] = InFile(tmp_path / "ledger.db").ledger(clock).asks.calls()
    assert (counted.purpose, counted.model, counted.calls, counted.failed) == ("radar", "scripted", 1, 1)


def test_a_model_is_told_nothing_that_its_reader_may_not_know(tmp_path):
    _, model = looked(tmp_path, "NW-1 is blocked [2].", secret=True)
    assert "has been blocked" in model.asked[0].material
    assert "NW-3 has been blocked" not in model.asked[0].material
