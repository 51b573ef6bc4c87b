"""What lessons say together is made once, while none of them changes; by meaning, of vectors that are kept."""

from dataclasses import dataclass, field

import pytest

from learned import RETIRE, fields, preflight_in
from ledgers import InFile
from sprintmind.embeddings.choice import Cosines
from sprintmind.embeddings.minilm import open_minilm
from sprintmind.embeddings.phrase_file import PhraseFile
from sprintmind.errors import UnavailableError
from sprintmind.plans.asking import Request

KILN = fields("E1", "copper kiln relocation")
GANTRY = fields("E2", "velvet gantry swap")
PLAN = "On Tuesday the kiln made of copper is moved to another place."


@dataclass
class Counted:
    """The bundled model, which counts what it is asked and can be told to fail."""

    asked: list = field(default_factory=list)
    fails: bool = False
    model = open_minilm()
    name, size = "counted", 384

    def embed(self, texts):
        if self.fails:
            raise UnavailableError("it is down")
        self.asked += texts
        return self.model.embed(texts)


class Office:
    """A home in which one process after the other is opened."""

    def __init__(self, folder):
        self.place = InFile(folder / "default.db")
        self.phrases = PhraseFile(folder / "default.phrases.db")

    def process(self, **more):
        model = Counted(**more)
        meaning = Cosines(model, kept=self.phrases)
        return preflight_in(self.place, meaning=meaning, phrases=self.phrases), model


@pytest.fixture
def office(tmp_path):
    return Office(tmp_path)


def check(app, text=PLAN):
    return app.check_plan(Request(body=text.encode()))


def test_a_check_embeds_the_plan_and_no_phrase_that_a_lesson_brought(office):
    office.process()[0].add_lesson(KILN)
    app, model = office.process()

    found = check(app, "Relocating the furnace of copper.")

    assert [each.found_by.value for each in found.check.conditions] == ["meaning"]
    assert model.asked == ["Relocating the furnace of copper."]


def test_the_same_comes_of_a_check_without_the_file(office, tmp_path):
    office.process()[0].add_lesson(KILN)
    kept = check(office.process()[0])
    (tmp_path / "default.phrases.db").unlink()
    anew = check(office.process()[0])

    assert (anew.check.verdict, anew.check.conditions) == (kept.check.verdict, kept.check.conditions)


def test_a_process_that_lives_long_learns_a_lesson_that_another_one_brings(office):
    app, model = office.process()
    app.add_lesson(KILN)
    check(app)
    model.asked.clear()
    office.process()[0].add_lesson(GANTRY)

    found = check(app, "The velvet gantry is swapped.")

    assert found.check.verdict.value == "YELLOW"
    assert model.asked == ["The velvet gantry is swapped."]


def test_what_is_learned_is_not_made_again_for_every_check(office, monkeypatch):
    app, _ = office.process()
    app.add_lesson(KILN)
    made = []
    monkeypatch.setattr("sprintmind.plans.shelf.vocabulary", lambda *_, **__: made.append(1))
    check(app)
    check(app)
    assert made == []


def test_a_retired_lesson_leaves_no_vector(office):
    app, _ = office.process()
    app.add_lesson(KILN)
    app.add_lesson(GANTRY)
    app.move_lesson("E1", what=RETIRE, by="dana")
    assert set(office.phrases.vectors("counted", KILN["trigger_conditions"])) == set()
    assert set(office.phrases.vectors("counted", GANTRY["trigger_conditions"])) == {"velvet gantry swap"}


def test_a_forgotten_lesson_leaves_no_vector_and_no_word(office, tmp_path):
    app, _ = office.process()
    app.add_lesson(KILN)
    other, _ = office.process()
    check(other)

    receipt = app.forget(document="E1")

    assert not receipt.found
    assert app.lessons() == ()
    assert not office.phrases.vectors("counted", KILN["trigger_conditions"])
    assert check(other).check.compared == 0  # nor does a process know it that was there before
    assert "The situation of E1" not in str(office.place.content())


def test_what_a_check_quoted_of_a_forgotten_lesson_goes_too(office):
    app, _ = office.process()
    app.add_lesson(KILN)
    found = check(app)
    assert "What E1 taught" in found.check.advice

    app.forget(document="E1")

    assert "What E1 taught" not in str(office.place.content())
    assert app.plan_check(found.check.id).verdict is found.check.verdict
    assert app.verify().same


def test_a_forgotten_check_is_gone_with_its_outcome(office):
    app, _ = office.process()
    app.add_lesson(KILN)
    found = check(app)
    assert not app.forget(document=found.check.id).found
    assert app.plan_checks() == ()


def test_a_model_that_is_down_leaves_words_to_compare_by(office):
    app, _ = office.process(fails=True)
    taught = app.add_lesson(KILN)
    assert "it is down" in taught.warnings[0]
    found = check(app, "The copper kiln relocation is on Tuesday.")
    assert found.check.verdict.value == "YELLOW"
    assert "by their words alone: it is down" in found.warnings[0]


def test_a_check_without_memory_opens_no_model(office):
    app, _ = office.process(fails=True)
    found = app.check_plan(Request(body=PLAN.encode(), memory=False))
    assert found.warnings == ()
