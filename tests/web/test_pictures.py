"""The pictures of the README, of the sample's pages: `make pictures` puts them where it shows them."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from sprintmind.demo.sprint import play
from web.browsing import PICTURES, browsing, served

pytestmark = pytest.mark.needs("browser")

DAY = datetime(2025, 10, 1, 10, tzinfo=UTC)
LARGEST = 150_000  # bytes of a picture
SHOWN = "README"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    home = tmp_path_factory.mktemp("pictures")
    play(home, now=DAY)
    team = (home / "sprintmind.toml").read_text(encoding="utf-8")
    with served(home, team=team, now=DAY, sample=True) as (_, address), browsing(address) as found:
        yield found


def taken(page, name, *, height):
    PICTURES.mkdir(parents=True, exist_ok=True)
    file = PICTURES / f"{SHOWN}-{name}.png"
    page.set_viewport_size({"width": 1120, "height": height})
    page.screenshot(path=file)
    assert file.stat().st_size < LARGEST


def test_the_radar_tells_its_story(browser):
    with browser.page() as page:
        page.goto("/")
        expect(page.locator("text=A sample team, told in sixty seconds").first).to_be_visible()
        expect(page.locator("text=First broken link").first).to_be_visible()
        taken(page, "radar", height=720)


def test_why_shows_what_was_accepted_and_refused(browser):
    with browser.page() as page:
        page.goto("/tickets/NW-231?field=status")
        expect(page.locator(".story .badge", has_text="accepted").first).to_be_visible()
        page.locator("#told").scroll_into_view_if_needed()
        taken(page, "why", height=560)


def test_a_friday_plan_is_red_beside_what_went_fine_and_what_comes_out_without_lessons(browser):
    with browser.page(person="dana") as page:
        page.goto("/")
        page.click(".guide a:has-text('a deploy on a Friday')")
        page.click("text=Check the plan")
        expect(page.locator(".verdict-RED").first).to_be_visible()
        expect(page.locator("text=Without our lessons").first).to_be_visible()
        page.evaluate("document.getElementById('result').scrollIntoView()")
        taken(page, "plan", height=640)


def test_an_answer_shows_what_it_rests_on(browser):
    with browser.page(person="dana") as page:
        page.goto("/ask")
        page.click("text=What did we promise Acme?")
        page.wait_for_url("**/ask/*")
        taken(page, "answer", height=620)


def test_a_wrong_reading_waits_for_whoever_is_misquoted(browser):
    with browser.page(person="tom") as page:
        page.goto("/my-day")
        expect(page.locator("text=That’s not what I said").first).to_be_visible()
        taken(page, "my-day", height=640)
