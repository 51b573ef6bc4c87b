"""Several texts are brought in at a time: each is shown before it is recorded, and what fails stops no other."""

import pytest
from playwright.sync_api import expect

from commands.desk import NOW, TEAM
from recordings import wav
from sprintmind.domain.moments import Moment
from sprintmind.domain.visibility import Caller
from sprintmind.errors import UnavailableError
from sprintmind.web import pieces
from sprintmind.web.pieces import LARGEST
from web.browsing import DESK, PHONE, Browser, browsing, served
from web.visits import form_of, visit

LABELS = {"source": "standup", "visibility": "team", "author": "Priya Raman", "date": "2025-10-01"}
ONE, TWO, BAD = ("one.txt", b"- NW-1 is done\n"), ("two.txt", b"- NW-2 is in review\n"), ("bad.txt", b"\x00\x01\x02")


def opened(tmp_path):
    here = visit(tmp_path)
    here.be("priya")
    return here


def brought(here, *files, **fields):
    return here.send("/bring/preview", files=[("file", (*each, "text/plain")) for each in files], **LABELS | fields)


def statuses(here):
    found = here.app.tickets(Moment(now=here.app.now()), Caller())
    return {each.key: each.value("status") for each in found}


def test_several_files_and_a_typed_text_are_each_shown_before_any_is_recorded(tmp_path):
    here = opened(tmp_path)
    page = brought(here, ONE, TWO, text="- NW-3 is blocked by legal").text
    for words in ("“NW-1 is done”", "“NW-2 is in review”", "“NW-3 is blocked by legal”", "one.txt", "two.txt"):
        assert words in page
    assert page.count("record it</label>") == 3
    assert here.app.verify().events == 0
    answer = here.send("/bring", **form_of(page))
    assert answer.url.path == "/board"
    assert "3 of 3: Recorded" in answer.text
    assert statuses(here) == {"NW-1": "done", "NW-2": "in_review", "NW-3": None}
    assert here.app.verify().events == 3


def test_one_that_cannot_be_read_is_told_by_name_and_stops_no_other(tmp_path):
    here = opened(tmp_path)
    answer = brought(here, ONE, BAD, TWO)
    assert answer.status_code == 200
    assert "bad.txt cannot be read" in answer.text
    fields = form_of(answer.text)
    assert [fields[f"name_{n}"] for n in range(3)] == ["one.txt", "bad.txt", "two.txt"]
    assert "take_1" not in fields
    done = here.send("/bring", **fields)
    assert "2 of 3: Recorded" in done.text
    assert statuses(here) == {"NW-1": "done", "NW-2": "in_review"}
    left = form_of(done.text)
    assert (left["name_0"], "name_1" in left) == ("bad.txt", False)


def test_what_could_not_be_read_is_read_with_other_choices_without_being_chosen_again(tmp_path):
    here = opened(tmp_path)
    fields = form_of(brought(here, ("a.txt", b"Priya: NW-1 is done.\n"), ONE, source="github").text)
    page = here.send("/bring/preview", **fields | {"source": "meeting"}).text
    assert "txt cannot be read" not in page
    assert page.count("record it</label>") == 2


def test_more_files_are_added_to_those_that_were_brought(tmp_path):
    here = opened(tmp_path)
    fields = form_of(brought(here, ONE).text)
    page = here.send("/bring/preview", files=[("file", (*TWO, "text/plain"))], **fields).text
    assert [form_of(page)[f"name_{n}"] for n in range(2)] == ["one.txt", "two.txt"]


def test_only_what_is_ticked_is_recorded_and_the_rest_is_not_asked_for_again(tmp_path):
    here = opened(tmp_path)
    fields = form_of(brought(here, ONE, TWO).text)
    del fields["take_0"]
    assert "1 of 2: Recorded" in here.send("/bring", **fields).text
    assert statuses(here) == {"NW-2": "in_review"}
    fields.pop("take_1")
    assert "Nothing is chosen" in here.send("/bring", **fields).text
    assert here.app.verify().events == 1


@pytest.mark.parametrize("change", [{"source": "meeting"}, {"date": "2025-09-30"}, {"text": "- NW-3 is done"}])
def test_what_was_changed_since_it_was_shown_is_shown_anew_and_not_recorded(tmp_path, change):
    here = opened(tmp_path)
    fields = form_of(brought(here, ONE, TWO).text)
    page = here.send("/bring", **fields | change).text
    assert "Something was changed since this was shown" in page
    assert here.app.verify().events == 0
    assert here.send("/bring", **form_of(page)).url.path == "/board"


def test_a_label_that_is_wrong_keeps_the_files(tmp_path):
    here = opened(tmp_path)
    answer = brought(here, ONE, TWO, date="soon")
    assert (answer.status_code, "Of the day: " in answer.text) == (400, True)
    page = here.send("/bring/preview", **form_of(answer.text) | {"date": "2025-10-01"}).text
    assert page.count("record it</label>") == 2


def test_what_is_too_large_or_too_many_is_told_and_the_others_go_on(tmp_path, monkeypatch):
    here = opened(tmp_path)
    page = brought(here, ("huge.txt", b"x" * (LARGEST + 1)), ("empty.txt", b""), ONE).text
    assert "huge.txt: is larger than 7 MiB" in page
    assert "empty.txt: is empty" in page
    assert "“NW-1 is done”" in page
    monkeypatch.setattr(pieces, "TOGETHER", len(ONE[1]))
    assert "two.txt: with the others it is more than" in brought(here, ONE, TWO).text
    monkeypatch.setattr(pieces, "MOST", 1)
    assert "2 files are more than 1" in brought(here, ONE, TWO).text


def test_what_cannot_be_recorded_now_stays_in_the_form(tmp_path, monkeypatch):
    here = opened(tmp_path)
    fields = form_of(brought(here, ONE, TWO).text)
    ingest = here.app.ingest

    def full(deliveries, **more):
        if deliveries[0].filename == "two.txt" and not more.get("dry_run"):
            raise UnavailableError("the disk is full")
        return ingest(deliveries, **more)

    monkeypatch.setattr(here.app, "ingest", full)
    answer = here.send("/bring", **fields)
    assert "1 of 2: Recorded" in answer.text
    assert "two.txt is not recorded: the disk is full" in answer.text
    monkeypatch.undo()
    again = here.send("/bring/preview", **form_of(answer.text)).text
    assert here.send("/bring", **form_of(again)).url.path == "/board"
    assert statuses(here) == {"NW-1": "done", "NW-2": "in_review"}


def test_a_recording_among_files_that_cannot_be_heard_stops_none_of_them(tmp_path):
    here = opened(tmp_path)
    sounds = [("a.wav", wav()), ("b.wav", wav())]
    page = brought(here, ("m.txt", b"Priya: NW-1 is done.\n"), *sounds, source="meeting").text
    assert page.count("wav cannot be heard") == 2
    assert "NW-1 is done" in page
    assert here.send("/bring", **form_of(page)).url.path == "/board"


def test_a_text_beside_one_recording_that_cannot_be_heard_is_shown(tmp_path):
    here = opened(tmp_path)
    page = brought(here, ("m.txt", b"Priya: NW-1 is done.\n"), ("a.wav", wav()), source="meeting").text
    assert page.count("a.wav cannot be heard") == 1
    assert "record it" in page.lower()
    assert here.send("/bring", **form_of(page)).url.path == "/board"
    assert statuses(here) == {"NW-1": "done"}


@pytest.mark.parametrize(
    ("files", "title"), [((ONE, TWO), "Daily"), ((ONE, (ONE[0], TWO[1])), "")], ids=["one title", "one name"]
)
def test_texts_that_would_take_each_others_place_are_kept_apart(tmp_path, files, title):
    here = opened(tmp_path)
    page = brought(here, *files, title=title).text
    assert f"{files[1][0]} would take the place of one.txt" in page
    left = here.send("/bring", **form_of(page))
    assert "1 of 2: Recorded: 1 accepted." in left.text
    again = here.send("/bring/preview", **form_of(left.text) | {"title": "Evening"}).text
    assert here.send("/bring", **form_of(again)).url.path == "/board"
    assert statuses(here) == {"NW-1": "done", "NW-2": "in_review"}


def test_the_same_text_twice_is_no_danger_to_itself(tmp_path):
    page = brought(opened(tmp_path), ONE, ONE).text
    assert "take the place" not in page


def test_texts_that_are_both_known_are_no_danger_to_each_other(tmp_path):
    here = opened(tmp_path)
    for each in (ONE, TWO):
        here.send("/bring", **form_of(brought(here, each, title="Daily").text))
    page = brought(here, ONE, TWO, title="Daily").text
    assert "take the place" not in page
    assert page.count("This is known already") == 2


def test_what_a_later_version_takes_back_is_shown_before_it_is_recorded(tmp_path):
    here = opened(tmp_path)
    here.send("/bring", **form_of(brought(here, text="- NW-1 is done").text))
    page = brought(here, text="- NW-2 is done").text
    assert "What it takes back" in page
    assert "NW-1: status" in page


@pytest.fixture
def open_pages(tmp_path):
    with served(tmp_path, team=TEAM, now=NOW) as (here, address), browsing(address) as browser:
        yield here, Browser(address=address, chromium=browser.chromium)


@pytest.mark.needs("browser")
@pytest.mark.parametrize(
    ("width", "scripts"),
    [pytest.param(DESK, True, id="desk"), pytest.param(PHONE, False, id="phone without scripts")],
)
def test_files_are_chosen_shown_and_recorded_together(open_pages, width, scripts):
    _, browser = open_pages
    with browser.page(width=width, scripts=scripts, person="priya") as page:
        page.goto("/bring")
        page.fill("input[name=date]", "2025-10-01")
        files = [{"name": name, "mimeType": "text/plain", "buffer": body} for name, body in (ONE, BAD, TWO)]
        page.set_input_files("input[type=file]", files)
        page.click("text=Show what would be recorded")
        expect(page.locator("text=“NW-1 is done”")).to_be_visible()
        expect(page.locator("text=bad.txt cannot be read")).to_be_visible()
        page.click("text=Record what is ticked")
        expect(page.locator("text=2 of 3: Recorded")).to_be_visible()
        page.goto("/board")
        assert page.locator(".card").count() == 2


@pytest.mark.needs("browser")
def test_files_are_dropped_and_more_of_them_are_dropped_beside(open_pages):
    _, browser = open_pages
    with browser.page(person="priya") as page:
        page.goto("/bring")
        drop = """([place, names]) => { const carried = new DataTransfer();
            names.forEach((name) => carried.items.add(new File([`- NW-${name} is done`], `${name}.txt`)));
            place.dispatchEvent(new DragEvent("drop", {dataTransfer: carried, bubbles: true, cancelable: true})); }"""
        place = page.query_selector("[data-drop]")
        page.evaluate(drop, [place, ["1", "2"]])
        page.evaluate(drop, [place, ["3"]])
        page.click("text=Show what would be recorded")
        expect(page.locator("article.entry")).to_have_count(3)
