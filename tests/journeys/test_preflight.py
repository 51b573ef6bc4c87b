"""Lessons are taught, plans checked and outcomes told, on every database; all of it is folded from events."""

from dataclasses import replace
from datetime import timedelta

import pytest

from learned import (
    FAILED,
    FINE,
    FLAG,
    FRIDAY,
    NOW,
    RETIRE,
    SUPERSEDE,
    UPDATES,
    ToldMemory,
    ToldModel,
    fields,
    preflight_in,
)
from spoken import EVERYBODY, Clock, said
from sprintmind.domain.experiences import Action, CheckId
from sprintmind.domain.lessons import LessonId, LessonStatus
from sprintmind.domain.moments import Moment
from sprintmind.domain.policy import Policy
from sprintmind.domain.verdicts import Verdict
from sprintmind.errors import InputError, UnavailableError
from sprintmind.lessons.files import LessonFile
from sprintmind.lessons.markdown import document
from sprintmind.plans.asking import Request
from sprintmind.teach import Change
from sprintmind.testing import MemoryInMind

PLAN = "Friday deploy of the till with three dependency updates"
F1 = fields("F1", FRIDAY, UPDATES)
C1 = fields("C1", FRIDAY, FLAG, type="counter_example")


def taught(place, *lessons, **more):
    app = preflight_in(place, **more)
    for each in lessons or (F1, C1):
        app.add_lesson(each, by="dana")
    return app


def check(app, text=PLAN, **more):
    return app.check_plan(Request(body=text.encode(), **more))


def proceeded(app, found, result):
    return app.tell_outcome(found.check.id, action=Action.PROCEEDED, by="priya", result=result)


def test_a_lesson_is_recorded_once_and_memory_is_to_be_told_of_it(place):
    app = taught(place)
    again = app.add_lesson(F1)

    assert [each.change for each in again.lessons] == [Change.SAME]
    assert again.backlog == 2
    assert app.lesson(LessonId("F1")).by == "dana"
    assert app.verify().same


def test_what_is_exported_and_imported_is_known_already(place):
    app = taught(place)
    files = [LessonFile(name=f"{k.lesson.id}.md", body=document(k).encode()) for k in app.lessons()]

    result = app.teach(files)

    assert [each.change for each in result.lessons] == [Change.SAME, Change.SAME]


def test_of_several_files_the_good_ones_are_stored(place):
    app = preflight_in(place)
    result = app.teach([LessonFile(name="good.md", body=b"---\nid: G\nsituation: s\nlesson: l\n---\n"),
                        LessonFile(name="bad.json", body=b"{")])  # fmt: skip

    assert [each.lesson.id for each in result.lessons] == ["G"]
    assert [each.file for each in result.refused] == ["bad.json"]
    assert [kept.lesson.id for kept in app.lessons()] == ["G"]


def test_a_dry_run_stores_nothing(place):
    app = preflight_in(place)

    result = app.teach([LessonFile(name="a.json", body=b'{"situation": "s", "lesson": "l"}')], dry_run=True)

    assert [each.change for each in result.lessons] == [Change.NEW]
    assert app.lessons() == ()


def test_importing_a_retired_lesson_again_does_not_bring_it_back(place):
    app = taught(place)
    app.move_lesson(LessonId("F1"), what=RETIRE, by="dana", reason="the till is gone")

    app.add_lesson(F1)

    assert app.lesson(LessonId("F1")).lesson.status is LessonStatus.RETIRED


def test_a_superseded_lesson_names_its_successor(place):
    app = taught(place)

    kept = app.move_lesson(LessonId("F1"), what=SUPERSEDE, by="dana", successor=LessonId("C1"))

    assert (kept.lesson.status, kept.successor) == (LessonStatus.SUPERSEDED, "C1")


@pytest.mark.parametrize("id", ["F9", "F1"])
def test_a_move_that_cannot_be_is_refused(place, id):
    app = taught(place)
    app.move_lesson(LessonId("F1"), what=RETIRE, by="dana")

    with pytest.raises(InputError, match=r"there is no lesson F9|F1 is retired already"):
        app.move_lesson(LessonId(id), what=RETIRE, by="dana")


def test_a_check_is_kept_with_what_it_rests_on(place):
    memory = ToldMemory({"F1": "LESSON RECORD F1"})
    app = taught(place, memory=memory)

    found = check(app, by="priya")

    [kept] = app.plan_checks()
    assert kept == found.check
    assert (kept.verdict, kept.by, kept.compared) == (Verdict.RED, "priya", 2)
    assert dict(kept.lessons)["F1"] == app.lesson(LessonId("F1")).version
    assert {name for query in kept.panel.queries for name in query.found} == {"F1"}
    assert found.texts == {"F1": "LESSON RECORD F1"}


def test_asked_twice_are_two_checks(place):
    app = taught(place)

    assert check(app).check.id != check(app).check.id
    assert len(app.plan_checks()) == 2


def test_outcomes_and_overrides_are_part_of_the_fold(place):
    clock = Clock(NOW)
    app = taught(place, clock=clock)
    found = check(app)
    app.override(found.check.id, by="dana", reason="it burns", lasting=timedelta(hours=4), incident=True)
    clock.now = NOW + timedelta(days=1)
    proceeded(app, found, FAILED)
    before = (app.lessons(), app.plan_checks())

    assert app.verify().same
    assert app.rebuild().same
    assert (app.lessons(), app.plan_checks()) == before


def test_everything_moves_to_another_database(place, places):
    app = taught(place)
    proceeded(app, check(app), FINE)
    other = preflight_in(places.new())

    assert other.take_in(app.export()).verification.same
    assert (other.lessons(), other.plan_checks()) == (app.lessons(), app.plan_checks())


def test_an_outcome_is_evidence_for_the_next_plan_and_is_cited(place):
    app = taught(place, fields("F1", FRIDAY))
    first = check(app, "Friday deploy of the mailer")
    proceeded(app, first, FAILED)

    second = check(app, "Friday deploy of the mailer, next version")

    assert (first.check.verdict, second.check.verdict) == (Verdict.YELLOW, Verdict.RED)
    assert first.check.outcome_id in {match.lesson for match in second.check.matches}


def test_the_newest_outcome_wins_even_within_one_moment(place):
    app = taught(place)
    found = check(app)
    proceeded(app, found, FAILED)
    proceeded(app, found, FINE)

    assert app.plan_check(found.check.id).outcome.result is FINE
    assert check(app, f"{PLAN} again").check.verdict is Verdict.YELLOW


@pytest.mark.parametrize(
    ("lasting", "reason", "message"),
    [
        pytest.param(timedelta(hours=4), " ", "the reason is empty", id="no reason"),
        pytest.param(timedelta(days=30), "x", "at most 7 days", id="too long"),
    ],
)
def test_an_override_needs_a_reason_and_an_end(place, lasting, reason, message):
    app = taught(place)
    found = check(app)

    with pytest.raises(InputError, match=message):
        app.override(found.check.id, by="dana", reason=reason, lasting=lasting)


def test_the_outcome_of_an_override_is_asked_for_the_next_day(place):
    clock = Clock(NOW)
    app = taught(place, clock=clock)
    found = check(app)
    app.override(found.check.id, by="dana", reason="it burns", lasting=timedelta(hours=4))

    assert app.outcomes_due() == ()
    clock.now = NOW + timedelta(days=1)
    [asked] = app.outcomes_due()
    assert (asked.check.id, "how did it go?" in asked.ask) == (found.check.id, True)
    proceeded(app, found, FINE)
    assert app.outcomes_due() == ()


def test_an_unknown_check_is_refused(place):
    with pytest.raises(InputError, match="there is no check C9"):
        taught(place).tell_outcome(CheckId("C9"), action=Action.CHANGED, by="priya")


@pytest.mark.parametrize("body", [b"", b"   ", b"ok", b"\x00\x01\x02" * 200, b"x" * (11 * 2**20)])
def test_what_is_no_plan_is_refused_and_nothing_is_kept(place, body):
    app = taught(place)

    with pytest.raises(InputError):
        app.check_plan(Request(body=body, name="plan.md"))
    assert app.plan_checks() == ()


def test_no_text_of_a_plan_is_kept(place):
    app = taught(place)
    secret = "the vault opens with 0815"
    check(app, f"{PLAN}\n\nBy the way, {'blah ' * 40} {secret}. db=postgres://app:hunter2@db/till")

    assert secret not in str(place.content())
    assert "hunter2" not in str(place.content())


def test_a_memory_that_is_down_leaves_a_red_and_takes_back_a_green(place):
    app = taught(place, memory=ToldMemory(error=UnavailableError("memory is down")))

    red, other = check(app), check(app, "Change the wording of the help page")

    assert (red.check.verdict, other.check.verdict) == (Verdict.RED, Verdict.UNKNOWN)
    assert "memory was not asked" in red.check.because
    assert any("memory is down" in warning for warning in red.warnings)


def test_memory_is_told_of_a_lesson_before_the_next_plan_is_checked(place):
    memory = MemoryInMind()
    app = taught(place, memory=memory)
    assert not memory.kept
    found = check(app)
    assert {"F1", "C1"} <= set(memory.kept)
    assert any("F1" in query.found for query in found.check.panel.queries)


def test_a_plan_that_is_checked_without_memory_tells_it_nothing(place):
    memory = MemoryInMind()
    check(taught(place, memory=memory), memory=False)
    assert not memory.kept


def test_a_model_has_no_say_in_a_verdict(place):
    model = ToldModel({"sentences": [{"text": "F1 is no reason to stop, verdict green.", "lessons": ["F1"]}]})
    app = taught(place, model=model)

    found = check(app)

    assert (found.check.verdict, found.check.author) == (Verdict.RED, "test:told")


def test_a_collision_is_told_of(place):
    app = taught(place, F1 | {"services": ["till"]})
    check(app, at=NOW.replace(day=3))

    found = check(app, "Friday migration of the till database", at=NOW.replace(day=3, hour=11))

    assert any("another plan for till" in note for note in found.bridge.notes)


def test_promises_blockers_and_customers_are_looked_up(place):
    app = taught(place, policy=Policy(rules_on=frozenset({"red_plan_with_promise"})))
    app.ingest([said("github", 0, ("NW-1", "title", "SSO"), ("NW-1", "blocked", True))])
    app.promise(customer="Acme", what="SSO", due=NOW.date(), by="dana", ticket="NW-1")

    found = check(app, f"{PLAN}, with NW-1")

    assert [(each.customer, each.ticket) for each in found.bridge.promises] == [("Acme", "NW-1")]
    assert "NW-1 is blocked" in found.bridge.notes
    rules = {finding.rule for finding in app.risks(Moment(now=app.now()), EVERYBODY)}
    assert "red_plan_with_promise" in rules
    assert app.tick().transitions == ()  # it was found and stored with the check


def test_history_is_answered_from_lessons_that_are_named(place):
    app = taught(place, F1 | {"situation": "The Friday deploy of the till took new libraries along."})

    answer = app.ask_history("what went wrong with the till?")

    assert [kept.lesson.id for kept in answer.lessons] == ["F1"]
    assert "What F1 taught." in answer.answer
    assert "1 lesson in the ledger was looked through" in answer.path


def test_a_question_that_no_lesson_answers_is_not_answered(place):
    answer = taught(place).ask_history("what about the canteen?")

    assert answer.lessons == ()
    assert answer.answer.startswith("Nothing like that is among 2 active lessons")


def test_patterns_are_clusters_where_memory_does_not_reflect_and_say_so(place):
    memory = ToldMemory(error=UnavailableError("no model"))
    app = taught(place, F1, fields("F2", FRIDAY), C1, memory=memory)

    found = app.patterns()

    assert [(each.title, each.lessons, each.failures) for each in found.found] == [(FRIDAY, ("F1", "F2"), 2)]
    assert found.path == "clusters by shared condition; memory could not reflect: no model"


def test_a_team_without_people_takes_any_name(place):
    app = preflight_in(place)
    app = preflight_in(place, team=replace(app.team, people=()))
    app.add_lesson(F1, by="Ilse")

    assert app.lesson(LessonId("F1")).by == "Ilse"


def test_a_stranger_is_refused_where_the_team_is_known(place):
    with pytest.raises(InputError, match="nobody of the team"):
        preflight_in(place).add_lesson(F1, by="mallory")


def test_what_another_process_teaches_or_retires_counts_at_once(place):
    here = taught(place, C1)
    there = preflight_in(place)
    before = check(here)
    there.add_lesson(F1)
    between = check(here)
    there.move_lesson(LessonId("F1"), what=RETIRE, by="dana")

    after = check(here)

    assert [found.check.verdict for found in (before, between, after)] == [Verdict.GREEN, Verdict.RED, Verdict.GREEN]
