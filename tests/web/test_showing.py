"""How sentences of ours are shown: days in words, sources and people by name, and what is quoted as it was written."""

from datetime import UTC, datetime, timedelta

import pytest

from sprintmind.domain.people import Person, Team
from sprintmind.intake import Delivery
from sprintmind.shapes.reader import Reader
from sprintmind.web.page import pages, trail
from sprintmind.web.showing import Showing
from web.test_pages import at_work
from web.test_webhooks import body
from web.visits import visit

MOMENT = datetime(2025, 10, 1, 10, tzinfo=UTC)
DANA = Person(id="dana", name="Dana Fox")


def showing():
    team = Team(people=(DANA,))
    return Showing(now=MOMENT, team=team, reader=Reader(zone=UTC))


@pytest.mark.parametrize(
    ("sentence", "reads"),
    [
        pytest.param("due on 2025-10-02", "due on Thu 2 Oct", id="day"),
        pytest.param("heard at 2025-10-01T09:00:00+00:00, so", "heard at Wed 1 Oct 09:00, so", id="moment"),
        pytest.param("set by task_update on 2025-09-30", "set by the tracker on Tue 30 Sep", id="source"),
        pytest.param("done according to task update", "done according to the tracker", id="spoken source"),
        pytest.param("settled as done by dana on 2025-09-30", "settled as done by Dana Fox on Tue 30 Sep", id="person"),
        pytest.param("at least as trusted as in_progress", "at least as trusted as in progress", id="status"),
        pytest.param(
            "promised \u201cby 2025-10-02 in_progress\u201d",
            "promised \u201cby 2025-10-02 in_progress\u201d",
            id="quote",
        ),
        pytest.param("the branch fix/in_progress", "the branch fix/in_progress", id="branch"),
        pytest.param("id 2025-10-02-4", "id 2025-10-02-4", id="id"),
    ],
)
def test_a_sentence_reads_as_people_write(sentence, reads):
    assert showing().written(sentence) == reads


def test_a_day_in_a_sentence_is_exact_on_hover_and_its_words_stay_text():
    shown = showing().sentence("<b>due</b> 2025-10-02")
    assert shown.startswith("&lt;b&gt;due&lt;/b&gt; ")
    assert 'datetime="2025-10-02"' in shown
    assert "in 1 business day" in shown


def test_a_page_within_another_leads_back_to_it():
    known = {found.page.path: found.page for found in pages()}
    led = {path: [each.path for each in trail(page)] for path, page in known.items()}
    assert led["/preflight/lessons/{id}"] == ["/preflight", "/preflight/lessons"]
    assert led["/connect"] == ["/settings"]
    assert led["/tickets/{key}"] == ["/tickets"]
    assert led["/radar"] == []
    assert all(page.within in known for page in known.values() if page.within)


def test_a_risk_is_shown_with_the_words_that_it_rests_on(tmp_path):
    page = at_work(tmp_path).get("/risks").text
    assert "<blockquote>NW-2 is blocked by NW-1</blockquote>" in page
    assert "<code>standup" not in page


@pytest.mark.parametrize(
    ("day", "well"),
    [
        pytest.param(29, True, id="a weekend between"),
        pytest.param(30, True, id="two days"),
        pytest.param(31, False, id="three days"),
    ],
)
def test_a_source_is_silent_after_business_days_and_not_over_a_weekend(tmp_path, day, well):
    friday = datetime(2025, 9, 26, 8, tzinfo=UTC)
    now = friday + timedelta(days=day - 26)
    visit(tmp_path, now=friday).app.ingest([Delivery(source="jira", body=body(), received_at=friday)])
    [check] = [each for each in visit(tmp_path, now=now).app.doctor() if each.name == "source task_update"]
    assert (check.ok, bool(check.do)) == (well, not well)
