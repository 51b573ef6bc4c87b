"""What the options of commands do, fields of pages do: days to look back to, how much, and only what is asked for."""

from dataclasses import replace
from datetime import UTC, timedelta
from io import StringIO

import pytest
from rich.console import Console

from commands.desk import NOW, desk
from commands.made import commitment
from commands.test_connect_commands import shop
from inlets.local_server import serving
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.shapes.commitments import commitment as document
from sprintmind.shapes.reader import Reader
from sprintmind.tables.commitments import commitments as table
from sprintmind.tables.words import Clock
from web.test_pages import at_work
from web.test_works import connected, over
from web.visits import visit

EARLIER = NOW - timedelta(days=5)
BEFORE = (NOW - timedelta(days=4)).date()
LIVE = "data-live"


def changing(tmp_path):
    """Open pages of a team of which something changed five days ago, and something since."""
    here = visit(tmp_path)
    promise = "Priya: We'll deliver the SSO login to Acme by 2025-10-06, that is NW-1.\n"
    here.said(f"{promise}Priya: NW-1 is in progress.\n", source="meeting", title="W", author="", said=EARLIER)
    here.said("- NW-2 is blocked by legal\n", said=EARLIER)
    here.said("- NW-1 is done\n", said=NOW - timedelta(hours=30))
    return here


@pytest.mark.parametrize(
    ("path", "person"), [("/radar", "dana"), ("/my-day", "priya"), ("/before-a-call?customer=Acme", "dana")]
)
def test_what_changed_is_told_since_a_chosen_day(tmp_path, path, person):
    here = changing(tmp_path)
    here.be(person)
    joined = "&" if "?" in path else "?"
    page = here.get(path).text
    assert 'name="since" value=""' in page
    further = here.get(f"{path}{joined}since=2025-09-20").text
    assert "Since <time datetime=" in further
    assert 'datetime="2025-09-20T00:00:00+02:00"' in further
    assert 'datetime="2025-09-20T00:00:00+02:00"' not in page
    assert "lies outside the years" in here.get(f"{path}{joined}since=9999-12-31").text


@pytest.mark.parametrize("path", ["/radar", "/my-day", "/before-a-call?customer=Acme"])
def test_a_report_is_looked_at_as_of_a_day_and_stays_as_it_was(tmp_path, path):
    here = changing(tmp_path)
    here.be("priya")
    joined = "&" if "?" in path else "?"
    then = here.get(f"{path}{joined}as_of={BEFORE}").text
    assert "as far as is known now" in then
    assert "I have read this" not in then
    assert LIVE not in then.partition("<main")[2].replace("data-live.js", "")
    assert "I have read this" in here.get(path).text
    assert "by what was heard until the end of" in here.get(f"{path}{joined}known_at={BEFORE}").text


def test_the_radar_of_a_day_has_what_was_at_risk_then(tmp_path):
    here = changing(tmp_path)
    here.app.correct("NW-2 goes on", by="dana", ticket="NW-2", field="blocked", value="no")
    assert "NW-2" in here.get(f"/radar?as_of={NOW.date() - timedelta(days=1)}").text.partition('id="blocked"')[2]
    assert "NW-2 " not in here.get("/radar").text.partition('id="blocked"')[2].partition('id="at-risk"')[0]


def test_a_sprint_is_looked_at_as_of_a_day(tmp_path):
    here = visit(tmp_path)
    here.app.correct("it is in the sprint", by="dana", ticket="NW-7", field="sprint", value="Sprint 14")
    assert "Sprint 14" in here.get("/sprint?name=Sprint 14").text
    assert "as far as is known now" in here.get(f"/sprint?name=Sprint 14&as_of={NOW.date()}").text


def test_whoever_has_read_before_a_call_what_changed_is_told_it_once(tmp_path):
    here = changing(tmp_path)
    here.be("dana")
    page = "/before-a-call?customer=Acme"
    assert "Noted" in here.send("/before-a-call/read", customer="Acme", back=page).text
    assert "Nothing is otherwise than it was then" in here.get(page).text


def test_promises_are_narrowed_to_those_that_wait_for_a_yes(tmp_path):
    here = at_work(tmp_path)
    here.said("We promised Acme the export by 2025-10-10.\n", source="meeting", title="Other", author="")
    here.app.promise(customer="Acme", what="the import", due=NOW.date(), by="dana")
    found = here.get("/promises?needs_review=1").text.partition('id="found"')[2]
    assert "export" in found
    assert "the import" not in found.partition('id="add"')[0]


def test_where_no_promise_is_open_or_waits_the_page_says_so_without_a_filter(tmp_path):
    here = visit(tmp_path)
    here.be("dana")
    here.app.promise(customer="Acme", what="the import", due=NOW.date(), by="dana")
    [made] = here.app.commitments(Moment(now=NOW), Caller())
    assert "No promise waits for a yes or no" in here.get("/promises").text
    here.send(f"/promises/{made.id}/close", outcome="kept", back="/promises")
    page = here.get("/promises").text
    assert "No promise is open" in page
    assert "No promise fits" not in page
    assert "No promise fits" in here.get("/promises?q=zebra").text


def test_as_much_is_recalled_as_is_asked_for(tmp_path):
    here = visit(tmp_path)
    for number, author in enumerate(("priya", "dana", "tom", "tom_b"), start=1):
        here.said(f"- NW-{number} is done, the sandbox is there\n", said=NOW - timedelta(hours=1), author=author)
    here.app.tell_memory()
    found = [here.get(f"/memory?q=sandbox&limit={limit}").text.count('class="hint tags"') for limit in (1, 3)]
    assert found == [1, 3]
    assert here.get("/memory?q=sandbox&limit=0").status_code == 422
    assert here.get("/memory?q=sandbox&limit=").status_code == 200


def test_a_lesson_is_confirmed_with_a_reason(tmp_path):
    here = visit(tmp_path)
    here.be("dana")
    here.app.add_lesson({"id": "F1", "situation": "s", "lesson": "l", "guard": "a freeze"}, by="dana")
    here.send("/preflight/lessons/F1/guard", reason="it stopped one in May", back="/preflight/lessons/F1")
    assert here.app.lesson("F1").reason == "it stopped one in May"
    assert "it stopped one in May" in here.get("/preflight/lessons/F1").text


def test_only_the_named_repositories_are_read(tmp_path):
    with serving(shop().answer) as server:
        here = connected(tmp_path, server)
        counted = over(here, here.send("/connect/github/survey", repository="northwind/shop, northwind/shop"))
        assert 'name="repository" value="northwind/shop, northwind/shop"' in counted.text
        assert "northwind/other" in over(here, here.send("/connect/github", repository="northwind/other")).text
    assert "Only these repositories: " in here.send("/connect/github", repository="no repository").text
    assert "only GitHub has any" in here.send("/connect/jira", repository="northwind/shop").text


def test_a_preview_tells_by_which_words_and_why_the_rest_claims_nothing(tmp_path):
    here = visit(tmp_path)
    here.be("priya")
    text = "- NW-7 is in review\n- NW-8 may be done soon\n"
    page = here.send("/bring/preview", text=text, source="standup", visibility="team").text
    readings = page.partition("What was read as what")[2]
    assert "NW-8 may be done soon" in readings
    assert "in_review.state" in readings


def test_a_verdict_is_copied_as_the_comment_that_the_command_prints(tmp_path, capsys, monkeypatch):
    here = visit(tmp_path)
    here.be("dana")
    here.app.add_lesson({"id": "F1", "situation": "s", "lesson": "l", "trigger_conditions": ["Friday deploy"]})
    page = here.send("/preflight/check", plan="Friday deploy of the till").text
    printed = desk(tmp_path, capsys, monkeypatch).type("preflight", "check", "Friday deploy of the till", "--markdown")[
        1
    ]
    heading = printed.splitlines()[0]
    assert heading.startswith("### ")
    assert heading in page


def proposed():
    """A promise that a model read."""
    found = commitment(needs_review=True)
    return replace(found, said=tuple(replace(each, proposed_by="test:reader") for each in found.said))


def test_a_promise_says_which_model_proposed_it(tmp_path, monkeypatch):
    assert document(proposed(), Reader())["proposed_by"] == "test:reader"
    assert document(commitment(), Reader())["proposed_by"] is None
    console = Console(width=80, record=True, file=StringIO())
    console.print(table([proposed()], Reader(), Clock(now=NOW, zone=UTC)))
    assert "proposed by test:reader" in console.export_text()
    here = visit(tmp_path)
    monkeypatch.setattr(here.app, "commitments", lambda *_, **__: (proposed(),))
    assert here.get("/promises").text.count("proposed by test:reader") == 2
    assert here.get("/api/commitments").json()[0]["proposed_by"] == "test:reader"


def test_a_day_outside_the_calendar_is_no_customer_that_is_missing(tmp_path):
    assert visit(tmp_path).get("/before-a-call?customer=Acme&since=0001-01-01").status_code == 400


def test_programs_and_pages_tell_changes_from_the_beginning_of_the_same_day(tmp_path):
    here = changing(tmp_path)
    day = EARLIER.date().isoformat()
    assert here.get(f"/api/radar?since={day}").json()["since"].startswith(f"{day}T00:00")
