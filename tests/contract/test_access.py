"""What every ledger promises of who may come in, and of what happened lately."""

from dataclasses import replace
from datetime import timedelta

import pytest

from spoken import Clock, at
from sprintmind.admission import Admission
from sprintmind.domain.access import Account, Scope
from sprintmind.domain.events import EventKey, PersonId, Source, SourceEvent
from sprintmind.domain.findings import Change, Finding, Severity, Transition
from sprintmind.errors import InputError
from sprintmind.intake import Delivery
from sprintmind.ledger.beside import Position, Received

NOW = at(1)
DANA = Account(name="dana", secret="digest", person=PersonId("dana"), made_at=NOW)


@pytest.fixture
def admission(place):
    return Admission(ledger=place.ledger(Clock()))


def test_an_account_is_found_by_its_name_alone(admission):
    admission.add_account(DANA)
    assert admission.account("dana") == DANA
    assert admission.account("Dana") is None
    assert admission.accounts() == (DANA,)


def test_a_name_is_taken_once(admission):
    admission.add_account(DANA)
    with pytest.raises(InputError, match="already"):
        admission.add_account(replace(DANA, secret="another"))
    assert admission.account("dana").secret == "digest"


def test_an_account_is_replaced_and_forgotten(admission):
    admission.add_account(DANA)
    later = replace(DANA, secret="another", sessions_since=NOW)
    admission.keep_account(later)
    assert admission.accounts() == (later,)
    admission.remove_account("dana", now=NOW)
    assert admission.accounts() == ()


def test_a_token_is_found_by_its_text_alone(admission):
    text = admission.issue("bot", person=PersonId("dana"), scopes=frozenset({Scope.READ}), now=NOW, days=1)
    found = admission.token(text, now=NOW)
    assert (found.name, found.person, found.scopes) == ("bot", "dana", {Scope.READ})
    assert admission.token(text[:-1], now=NOW) is None
    assert admission.token(text, now=NOW + timedelta(days=1)) is None


def test_a_token_is_revoked_once_and_by_its_person(admission):
    admission.issue("bot", person=PersonId("dana"), scopes=frozenset({Scope.READ}), now=NOW)
    [token] = admission.tokens()
    with pytest.raises(InputError):
        admission.revoke(token.id, person=PersonId("tom"), now=NOW)
    admission.revoke(token.id, person=PersonId("dana"), now=NOW)
    with pytest.raises(InputError):
        admission.revoke(token.id, person=PersonId("dana"), now=NOW)


def test_secrets_do_not_move_to_another_database(place, admission):
    admission.add_account(DANA)
    admission.issue("bot", person=PersonId("dana"), scopes=frozenset({Scope.READ}), now=NOW)
    with place.ledger(Clock()).reading() as reading:
        lines = b"".join(reading.exported())
    assert b"digest" not in lines.replace(b"body_digest", b"")
    assert b"dana" not in lines


def logged(ledger, *subjects):
    """Log that risks of some subjects opened."""
    found = [Finding(rule="blocked", subject=each, severity=Severity.HIGH, because="x", since=NOW) for each in subjects]
    with ledger.writing() as transaction:
        transaction.log([Transition(finding=each, change=Change.OPENED, at=NOW) for each in found])


def test_the_log_is_read_from_a_number_on(place):
    ledger = place.ledger(Clock())
    logged(ledger, "NW-1", "NW-2", "NW-3")
    with ledger.reading() as reading:
        first, second = reading.feed.transitions(after=0, limit=2)
        [third] = reading.feed.transitions(after=second.number, limit=2)
        assert reading.feed.position().transitions == third.number > second.number > first.number
        assert reading.feed.transitions(after=third.number, limit=2) == ()
    assert [each.transition.finding.subject for each in (first, second, third)] == ["NW-1", "NW-2", "NW-3"]


def position(ledger):
    with ledger.reading() as reading:
        return reading.feed.position()


def test_an_empty_ledger_stands_at_zero(place):
    assert position(place.ledger(Clock())) == Position()


def test_whatever_is_recorded_moves_where_a_ledger_stands(place):
    ledger = place.ledger(Clock())
    event = SourceEvent(key=EventKey("standup:1"), source=Source.STANDUP, kind="standup", said_at=NOW)
    with ledger.writing() as transaction:
        transaction.add([(event, Delivery(source="standup", body=b"x", received_at=NOW))])
    logged(ledger, "NW-1")
    assert position(ledger) == Position(events=1, transitions=1)
    for system in ("jira", "github", "jira"):
        with ledger.writing() as transaction:
            transaction.reception.note(Received(system=system, at=NOW, outcome="refused", body="x", signature="s"))
    assert position(ledger) == Position(events=1, transitions=1, deliveries=3)
    with ledger.writing():
        pass
    assert position(ledger) == Position(events=1, transitions=1, deliveries=3)


def test_the_last_events_of_a_source_come_newest_first(place):
    ledger = place.ledger(Clock())
    events = [
        SourceEvent(key=EventKey(f"standup:{n}"), source=Source.STANDUP, kind="standup", said_at=NOW) for n in range(3)
    ]
    delivery = Delivery(source="standup", body=b"x", received_at=NOW)
    with ledger.writing() as transaction:
        transaction.add([(event, delivery) for event in events])
    with ledger.reading() as reading:
        assert [each.event for each in reading.feed.arrived(Source.STANDUP, limit=2)] == ["standup:2", "standup:1"]
        assert reading.feed.arrived(Source.GITHUB, limit=2) == ()


def test_deliveries_are_counted_by_system_and_the_last_are_kept(place):
    ledger = place.ledger(Clock())
    for number in range(1, 4):
        with ledger.writing() as transaction:
            refused = Received(system="jira", at=NOW, outcome="refused", body="{", signature="s", event="e", detail="d")
            assert transaction.reception.note(refused) == number
    with ledger.writing() as transaction:
        transaction.reception.note(Received(system="github", at=NOW, outcome="understood"))
        transaction.reception.change(replace(refused, number=2, outcome="replayed", body=None, signature=""))
    with ledger.reading() as reading:
        kept = reading.reception.last("jira")
        assert [(each.number, each.outcome) for each in kept] == [(3, "refused"), (2, "replayed"), (1, "refused")]
        assert kept[0] == replace(refused, number=3)
        assert reading.reception.find("jira", 2) == kept[1]
        assert reading.reception.find("jira", 9) is None
        assert reading.reception.counts("jira") == {"refused": 3}
        assert reading.reception.counts("github") == {"understood": 1}
        assert reading.reception.counts("else") == {}
