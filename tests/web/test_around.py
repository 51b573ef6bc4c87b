"""What all pages share: places, keys, what leaves the machine, lists that are searched, sorted and looked back at."""

import re
import tomllib
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest

from sprintmind.settings.models import Settings
from sprintmind.web.page import pages
from sprintmind.web.rendering import leaving
from web.test_pages import at_work
from web.visits import visit


def test_every_page_of_the_navigation_has_a_place_and_a_key_of_its_own():
    shown = [each.page for each in pages() if each.page.order]
    assert [each.order for each in shown] == list(range(1, len(shown) + 1))
    assert len({each.key for each in shown}) == len(shown)
    assert all(each.key not in "?/jkg" for each in shown)


@pytest.mark.parametrize(
    ("set_to", "leaves"),
    [
        pytest.param("", "nothing", id="nothing"),
        pytest.param(
            '[model]\nname = "groq:x"', "what is asked, and texts to be read, to the model groq:x", id="model"
        ),
        pytest.param(
            '[memory]\nbackend = "hindsight"\nurl = "https://me:secret@memory.example:1/x"',
            "what memory retains and is asked, to memory.example",
            id="memory",
        ),
        pytest.param(
            '[memory]\nembeddings = "https://embed.example/v1"\nembeddings_model = "m"',
            "what memory retains and is asked, to be embedded, to embed.example",
            id="embeddings",
        ),
        pytest.param(
            '[transcription]\nurl = "https://hear.example/v1"\nname = "w"',
            "recordings, to hear.example",
            id="recordings",
        ),
    ],
)
def test_the_foot_of_a_page_says_what_leaves_this_machine(set_to, leaves):
    assert leaving(Settings.model_validate(tomllib.loads(set_to))) == leaves


def test_a_list_of_people_is_searched_and_sorted(tmp_path):
    here = at_work(tmp_path)
    page = here.get("/people?sort=name&down=1").text.partition('id="team"')[2]
    assert page.index("Tom Weber") < page.index("Dana Fox")
    assert "priya-r" not in here.get("/people?q=Tommy", headers={"HX-Request": "true"}).text
    assert "Nobody of the team fits" in here.get("/people?q=nobody").text


def test_lists_are_looked_at_as_of_a_day_and_as_known_at_one(tmp_path):
    here = at_work(tmp_path)
    here.app.correct("NW-1 is done", by="dana", ticket="NW-1", field="status", value="done")
    day = here.app.now().date()
    for path in ("/tickets", "/board", "/promises", "/conflicts", "/risks", "/tickets/NW-1"):
        assert "as far as is known now" in here.get(f"{path}?as_of={day}").text
        assert "by what was heard until the end of" in here.get(f"{path}?known_at={day}").text
    before = day - timedelta(days=1)
    assert "There is no ticket yet" in here.get(f"/tickets?as_of={before}").text
    assert here.get(f"/tickets/NW-1?as_of={before}").status_code == 404
    assert "lies outside the years" in here.get("/tickets?as_of=9999-12-31").text


def test_lessons_are_taken_out_as_files_that_can_be_taken_in(tmp_path):
    here = visit(tmp_path)
    here.app.add_lesson({"situation": "A Friday deploy", "lesson": "Not on a Friday"}, by="dana")
    answer = here.get("/preflight/lessons.zip")
    assert answer.content == here.get("/preflight/lessons.zip").content
    [name] = ZipFile(BytesIO(answer.content)).namelist()
    files = {"file": (name, ZipFile(BytesIO(answer.content)).read(name), "text/markdown")}
    assert "same" in here.send("/preflight/teach/files", files=files, by="dana").text


def test_time_passes_and_models_are_made_anew_at_a_press(tmp_path):
    here = at_work(tmp_path)
    assert re.search(r"No risk changed|risks? (opened|resolved)", here.send("/settings/tick", back="/settings").text)
    assert "They rest on what is known now" in here.send("/memory/models", back="/memory").text
