"""What goes through memory, on every kind of memory: asked, corrected, kept from others, forgotten, filled anew."""

import pytest

from ask.place_to_ask import NOW, asked, caller, opened, sample
from remembering import KINDS, params
from sprintmind.domain.events import Visibility
from sprintmind.domain.evidence import EvidenceKind
from sprintmind.domain.visibility import Caller
from sprintmind.intake import Delivery
from sprintmind.remembering import about

SHARED = tuple(each for each in KINDS if each.shared)
SECRET = "quagga"
WORDS = "I carried the certificates home in a wicker basket"
EVERYONE = Caller(operator=True)


@pytest.fixture(params=params(SHARED))
def app(request, tmp_path):
    """The sample sprint, with a memory of one kind that knows all of it."""
    memory = request.param.open(tmp_path)
    yield opened(sample(tmp_path), memory=memory)
    memory.clear()
    memory.close()


def told(app, text, **more):
    delivery = Delivery(source="meeting", body=text.encode(), received_at=NOW, said=NOW.date(), title="Late", **more)
    app.ingest([delivery])
    assert app.tell_memory(impatient=True).error is None


def recalled(app, text, caller=EVERYONE):
    return [each.memory.text for each in app.recall(about(text, caller=caller)).found]


def test_what_a_person_asks_is_answered_from_the_ledger_and_from_what_was_said(app):
    answer = asked(app, "What did Carla say about sign in?")
    assert answer.text.startswith("Meeting 'Acme weekly', 2025-09-25: “Carla Mendes: When can our people sign in")
    assert answer.citations.hold
    failed = {recall.label: recall.failed for recall in answer.trace.recalls}
    assert failed == {"personal": None, "team": None, "corrections": None}


def test_what_a_person_corrected_is_recalled_before_everything_else(app):
    app.correct("NW-240 is not blocked", by="lena")
    assert app.tell_memory(impatient=True).error is None
    answer = asked(app, "Is NW-240 blocked?")
    [corrections] = [recall.results for recall in answer.trace.recalls if recall.label == "corrections"]
    assert any("NW-240 is not blocked" in text for text in corrections)
    said = [each.kind for each in answer.evidence if each.kind is not EvidenceKind.STATE]
    assert said[0] is EvidenceKind.CORRECTION


def test_what_was_said_to_managers_is_recalled_for_nobody_else(app):
    told(app, f"Dana: The {SECRET} contract of Globex is what NW-240 waits for.\n", visibility=Visibility.MANAGERS)
    assert any(SECRET in text for text in recalled(app, f"{SECRET} contract"))
    engineer = caller(app, "tom")
    assert not any(SECRET in text for text in recalled(app, f"{SECRET} contract", engineer))
    answer = app.ask("What did Dana say about the contract of Globex?", engineer)
    assert SECRET not in repr(answer)


def test_what_is_forgotten_is_recalled_no_more_and_stands_in_no_model(app):
    told(app, f"Tom Weber: {WORDS}.\n")
    app.refresh_models()
    assert any(WORDS in text for text in recalled(app, "certificates in a basket"))
    receipt = app.forget(person="tom")
    assert (receipt.memories or 0) > 0
    assert receipt.found == {}
    assert not any(WORDS in text for text in recalled(app, "certificates in a basket"))
    assert not any(WORDS in repr(each) for each in app.mental_models())


def test_filling_it_anew_gives_the_same_answers(app):
    question = "What did Tom say about the migration script?"
    before = asked(app, question)
    app.rebuild_memory()
    again = asked(app, question)
    assert again.text == before.text
    assert "migration script" in again.text
