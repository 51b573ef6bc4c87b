"""A page that stays open shows whatever is recorded, and takes nothing away from whoever is at it."""

import json
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from commands.desk import NOW, TEAM
from sprintmind.domain.events import Visibility
from sprintmind.domain.experiences import Action, Result
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.plans.asking import Request
from web.browsing import Browser, browsing, served
from web.test_webhooks import ENVIRON, body, send

LATER = NOW + timedelta(minutes=1)
SOON = 15_000  # milliseconds
BROWSER = pytest.mark.needs("browser")


@pytest.fixture(scope="module")
def chromium():
    with browsing("") as found:
        yield found.chromium


@pytest.fixture
def open_pages(tmp_path, chromium):
    """Serve a team of its own to a test."""
    with served(tmp_path, team=TEAM, now=NOW, environ=ENVIRON) as (here, address):
        yield here, Browser(address=address, chromium=chromium)


def at_odds(here):
    here.said("- NW-7 SSO is in review\n- NW-9 is blocked by NW-7\n", said=NOW - timedelta(hours=2))
    here.said(
        "Priya: NW-7 is still in progress.\n",
        source="meeting", title="Weekly", author="", said=NOW - timedelta(hours=1),
    )  # fmt: skip


def promised(here):
    here.app.promise(customer="Acme", what="the export", due=NOW.date(), by="dana")


def settled(here):
    [conflict] = here.app.conflicts(Moment(now=NOW), Caller())
    here.app.settle(conflict.id, value="in_review", by="dana", reason="I looked")


def a_check(here):
    here.app.add_lesson({"id": "F1", "situation": "s", "lesson": "l", "trigger_conditions": ["Friday deploy"]})
    here.app.check_plan(Request(body=b"Friday deploy of the till tonight", memory=False))


def told(here):
    [made] = here.app.plan_checks()
    here.app.tell_outcome(made.id, action=Action.PROCEEDED, result=Result.FAILED, by="dana", note="it stood still")


def nothing(here):
    """Record nothing."""


def corrected(here):
    here.app.correct("it is done", by="dana", ticket="NW-7", field="status", value="done")


def own_words(here):
    here.said("- NW-31 is done\n", author="dana")


RECORDED = [
    pytest.param("/tickets", at_odds, lambda here: here.said("- NW-22 is done\n", said=LATER), "NW-22", id="a claim"),
    pytest.param("/board", at_odds, corrected, "a correction", id="a correction on the board"),
    pytest.param("/tickets/NW-7", at_odds, corrected, "a correction", id="a correction"),
    pytest.param("/conflicts", at_odds, settled, "The sources agree", id="a settled conflict"),
    pytest.param("/promises", nothing, promised, "the export", id="a promise"),
    pytest.param("/radar", at_odds, promised, "the export", id="a promise on the radar"),
    pytest.param("/radar", nothing, at_odds, "NW-9", id="the first that is heard"),
    pytest.param("/before-a-call?customer=Acme", nothing, promised, "the export", id="a promise before a call"),
    pytest.param("/risks", nothing, at_odds, "NW-9", id="a risk"),
    pytest.param("/my-day", nothing, own_words, "NW-31", id="a sentence of one’s own"),
    pytest.param("/preflight/checks", a_check, told, "it stood still", id="an outcome"),
    pytest.param("/preflight/track-record", nothing, a_check, "Checks by verdict", id="the first check"),
    pytest.param("/preflight/lessons", nothing, a_check, "F1", id="a lesson"),
    pytest.param("/settings", nothing, lambda here: send(here, body()), "1 received", id="a webhook"),
    pytest.param("/settings", nothing, lambda here: send(here, b"{", signature=b"x"), "refused", id="a refused one"),
    pytest.param("/people", nothing, lambda here: here.app.link("github:octo", "tom", by="dana"), "octo", id="a link"),
]  # fmt: skip


@BROWSER
@pytest.mark.parametrize(("path", "before", "happens", "shown"), RECORDED)
def test_an_open_page_shows_whatever_is_recorded(open_pages, path, before, happens, shown):
    here, browser = open_pages
    before(here)
    with browser.page(person="dana") as page:
        page.goto(path)
        page.evaluate("window.stayed = true")
        lives = page.locator("[data-live]")
        assert shown not in "".join(lives.all_inner_texts())
        happens(here)
        expect(page.locator("[data-live]", has_text=shown).first).to_be_visible(timeout=SOON)
        assert page.evaluate("window.stayed")


@BROWSER
def test_what_is_recorded_while_a_page_listens_comes_without_a_load(open_pages):
    here, browser = open_pages
    at_odds(here)
    with browser.page(person="dana") as page:
        with page.expect_request("**/api/events?*"):
            page.goto("/tickets")
        page.wait_for_timeout(1500)
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.wait_for_timeout(3000)
        assert asked == []
        here.said("- NW-22 is done\n", said=LATER)
        expect(page.locator("tbody tr", has_text="NW-22")).to_be_visible(timeout=SOON)
        assert len(asked) == 1


@BROWSER
def test_what_somebody_writes_opened_or_stands_at_stays_while_a_page_changes(open_pages):
    here, browser = open_pages
    at_odds(here)
    promised(here)
    with browser.page(person="dana") as page:
        page.goto("/promises")
        page.click("#found summary:has-text('It ended')")
        page.fill("#found input[name=reason]", "they have it")
        page.evaluate("window.at = document.activeElement; window.box = document.querySelector('#found details')")
        here.app.promise(customer="Acme", what="the import", due=NOW.date() - timedelta(days=3), by="dana")
        expect(page.locator("#found article")).to_have_count(2, timeout=SOON)
        assert page.locator("#found article").first.inner_text().startswith("the import")
        kept = page.locator("#found article", has_text="the export")
        assert kept.locator("input[name=reason]").input_value() == "they have it"
        assert page.evaluate("[window.at === document.activeElement, window.box.open, window.box.isConnected]") == (
            [True] * 3
        )


@BROWSER
def test_what_somebody_is_at_and_what_is_gone_stays_and_the_page_says_so(open_pages):
    here, browser = open_pages
    at_odds(here)
    with browser.page(person="dana") as page:
        page.goto("/conflicts")
        page.fill("#found input[name=reason]", "I look")
        settled(here)
        expect(page.locator("text=Something changed since this page was made")).to_be_visible(timeout=SOON)
        assert page.input_value("#found input[name=reason]") == "I look"
        page.click("text=Load it anew")
        expect(page.locator("text=The sources agree")).to_be_visible()
        expect(page.locator("text=Something changed since")).to_be_hidden()


@BROWSER
def test_opened_evidence_stays_open_on_the_radar_while_other_risks_come(open_pages):
    here, browser = open_pages
    at_odds(here)
    with browser.page(person="dana") as page:
        page.goto("/radar")
        opened = page.locator("#found-part details.evidence").first
        opened.locator("summary").click()
        page.evaluate("window.box = document.querySelector('#found-part details[open]')")
        here.said("- NW-8 is blocked by legal\n", said=LATER, author="tom_b")
        expect(page.locator("#found-part", has_text="NW-8")).to_be_visible(timeout=SOON)
        assert page.evaluate("window.box.isConnected && window.box.open")
        expect(page.locator("text=Something changed since")).to_be_hidden()


@BROWSER
def test_that_something_was_recorded_is_told_to_all_and_what_it_was_to_nobody_else(open_pages):
    here, browser = open_pages
    with browser.page(person="tom") as page:
        page.goto("/sign-in")
        page.evaluate(
            "() => { window.told = []; const source = new EventSource('/api/events?knows=0-0-0-0');"
            " for (const name of ['recorded', 'transition']) source.addEventListener(name, (each) => window.told.push("
            "[name, each.data])); }"
        )
        page.wait_for_timeout(1000)
        here.said("- NW-8 is blocked by the zebra\n", author="priya", visibility=Visibility.PRIVATE)
        page.wait_for_timeout(4000)
        [[name, data]] = page.evaluate("window.told")
    assert (name, set(json.loads(data))) == ("recorded", {"position"})
