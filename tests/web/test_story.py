"""The sample's story as its guide tells it, walked through link by link in a real browser."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from sprintmind.demo.sprint import play
from web.browsing import DESK, PHONE, Browser, browsing, served

pytestmark = pytest.mark.needs("browser")

DAY = datetime(2025, 10, 1, 10, tzinfo=UTC)
PATIENT = 30_000  # milliseconds; the first check loads the embedding model
SOURCES = ("the tracker", "GitHub", "a standup", "a meeting")


@pytest.fixture(scope="module")
def chromium():
    with browsing("") as found:
        yield found.chromium


@pytest.fixture
def sample(tmp_path, chromium):
    play(tmp_path, now=DAY)
    team = (tmp_path / "sprintmind.toml").read_text(encoding="utf-8")
    with served(tmp_path, team=team, now=DAY, sample=True) as (here, address):
        yield here, Browser(address=address, chromium=chromium)


def follow(page, words):
    page.goto("/radar")
    page.click(f".guide a:has-text('{words}')")


def a_promise(page):
    follow(page, "Promises")
    promises = page.locator("section[aria-labelledby=promises]")
    expect(promises.locator(".chain .broken").first).to_contain_text("CI")
    expect(promises).to_contain_text("Acme")


def why(page):
    follow(page, "NW-231")
    told = page.locator("#told")
    for source in SOURCES:
        expect(told.locator(".source", has_text=source).first).to_be_visible()
    for decision in ("accepted", "conflicting"):
        expect(told.locator(".decision", has_text=decision).first).to_be_visible()
    expect(told).to_contain_text("less trusted than the current value (set by GitHub")


def a_friday_plan(page):
    follow(page, "a deploy on a Friday")
    page.click("text=Check the plan")
    expect(page.locator(".verdict-RED").first).to_be_visible(timeout=PATIENT)
    expect(page.locator("section[aria-labelledby=fine-title]")).to_contain_text("E010")
    expect(page.locator("section[aria-labelledby=fine-title]")).to_contain_text("behind a feature flag")
    expect(page.locator("section[aria-labelledby=touched-title]")).to_contain_text("Acme: SSO login")
    expect(page.locator(".without")).to_contain_text("no organisational memory was used")


def an_outcome_that_is_cited(page, here):
    page.fill("input[name=note]", "cards were charged twice")
    page.click("text=It failed")
    [made] = here.app.plan_checks()
    follow(page, "a deploy on a Friday")
    page.click("text=Check the plan")
    expect(page.locator(f".entry .key:has-text('{made.outcome_id}')")).to_be_visible(timeout=PATIENT)
    expect(page.locator("#result")).to_contain_text("cards were charged twice")


def a_wrong_reading(page):
    follow(page, "PAY-12")
    expect(page.locator("#told")).to_contain_text("PAY-12 is done.")

    follow(page, "Be Tom")
    page.select_option("select[name=by]", "tom")
    page.click("main button.main")
    about = page.locator("section[aria-labelledby=about-me]")
    misread = about.locator("article", has_text="PAY-12 is done.")
    misread.locator("button:has-text('not what I said')").click()
    expect(about.locator("article", has_text="PAY-12 is done.").locator("text=withdrawn").first).to_be_visible()
    page.goto("/tickets/PAY-12")
    expect(page.locator("#told")).to_contain_text("PAY-12 is done.")
    assert "in progress" in page.inner_text("#fields >> xpath=..")


@pytest.mark.parametrize(
    ("width", "scripts"),
    [pytest.param(DESK, True, id="desk"), pytest.param(PHONE, False, id="phone without scripts")],
)
def test_the_guide_leads_from_a_promise_to_a_correction(sample, width, scripts):
    here, browser = sample
    with browser.page(width=width, scripts=scripts, person="dana") as page:
        a_promise(page)
        why(page)
        a_friday_plan(page)
        an_outcome_that_is_cited(page, here)
        a_wrong_reading(page)
    assert here.app.verify().same
