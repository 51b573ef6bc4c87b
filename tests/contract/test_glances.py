"""What every ledger tells reports: what was heard and believed in a time, and who looked when."""

from datetime import timedelta

from spoken import Clock, app_in, at, said
from sprintmind.domain.findings import Change

BLOCKED = ("NW-1", "blocked", True)


def test_events_are_found_by_key_in_the_order_of_hearing(place):
    clock = Clock(at(1))
    app = app_in(place, clock)
    app.ingest([said("standup", 0, ("NW-1", "status", "done"))])
    app.ingest([said("meeting", 0, ("NW-2", "status", "done"))])
    with place.ledger(clock).reading() as reading:
        keys = [each.event.key for each in reading.events()]
        assert [each.event.key for each in reading.heard(reversed(keys))] == keys
        assert reading.heard(["nothing"]) == ()
        [first] = reading.heard(keys[:1])
        assert first.event.claims[0].span.quote == "NW-1 status done"


def test_what_was_heard_in_a_time_excludes_its_beginning_and_includes_its_end(place):
    clock = Clock(at(0))
    app = app_in(place, clock)
    for day in (0, 1, 2):
        clock.now = at(day)
        app.ingest([said("standup", 0, (f"NW-{day + 1}", "status", "done"))])
    with place.ledger(clock).reading() as reading:
        assert [each.order for each in reading.heard_between(at(0), at(1))] == [2]
        assert [each.order for each in reading.heard_between(at(0) - timedelta(seconds=1), at(5))] == [1, 2, 3]


def test_the_newest_of_a_source_come_first_and_all_of_them_come(place):
    clock = Clock(at(3))
    app = app_in(place, clock)
    app.ingest([said("standup", 0, (f"NW-{n}", "status", "done")) for n in range(1, 46)])
    app.ingest([said("meeting", 0, ("NW-1", "status", "done"))])
    with place.ledger(clock).reading() as reading:
        orders = [each.order for each in reading.newest("standup")]
        assert orders == list(range(45, 0, -1))
        assert [each.order for each in reading.newest("meeting")] == [46]
        assert list(reading.newest("comment")) == []


def test_transitions_are_told_as_they_were_logged(place):
    clock = Clock(at(0))
    app = app_in(place, clock)
    app.ingest([said("standup", 0, BLOCKED)])
    clock.now = at(3)
    app.tick()
    with place.ledger(clock).reading() as reading:
        told = reading.transitions(at(0) - timedelta(seconds=1), at(3))
        assert [(each.finding.id, each.change) for each in told] == [
            ("blocked/NW-1", Change.OPENED), ("blocked/NW-1", Change.ESCALATED),
        ]  # fmt: skip
        assert [each.change for each in reading.transitions(at(0), at(3))] == [Change.ESCALATED]


def test_a_look_is_noted_for_one_person_and_page_and_never_goes_back(place):
    ledger = place.ledger(Clock())
    with ledger.writing() as transaction:
        transaction.look("dana", "radar", at=at(2))
        transaction.look("dana", "radar", at=at(1))
        transaction.look("tom", "radar", at=at(1))
    with ledger.reading() as reading:
        assert (reading.looked("dana", "radar"), reading.looked("tom", "radar")) == (at(2), at(1))
        assert reading.looked("dana", "brief") is None
