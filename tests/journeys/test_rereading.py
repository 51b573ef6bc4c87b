"""A better reader is applied to what was heard before, on request, and the past keeps what was believed."""

import pytest
from msgspec.structs import replace

from spoken import EVERYBODY, Clock, app_in, at
from sprintmind.domain.events import EventKey, Source, SourceEvent, TicketKey
from sprintmind.domain.moments import Moment
from sprintmind.domain.versions import DELETED
from sprintmind.intake import Delivery, source
from sprintmind.reading.claims import Telling, claims_of, promises_of
from sprintmind.reading.formats import read_document
from sprintmind.reading.reader import read
from sprintmind.reading.statements import Kind

WORDS = b"- NW-1 is done.\n- I'll send Acme the export by Friday.\n- NW-2 is in review.\n"
READERS = {"now": lambda statement: statement}


@source("learned")
def learned(delivery, team):
    """Read a standup as the reader of the moment reads it."""
    key = EventKey("learned:1")
    telling = Telling(document="learned|monday", event=key, source=Source.STANDUP, said_at=at(0))
    document = read_document(delivery.body, filename="monday.md", kind="standup")
    said = read(document, team=team, said_at=at(0), author="priya", kind="standup")
    said = tuple(READERS["now"](statement) for statement in said)
    return [
        SourceEvent(
            key=key,
            source=Source.STANDUP,
            kind="standup",
            said_at=at(0),
            claims=claims_of(said, telling),
            promises=promises_of(said, telling),
            document="learned|monday",
            title="monday",
        )
    ]


def mistaken(statement):
    """Take "in review" for done, as a worse reader might, and miss every promise."""
    if statement.kind is Kind.COMMITMENT:
        return replace(statement, kind=Kind.NONE, meant=Kind.COMMITMENT, reason="not understood")
    return replace(statement, value="done") if statement.value == "in_review" else statement


@pytest.fixture
def app(place, monkeypatch):
    clock = Clock(at(1))
    app = app_in(place, clock)
    monkeypatch.setitem(READERS, "now", mistaken)
    app.ingest([Delivery(source="learned", body=WORDS, received_at=at(1), filename="monday.md")])
    monkeypatch.setitem(READERS, "now", lambda statement: statement)
    clock.now = at(5)
    return app


def status(app, key, **moment):
    found = app.ticket(key, Moment(now=at(5), **moment), EVERYBODY)
    return found.fields["status"].value


def promised(app):
    return [commitment.customer for commitment in app.commitments(Moment(now=at(5)), EVERYBODY)]


def test_what_would_be_claimed_otherwise_is_shown_and_nothing_stored(app):
    [document] = app.reread().documents
    assert [(claim.subject, claim.value) for claim in document.gone] == [("NW-2", "done")]
    assert [(claim.subject, claim.value) for claim in document.new] == [("NW-2", "in_review")]
    assert [promise.customer for promise in document.promises_new] == ["Acme"]
    assert (status(app, "NW-2"), promised(app), app.verify().events) == ("done", [], 1)


def test_what_is_applied_counts_from_the_day_on_which_it_was_said(app):
    assert app.reread(apply=True).applied
    assert (status(app, "NW-1"), status(app, "NW-2"), promised(app)) == ("done", "in_review", ["Acme"])
    assert status(app, "NW-2", as_of=at(0.5)) == "in_review"
    assert app.verify().same


def test_what_was_believed_before_stays_what_was_believed_then(app):
    app.reread(apply=True)
    assert status(app, "NW-2", known_at=at(2)) == "done"


def test_what_was_claimed_before_stays_in_the_history_as_withdrawn(app):
    app.reread(apply=True)
    history = app.ticket("NW-2", Moment(now=at(5)), EVERYBODY).fields["status"]
    told = {(each.claim.value, each.decision.value) for each in history.decided if not each.claim.withdraws}
    assert told == {("done", "withdrawn"), ("in_review", "accepted")}


def test_reading_again_what_was_read_again_changes_nothing(app):
    app.reread(apply=True)
    before = app.verify()
    assert app.reread(apply=True).documents == ()
    assert app.verify() == before


def test_a_rebuild_keeps_what_was_claimed_before(app):
    app.reread(apply=True)
    assert app.rebuild().same
    history = app.ticket("NW-2", Moment(now=at(5)), EVERYBODY).fields["status"]
    assert "done" in {each.claim.value for each in history.decided}
    assert status(app, "NW-2") == "in_review"


def test_a_ledger_without_documents_is_read_as_it_was(place):
    assert app_in(place, Clock(at(1))).reread(apply=True).documents == ()


@source("remarked")
def remarked(delivery, team):
    """Read a comment on NW-2 as the reader of the moment reads it: its hour of change, and its words or nothing."""
    hour, _, words = delivery.body.decode().partition(" ")
    key = EventKey(f"remarked:7:{hour}")
    telling = Telling(document="comment:jira:7", event=key, source=Source.COMMENT, said_at=at(0))
    said = ()
    if words:
        document = read_document(words.encode(), filename="", kind="comment")
        said = read(document, team=team, said_at=at(0), author="priya", kind="comment", about=TicketKey("NW-2"))
    said = tuple(READERS["now"](statement) for statement in said)
    return [
        SourceEvent(
            key=key,
            source=Source.COMMENT,
            kind="comment" if words else DELETED,
            said_at=at(float(hour)),
            claims=claims_of(said, telling),
            promises=promises_of(said, telling),
            words=words,
            document="comment:jira:7",
            title="Comment on NW-2",
        )
    ]


def remarks(place, monkeypatch, *bodies):
    clock = Clock(at(1))
    app = app_in(place, clock)
    monkeypatch.setitem(READERS, "now", mistaken)
    for number, body in enumerate(bodies):
        app.ingest([Delivery(source="remarked", body=body, received_at=at(1), filename=str(number))])
    monkeypatch.setitem(READERS, "now", lambda statement: statement)
    clock.now = at(5)
    return app


def test_a_comment_is_read_again_and_what_it_claimed_stays_in_the_history(place, monkeypatch):
    app = remarks(place, monkeypatch, b"0 It's in review.")
    [comment] = app.reread(apply=True).documents
    assert (comment.title, [claim.value for claim in comment.gone]) == ("Comment on NW-2", ["done"])
    assert (status(app, "NW-2"), status(app, "NW-2", known_at=at(2))) == ("in_review", "done")
    history = app.ticket("NW-2", Moment(now=at(5)), EVERYBODY).fields["status"]
    told = {(each.claim.value, each.decision.value) for each in history.decided if not each.claim.withdraws}
    assert told == {("done", "withdrawn"), ("in_review", "accepted")}
    assert app.rebuild().same
    assert app.reread(apply=True).documents == ()


def test_of_a_comment_the_latest_edit_is_read_again_whatever_was_heard_last(place, monkeypatch):
    app = remarks(place, monkeypatch, b"0.5 It's in review.", b"0.2 It's merged.")
    [comment] = app.reread(apply=True).documents
    assert [claim.value for claim in comment.new] == ["in_review"]
    assert status(app, "NW-2") == "in_review"


def test_a_deleted_comment_says_nothing_however_late_its_words_arrive(place, monkeypatch):
    app = remarks(place, monkeypatch, b"0.5 ", b"0.2 It's in review.")
    assert app.reread(apply=True).documents == ()
