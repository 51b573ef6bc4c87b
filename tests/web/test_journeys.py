"""Whole journeys in a real browser, with scripts and without, on a desk and on a phone."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from commands.desk import NOW, TEAM
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from web.browsing import DESK, PHONE, Browser, browsing, served

pytestmark = pytest.mark.needs("browser")

STANDUP = "- NW-7 SSO is in review\n- NW-8 is blocked by NW-7\n"
MEETING = "Priya: NW-7 is still in progress.\n"
TRANSCRIPT = "Priya: I'll deliver the SSO login, NW-7, to Acme by 2025-10-10.\nTom Weber: NW-7 is in review.\n"
PATIENT = 30_000  # milliseconds; the first check loads the embedding model
PROMISE = "We promised Acme the export by 2025-10-10.\n"
BY_HAND = pytest.mark.parametrize(
    ("width", "scripts"),
    [
        pytest.param(DESK, True, id="desk"),
        pytest.param(PHONE, True, id="phone"),
        pytest.param(PHONE, False, id="phone without scripts"),
    ],
)


@pytest.fixture(scope="module")
def chromium():
    with browsing("") as found:
        yield found.chromium


@pytest.fixture
def open_pages(tmp_path, chromium):
    """Serve a team of its own to a test."""
    with served(tmp_path, team=TEAM, now=NOW) as (here, address):
        yield here, Browser(address=address, chromium=chromium)


def bring(page, text, *, source="standup", title="", time="09:00"):
    page.goto("/bring")
    page.fill("input[name=date]", "2025-10-01")
    page.fill("input[name=time]", time)
    page.select_option("select[name=source]", source)
    page.fill("input[name=title]", title)
    page.fill("textarea[name=text]", text)
    page.click("text=Show what would be recorded")


@BY_HAND
def test_a_text_becomes_claims_a_card_a_conflict_a_settlement_and_a_story(open_pages, width, scripts):
    here, browser = open_pages
    with browser.page(width=width, scripts=scripts, person="priya") as page:
        bring(page, STANDUP)
        expect(page.locator("text=“NW-7 SSO is in review”").first).to_be_visible()
        assert here.app.verify().events == 0
        page.click("text=Record it")
        page.wait_for_url("**/board")
        expect(page.locator("a.key:has-text('NW-7')").first).to_be_visible()

        bring(page, MEETING, source="meeting", title="Weekly", time="10:30")
        page.click("text=Record it")
        page.goto("/conflicts")
        page.fill("input[name=reason]", "I looked")
        page.click("button:has-text('It is in progress')")
        expect(page.locator("text=Recorded: 1 accepted.").first).to_be_visible()

        page.goto("/tickets/NW-7")
        assert "in progress" in page.inner_text("#fields >> xpath=..")
        assert page.locator(".story li").count() >= 3
        page.fill("input[name=text]", "NW-7 is done")
        page.click("text=Record the correction")
        expect(page.locator(".said")).to_be_visible()
    state = here.app.ticket("NW-7", Moment(now=here.app.now()), Caller())
    assert [each.claim.source.value for each in state.fields["status"].decided if each.claim.person == "priya"]
    assert here.app.verify().same


LESSONS = """[
 {"id": "E002", "situation": "A release with bundled libraries", "lesson": "One at a time",
  "trigger_conditions": ["dependency updates", "bundled changes"]},
 {"id": "E003", "situation": "A Friday deploy with a new client", "lesson": "Not on a Friday",
  "trigger_conditions": ["Friday deploy", "dependency updates"]}
]"""
PLAN = "Friday deploy of the till + 3 dependency updates"


def bring_lessons(page):
    page.goto("/preflight/teach")
    lessons = {"name": "lessons.json", "mimeType": "application/json", "buffer": LESSONS.encode()}
    page.set_input_files("input[type=file]", lessons)
    page.click("button:has-text('Bring in')")
    page.wait_for_selector("text=This came of the files")


def check(page, plan):
    page.goto("/preflight")
    page.fill("textarea[name=plan]", plan)
    page.check("input[name=without]")
    page.click("text=Check the plan")


@BY_HAND
def test_a_plan_is_red_its_outcome_is_told_and_the_next_plan_cites_it(open_pages, width, scripts):
    here, browser = open_pages
    with browser.page(width=width, scripts=scripts, person="priya") as page:
        bring_lessons(page)
        check(page, PLAN)
        expect(page.locator(".verdict-RED").first).to_be_visible(timeout=PATIENT)
        expect(page.locator("mark").first).to_have_text("Friday deploy")
        expect(page.locator("text=no organisational memory was used").first).to_be_visible()
        [made] = here.app.plan_checks()
        expect(page.locator(f"text={made.id}").first).to_be_visible()
        assert page.locator(f"text={made.outcome_id}").count() == 0

        page.fill("input[name=note]", "the till stood still")
        page.click("text=It failed")
        page.wait_for_url(f"**/preflight/checks/{made.id}")
        expect(page.locator("text=Recorded: it failed. Later verdicts will cite it.")).to_be_visible()

        check(page, f"{PLAN}, and this time slowly")
        expect(page.locator(f".entry .key:has-text('{made.outcome_id}')")).to_be_visible(timeout=PATIENT)
        expect(page.locator("text=the till stood still").first).to_be_visible()
    newer = next(each for each in here.app.plan_checks() if each.id != made.id)
    assert made.outcome_id in {each.lesson for each in newer.matches}
    assert here.app.verify().same


def corrected(page, *, question, text):
    """Ask, look at the evidence of the first citation, and correct the answer; gives the words of the evidence."""
    page.goto("/ask")
    page.fill("input[name=question]", question)
    page.click("main button.main:has-text('Ask')")
    page.wait_for_url("**/ask/*")
    page.locator("a.cite").first.click()
    words = page.locator("article:target blockquote").inner_text()
    expect(page.locator("text=Memory panel").first).to_be_visible()
    page.click("summary:has-text('Correct this answer')")
    page.fill("input[name=text]", text)
    page.click("text=Record the correction")
    expect(page.locator("text=Dana Fox corrected").first).to_be_visible()
    return words


@BY_HAND
def test_a_transcript_becomes_claims_cards_an_answer_a_correction_and_a_radar(open_pages, width, scripts):
    here, browser = open_pages
    with browser.page(width=width, scripts=scripts, person="dana") as page:
        bring(page, TRANSCRIPT, source="meeting", title="Acme weekly")
        expect(page.locator("text=“NW-7 is in review.”").first).to_be_visible()
        assert here.app.verify().events == 0
        page.click("text=Record it")
        page.wait_for_url("**/board")
        expect(page.locator(".card", has_text="NW-7").locator("text=Acme")).to_be_visible()

        said = corrected(page, question="Why is NW-7 in review?", text="NW-7 is in progress, QA found a bug")
        assert said == "NW-7 is in review."

        page.goto("/")
        assert "1 promise is open" in page.inner_text("h1")
        promises = page.locator("section[aria-labelledby=promises]")
        assert promises.locator("svg circle").count() == 1
        expect(promises.locator(".chain .broken")).to_be_visible()

        page.goto("/memory")
        page.click("text=Tell memory now")
        expect(page.locator("#readiness")).to_contain_text("it finds them")
    assert here.app.ticket("NW-7", Moment(now=here.app.now()), Caller()).value("status") == "in_progress"
    assert here.app.verify().same


def test_a_message_is_copied_at_a_press(open_pages):
    here, browser = open_pages
    here.said("- NW-8 is blocked by legal\n", said=datetime(2025, 9, 24, 7, tzinfo=UTC))
    with browser.page(person="dana") as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto("/radar")
        page.click("summary:has-text('Message to copy')")
        page.click("button:has-text('Copy')")
        expect(page.locator("button:has-text('Copied')")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == page.input_value("#message-1")


@BY_HAND
def test_a_promise_is_confirmed_with_a_thumb(open_pages, width, scripts):
    here, browser = open_pages
    here.said(PROMISE, source="meeting", title="Weekly", author="")
    with browser.page(width=width, scripts=scripts, person="dana") as page:
        page.goto("/promises")
        button = page.locator("text=Yes, promised")
        box = button.bounding_box()
        assert box["height"] >= 44
        assert box["width"] >= 44
        button.click()
        expect(page.locator("text=Recorded.").first).to_be_visible()
        expect(page.locator("text=Was this promised?")).to_be_hidden()


@BY_HAND
def test_a_risk_is_seen_and_an_unknown_name_linked(open_pages, width, scripts):
    here, browser = open_pages
    here.said("Kim: NW-8 is blocked by legal.\n", source="meeting", title="Weekly", author="")
    with browser.page(width=width, scripts=scripts, person="dana") as page:
        page.goto("/risks")
        page.click("summary:has-text('Acknowledge')")
        page.fill("input[name=reason]", "I asked legal")
        page.click("text=I have seen it")
        assert page.wait_for_selector("text=Seen by Dana Fox")

        page.goto("/people")
        page.select_option("#found select[name=person]", "tom_b")
        page.click("text=Preview")
        assert page.wait_for_selector("text=What this link would change")
        page.click("text=Record the link")
        assert page.wait_for_selector("text=Everyone seen so far is known.")


def test_a_search_narrows_as_one_types_and_can_be_gone_back_to(open_pages):
    here, browser = open_pages
    here.said("- NW-1 is done\n- NW-22 is done\n")
    with browser.page() as page:
        page.goto("/tickets")
        page.fill("input[name=q]", "NW-22")
        expect(page.locator("tbody tr")).to_have_count(1)
        assert "q=NW-22" in page.url
        assert page.evaluate("performance.getEntriesByType('navigation').length") == 1
        page.reload()
        assert page.locator("tbody tr").count() == 1


def test_everything_is_reached_by_keys(open_pages):
    here, browser = open_pages
    here.said("- NW-1 is done\n- NW-22 is done\n")
    with browser.page() as page:
        page.goto("/")
        page.keyboard.press("?")
        expect(page.locator("dialog#keys")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog#keys")).to_be_hidden()
        page.keyboard.press("g")
        page.keyboard.press("l")
        page.wait_for_url("**/tickets")
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.name") == "q"
        page.locator("main").focus()
        page.keyboard.press("j")
        page.keyboard.press("j")
        page.keyboard.press("Enter")
        page.wait_for_url("**/tickets/NW-22")


def test_what_a_stranger_wrote_runs_nowhere(open_pages):
    here, browser = open_pages
    evil = '<img src=x onerror="window.run=1"><script>window.run=1</script>'
    here.said(f"- NW-1 is done {evil}\n- NW-2 is blocked by {evil}\n")
    with browser.page(person="priya") as page:
        for path in (
            "/",
            "/radar",
            "/memory?q=done",
            "/ask",
            "/board",
            "/tickets/NW-1",
            "/tickets/NW-2",
            "/risks",
            "/people",
            "/settings",
        ):
            page.goto(path)
            assert page.evaluate("window.run") is None
        bring(page, f"- NW-3 is done {evil}\n")
        assert page.evaluate("window.run") is None


def test_a_risk_that_opens_is_told_at_once(open_pages):
    here, browser = open_pages
    with browser.page() as page:
        page.goto("/")
        page.evaluate(
            "() => new Promise((open) => { window.told = []; const source = new EventSource('/api/events');"
            " source.addEventListener('transition', (each) => window.told.push(each.data));"
            " source.addEventListener('open', open); })"
        )
        page.wait_for_timeout(1500)
        here.said("- NW-8 is blocked by legal\n")
        for _ in range(100):
            if page.evaluate("window.told.length"):
                break
            page.wait_for_timeout(100)
        assert '"rule":"blocked"' in page.evaluate("window.told[0]")


def test_a_page_without_scripts_says_of_when_it_is(open_pages):
    here, browser = open_pages
    here.said("- NW-8 is in progress\n")
    with browser.page(scripts=False) as page:
        for path in ("/radar", "/board", "/tickets/NW-8"):
            page.goto(path)
            expect(page.locator("text=As of Wed 1 Oct").first).to_be_visible()


def test_days_and_moments_are_exact_on_hover(open_pages):
    here, browser = open_pages
    here.said("- NW-1 is done\n", said=datetime(2025, 9, 30, 7, 30, tzinfo=UTC))
    with browser.page() as page:
        page.goto("/tickets/NW-1")
        shown = page.locator("time").first
        assert shown.get_attribute("title").endswith("CEST")
