"""What is planted in a restricted source comes out of no way in, by templates, by a model, in history or on replay."""

import json
from datetime import timedelta

import pytest

from ask.model_server import answers, scripted
from ask.place_to_ask import NOW, asked, opened, sample
from sprintmind import cli
from sprintmind.domain.events import Visibility
from sprintmind.intake import Delivery

SECRET = "quagga"
SAID = (
    f"Dana: We promise Globex the {SECRET} report with NW-240 by Friday.\n"
    f"Dana: NW-231 is blocked by the {SECRET} contract, Lena can unblock it.\n"
    f"Dana: PAY-12 depends on the {SECRET} licence. The approval of the {SECRET} board for PAY-12 is pending.\n"
)
QUESTIONS = (
    "What did Dana say about the contract?",
    "What is blocked?",
    "Why is NW-231 in review?",
    "Who can unblock NW-231?",
    "What did we promise Globex?",
    "What is due this week?",
    "How is the sprint?",
    "What is at risk?",
    "What changed since yesterday?",
    "What does PAY-12 depend on?",
    "Was PAY-12 approved?",
    "Where do sources disagree?",
    "What should I do next?",
    "Tell me about NW-231",
    "What did Dana say?",
)
COMMANDS = (
    ("tickets",),
    ("tickets", "--known-at", "2025-10-01"),
    ("ticket", "NW-231"),
    ("ticket", "PAY-12"),
    ("why", "NW-231"),
    ("why", "PAY-12"),
    ("why", "NW-240"),
    ("commitments",),
    ("commitments", "--needs-review"),
    ("conflicts",),
    ("risks",),
    ("people",),
    ("memory", "recall", "contract report licence Dana"),
    ("ask", "What did we promise Globex?"),
    ("ask", "--history"),
)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    place = sample(tmp_path_factory.mktemp("sample"))
    plant(opened(place))
    return place


@pytest.fixture(scope="module")
def app(home):
    return opened(home)


def plant(app):
    delivery = Delivery(
        source="meeting",
        body=SAID.encode(),
        received_at=NOW,
        said=NOW - timedelta(hours=2),
        title=f"About the {SECRET}",
        author="dana",
        visibility=Visibility.MANAGERS,
    )
    assert not app.ingest([delivery]).refused


def told(answer):
    """Everything that an answer holds but the question itself."""
    recalls = [each.results for each in answer.trace.recalls]
    return f"{answer.text} {answer.evidence} {recalls} {answer.trace.notes} {answer.citations}".casefold()


@pytest.mark.parametrize("name", [None, "lena", "priya"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_no_answer_shows_it(app, question, name):
    assert SECRET not in told(asked(app, question, name))


def test_no_model_is_shown_it(home):
    with scripted(answers("I do not know.")) as (server, model):
        app = opened(home, model=model)
        for question in QUESTIONS[1:]:
            asked(app, question, "lena")
    assert "NW-231" in server.material
    assert SECRET not in server.material.casefold()


def test_a_manager_is_told(app):
    assert SECRET in asked(app, "What did we promise Globex?", "dana").text


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["table", "json"])
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_reading_command_shows_it_to_the_team(home, words, form, capsys, monkeypatch):
    monkeypatch.setenv("SPRINTMIND_NOW", NOW.isoformat())
    monkeypatch.setenv("SPRINTMIND_EMBEDDINGS", "none")
    asks = [*words, *form] if words[:1] != ("people",) else ["people", *form]
    assert cli.run([*asks, "--home", str(home)]) == 0
    printed = capsys.readouterr()
    assert SECRET not in printed.out.casefold()
    assert SECRET not in printed.err.casefold()
    if form:
        json.loads(printed.out)
