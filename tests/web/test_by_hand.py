"""What is done once in a while, in a real browser: other systems read, deliveries taken again, lessons brought in."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from inlets.fake_github import Github, commit, pull
from inlets.fake_jira import Jira, issue
from inlets.local_server import SECRET, serving
from sprintmind.demo.sprint import play
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from web.browsing import DESK, PHONE, PICTURES, browsing, opened
from web.test_webhooks import ENVIRON, body, send
from web.visits import visit

pytestmark = pytest.mark.needs("browser")

DAY = datetime(2025, 10, 1, 10, tzinfo=UTC)
PATIENT = 30_000  # milliseconds; the first check loads the embedding model
TEAM = '[team]\nname = "Northwind"\nkeys = ["NW"]\n[[people]]\nid = "dana"\nname = "Dana Fox"\nrole = "manager"\n'
POSTMORTEM = b"""# Retry storm in checkout

Date: 2025-02-03

## Summary
A deploy of the checkout on a Friday shipped two library updates together.

## Root cause
The new HTTP client retried without a limit.

## Lessons learned
Release library updates apart from features.
"""
WAYS = [pytest.param(DESK, True, id="desk"), pytest.param(PHONE, False, id="phone without scripts")]


@pytest.fixture(scope="module")
def chromium():
    with browsing("") as found:
        yield found.chromium


def looked_at(page, name):
    """Keep a picture of what is there, and see that it is not wider than the screen."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"by-hand-{name}-{page.viewport_size['width']}.png", full_page=True)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= page.viewport_size["width"]


def shop():
    github = Github()
    github.add(pull(1, "NW-1: Totals", created="2025-09-15T08:00:00Z", login="octo"))
    github.commits = [commit("c1", "NW-1: Tidy", "2025-09-29T10:00:00Z", login="octo")]
    return github


def tracker():
    jira = Jira()
    jira.add(issue("NW-1", 1001, created=datetime(2025, 9, 15, 8, tzinfo=UTC), summary="Totals"))
    return jira


def read_all(page, system):
    page.goto("/connect")
    section = page.locator(f"section[aria-labelledby={system}]")
    section.locator("text=Show what it would read").click()
    expect(page.locator("text=Read it")).to_be_visible()
    looked_at(page, f"{system}-counted")
    page.click("text=Read it")
    expect(page.locator("text=See the board")).to_be_visible()
    expect(page.locator("#work")).to_contain_text("the baseline")
    looked_at(page, f"{system}-read")


@pytest.mark.parametrize(("width", "scripts"), WAYS)
def test_github_and_jira_are_counted_read_and_seen_on_the_board(tmp_path, chromium, width, scripts):
    with serving(shop().answer) as github, serving(tracker().answer) as jira:
        sources = (
            f'[sources.github]\nrepositories = ["northwind/shop"]\napi = "{github.address}"\n'
            f'[sources.jira]\nurl = "{jira.address}"\n'
        )
        environ = {"SPRINTMIND_GITHUB_TOKEN": SECRET, "SPRINTMIND_JIRA_TOKEN": SECRET}
        more = {"team": TEAM + sources, "now": DAY, "environ": environ, "width": width, "scripts": scripts}
        with opened(tmp_path, chromium, **more) as (_, page):
            read_all(page, "jira")
            read_all(page, "github")
            page.click("text=See the board")
            expect(page.locator("article.card", has_text="NW-1")).to_contain_text("Totals")
            assert SECRET not in page.content()


@pytest.mark.parametrize(("width", "scripts"), WAYS)
def test_a_refused_delivery_is_taken_again_or_said_to_be_refused_again(tmp_path, chromium, width, scripts):
    send(visit(tmp_path, team=TEAM, now=DAY), body())
    with opened(tmp_path, chromium, team=TEAM, now=DAY, environ=ENVIRON, width=width, scripts=scripts) as (here, page):
        send(here, body("NW-2"), signature=b"sha256=0")
        page.goto("/settings")
        looked_at(page, "refused")
        jira = page.locator("section[aria-labelledby=source-jira]")
        jira.locator("tr", has_text="no secret is set").locator("text=Take it again").click()
        expect(page.locator("[role=status]").first).to_have_text("Delivery 1 is understood when it was taken again.")
        jira.locator("tr", has_text="missing or wrong").locator("text=Take it again").click()
        expect(page.locator("[role=status]").first).to_contain_text("Refused again: the signature is missing or wrong")
        looked_at(page, "taken-again")
        assert here.app.ticket("NW-1", Moment(now=DAY), Caller()).key == "NW-1"
        assert here.app.verify().events == 1


@pytest.mark.parametrize(("width", "scripts"), WAYS)
def test_a_red_plan_is_overridden_as_a_hotfix_and_its_outcome_told(tmp_path, chromium, width, scripts):
    play(tmp_path, now=DAY)
    team = (tmp_path / "sprintmind.toml").read_text(encoding="utf-8")
    with opened(tmp_path, chromium, team=team, now=DAY, width=width, scripts=scripts) as (here, page):
        page.goto("/preflight")
        page.fill("textarea[name=plan]", "Friday deploy of Billing API with NW-231 + 3 dependency updates")
        page.check("text=it is a hotfix")
        page.click("text=Check the plan")
        expect(page.locator(".verdict-RED").first).to_be_visible(timeout=PATIENT)
        looked_at(page, "verdict")
        page.click("#result a.key[href^='/preflight/checks/']")
        overrides = page.locator("section[aria-labelledby=override-title]")
        overrides.locator("input[name=reason]").fill("payments are down")
        overrides.locator("text=it is a hotfix").click()
        overrides.locator("button:has-text('Override')").click()
        expect(page.locator(".verdict .said")).to_contain_text("overridden until")
        expect(page.locator("section[aria-labelledby=override-title] article")).to_contain_text("payments are down")
        looked_at(page, "overridden")
        page.fill("input[name=note]", "cards were charged twice")
        page.click("button:has-text('It failed')")
        expect(page.locator("section[aria-labelledby=outcome-title]")).to_contain_text("cards were charged twice")
        [made] = here.app.plan_checks()
        assert made.overrides
        assert made.outcome.result.value == "failed"


@pytest.mark.parametrize(("width", "scripts"), WAYS)
def test_a_postmortem_is_shown_brought_in_and_confirmed(tmp_path, chromium, width, scripts):
    with opened(tmp_path, chromium, team=TEAM, now=DAY, width=width, scripts=scripts) as (here, page):
        page.goto("/preflight/lessons")
        page.click("text=Write or bring in")
        files = page.locator("section[aria-labelledby=files]")
        given = {"name": "retry-storm.md", "mimeType": "text/markdown", "buffer": POSTMORTEM}
        files.locator("input[type=file]").set_input_files(given)
        files.locator("text=only show what would come of them").click()
        files.locator("button.main").click()
        expect(page.locator("text=Nothing was stored.")).to_be_visible()
        assert here.app.verify().events == 0
        files.locator("input[type=file]").set_input_files(given)
        files.locator("button.main").click()
        expect(page.locator("#result-title")).to_contain_text("This came of the files")
        looked_at(page, "lessons-brought-in")
        page.click("section[aria-labelledby=result-title] a.key")
        looked_at(page, "lesson-draft")
        page.click("text=Confirm it")
        expect(page.locator("text=active").first).to_be_visible()
        looked_at(page, "lesson")
