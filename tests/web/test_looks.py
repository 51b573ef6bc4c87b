"""How every page looks, on a phone and on a desk, in light and in the dark: accessible, quiet, and never too wide."""

from datetime import UTC, datetime
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from sprintmind.demo.sprint import play
from sprintmind.web.page import pages
from web.browsing import DESK, PHONE, PICTURES, browsing, served

pytestmark = pytest.mark.needs("browser")

DAY = datetime(2025, 10, 1, 10, tzinfo=UTC)
ANSWER = "/ask?answered"
"""Stands for the answer to a question that was asked."""
MORE = (
    "/preflight/lessons/E003",
    "/preflight/teach?id=E003",
    "/preflight/history?question=Friday+deploys",
    "/tickets/NW-231",
    "/sign-in",
    "/people?identity=speaker:Kim&person=priya",
    "/nope",
    ANSWER,
    "/memory?q=sandbox",
)
PATHS = [found.page.path for found in pages() if "{" not in found.page.path] + list(MORE)
LARGEST = 300_000  # bytes of the first page, with everything that it needs


def unconfirmed(here):
    """Let the sample have a promise that nobody has confirmed, and a name that is nobody's."""
    text = "We promised Acme the audit log by 2025-10-10.\nKim: NW-231 is done.\n"
    here.said(text, source="meeting", title="Call", author="", said=DAY.replace(hour=9))


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    home = tmp_path_factory.mktemp("looks")
    play(home, now=DAY)
    team = (home / "sprintmind.toml").read_text(encoding="utf-8")
    with served(home, team=team, now=DAY, prepare=unconfirmed) as (_, address), browsing(address) as found:
        yield found


@pytest.mark.parametrize("path", PATHS)
def test_a_page_can_be_read_by_everyone_and_fits(browser, path):
    PICTURES.mkdir(parents=True, exist_ok=True)
    name = path.strip("/").partition("?")[0].replace("/", "-") or "home"
    whose = "tom" if path == "/my-day" else "dana"
    with browser.page(person=whose, expects=("404",) if path == "/nope" else ()) as page:
        if path == ANSWER:
            name = "answer"
            page.goto("/ask")
            page.click("text=What did we promise Acme?")
            page.wait_for_url("**/ask/*")
        else:
            page.goto(path)
        for width, scheme in product((PHONE, DESK), ("light", "dark")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=PICTURES / f"{name}-{width}-{scheme}.png", full_page=True)
            found = Axe().run(page)
            assert found.violations_count == 0, f"{width} pixels, {scheme}: {found.generate_report()}"
            assert page.evaluate("document.scrollingElement.scrollWidth") <= width


def test_the_first_page_is_small_and_does_not_move(browser):
    with browser.page() as page:
        sizes = []
        page.on("response", lambda answer: sizes.append(len(answer.body())))
        page.add_init_script(
            "window.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach((each) => {"
            " window.moved += each.value; })).observe({ type: 'layout-shift', buffered: true });"
        )
        page.goto("/", wait_until="networkidle")
        assert page.evaluate("window.moved") == 0
        assert len(sizes) >= 4
        assert sum(sizes) < LARGEST


def test_a_page_can_be_printed(browser):
    with browser.page() as page:
        page.goto("/")
        page.emulate_media(media="print")
        expect(page.locator("nav")).to_be_hidden()
        expect(page.locator("h1").first).to_be_visible()


def test_every_number_of_the_track_record_stands_below_its_heading(browser):
    with browser.page(person="dana") as page:
        page.goto("/preflight")
        page.fill("textarea[name=plan]", "Friday deploy + 3 dependency updates")
        page.click("text=Check the plan")
        page.wait_for_selector(".verdict-RED")
        page.goto("/preflight/track-record")
        page.screenshot(path=PICTURES / f"track-record-{DESK}-told.png", full_page=True)
        heads, cells = (
            [round(each.bounding_box()["x"]) for each in page.locator(f"#counts ~ .scroll {row} > *").all()]
            for row in ("thead tr", "tbody tr:first-child")
        )
        assert heads == cells


def test_a_phone_shows_every_row_of_a_long_table_whole(browser):
    with browser.page(width=PHONE, person="dana") as page:
        for path in ("/tickets", "/preflight/lessons", "/rules", "/tickets/NW-231"):
            page.goto(path)
            cut = page.evaluate(
                "[...document.querySelectorAll('.stacked')].filter((each) =>"
                " each.scrollWidth > each.parentElement.clientWidth).length"
            )
            assert page.locator(".stacked").count() > 0
            assert cut == 0, path
