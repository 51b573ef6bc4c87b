"""The pages: what each shows, what each records, and that all of it works without a script."""

import re
from dataclasses import replace

import pytest

from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.errors import UnavailableError
from sprintmind.web.page import pages
from web.visits import form_of, visit

WEEKLY = {"source": "meeting", "title": "Weekly", "author": ""}
ALWAYS_SOMETHING = ("/settings", "/who-sees-what", "/bring", "/account", "/forget", "/rules", "/connect")
NOTHING = [each.page.path for each in pages() if "{" not in each.page.path]


def now(here):
    return Moment(now=here.app.now()), Caller()


def at_work(tmp_path, **more):
    """Open pages on a week in which sources disagree about a promised ticket."""
    here = visit(tmp_path, **more)
    here.said("- NW-1 is in review\n- NW-2 is blocked by NW-1\n", said=here.app.now().replace(day=1, hour=7))
    meeting = (
        "Priya: We'll deliver the SSO login to Acme by 2025-10-06, that is NW-1.\nPriya: NW-1 is still in progress.\n"
    )
    here.said(meeting, source="meeting", said=here.app.now().replace(hour=8), title="Weekly", author="")
    here.be("dana")
    return here


@pytest.mark.parametrize("path", NOTHING)
def test_a_page_without_anything_says_what_to_do_next(tmp_path, path):
    answer = visit(tmp_path, team='[team]\nname = "New"\n').get(path)
    assert answer.status_code == 200
    assert re.search(r'<p class="facts">[^<]{20,}', answer.text)
    empty = re.findall(r'<p class="empty">(.*?)</p>', answer.text, re.DOTALL)
    assert empty or path in ALWAYS_SOMETHING
    assert all("<a " in each or "<code>" in each or len(each) > 20 for each in empty)


@pytest.mark.parametrize("path", NOTHING)
def test_a_page_stands_in_the_table_of_who_sees_what(tmp_path, path):
    found = next(each.page for each in pages() if each.page.path == path)
    table = visit(tmp_path).get("/who-sees-what").text
    assert found.title in table
    assert found.facts.split(";")[0] in table.replace("&#39;", "'")


def test_the_first_page_says_how_things_stand(tmp_path):
    page = at_work(tmp_path).get("/").text
    assert "NW-2 has been blocked" in page
    assert 'href="/promises#' in page
    assert re.search(r"<dt>stands</dt><dd><strong>in review</strong>", page)


def test_the_board_is_narrowed_by_person_customer_risk_and_words(tmp_path):
    here = at_work(tmp_path)
    here.app.correct("NW-2 is Tom's", by="dana", ticket="NW-2", field="assignee", value="tom")

    def cards(query):
        return re.findall(r'class="key" href="/tickets/([\w-]+)"', here.get(f"/board?{query}").text)

    assert set(cards("")) == {"NW-1", "NW-2"}
    assert cards("person=tom") == ["NW-2"]
    assert cards("customer=Acme") == ["NW-1"]
    assert cards("finding=blocked") == ["NW-2"]
    assert cards("q=nw-1") == ["NW-1"]
    assert cards("q=nothing+of+it") == []


def test_htmx_is_given_the_part_and_a_browser_the_page(tmp_path):
    here = at_work(tmp_path)
    whole, part = here.get("/board"), here.get("/board", headers={"HX-Request": "true"})
    assert whole.text.startswith("<!doctype html>")
    assert "<html" not in part.text
    assert 'href="/tickets/NW-1"' in part.text
    assert "HX-Request" in whole.headers["vary"]


def test_tickets_are_sorted_and_searched_by_the_address_alone(tmp_path):
    here = visit(tmp_path)
    here.said("".join(f"- NW-{n} is {'done' if n % 2 else 'in review'}\n" for n in (2, 10, 9)))

    def keys(query):
        return re.findall(r'class="key" href="/tickets/([\w-]+)"', here.get(f"/tickets?{query}").text)

    assert keys("sort=key") == ["NW-2", "NW-9", "NW-10"]
    assert keys("sort=key&down=1") == ["NW-10", "NW-9", "NW-2"]
    assert keys("sort=status") == ["NW-10", "NW-2", "NW-9"]
    assert keys("status=done") == ["NW-9"]
    assert keys("q=NW-1") == ["NW-10"]


def test_a_long_list_is_turned_over(tmp_path):
    here = visit(tmp_path)
    here.said("".join(f"- NW-{n} is done\n" for n in range(1, 121)))
    first = here.get("/tickets?sort=key").text
    assert "120 in all, page 1 of 3" in first
    second = re.search(r'href="([^"]+)" rel="next"', first)[1].replace("&amp;", "&")
    assert "page 2 of 3" in here.get(second).text
    assert "NW-51" in here.get(second).text
    assert "page 3 of 3" in here.get("/tickets?page=99").text


def test_a_ticket_tells_its_whole_story_with_reasons_and_words(tmp_path):
    page = at_work(tmp_path).get("/tickets/NW-1").text
    assert "NW-1 is in review</blockquote>" in page or "NW-1 is in review<cite>" in page
    assert "less trusted than the current value" in page
    assert "NW-1 is still in progress" in page
    assert "SSO login" in page
    assert re.search(
        r'<time datetime="2025-10-01T09:00:00\+02:00" title="2025-10-01 09:00:00 CEST">Wed 1 Oct 09:00', page
    )


def test_a_ticket_is_shown_as_of_a_day(tmp_path):
    here = at_work(tmp_path)
    assert here.get("/tickets/NW-1?as_of=2025-09-30").status_code == 404
    assert "As it was at the end of" in here.get("/tickets/NW-1?as_of=2025-10-01").text
    assert here.get("/tickets/NW-1?as_of=&field=").status_code == 200


def test_a_correction_is_recorded_in_the_name_of_who_made_it(tmp_path):
    here = at_work(tmp_path)
    answer = here.send("/tickets/NW-1/correct", text="NW-1 is done", back="/tickets/NW-1")
    assert "Recorded: 1 accepted." in answer.text
    holder = here.app.ticket("NW-1", *now(here)).fields["status"].holder
    assert (holder.value, holder.person) == ("done", "dana")


def test_whoever_said_it_takes_it_back(tmp_path):
    here = at_work(tmp_path)
    here.be("priya")
    page = here.get("/tickets/NW-1").text
    claim = re.search(r'action="/claims/([^/]+)/withdraw"', page)[1]
    assert "Recorded" in here.send(f"/claims/{claim}/withdraw", back="/tickets/NW-1").text
    assert here.app.verify().same


def test_nobody_takes_back_the_words_of_somebody_else(tmp_path):
    here = visit(tmp_path)
    here.said("Dana: NW-1 is blocked by legal, Priya can unblock it.\nDana: Priya is done with NW-2.\n", **WEEKLY)
    claims = [each["claim"] for key in ("NW-1", "NW-2") for each in here.get(f"/api/tickets/{key}/why").json()]
    assert len(claims) >= 2
    for person in ("priya", "tom"):
        here.be(person)
        assert "not what I said" not in here.get("/tickets/NW-2").text
        for claim in claims:
            answer = here.send(f"/claims/{claim}/withdraw", back="/board")
            assert answer.status_code == 403
            assert "only whoever said it can take" in answer.text
    here.be("dana")
    assert "not what I said" in here.get("/tickets/NW-2").text
    assert "Recorded" in here.send(f"/claims/{claims[0]}/withdraw", back="/board").text


def test_a_conflict_is_settled_in_place(tmp_path):
    here = at_work(tmp_path)
    [conflict] = here.app.conflicts(*now(here))
    assert (
        here.send(f"/conflicts/{conflict.id}/settle", value="in_progress", back="/conflicts").text.count("is empty")
        == 1
    )
    here.send(f"/conflicts/{conflict.id}/settle", value="in_progress", reason="saw it", back="/conflicts")
    assert here.app.conflicts(*now(here)) == ()
    assert here.app.ticket("NW-1", *now(here)).value("status") == "in_progress"
    assert "in progress" in here.get("/conflicts?all=1").text


def test_a_risk_is_acknowledged_and_put_aside(tmp_path):
    here = at_work(tmp_path)
    here.send("/risks/acknowledge", finding="blocked/NW-2", reason="I called", back="/risks")
    assert "Seen by Dana Fox" in here.get("/risks").text
    assert (
        "choose a day to come"
        in here.send("/risks/snooze", finding="blocked/NW-2", until="2025-09-01", back="/risks").text
    )
    here.send("/risks/snooze", finding="blocked/NW-2", until="2025-10-07", back="/risks")
    assert "blocked/NW-2" not in here.get("/risks").text
    assert "blocked/NW-2" in here.get("/risks?all=1").text


def test_a_promise_that_nobody_confirmed_waits_with_two_buttons(tmp_path):
    here = visit(tmp_path)
    here.said("We promised Acme the export by 2025-10-10.\n", source="meeting", title="Weekly", author="")
    here.be("dana")
    [promise] = here.app.commitments(*now(here))
    assert promise.needs_review
    page = here.get("/promises").text
    assert "Was this promised?" in page
    here.send(f"/promises/{promise.id}/confirm", back="/promises")
    assert not here.app.commitments(*now(here))[0].needs_review
    assert "Was this promised?" not in here.get("/promises").text


def test_a_rejected_promise_is_shown_only_where_asked_for(tmp_path):
    here = at_work(tmp_path)
    [promise] = here.app.commitments(*now(here))
    here.send(f"/promises/{promise.id}/reject", reason="an offer", back="/promises")
    assert promise.id not in here.get("/promises").text
    assert promise.id in here.get("/promises?all=1").text


def test_a_promise_is_entered_and_closed(tmp_path):
    here = visit(tmp_path)
    here.be("dana")
    here.send("/promises", customer="Acme", what="Audit log", due="2025-10-10", owner="priya", ticket="NW-9")
    [promise] = here.app.commitments(*now(here))
    assert (promise.what, promise.owner, promise.tickets) == ("Audit log", "priya", ("NW-9",))
    here.send(f"/promises/{promise.id}/close", outcome="missed")
    assert here.app.commitments(*now(here))[0].status == "missed"


def test_the_first_broken_link_of_a_promise_is_named(tmp_path):
    page = at_work(tmp_path).get("/promises").text
    assert "First broken link: <strong>pull request</strong>" in page


@pytest.mark.parametrize(
    ("path", "fields", "said"),
    [
        pytest.param(
            "/promises", {"customer": "Nobody", "what": "x", "due": "2025-10-10"}, "nobody is called", id="customer"
        ),
        pytest.param("/promises", {"customer": "Acme", "what": "x", "due": "soon"}, "not a date", id="day"),
        pytest.param("/promises", {"customer": "Acme", "what": "", "due": "2025-10-10"}, "is empty", id="nothing"),
        pytest.param("/promises/x/confirm", {}, "no promise has the id", id="promise"),
        pytest.param("/promises/x/forget", {}, "confirmed, rejected or closed", id="action"),
        pytest.param("/conflicts/x/settle", {"value": "done", "reason": "x"}, "no conflict has the id", id="conflict"),
        pytest.param("/risks/acknowledge", {"finding": "x"}, "there is no finding", id="risk"),
        pytest.param("/people/link", {"identity": "nonsense", "person": "priya"}, "is no identity", id="identity"),
        pytest.param("/people/link", {"identity": "github:x", "person": "nobody"}, "nobody of the team", id="person"),
        pytest.param("/account/tokens", {"name": "x"}, "choose at least one", id="scopes"),
        pytest.param("/account/tokens", {"name": "x", "scope_read": "1", "days": "9999"}, "expected 1 to", id="days"),
    ],
)
def test_what_cannot_be_recorded_is_said_on_the_page_it_came_from(tmp_path, path, fields, said):
    here = visit(tmp_path)
    here.be("dana")
    answer = here.client.post(
        path, data={"csrf": here.csrf(), **fields}, headers={"Referer": "http://testserver/promises"}
    )
    assert answer.status_code == 200
    assert answer.url.path == "/promises"
    assert said in answer.text
    assert here.app.verify().events == 0


def test_nothing_is_recorded_in_nobodys_name_and_the_form_asks_for_one(tmp_path):
    here = visit(tmp_path)
    here.said("- NW-1 is blocked by legal\n")
    assert 'name="by" required' in here.get("/risks").text
    assert "say first who you are" in here.send("/risks/acknowledge", finding="blocked/NW-1").text
    here.send("/risks/acknowledge", finding="blocked/NW-1", by="tom")
    assert here.app.acknowledged()["blocked/NW-1"].by == "tom"
    assert "Tom Weber" in here.get("/").text


def test_an_identity_is_linked_after_a_preview(tmp_path):
    here = visit(tmp_path)
    here.said("Kim: NW-1 is done.\n", source="meeting", title="Weekly", author="")
    here.be("dana")
    page = here.get("/people").text
    assert "speaker:kim" in page.casefold()
    preview = here.get("/people?identity=speaker:Kim&person=priya").text
    assert "What this link would change" in preview
    assert here.app.people()[1] != ()
    here.send("/people/link", identity="speaker:Kim", person="priya")
    assert here.app.people()[1] == ()


def test_a_text_is_shown_before_it_is_recorded(tmp_path):
    here = visit(tmp_path)
    here.be("priya")
    given = {"source": "standup", "visibility": "team", "author": "Priya Raman", "date": "2025-10-01"}
    shown = here.send("/bring/preview", text="- NW-7 is in review\r\n- a nice day\r\n", **given).text
    assert "“NW-7 is in review”" in shown
    assert here.app.verify().events == 0
    answer = here.send("/bring", **form_of(shown))
    assert answer.url.path == "/board"
    assert here.app.ticket("NW-7", *now(here)).value("status") == "in_review"


def test_a_file_is_taken_like_a_text(tmp_path):
    here = visit(tmp_path)
    here.be("priya")
    file = ("weekly.vtt", b"WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Priya>NW-8 is done.\n", "text/vtt")
    shown = here.send("/bring/preview", source="meeting", visibility="team", files={"file": file}).text
    assert "“NW-8 is done.”" in shown or "NW-8 is done" in shown


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        pytest.param(
            {"source": "standup", "visibility": "team", "text": " "}, "paste a text or choose a file", id="empty"
        ),
        pytest.param({"source": "x", "visibility": "team", "text": "x"}, "expected one of", id="source"),
        pytest.param({"source": "standup", "visibility": "x", "text": "x"}, "expected one of", id="visibility"),
        pytest.param({"source": "github", "visibility": "team", "text": "x"}, "cannot be read", id="payload"),
        pytest.param({"source": "standup", "visibility": "team", "text": "x", "date": "soon"}, "date", id="date"),
    ],
)
def test_a_text_that_cannot_be_taken_stays_in_the_form(tmp_path, fields, said):
    here = visit(tmp_path)
    here.be("priya")
    answer = here.send("/bring/preview", **fields)
    assert answer.status_code == 400
    assert said in answer.text
    assert f">{fields['text']}</textarea>" in answer.text


def test_settings_show_how_everything_is_and_no_secret(tmp_path):
    here = visit(tmp_path, environ={"SPRINTMIND_GITHUB_SECRET": "hunter2hunter2"})
    page = here.get("/settings").text
    assert "SPRINTMIND_GITHUB_SECRET" in page
    assert "hunter2" not in page
    assert "http://testserver/webhooks/github" in page
    assert "Europe/Berlin" in page


def test_a_model_that_cannot_be_opened_is_said_and_the_page_stands(tmp_path):
    def gone():
        raise UnavailableError("the extra 'llm' is not installed")

    here = at_work(tmp_path, beside=lambda adapters: replace(adapters, model=gone))
    answer = here.get("/radar")
    assert answer.status_code == 200
    assert "there is no model: the extra" in answer.text
    assert "NW-2 has been blocked" in answer.text


def test_the_footer_says_what_leaves_this_machine(tmp_path):
    team = '[team]\nname = "x"\n[model]\nname = "groq:some-model"\n'
    assert "Leaves this machine: <strong>nothing</strong>" in visit(tmp_path).get("/").text
    assert "to the model groq:some-model" in visit(tmp_path, team=team).get("/").text


def test_health_is_told_without_signing_in_and_without_a_name_or_a_file(tmp_path):
    here = visit(tmp_path, alone=False)
    here.said("- NW-1 is done\n")
    assert here.get("/healthz").json() == {"status": "ok"}
    ready = here.get("/readyz")
    assert ready.json()["status"] == "ready"
    assert set(ready.json()) == {"status", "ledger", "memory", "model", "sources"}
    assert str(tmp_path) not in ready.text


def test_a_ledger_that_is_gone_is_not_ready(tmp_path):
    here = visit(tmp_path)
    for file in tmp_path.glob("default.db*"):
        file.write_bytes(b"no database" * 1000)
    answer = here.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")
    assert here.get("/board").status_code == 503
