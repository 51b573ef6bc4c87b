"""What every ledger keeps of answers and of calls to models."""

from datetime import timedelta

from spoken import Clock, at
from sprintmind.domain.checkable import Term, TermKind
from sprintmind.domain.events import EventKey, PersonId
from sprintmind.domain.evidence import (
    Answer,
    AnswerId,
    CallTrace,
    Citations,
    Evidence,
    EvidenceKind,
    RecallTrace,
    Trace,
)


def answer(id, *, days=1, person="tom", event="e1"):
    evidence = Evidence(
        n=1,
        kind=EvidenceKind.STATE,
        text="NW-1 is done",
        source="github",
        at=at(days),
        event=EventKey(event),
        supports=frozenset({Term(TermKind.NUMBER, "1")}),
    )
    recall = RecallTrace(label="team", query="q", tags=("kind:x",), results=("r",), took=timedelta(seconds=0.25))
    return Answer(
        id=AnswerId(id),
        question="Is NW-1 done?",
        asked_at=at(days),
        person=PersonId(person) if person else None,
        text="Yes [1].",
        evidence=(evidence,),
        citations=Citations(cited=(1,), removed=(7,)),
        trace=Trace(recalls=(recall,), notes=("n",), took=timedelta(seconds=1)),
    )


def test_an_answer_comes_back_as_it_was_kept(place):
    asks = place.ledger(Clock()).asks
    asks.keep(answer("a1"))
    asks.keep(answer("a1", days=3))
    assert asks.answer(AnswerId("a1")) == answer("a1")
    assert asks.answer(AnswerId("a2")) is None


def test_everybody_has_a_history_of_their_own_newest_first(place):
    asks = place.ledger(Clock()).asks
    for each in (answer("a1", days=1), answer("a2", days=2), answer("a3", person="dana"), answer("a4", person=None)):
        asks.keep(each)
    assert [each.id for each in asks.answers(person=PersonId("tom"), count=5)] == ["a2", "a1"]
    assert [each.id for each in asks.answers(person=PersonId("tom"), count=1)] == ["a2"]
    assert [each.id for each in asks.answers(person=None, count=5)] == ["a4"]


def test_answers_can_be_erased_by_what_they_rest_on_and_by_whom_they_were_given_to(place):
    asks = place.ledger(Clock()).asks
    for each in (answer("a1", event="e1"), answer("a2", event="e2"), answer("a3", person="dana", event="e3")):
        asks.keep(each)
    assert asks.erase(citing=[EventKey("e1")]) == 1
    assert asks.erase(person=PersonId("dana")) == 1
    assert asks.erase(citing=[EventKey("e9")]) == 0
    assert [each.id for each in asks.answers(person=PersonId("tom"), count=5)] == ["a2"]


def test_what_models_took_is_summed_by_purpose_and_model(place):
    asks = place.ledger(Clock()).asks
    call = CallTrace(model="m", input_tokens=100, output_tokens=10, took=timedelta(seconds=1.5))
    failed = CallTrace(model="m", input_tokens=0, output_tokens=0, took=timedelta(seconds=2), failed="down")
    asks.called([], purpose="ask", at=at(1))
    asks.called([call, failed], purpose="ask", at=at(1))
    asks.called([call], purpose="radar", at=at(2))
    sums = [(s.purpose, s.calls, s.failed, s.input_tokens, s.output_tokens, s.took) for s in asks.calls()]
    assert sums == [
        ("ask", 2, 1, 100, 10, timedelta(seconds=3.5)),
        ("radar", 1, 0, 100, 10, timedelta(seconds=1.5)),
    ]
