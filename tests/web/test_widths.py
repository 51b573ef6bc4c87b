"""Every page holds what people write, however long, on a phone; and reads like what a person would write."""

import json
import re
from datetime import UTC, datetime

import pytest

from jira_payloads import hook, issue
from sprintmind.demo.sprint import play
from sprintmind.domain.work import Status
from sprintmind.intake import Delivery
from sprintmind.risk import rules
from web.browsing import PHONE, browsing, opened
from web.test_looks import PATHS, unconfirmed

pytestmark = pytest.mark.needs("browser")

DAY = datetime(2025, 10, 1, 10, tzinfo=UTC)
LONG = "Unbreakable" * 16
TEAM = f"""[team]
name = "{LONG}"
keys = ["NW"]
[[people]]
id = "dana"
name = "{LONG}"
role = "manager"
github = ["{LONG}"]
[[customers]]
name = "Acme"
aliases = ["{LONG}"]
"""
EMPTY = (
    "/radar", "/my-day", "/ask", "/board", "/tickets", "/promises", "/before-a-call", "/sprint", "/risks", "/memory",
    "/people", "/preflight", "/preflight/lessons", "/preflight/checks", "/preflight/track-record",
    "/preflight/patterns", "/preflight/history",
)  # fmt: skip
"""Pages that hold nothing where nothing was heard."""
THUMB = 44  # pixels
STORED = {each.value for each in Status if "_" in each.value} | set(rules()) | {"task_update", "counter_example"}
RUNNING = """() => {
  const copy = document.body.cloneNode(true);
  const exact = "svg, code, pre, textarea, blockquote, datalist, script, .recalled, .record, .tags, .prose, .plan, kbd";
  copy.querySelectorAll(exact).forEach((each) => each.remove());
  return copy.textContent;
}"""
"""What a page says in words of ours: what is quoted, typed in or exact on purpose left out."""


@pytest.fixture(scope="module")
def chromium():
    with browsing("") as found:
        yield found.chromium


def sampled(home):
    play(home, now=DAY)
    return (home / "sprintmind.toml").read_text(encoding="utf-8")


def wordy(here):
    """Let everything that can be long be long."""
    jira = json.dumps(hook("jira:issue_created", issue("NW-1", summary=LONG))).encode()
    here.app.ingest([Delivery(source="jira", body=jira, received_at=DAY, headers={"content-type": "application/json"})])
    said = f"{LONG}: NW-1 is blocked by {LONG}.\nWe promised Acme the {LONG} with NW-1 by 2025-10-02.\n"
    here.said(said, source="meeting", title=LONG, author="", said=DAY.replace(hour=9))
    here.said(f"NW-1 {LONG} is done", said=DAY.replace(hour=8), author="dana")
    here.send("/sign-in", by="dana")
    lesson = {"id": "E001", "type": "failure", "situation": LONG, "lesson": LONG, "trigger_conditions": "Friday deploy"}
    here.send("/preflight/teach", **lesson)
    here.send("/preflight/check", plan=f"Friday deploy of {LONG} with NW-1", without="1")
    here.send("/ask", question=f"What about NW-1 and {LONG}?")


def every(here):
    """List the addresses of all pages, also those of one thing."""
    asked = here.client.post("/ask", data={"csrf": here.csrf(), "question": f"What about NW-1 and {LONG}?"})
    [check, *_] = [f"/preflight/checks/{each.id}" for each in here.app.plan_checks()]
    kept = [path for path in PATHS if not any(word in path for word in ("NW-231", "E003", "/ask?", "person=priya"))]
    return [*kept, "/tickets/NW-1", "/preflight/lessons/E001", check, asked.url.path, "/before-a-call?customer=Acme"]


def test_no_page_is_wider_than_a_phone_however_long_its_words(tmp_path, chromium):
    with opened(tmp_path, chromium, team=TEAM, now=DAY, prepare=wordy, width=PHONE, expects=("404",)) as (here, page):
        wide = {}
        for path in every(here):
            answer = page.goto(path)
            assert answer.ok or path == "/nope", path
            width = page.evaluate("document.scrollingElement.scrollWidth")
            cut = page.evaluate(
                "[...document.querySelectorAll('main section, main article, main table.stacked')]"
                ".filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.id || each.className)"
            )
            if width > PHONE or cut:
                wide[path] = (width, cut)
        page.goto("/tickets")
        assert LONG in page.inner_text("#found")
        assert not wide, "\n".join(f"{path}: {found}" for path, found in wide.items())


def test_no_page_of_the_sample_shows_an_exact_date_or_a_stored_word_in_running_text(tmp_path, chromium):
    team = sampled(tmp_path)
    raw = re.compile(r"\b\d{4}-\d\d-\d\d\b|\b(?:" + "|".join(sorted(STORED - {"blocked"})) + r")\b(?![_-])")
    more = {"prepare": unconfirmed, "sample": True, "expects": ("404",)}
    with opened(tmp_path, chromium, team=team, now=DAY, **more) as (_, page):
        seen = {}
        for path in PATHS:
            page.goto(path.removesuffix("?answered"))
            found = raw.findall(page.evaluate(RUNNING))
            if found:
                seen[path] = found
        page.goto("/ask")
        page.click("text=What did we promise Acme?")
        page.wait_for_url("**/ask/*")
        assert raw.findall(page.inner_text(".answer")) == []
        assert seen == {}


def test_a_promise_is_confirmed_with_targets_that_a_thumb_hits(tmp_path, chromium):
    team = sampled(tmp_path)
    with opened(tmp_path, chromium, team=team, now=DAY, prepare=unconfirmed, width=PHONE) as (_, page):
        page.goto("/promises")
        targets = page.locator("section[aria-labelledby=unconfirmed]").locator("button, input:not([type=hidden])")
        boxes = [each.bounding_box() for each in targets.all()]
        assert len(boxes) == 4
        assert min(box["height"] for box in boxes) >= THUMB
        heights = page.locator(".top nav a").evaluate_all("all => all.map((each) => each.offsetHeight)")
        assert min(heights) >= THUMB


def test_an_empty_home_says_on_every_page_what_to_do_next(tmp_path, chromium):
    with opened(tmp_path, chromium, team="", now=DAY, width=PHONE, person=None) as (_, page):
        for path in EMPTY:
            page.goto(path)
            assert page.locator(".empty :is(a, code)").count(), path
            assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE
        page.goto("/radar")
        assert "No project key is set" in page.inner_text("main")
