"""What is planted in a restricted source comes out of no way in, by templates, by a model, in history or on replay."""

import json
from datetime import timedelta
from importlib import import_module

import pytest
from cyclopts import App

from ask.model_server import answers, scripted
from ask.place_to_ask import NOW, asked, caller, opened, sample
from sprintmind import cli
from sprintmind.domain.events import Visibility
from sprintmind.intake import Delivery
from sprintmind.plans.asking import Request

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
READING = {
    "ask": (
        ("What did we promise Globex?",),
        ("What did we promise Globex?", "--as-of", "2025-10-01"),
        ("What was blocked on Monday?", "--as", "lena"),
        ("--history",),
    ),
    "tickets": ((), ("--known-at", "2025-10-01"), ("--as-of", "2025-10-01")),
    "ticket": (("NW-231",), ("PAY-12",)),
    "why": (("NW-231",), ("PAY-12",), ("NW-240",)),
    "conflicts": ((), ("--as", "lena")),
    "commitments": ((), ("--needs-review",), ("--as-of", "2025-10-01")),
    "risks": ((), ("--as-of", "2025-10-01")),
    "people": ((),),
    "radar": ((), ("--as", "lena"), ("--as-of", "2025-10-01")),
    "brief": (("--customer", "Globex"), ("--as", "lena"), ("--sprint", "Sprint 24")),
    "rules": ((),),
    "doctor": ((),),
    "preflight check": (("Deploy NW-231 and the contract of PAY-12 on Friday",),),
    "preflight ask": (("what went wrong with the contract report?",),),
    "preflight history": ((),),
    "preflight patterns": ((),),
    "preflight report": ((),),
    "lessons list": ((),),
    "lessons show": (("E001",),),
    "ledger verify": ((),),
    "memory status": ((),),
    "memory recall": (("contract report licence Dana",),),
    "memory models": ((),),
}
"""What is typed of each command that reads, without and as somebody to whom it is not meant."""
ELSEWHERE = {
    "shows what it is given": ("extract", "ingest", "correct", "settle", "withdraw", "lessons add", "lessons import"),
    "records what a person says, and tells what came of it": (
        *("acknowledge", "snooze", "people link", "people unlink"),
        *("promise add", "promise confirm", "promise reject", "promise close"),
        *("preflight outcome", "preflight override", "lessons confirm", "lessons retire"),
    ),
    "makes, opens or moves something, and tells nothing of what is in it": (
        *(
            "init",
            "demo",
            "serve",
            "mcp",
            "eval",
            "connect",
            "sync",
            "accounts add",
            "accounts list",
            "accounts remove",
        ),
        *("memory reembed", "memory deliver", "memory rebuild", "ledger rebuild", "ledger backup", "ledger import"),
    ),
    "is the operator's, to whom the file belongs": ("ledger export", "ledger reread", "forget"),
    "writes files, which tests of their own read": ("tick", "lessons export"),
    "shows a check, which a test of its own makes": ("preflight show",),
}
"""Why the other commands are not among them."""


def every_command():
    """Name all commands and subcommands of the command line."""
    for name, path, *_ in cli.COMMANDS:
        module, _, attribute = path.partition(":")
        found = getattr(import_module(f"sprintmind.commands.{module}"), attribute)
        if not isinstance(found, App):
            yield name
            continue
        yield from (f"{name} {each}" for each in found if not each.startswith("-"))
        if found.default_command is not None:
            yield name


def test_every_command_is_tried_or_has_a_reason_not_to_be():
    assert sorted(every_command()) == sorted([*READING, *(each for names in ELSEWHERE.values() for each in names)])


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
@pytest.mark.parametrize(
    "words", [(*name.split(), *more) for name, every in READING.items() for more in every], ids=" ".join
)
def test_no_reading_command_shows_it_to_the_team(home, words, form, capsys, monkeypatch):
    monkeypatch.setenv("SPRINTMIND_NOW", NOW.isoformat())
    monkeypatch.setenv("SPRINTMIND_EMBEDDINGS", "none")
    assert cli.run([*words, *form, "--home", str(home)]) in (0, 1)
    printed = capsys.readouterr()
    assert printed.out
    assert SECRET not in printed.out.casefold()
    assert SECRET not in printed.err.casefold()
    if form:
        json.loads(printed.out)


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["table", "json"])
def test_no_kept_check_shows_it_to_the_team(home, app, form, capsys):
    plan = b"Deploy NW-231 and the contract of PAY-12 on Friday with three dependency updates"
    check = app.check_plan(Request(body=plan)).check
    assert cli.run(["preflight", "show", check.id, *form, "--home", str(home)]) == 0
    printed = capsys.readouterr().out
    assert "northwind/portal#88" in printed
    assert SECRET not in printed.casefold()


def test_no_exported_lesson_shows_it(home, tmp_path):
    assert cli.run(["lessons", "export", str(tmp_path / "out"), "--home", str(home)]) == 0
    written = [file.read_text("utf-8") for file in (tmp_path / "out").rglob("*") if file.is_file()]
    assert written
    assert SECRET not in "".join(written).casefold()


def test_of_the_past_it_is_not_told_either_but_to_whom_it_is_meant(app):
    question = "What did we promise Globex as of today?"
    then = NOW - timedelta(minutes=5)
    assert SECRET in app.ask(question, caller(app, "dana"), as_of=then).text
    for name in (None, "lena", "priya"):
        answer = app.ask(question, caller(app, name), as_of=then)
        assert SECRET not in told(answer)
        assert SECRET not in told(app.answered(answer.id, caller(app, name)))
