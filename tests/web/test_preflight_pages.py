"""The pages of preflight: what each shows, what each records, and that all of it works without a script."""

import re

import pytest

from sprintmind.demo.preflight import PLAN
from sprintmind.domain.lessons import LessonStatus
from web.visits import visit

LESSONS = """[
 {"id": "E002", "type": "failure", "situation": "Billing release with three bundled dependency bumps",
  "lesson": "One dependency at a time", "trigger_conditions": ["dependency updates", "bundled changes"]},
 {"id": "E003", "type": "failure", "date": "2025-03-07", "situation": "Friday deploy of Billing with a new client",
  "believed": "It is only a patch", "what_happened": "Invoices stood still until Monday", "guard": "a freeze",
  "lesson": "No dependency changes on a Friday", "trigger_conditions": ["Friday deploy", "dependency updates"]},
 {"id": "E010", "type": "counter_example", "situation": "Friday deploy of a text",
  "lesson": "A flag made it harmless",
  "trigger_conditions": ["Friday deploy", "behind a feature flag", "no dependency changes"]}
]"""


POSTMORTEM = """# Outage of the till

Date: 2025-02-03

## Summary
A schema migration locked orders.

## Root cause
The migration ran at noon.

## Lessons learned
Migrate at night.
"""


def taught(tmp_path, **more):
    """Open pages on a team that learned three things."""
    here = visit(tmp_path, **more)
    here.be("dana")
    here.send("/preflight/teach/files", files={"file": ("lessons.json", LESSONS.encode(), "application/json")})
    return here


def checked(here, plan=PLAN, **fields):
    return here.send("/preflight/check", plan=plan, **fields).text


def test_a_plan_is_answered_with_a_verdict_its_words_both_sides_and_what_memory_was_asked(tmp_path):
    page = checked(taught(tmp_path))
    assert 'class="badge verdict-RED">RED<' in page
    assert re.search(r'<mark class="condition matched" title="Friday deploy">Friday deploy</mark>', page)
    marked = re.findall(r'<mark class="condition matched" title="([^"]+)">([^<]+)</mark>', page)
    assert marked == [
        ("Friday deploy", "Friday deploy"),
        ("bundled changes", "+ 3 dependency"),
        ("dependency updates", " updates"),
    ]
    failed, fine = page.split("What went fine, similarly")
    assert 'href="/preflight/lessons/E003"' in failed.split("What went wrong before")[1]
    assert 'href="/preflight/lessons/E010"' in fine
    assert "Believed then: It is only a patch" in page
    assert "What it had, and the plan lacks" in fine
    assert "Smallest change" in page
    assert "Asked: “" in page


def test_a_check_is_kept_and_the_text_of_its_plan_is_not(tmp_path):
    here = taught(tmp_path)
    checked(here, f"{PLAN}, said the zebra")
    [made] = here.app.plan_checks()
    assert made.by == "dana"
    page = here.get(f"/preflight/checks/{made.id}").text
    assert "its text is not kept" in page
    assert "“dependency updates”" in page


def test_without_our_lessons_stands_beside_and_is_not_kept(tmp_path):
    here = taught(tmp_path)
    page = checked(here, without="1")
    assert "no organisational memory was used" in page
    assert 'class="badge verdict-UNKNOWN">UNKNOWN<' in page
    assert len(here.app.plan_checks()) == 1


@pytest.mark.parametrize(
    ("answer", "action", "result"),
    [
        pytest.param("changed", "changed", None, id="changed"),
        pytest.param("proceeded", "proceeded", None, id="went ahead"),
        pytest.param("fine", "proceeded", "fine", id="fine"),
        pytest.param("failed", "proceeded", "failed", id="failed"),
    ],
)
def test_an_outcome_is_told_with_one_button(tmp_path, answer, action, result):
    here = taught(tmp_path)
    checked(here)
    [made] = here.app.plan_checks()
    page = here.send(f"/preflight/checks/{made.id}/outcome", outcome=answer, note="so it was").text
    assert "Recorded: " in page
    told = here.app.plan_check(made.id).outcome
    assert (told.action, told.result, told.note, told.by) == (action, result, "so it was", "dana")


def test_a_failed_outcome_is_cited_by_the_next_check(tmp_path):
    here = taught(tmp_path)
    checked(here)
    [made] = here.app.plan_checks()
    assert made.outcome_id not in checked(here)
    here.send(f"/preflight/checks/{made.id}/outcome", outcome="failed", note="till was down")
    page = checked(here)
    assert made.outcome_id in page
    assert "till was down" in page


def test_a_red_is_overridden_with_a_reason_and_an_end(tmp_path):
    here = taught(tmp_path)
    checked(here)
    [made] = here.app.plan_checks()
    address = f"/preflight/checks/{made.id}/override"
    assert "Reason: is empty" in here.send(address, lasting="4h").text
    assert "It ends after: expected one of" in here.send(address, lasting="9d", reason="It burns").text
    page = here.send(address, lasting="4h", reason="It burns").text
    assert "its verdict stays RED" in page
    assert "and overridden until" in page
    [kept] = here.app.plan_check(made.id).overrides
    assert (kept.by, kept.reason) == ("dana", "It burns")


def test_a_verdict_that_is_not_red_offers_no_override(tmp_path):
    here = taught(tmp_path)
    checked(here, "Rename a label on the settings screen on Tuesday")
    [made] = here.app.plan_checks()
    assert made.verdict == "GREEN"
    assert "/override" not in here.get(f"/preflight/checks/{made.id}").text


@pytest.mark.parametrize(
    ("fields", "files", "said"),
    [
        pytest.param({}, None, "none was given", id="nothing"),
        pytest.param({"plan": "x", "pull": "a/b#1"}, None, "a text and a pull request", id="two"),
        pytest.param({"pull": "a/b#1"}, None, "the ledger knows no pull request a/b#1", id="unknown pull request"),
        pytest.param({"pull": "http"}, None, "is no pull request", id="no pull request"),
        pytest.param({"plan": PLAN, "at": "soon"}, None, "is not a moment", id="moment"),
        pytest.param({"plan": "go"}, None, "names no change that is known", id="too short"),
        pytest.param({}, {"file": ("plan.pdf", b"\x00\x01\x02" * 99, "application/pdf")}, "plan.pdf", id="binary"),
    ],
)
def test_a_plan_that_cannot_be_read_stays_in_the_form_and_nothing_is_kept(tmp_path, fields, files, said):
    here = taught(tmp_path)
    answer = here.send("/preflight/check", files=files, **fields)
    assert answer.status_code == 400
    assert said in answer.text
    assert f">{fields.get('plan', '')}</textarea>" in answer.text
    assert here.app.plan_checks() == ()


def test_htmx_is_given_the_verdict_alone_and_shown_a_mistake(tmp_path):
    here = taught(tmp_path)
    asked = {"csrf": here.csrf(), "plan": PLAN}
    part = here.client.post("/preflight/check", data=asked, headers={"HX-Request": "true"})
    assert "<html" not in part.text
    assert "verdict-RED" in part.text
    wrong = here.client.post("/preflight/check", data=asked | {"plan": ""}, headers={"HX-Request": "true"})
    assert (wrong.status_code, "none was given" in wrong.text) == (200, True)


def test_what_a_plan_says_is_text_and_what_looks_like_a_secret_is_masked(tmp_path):
    here = taught(tmp_path)
    page = checked(here, f"{PLAN} <script>alert(1)</script> with DB_PASSWORD=hunter2hunter2")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    assert "hunter2" not in page


def test_a_file_and_a_link_to_a_pull_request_are_plans(tmp_path):
    here = taught(tmp_path)
    file = {"file": ("rollout.md", b"# Rollout\nFriday deploy of Billing with 3 dependency updates\n", "text/markdown")}
    assert "verdict-RED" in here.send("/preflight/check", files=file).text
    link = "https://github.com/northwind/shop/pull/88/files"
    assert "the ledger knows no pull request northwind/shop#88" in here.send("/preflight/check", pull=link).text


def test_checks_are_listed_searched_and_narrowed(tmp_path):
    here = taught(tmp_path)
    checked(here)
    checked(here, "Rename a label on the settings screen on Tuesday")

    def titles(query):
        return re.findall(
            r'<td class="roomy"><a href="/preflight/checks/\w+">([^<]+)', here.get(f"/preflight/checks?{query}").text
        )

    assert len(titles("")) == 2
    assert titles("verdict=RED") == [PLAN]
    assert titles("q=label") == ["Rename a label on the settings screen on Tuesday"]
    red = next(each for each in here.app.plan_checks() if each.verdict == "RED")
    here.send(f"/preflight/checks/{red.id}/outcome", outcome="changed")
    assert titles("open=1") == ["Rename a label on the settings screen on Tuesday"]


def test_lessons_are_searched_and_narrowed(tmp_path):
    here = taught(tmp_path)

    def ids(query):
        page = here.get(f"/preflight/lessons?{query}", headers={"HX-Request": "true"}).text
        return re.findall(r'<td><a class="key" href="/preflight/lessons/(\w+)"', page)

    assert ids("") == ["E002", "E003", "E010"]
    assert ids("q=invoices") == ["E003"]
    assert ids("type=counter_example") == ["E010"]
    assert ids("status=retired") == []
    here.send("/preflight/lessons/E002/retire", reason="gone", back="/preflight/lessons")
    assert ids("") == ["E003", "E010"]
    assert ids("all=1&sort=id&down=1") == ["E010", "E003", "E002"]


def test_a_lesson_is_shown_whole_with_its_record(tmp_path):
    page = taught(tmp_path).get("/preflight/lessons/E003").text
    assert "LESSON RECORD E003 | Type: FAILURE | Date: 2025-03-07" in page
    assert "Invoices stood still until Monday" in page


def test_a_postmortem_becomes_a_draft_that_a_person_confirms(tmp_path):
    here = taught(tmp_path)
    files = {"file": ("till.md", POSTMORTEM.encode(), "text/markdown")}
    assert "Nothing was stored" in here.send("/preflight/teach/files", files=files, dry_run="1").text
    assert len(here.app.lessons()) == 3
    here.send("/preflight/teach/files", files=files)
    [draft] = here.app.lessons(status=LessonStatus.DRAFT)
    assert f"/preflight/lessons/{draft.lesson.id}" in here.get("/preflight/lessons?status=draft").text
    page = here.send(f"/preflight/lessons/{draft.lesson.id}/confirm", back="/preflight/lessons").text
    assert "is confirmed, and is evidence now" in page
    assert here.app.lesson(draft.lesson.id).moved_by == "dana"


def test_a_lesson_is_written_and_written_anew(tmp_path):
    here = taught(tmp_path)
    fields = {"id": "E020", "type": "near_miss", "situation": "A DNS change", "lesson": "Ask first",
              "trigger_conditions": "DNS change\nno rollback; Friday deploy", "services": "dns"}  # fmt: skip
    assert "E020 is recorded" in here.send("/preflight/teach", **fields).text
    lesson = here.app.lesson("E020").lesson
    assert lesson.trigger_conditions == ("DNS change", "no rollback", "Friday deploy")
    form = here.get("/preflight/teach?id=E020").text
    assert ">A DNS change</textarea>" in form
    assert "E020 is recorded anew" in here.send("/preflight/teach", **fields | {"lesson": "Ask twice"}).text
    assert here.app.lesson("E020").lesson.lesson == "Ask twice"


@pytest.mark.parametrize(
    ("path", "fields", "said"),
    [
        pytest.param("/preflight/teach", {"situation": "x"}, "lesson", id="no lesson"),
        pytest.param("/preflight/teach", {"situation": "x", "lesson": "y", "date": "soon"}, "date", id="day"),
        pytest.param("/preflight/teach/files", {}, "choose at least one file", id="no file"),
        pytest.param("/preflight/lessons/E002/forget", {}, "expected one of", id="action"),
        pytest.param("/preflight/lessons/E002/supersede", {}, "Which: is empty", id="no successor"),
        pytest.param("/preflight/lessons/E002/confirm", {}, "is active already", id="active"),
        pytest.param("/preflight/lessons/E099/retire", {}, "there is no lesson E099", id="unknown"),
        pytest.param("/preflight/checks/C99/outcome", {"outcome": "fine"}, "there is no check C99", id="check"),
        pytest.param("/preflight/checks/C99/outcome", {}, "How: expected one of", id="outcome"),
    ],
)
def test_what_cannot_be_recorded_is_said_and_changes_nothing(tmp_path, path, fields, said):
    here = taught(tmp_path)
    before = here.app.lessons()
    assert said in here.send(path, **fields).text
    assert here.app.lessons() == before


def test_patterns_say_which_path_found_them(tmp_path):
    page = taught(tmp_path).get("/preflight/patterns").text
    assert "Path: clusters by shared condition" in page
    assert "dependency updates" in page
    assert 'href="/preflight/lessons/E002"' in page


def test_the_track_record_has_counts_a_plot_and_no_rate_under_ten_cases(tmp_path):
    here = taught(tmp_path)
    for number in range(10):
        checked(here, f"{PLAN}, number {number}")
        page = here.get("/preflight/track-record").text
        assert "%" not in page.split("<main")[1].split("</main>")[0]
        [made] = (each for each in here.app.plan_checks() if not each.settled)
        here.send(f"/preflight/checks/{made.id}/outcome", outcome="fine" if number == 9 else "failed")
    page = here.get("/preflight/track-record").text
    assert "9 of 10, 90 %" in page
    assert '<rect class="part-failed"' in page
    assert "style=" not in page


def test_a_question_to_the_past_is_answered_with_lessons_and_the_path(tmp_path):
    here = taught(tmp_path)
    page = here.get("/preflight/history?question=what+went+wrong+with+Friday+deploys").text
    assert 'href="/preflight/lessons/E003"' in page
    assert "Path: " in page
    assert here.get("/preflight/history?question=%3F").status_code == 200


def test_nobody_in_particular_may_check_and_records_no_outcome(tmp_path):
    here = taught(tmp_path)
    here.client.cookies.clear()
    page = checked(here)
    assert here.app.plan_checks()[0].by is None
    assert 'name="by" required' in page
    answer = here.send(f"/preflight/checks/{here.app.plan_checks()[0].id}/outcome", outcome="fine")
    assert "say first who you are" in answer.text
    assert here.app.plan_checks()[0].outcome is None


def test_a_verdict_says_what_was_not_taken_and_why(tmp_path):
    here = visit(tmp_path)
    page = here.send("/preflight/check", plan="Deploy the till on Monday. No schema migration is part of it.").text
    assert "Looked at, and not taken" in page
    assert "schema migration" in page.partition("Looked at, and not taken")[2]


def test_a_time_that_was_computed_is_no_quote(tmp_path):
    here = visit(tmp_path)
    page = here.send("/preflight/check", plan="Deploy the till on 2025-10-04 at 22h30.").text
    assert "weekend change" in page
    assert "2025-10-04 22h30" in page
    assert "“2025-10-04" not in page
