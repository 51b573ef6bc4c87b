"""Secrets planted in confidential meetings: no page, digest or tool shows, counts or cites them to others."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from commands.desk import TEAM, desk
from sprintmind import bootstrap
from sprintmind.domain.events import Visibility
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.intake import Delivery
from sprintmind.mcp.preflight import PreflightDesk
from sprintmind.mcp.tools import Desk
from sprintmind.settings.loading import load
from sprintmind.shapes import briefs, radar
from sprintmind.shapes.reader import Reader

NOW = datetime(2025, 10, 1, 9, tzinfo=UTC)
MONDAY = datetime(2025, 9, 29, 12, tzinfo=UTC)
WORDS = ("zebra", "okapi", "walrus")
"""One secret each: of participants, of managers, of one person."""

ANSWERS = ("ask", "sprint_brief")
"""Tools that are tried by themselves: an answer has an id and times of its own, and this team has no sprint."""
GIVEN = {
    "ticket": {"key": "NW-2"},
    "why": {"key": "NW-2"},
    "customer_brief": {"customer": "Acme"},
    "check_plan": {"plan": "Deploy NW-1 and NW-2 with the audit and the report on Friday", "memory": False},
    "history": {"question": "what went wrong with the audit and the report?"},
}
"""What the tools are asked that need a word; one that is new and needs another fails here until it is named."""

OPEN = (
    "Priya: NW-1 is in progress. I'll send Acme the sandbox by October 20, that's NW-1.\n"
    "Tom Weber: NW-2 is in progress, and it is mine."
)
SECRETS = {
    Visibility.PARTICIPANTS: (
        "Zebra call",
        "Priya: I'll send Acme the zebra report by Thursday. NW-1 is blocked by zebra.",
    ),
    Visibility.MANAGERS: (
        "Okapi review",
        "Dana: NW-2 is blocked by the okapi audit. NW-2 needs approval from okapi legal.",
    ),
    Visibility.PRIVATE: ("Walrus note", "Dana: I'll send Acme the walrus numbers by Friday. NW-3 depends on walrus."),
}
OUTSIDERS = [
    pytest.param(Caller(), id="nobody in particular"),
    pytest.param(Caller(person="tom"), id="a colleague"),
]


def meeting(title, said, visibility=Visibility.TEAM):
    return Delivery(
        source="meeting", body=said.encode(), received_at=NOW, said=MONDAY, title=title, visibility=visibility,
        author="dana" if visibility is not Visibility.TEAM else "",
    )  # fmt: skip


def opened(home, *, secrets=SECRETS, now=NOW):
    home.mkdir(exist_ok=True)
    (home / "sprintmind.toml").write_text(f'{TEAM}\n[digest]\nfolder = "digests"\nat = "09:00"\n')
    app = bootstrap.open_app(home, settings=load(home, {}), now=lambda: now)
    given = [meeting("Open call", OPEN), *(meeting(title, said, kind) for kind, (title, said) in secrets.items())]
    assert app.ingest(given).refused == ()
    return app


def pages(app, caller):
    """Give everything that a caller can open, as text, by name."""
    moment, reader = Moment(now=app.now()), Reader(caller=caller)
    found = {
        "radar": radar.radar(app.radar(moment, caller, peek=True), reader),
        "customer": briefs.customer(app.customer_brief("Acme", moment, caller, peek=True), reader),
    }
    if caller.person:
        found["person"] = briefs.personal(app.my_brief(caller.person, moment, peek=True), reader)
    for tool in (*Desk(app, reader).tools(), *PreflightDesk(app, reader).tools()):
        if tool.__name__ not in ANSWERS:
            found[f"tool {tool.__name__}"] = tool(**GIVEN.get(tool.__name__, {}))
    texts = {name: json.dumps(page, ensure_ascii=False).casefold() for name, page in found.items()}
    return {name: re.sub(r'"ms": [\d.]+', "", text) for name, text in texts.items()}


@pytest.mark.parametrize("caller", OUTSIDERS)
def test_no_page_shows_a_secret_to_somebody_outside(tmp_path, caller):
    told = pages(opened(tmp_path), caller)
    assert {(name, word) for name, page in told.items() for word in WORDS if word in page} == set()
    assert all("open call" in told[name] for name in ("radar", "customer"))


def test_those_who_may_read_a_secret_do_so_that_the_test_above_means_something(tmp_path):
    app = opened(tmp_path)
    priya, dana = pages(app, Caller(person="priya")), pages(app, Caller(person="dana", manager=True))
    assert "zebra report" in priya["radar"]
    assert "zebra report" in priya["customer"]
    assert "zebra" in priya["person"]
    assert "okapi audit" in dana["radar"]
    assert "walrus numbers" in dana["radar"]
    assert {"okapi", "walrus"} <= {word for word in WORDS if word in dana["tool risks"] + dana["tool promises"]}


@pytest.mark.parametrize("caller", OUTSIDERS)
def test_no_answer_tells_a_secret_to_somebody_outside(tmp_path, caller):
    asked = Desk(opened(tmp_path), Reader(caller=caller))
    questions = ("Why is NW-2 blocked?", "What did we promise Acme?", "What changed since Monday?", "What is at risk?")
    then = NOW - timedelta(hours=1)
    told = json.dumps([asked.ask(each, as_of=at) for each in questions for at in (None, then)]).casefold()
    assert [word for word in WORDS if word in told] == []


@pytest.mark.parametrize("caller", OUTSIDERS)
def test_a_confidential_promise_changes_nothing_at_all_for_somebody_outside(tmp_path, caller):
    promise = {Visibility.PARTICIPANTS: ("Zebra call", "Priya: I'll send Acme the zebra report by Thursday.")}
    with_it, without = (
        pages(opened(tmp_path / name, secrets=secrets), caller) for name, secrets in (("a", promise), ("b", {}))
    )
    assert {name: counted(page) for name, page in with_it.items()} == {
        name: counted(page) for name, page in without.items()
    }


def counted(page):
    """Take out of a page how much memory has not been told, which is about running the system."""
    return re.sub(r'"memory_backlog": \d+', "", page)


def test_a_digest_tells_what_everybody_may_read(tmp_path):
    app = opened(tmp_path)
    posted = [Path(each).read_text() for each in app.tick().posted]
    assert len(posted) == 2
    for text in posted:
        assert "sandbox" in text
        assert [word for word in WORDS if word in text.casefold()] == []


@pytest.mark.parametrize("words", [["radar"], ["brief", "--customer", "Acme"], ["brief", "--as", "tom"]], ids=" ".join)
def test_no_table_shows_a_secret_to_somebody_outside(tmp_path, capsys, monkeypatch, words):
    opened(tmp_path)
    status, out, _ = desk(tmp_path, capsys, monkeypatch).type(*words)
    assert status == 0
    assert out
    assert [word for word in WORDS if word in out.casefold()] == []


def test_a_look_at_a_page_does_not_carry_one_readers_sight_to_another(tmp_path):
    app = opened(tmp_path)
    app.tell_memory()
    before = pages(app, Caller(person="tom"))
    pages(app, Caller(person="dana", manager=True))
    app.radar(Moment(now=app.now()), replace(Caller(person="dana", manager=True), operator=True))
    assert pages(app, Caller(person="tom")) == before


def test_a_draft_for_the_whole_team_leaves_out_what_its_author_alone_may_read(tmp_path):
    app = opened(tmp_path)
    app.correct("mine", by="priya", ticket="NW-1", field="assignee", value="priya")
    caller = Caller(person="priya")
    page = briefs.personal(app.my_brief("priya", Moment(now=NOW), peek=True), Reader(caller=caller))
    assert "zebra" in json.dumps(page["i_wait_on"])
    assert "NW-1 is in progress" in json.dumps(page["standup"])
    assert "zebra" not in json.dumps(page["standup"]).casefold()
