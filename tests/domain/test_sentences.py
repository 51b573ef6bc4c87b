"""What was said about one person: which sentences, whose, and what became of each."""

from datetime import UTC, datetime

from sprintmind.domain.events import (
    Audience,
    Claim,
    Promise,
    Source,
    SourceEvent,
    Span,
    Visibility,
)
from sprintmind.domain.sentences import sentences_of

AT = datetime(2025, 10, 1, 9, tzinfo=UTC)


def claim(id="c1", **more):
    given = {"person": "tom", "source": Source.STANDUP, "span": Span(quote="NW-1 is done"), "value": "done"}
    return Claim(id=id, event="e", subject="NW-1", field="status", said_at=AT, **(given | more))


def event(*claims, promises=(), **more):
    return SourceEvent(
        key="e", source=Source.STANDUP, kind="standup", said_at=AT, claims=claims, promises=promises, **more
    )


def about(person, *events, promised=()):
    return sentences_of(events, person, decided={}, promised=promised)


def test_a_sentence_names_a_person_as_speaker_value_obstacle_or_who_could_help():
    found = event(
        claim("speaks"), claim("is given", person=None, value="tom"), claim("waits", person=None, waiting_on="tom"),
        claim("helps", person=None, unblocker="tom"), claim("another", person="priya"),
    )  # fmt: skip
    assert {each.claim for each in about("tom", found)} == {"speaks", "is given", "waits", "helps"}


def test_only_ones_own_words_can_be_said_not_to_be_what_one_said():
    found = event(claim("own"), claim("other", person="priya", waiting_on="tom"), claim("code", source=Source.GITHUB))
    assert {each.claim: each.own for each in about("tom", found)} == {"own": True, "other": False, "code": False}


def test_a_value_of_a_payload_is_no_sentence():
    assert about("tom", event(claim(span=Span(quote="done", path="fields.status")), claim("x", span=Span()))) == ()


def test_a_promise_that_counts_no_more_was_taken_back():
    promise = Promise(
        id="p", event="e", customer="Acme", what="the export", source=Source.MEETING, said_at=AT, owner="tom",
        span=Span(quote="I'll send Acme the export"),
    )  # fmt: skip
    [kept] = about("tom", event(promises=(promise,)), promised={"p"})
    [gone] = about("tom", event(promises=(promise,)))
    assert (kept.became, gone.became) == ("promised", "withdrawn")
    assert kept.reads == "a promise of the export, due no date"


def test_what_managers_read_about_somebody_they_read_and_what_is_private_they_do_not():
    for visibility, count in ((Visibility.MANAGERS, 1), (Visibility.PARTICIPANTS, 0), (Visibility.PRIVATE, 0)):
        audience = Audience(visibility=visibility, people=frozenset({"dana"}))
        assert len(about("tom", event(claim(), audience=audience))) == count
