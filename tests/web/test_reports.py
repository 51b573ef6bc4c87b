"""The radar, a day, a call and a sprint as pages: what each shows, on what it rests, that looking notes nothing."""

import re
from datetime import UTC, datetime

import pytest

from sprintmind.demo.sprint import play
from sprintmind.domain.events import Visibility
from web.visits import visit

DAY = datetime(2025, 10, 1, 10, tzinfo=UTC)


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """The sample sprint, played once."""
    home = tmp_path_factory.mktemp("sample")
    play(home, now=DAY)
    return home


def at(sample, person="dana", **more):
    here = visit(sample, team=(sample / "sprintmind.toml").read_text(encoding="utf-8"), now=DAY, **more)
    if person:
        here.be(person)
    return here


def section(page, id):
    """Give the part of a page that stands under a heading."""
    return re.search(rf'<section[^>]*aria-labelledby="{id}">(.*?)</section>', page, re.DOTALL)[1]


@pytest.mark.parametrize(
    ("person", "title"),
    [
        pytest.param("dana", "Radar", id="manager"),
        pytest.param("tom", "My day", id="engineer"),
        pytest.param("", "Radar", id="nobody in particular"),
    ],
)
def test_the_first_page_is_the_one_of_whoever_comes(sample, person, title):
    page = at(sample, person).get("/").text
    assert re.search(rf'aria-current="page"[^>]*>{title}<', page)


def test_the_radar_tells_what_must_be_decided_of_whom_with_a_message_and_its_evidence(sample):
    decide = section(at(sample).get("/radar").text, "decide")
    assert "Ask <strong>" in decide
    assert re.search(r"<textarea[^>]*readonly[^>]*>\s*Hi \w+, [^<]*is settled when", decide)
    assert "<blockquote>" in decide
    assert decide.count("<article") <= 5


def test_the_radar_names_the_first_broken_link_of_a_promise_and_places_it_in_time(sample):
    promises = section(at(sample).get("/radar").text, "promises")
    assert "First broken link: <strong>CI</strong>" in promises
    assert "<svg" in promises
    assert promises.index("<svg") < promises.index("<table>")
    assert "SSO login" in promises


def test_findings_stand_by_severity_with_the_words_behind_them(tmp_path):
    here = visit(tmp_path)
    here.said("- NW-2 is blocked by NW-1\n", said=here.app.now().replace(day=1, hour=7))
    found = section(here.get("/radar").text, "found")
    assert re.search(r"<h3[^>]*>(Medium|High|Low)</h3>", found)
    assert "<blockquote>NW-2 is blocked by NW-1</blockquote>" in found


def test_a_conflict_is_settled_on_the_radar_and_leads_back_to_it(sample, tmp_path):
    here = visit(tmp_path)
    here.said("- NW-1 is in review\n", said=here.app.now().replace(hour=7))
    here.said("Priya: NW-1 is still in progress.\n", source="meeting", title="Weekly", author="")
    here.be("dana")
    page = section(here.get("/radar").text, "disagree")
    action = re.search(r'action="(/conflicts/[^"]+/settle)"', page)[1]
    back = re.search(r'name="back" value="([^"]+)"', page)[1]
    answer = here.send(action, value="in_progress", reason="saw it", back=back)
    assert answer.url.path == "/radar"
    assert "agree, or a person has settled what they disagreed about" in section(answer.text, "disagree")


def test_looking_at_a_report_notes_nothing_until_somebody_says_they_have_read_it(tmp_path):
    here = visit(tmp_path)
    here.said("- NW-1 is in review\n", said=here.app.now().replace(hour=8))
    here.be("dana")
    assert "NW-1" in section(here.get("/radar").text, "changed")
    assert "NW-1" in section(here.get("/radar").text, "changed")
    assert "Noted" in here.send("/radar/read", back="/radar").text
    assert "Nothing is otherwise" in section(here.get("/radar").text, "changed")


def test_a_look_is_noted_in_somebodys_name_or_not_at_all(tmp_path):
    here = visit(tmp_path)
    for path in ("/radar/read", "/my-day/read"):
        assert "say first who you are" in here.send(path, back="/radar").text


def test_a_day_holds_what_is_said_about_its_person_and_they_take_back_what_was_misheard(sample, tmp_path):
    home = tmp_path / "own"
    home.mkdir()
    play(home, now=DAY)
    here = at(home, "tom")
    about = section(here.get("/my-day").text, "about-me")
    assert "<blockquote>PAY-12 is done.</blockquote>" in about
    claim = re.search(r'action="(/claims/[^"]+/withdraw)"', about)[1]
    after = here.send(claim, back="/my-day")
    assert after.url.path == "/my-day"
    assert '<span class="badge">withdrawn</span>' in section(after.text, "about-me")
    assert here.app.verify().same


def test_a_sentence_about_somebody_is_corrected_where_it_stands(tmp_path):
    here = visit(tmp_path)
    here.said("Dana: NW-1 is blocked by Priya.\n", source="meeting", title="Weekly", author="")
    here.be("priya")
    page = here.get("/my-day").text
    assert "NW-1 is blocked by Priya" in section(page, "about-me")
    here.send("/tickets/NW-1/correct", text="NW-1 is no longer blocked", back="/my-day")
    assert "NW-1 is blocked by Priya" not in section(here.get("/my-day").text, "blocks")


def test_whatever_a_manager_can_read_about_somebody_they_can_read_too_and_nobody_else(tmp_path):
    here = visit(tmp_path)
    words = "Dana: NW-1 is blocked by the quagga contract, Priya can unblock it.\n"
    here.said(words, source="meeting", title="Managers", author="dana", visibility=Visibility.MANAGERS)
    seen = {}
    for person in ("dana", "priya", "tom"):
        here.be(person)
        seen[person] = "quagga" in here.get("/my-day").text
    assert seen["priya"]
    assert not seen["tom"]


def test_what_was_said_in_private_about_somebody_is_not_theirs_to_read(tmp_path):
    here = visit(tmp_path)
    words = "Dana: NW-1 is blocked by the quagga contract, Priya can unblock it.\n"
    here.said(words, source="meeting", title="Notes", author="dana", visibility=Visibility.PRIVATE)
    here.be("priya")
    assert "quagga" not in here.get("/my-day").text


def test_a_standup_is_drafted_to_copy(sample):
    drafted = section(at(sample, "tom").get("/my-day").text, "standup")
    assert re.search(r"<textarea[^>]*>Yesterday\n- PAY-12 is done", drafted)


def test_a_day_of_nobody_asks_who_it_is(sample):
    assert "Say who you are" in at(sample, "").get("/my-day").text


def test_a_page_before_a_call_tells_what_may_be_said_and_what_not(sample):
    here = at(sample)
    assert "/before-a-call?customer=Acme" in here.get("/before-a-call").text
    page = here.get("/before-a-call?customer=Acme").text
    assert "<article" in section(page, "may")
    assert "SSO login" in section(page, "promises")
    assert here.get("/before-a-call?customer=Nobody").status_code == 404


def test_a_sprint_tells_what_was_committed_and_what_is_open(sample):
    here = at(sample)
    page = here.get("/sprint").text
    assert "NW-231" in section(page, "over") + section(page, "done")
    assert here.get("/sprint?name=Nothing").status_code == 404


def test_the_sample_says_what_there_is_to_see_and_a_team_of_ones_own_does_not(sample):
    here = at(sample)
    assert "sixty seconds" not in here.get("/").text
    guided = visit(sample, team=(sample / "sprintmind.toml").read_text(encoding="utf-8"), now=DAY, sample=True)
    page = guided.get("/").text
    assert "sixty seconds" in page
    for link in re.findall(r'href="(/[^"#]+)"', section(page, "guide")):
        assert guided.get(link).status_code == 200
