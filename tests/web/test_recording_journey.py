"""A recording goes in by a real browser: sent and heard with its progress shown, and recorded at a person's yes."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from commands.desk import NOW
from recordings import wav
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from web.browsing import DESK, PHONE, Browser, browsing, served
from web.test_works import HEARING, WORDS, Slow, segments

pytestmark = pytest.mark.needs("browser")


@pytest.fixture
def open_pages(tmp_path):
    listener = Slow(segments=segments(*WORDS))
    listener.may.clear()
    heard = {"beside": lambda adapters: replace(adapters, transcription=lambda: listener)}
    with served(tmp_path, team=HEARING, now=NOW, **heard) as (here, address), browsing(address) as browser:
        yield here, Browser(address=address, chromium=browser.chromium), listener


@pytest.mark.parametrize(
    ("width", "scripts"),
    [pytest.param(DESK, True, id="desk"), pytest.param(PHONE, False, id="phone without scripts")],
)
def test_a_recording_is_sent_heard_and_recorded(open_pages, width, scripts):
    here, browser, listener = open_pages
    with browser.page(width=width, scripts=scripts, person="priya", expects=("400",)) as page:
        choose(page, "standup")
        page.click("text=Show what would be recorded")
        expect(page.locator("[role=alert]")).to_contain_text("choose that it is a meeting")

        choose(page, "meeting")
        page.click("text=Show what would be recorded")
        page.wait_for_url("**/bring/recordings/*")
        expect(page.locator("progress")).to_be_visible()
        expect(page.locator("#work")).to_contain_text("30 of 60")
        listener.may.set()
        if not scripts:
            page.click("text=Look again")
        expect(page.locator("text=“NW-231 is done.”")).to_be_visible(timeout=15_000)
        page.click("text=Record it")
        page.wait_for_url("**/board")
    assert here.app.ticket("NW-231", Moment(now=NOW), Caller()).value("status") == "done"


def choose(page, source):
    page.goto("/bring")
    page.select_option("select[name=source]", source)
    page.fill("input[name=date]", "2025-10-01")
    page.fill("input[name=title]", "Weekly")
    page.set_input_files("input[type=file]", {"name": "weekly.wav", "mimeType": "audio/wav", "buffer": wav()})
