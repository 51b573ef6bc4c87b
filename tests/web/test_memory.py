"""Memory as a page: what it recalls, whether it is ready by a probe, and forgetting with a receipt."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from sprintmind.domain.access import Scope
from sprintmind.domain.events import Visibility
from sprintmind.probe import Known, Probe
from web.visits import visit

WORDS = "NW-1 is blocked by the quagga contract"
SAID = f"- {WORDS}\n"


def told(tmp_path):
    here = visit(tmp_path)
    here.said(SAID, said=here.app.now().replace(hour=7))
    here.be("dana")
    return here


def waiting(page):
    return int(re.search(r"(\d+) items? not told yet", page)[1])


def test_what_was_said_is_recalled_with_its_tags_and_when(tmp_path):
    page = told(tmp_path).get("/memory?q=quagga+contract").text
    assert "the quagga contract" in page
    assert '<span class="badge">ticket:NW-1</span>' in page
    assert "Wed 1 Oct" in page


def test_a_search_is_narrowed_by_tags_and_says_when_nothing_is_recalled(tmp_path):
    here = told(tmp_path)
    assert "quagga contract</p>" not in here.get("/memory?q=quagga&ticket=NW-99").text
    assert "Nothing is recalled" in here.get("/memory?q=quagga&ticket=NW-99").text
    assert "Nothing is recalled" in here.get("/memory?q=quagga&kind=meeting").text


def test_what_waits_is_told_and_then_found_by_a_probe(tmp_path):
    here = told(tmp_path)
    before = here.get("/memory").text
    assert waiting(before) >= 1
    assert "<progress" in before
    after = here.send("/memory/tell", of=waiting(before), started="")
    assert "It has been told everything." in after.text
    assert "it finds them:</p><blockquote>NW-1 is blocked by the quagga contract" in after.text
    assert here.app.memory_status().waiting.pending == 0


def test_a_memory_that_does_not_find_what_it_was_told_is_not_called_ready(tmp_path, monkeypatch):
    here = told(tmp_path)
    here.app.tell_memory()
    known = Known(event="e", words="something that memory lost", heard=here.app.now())
    monkeypatch.setattr(here.app, "probe_memory", lambda _: Probe(known=known, found=False))
    now = datetime.now(UTC)
    young, old = (f"{now - age:%Y-%m-%dT%H:%M:%SZ}" for age in (timedelta(), timedelta(minutes=2)))
    assert 'hx-trigger="load delay:2s"' in here.get(f"/memory?started={young}").text
    late = here.get(f"/memory?started={old}").text
    assert "still does not find the words heard last" in late
    assert "load delay:2s" not in late


def test_many_items_are_told_in_steps_that_a_bar_follows(tmp_path):
    here = visit(tmp_path)
    for n in range(60):
        here.said(f"- NW-{n + 1} is in review\n", author="priya", title=f"Day {n}")
    page = here.get("/memory").text
    asks = {"HX-Request": "true", "HX-Target": "readiness"}
    fields = {"csrf": here.csrf(), "of": waiting(page), "started": ""}
    part = here.client.post("/memory/tell?steps=1", data=fields, headers=asks).text
    assert "<html" not in part
    assert 0 < waiting(part) < waiting(page)
    value, most = re.search(r'max="(\d+)" value="(\d+)"', part).group(2, 1)
    assert 0 < int(value) < int(most) == waiting(page)
    assert "load delay:200ms" in part


def test_a_probe_asks_only_for_words_that_whoever_looks_may_read(tmp_path):
    here = visit(tmp_path)
    words = "Dana: NW-1 is blocked by the quagga contract.\n"
    here.said(words, source="meeting", title="Managers", author="dana", visibility=Visibility.MANAGERS)
    here.app.tell_memory()
    page = f"/memory?started={datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    here.be("tom")
    assert "quagga" not in here.get(page).text
    here.be("dana")
    assert "quagga" in here.get(page).text


def test_a_document_is_forgotten_after_a_preview_and_a_yes_with_a_receipt(tmp_path):
    here = told(tmp_path)
    here.app.tell_memory()
    key = re.search(r"<code>(standup:[^<]+)</code>", here.get("/memory?q=quagga").text)[1]
    shown = here.send("/forget/preview", document=key.replace("&#39;", "'")).text
    assert "This would be erased" in shown
    assert "quagga" in here.get("/memory?q=quagga").text
    assert "say that you are sure" in here.send("/forget", document=key).text
    assert WORDS in here.get("/memory?q=quagga").text
    assert WORDS in here.get("/tickets/NW-1").text
    receipt = here.send("/forget", document=key, sure="yes").text
    assert "Receipt" in receipt
    assert "found nowhere" in receipt
    assert WORDS not in here.get("/memory?q=quagga").text
    assert WORDS not in here.get("/tickets/NW-1").text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        pytest.param({}, "either a person or a document", id="neither"),
        pytest.param({"person": "tom", "document": "x"}, "either a person or a document", id="both"),
        pytest.param({"document": "nothing"}, "no document is called", id="unknown"),
    ],
)
def test_what_cannot_be_forgotten_is_said(tmp_path, fields, said):
    assert said in told(tmp_path).send("/forget/preview", **fields).text


@pytest.mark.parametrize(("person", "status"), [("tom", 403), ("dana", 200)])
def test_where_people_sign_in_only_a_manager_forgets(tmp_path, person, status):
    here = visit(tmp_path, alone=False)
    here.said(SAID, said=here.app.now().replace(hour=7))
    text = here.app.admission.issue("t", person=person, scopes=frozenset(Scope), now=datetime.now(UTC))
    sent = {"csrf": here.csrf(), "person": "priya"}
    answer = here.client.post("/forget/preview", data=sent, headers={"Authorization": f"Bearer {text}"})
    assert answer.status_code == status
    assert ("This would be erased" in answer.text) == (status == 200)
