"""Asking on a page: an answer with citations that lead to their evidence, what memory was asked, and corrections."""

import re

import pytest

from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from web.visits import visit


def asked(tmp_path, question="Why is NW-1 in review?"):
    here = visit(tmp_path)
    here.said("- NW-1 is in review\n- NW-2 is blocked by legal\n", said=here.app.now().replace(hour=7))
    here.be("dana")
    return here, here.send("/ask", question=question)


def test_every_citation_of_an_answer_leads_to_its_evidence(tmp_path):
    _, answer = asked(tmp_path)
    cited = re.findall(r'class="cite" href="#(evidence-\d+)"', answer.text)
    assert cited
    assert all(f'id="{each}"' in answer.text for each in cited)
    assert "<blockquote>NW-1 is in review</blockquote>" in answer.text


def test_the_panel_tells_what_memory_was_asked_what_came_back_and_how_long_it_took(tmp_path):
    _, answer = asked(tmp_path)
    panel = re.search(r'aria-labelledby="memory">(.*?)</section>', answer.text, re.DOTALL)[1]
    assert {"personal", "team", "corrections"} == set(re.findall(r"<strong>(\w+)</strong>", panel))
    assert "“Why is NW-1 in review?”" in panel
    assert re.search(r"\d+ recalled, \d+ ms", panel)
    assert "Removed from the text" in panel


def test_an_answer_is_kept_found_again_and_shown_as_it_was(tmp_path):
    here, answer = asked(tmp_path)
    here.app.correct("NW-1 is done", by="dana")
    assert "Why is NW-1 in review?" in here.get("/ask?q=review").text
    assert "No question fits" in here.get("/ask?q=quagga").text
    again = here.get(answer.url.path).text
    assert (
        re.search(r'class="prose answer">(.*?)</p>', again, re.DOTALL)[1]
        == re.search(r'class="prose answer">(.*?)</p>', answer.text, re.DOTALL)[1]
    )


def test_an_answer_is_corrected_and_shows_it_from_then_on(tmp_path):
    here, answer = asked(tmp_path)
    after = here.send(f"{answer.url.path}/correct", text="NW-1 is done")
    assert after.url.path == answer.url.path
    assert "Dana Fox corrected" in after.text
    assert here.app.ticket("NW-1", Moment(now=here.app.now()), Caller()).value("status") == "done"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        pytest.param({"text": ""}, "The text: is empty", id="nothing"),
        pytest.param({"text": "x", "field": "status"}, "belong together", id="half a field"),
        pytest.param({"text": "x", "ticket": "ZZ-1", "field": "status", "value": "done"}, "ticket", id="no such key"),
    ],
)
def test_a_correction_that_says_nothing_is_refused(tmp_path, fields, said):
    here, answer = asked(tmp_path)
    before = here.app.verify().events
    refused = here.client.post(
        f"{answer.url.path}/correct", data={"csrf": here.csrf(), **fields}, headers={"Referer": str(answer.url)}
    )
    assert said in refused.text
    assert here.app.verify().events == before


def test_somebody_elses_answer_is_not_shown(tmp_path):
    here, answer = asked(tmp_path)
    here.be("tom")
    assert here.get(answer.url.path).status_code == 404
    assert "Why is NW-1" not in here.get("/ask").text


def test_what_is_not_known_is_said(tmp_path):
    _, answer = asked(tmp_path, "When was the moon landing?")
    assert "does not hold the answer" in answer.text


def test_questions_are_counted_and_too_many_must_wait(tmp_path):
    here, _ = asked(tmp_path)
    for _ in range(29):
        here.site.limits.asking.attempt("testclient")
    refused = here.client.post("/ask", data={"csrf": here.csrf(), "question": "What is blocked?"})
    assert refused.status_code == 429
    assert "try again in" in refused.text


def test_a_question_without_words_is_asked_back(tmp_path):
    here, _ = asked(tmp_path)
    assert "Question: is empty" in here.send("/ask", question=" ").text
