"""Memory is told what the ledger holds: everything, once, whatever fails meanwhile."""

from collections import Counter
from datetime import timedelta

import pytest

from journeys.telling import meeting, teller, ticking
from spoken import Clock, app_in, at, said
from sprintmind import remember
from sprintmind.domain.events import Visibility
from sprintmind.domain.memories import Memory
from sprintmind.domain.visibility import Caller
from sprintmind.errors import UnavailableError
from sprintmind.remember import deliver, refill
from sprintmind.remembering import about
from sprintmind.testing import MemoryInMind

MEETINGS = 90
EVERYONE = Caller(operator=True)


def ingested(place, count=MEETINGS, memory=None, **more):
    app = app_in(place, Clock(at(1)), memory=memory)
    app.ingest([meeting(number, **more) for number in range(count)])
    return app


def documents(memory):
    return Counter(document.partition("|")[0] for document in memory.kept)


def test_a_memory_that_was_down_all_the_while_has_everything_once_when_it_is_up(place):
    memory = MemoryInMind(down=True)
    app = ingested(place, memory=memory)
    down = app.tell_memory()
    assert (down.documents, down.error) == (0, "memory does not answer")
    assert app.memory_status().waiting.pending == MEETINGS
    memory.down = False
    assert app.tell_memory(impatient=True).documents == MEETINGS
    assert documents(memory) == {"meeting:meeting": MEETINGS}
    assert (app.memory_status().waiting.pending, app.memory_status().waiting.error) == (0, None)


def test_a_memory_that_goes_down_midway_has_everything_once_in_the_end(place):
    memory = MemoryInMind()
    ingested(place)
    clock = ticking()

    def fall(_):
        if memory.calls > 1:
            memory.down = True
            raise UnavailableError("memory does not answer")

    memory.before = fall
    first = deliver(teller(place, memory, clock=clock))
    assert first.documents == remember.AT_ONCE
    assert first.error == "memory does not answer"
    memory.down, memory.before = False, lambda _: None
    rest = deliver(teller(place, memory, clock=clock), impatient=True)
    assert first.documents + rest.documents == MEETINGS
    assert documents(memory) == {"meeting:meeting": MEETINGS}


def test_what_failed_is_tried_again_later_and_later_each_time(place):
    memory = MemoryInMind(down=True)
    ingested(place, 1)
    clock = Clock(at(1))
    waits = []
    for _ in range(4):
        deliver(teller(place, memory, clock=clock))
        begun = clock.now
        while not place.ledger(clock).outbox.lease(by="probe", count=1, now=clock.now, until=clock.now):
            clock.now += timedelta(seconds=0.5)
        waits.append((clock.now - begun).total_seconds())
    assert waits == [0.5, 1.0, 2.0, 4.0]


def test_attempts_are_spread_so_that_workers_do_not_come_back_together(place):
    memory = MemoryInMind(down=True)
    ingested(place, 1)
    clock = Clock(at(1))
    deliver(teller(place, memory, clock=clock, chance=lambda: 1.0))
    outbox = place.ledger(clock).outbox
    early, due = clock.now + timedelta(seconds=0.9), clock.now + timedelta(seconds=1)
    assert not outbox.lease(by="probe", count=1, now=early, until=early)
    assert outbox.lease(by="probe", count=1, now=due, until=due)


def test_an_item_that_memory_never_takes_is_parked_with_its_error_and_holds_nobody_up(place):
    memory = MemoryInMind(poison="poison")
    app = ingested(place, 9, memory=memory)
    app.ingest([meeting(99, "this is poison")])
    app.ingest([meeting(100)])
    clock = ticking(step=timedelta(hours=1))
    for _ in range(remember.TRIES):
        deliver(teller(place, memory, clock=clock))
    assert len(memory.kept) == 10
    waiting = app.memory_status().waiting
    assert (waiting.pending, waiting.parked) == (0, 1)
    assert "memory refuses this text" in waiting.error
    memory.poison = "\0"
    assert app.tell_memory().documents == 0
    assert app.tell_memory(impatient=True).documents == 1
    assert app.memory_status().waiting.parked == 0
    assert len(memory.kept) == 11


def test_a_memory_that_is_down_parks_nothing_however_long(place):
    memory = MemoryInMind(down=True)
    app = ingested(place, 3, memory=memory)
    clock = ticking(step=timedelta(hours=1))
    for _ in range(3 * remember.TRIES):
        deliver(teller(place, memory, clock=clock))
    waiting = app.memory_status().waiting
    assert (waiting.pending, waiting.parked) == (3, 0)


def test_a_worker_that_is_gone_holds_its_documents_no_longer_than_its_lease(place):
    ingested(place, 1)
    outbox = place.ledger(Clock()).outbox
    [held] = outbox.lease(by="gone", count=5, now=at(1), until=at(1) + remember.LEASE)
    assert outbox.lease(by="other", count=5, now=at(1), until=at(2)) == ()
    later = at(1) + remember.LEASE
    assert [each.document for each in outbox.lease(by="other", count=5, now=later, until=at(3))] == [held.document]
    outbox.delivered([held], by="gone", at=later)
    assert outbox.waiting().pending == 1


def test_rows_of_one_document_are_told_together_and_never_by_two(place):
    memory = MemoryInMind()
    ingested(place, 1)
    ledger = place.ledger(Clock(at(1)))
    outbox = ledger.outbox
    [first] = outbox.lease(by="one", count=5, now=at(1), until=at(2))
    with ledger.writing() as transaction:
        transaction.queue([first.document], kind="event", at=at(1))
    assert outbox.lease(by="two", count=5, now=at(1), until=at(2)) == ()
    outbox.delivered([first], by="one", at=at(1))
    [second] = outbox.lease(by="two", count=5, now=at(1), until=at(2))
    assert second.document == first.document
    assert memory.kept == {}


def test_a_document_that_is_queued_twice_is_told_once(place):
    memory = MemoryInMind()
    app = ingested(place, 1, memory=memory)
    with place.ledger(Clock(at(1))).writing() as transaction:
        transaction.queue(["meeting:none"], kind="event", at=at(1))
        transaction.queue([key for (key,) in [(next(iter(transaction.events())).event.key,)]], kind="event", at=at(1))
    app.tell_memory()
    assert (len(memory.kept), memory.calls) == (1, 1)
    assert app.memory_status().waiting.pending == 0


def test_a_later_version_of_a_text_stands_alone_in_memory(place):
    memory = MemoryInMind()
    app = app_in(place, Clock(at(1)), memory=memory)
    app.ingest([meeting(1, "NW-1 will be late")])
    app.tell_memory()
    app.ingest([meeting(1, "NW-1 will be in time")])
    app.tell_memory()
    [only] = memory.kept.values()
    assert "in time" in only.text
    assert "late" not in only.text


def test_a_version_heard_before_the_first_was_told_changes_nothing_about_that(place):
    memory = MemoryInMind()
    app = app_in(place, Clock(at(1)), memory=memory)
    app.ingest([meeting(1, "NW-1 will be late"), meeting(1, "NW-1 will be in time")])
    app.tell_memory()
    assert ["in time" in each.text for each in memory.kept.values()] == [True]


def test_a_text_that_has_fewer_parts_now_leaves_none_of_the_old_ones(place):
    memory = MemoryInMind()
    long = " ".join(f"This is sentence {n} about the batch." for n in range(60))
    app = app_in(place, Clock(at(1)), memory=memory)
    app.ingest([meeting(1, long)])
    app.tell_memory()
    assert len(memory.kept) > 2
    app.ingest([meeting(1, "nothing more")])
    app.tell_memory()
    assert len(memory.kept) == 1


def test_somebody_who_is_linked_is_tagged_in_what_was_said_before(place):
    memory = MemoryInMind()
    app = app_in(place, Clock(at(1)), memory=memory)
    app.ingest([meeting(1, "I fixed the batch", who="Kim")])
    app.tell_memory()
    assert [tag for each in memory.kept.values() for tag in each.tags if tag == "person:dana"] == []
    app.link("speaker:Kim", "dana", by="priya")
    app.tell_memory()
    [kept] = memory.kept.values()
    assert "person:dana" in kept.tags
    assert "Dana Fox: I fixed the batch" in kept.text


def test_what_opens_and_ends_is_one_story_under_its_findings_id(place):
    memory = MemoryInMind()
    clock = Clock(at(3))
    app = app_in(place, clock, memory=memory)
    app.ingest([said("standup", 0, ("NW-1", "status", "in_progress"), ("NW-1", "blocked", True))])
    app.tell_memory()
    clock.now = at(4)
    app.ingest([said("standup", 3.5, ("NW-1", "blocked", False), ("NW-1", "status", "done"))])
    app.tell_memory()
    story = memory.kept["blocked/NW-1"]
    assert "opened" in story.text
    assert "2025-10-03 resolved" in story.text
    assert {"source:derived", "kind:finding", "ticket:NW-1", "visibility:team"} <= set(story.tags)


def test_memory_is_filled_anew_from_the_ledger_alone(place):
    memory, other = MemoryInMind(), MemoryInMind()
    app = ingested(place, 50, memory=memory)
    app.tell_memory()
    other.kept |= {"stale": next(iter(memory.kept.values()))}
    refill(teller(place, other))
    assert other.kept == memory.kept


def test_filling_that_was_interrupted_goes_on_where_it_was(place):
    memory = MemoryInMind()
    ingested(place, 100)
    deliver(teller(place, memory))
    seen = []

    def fall(memories):
        seen.extend(memories)
        if len(seen) > 60:
            memory.down = True
            raise UnavailableError("memory does not answer")

    memory.before = fall
    with pytest.raises(UnavailableError, match="memory rebuild` again, it goes on where it was"):
        refill(teller(place, memory))
    begun = len(memory.kept)
    assert 0 < begun < 100
    memory.down, memory.before = False, lambda _: None
    memory.calls = 0
    refill(teller(place, memory))
    assert len(memory.kept) == 100
    assert memory.calls <= 1 + (100 - begun) // remember.AT_ONCE + 1


def test_a_recall_tells_memory_first_what_waits(place):
    memory = MemoryInMind()
    app = ingested(place, 3, memory=memory)
    found = app.recall(about("batch", caller=EVERYONE))
    assert (len(found.found), found.waiting) == (3, 0)


def test_a_recall_says_how_much_it_cannot_know_of(place, monkeypatch):
    monkeypatch.setattr("sprintmind.remembering.FIRST", 2)
    memory = MemoryInMind()
    app = ingested(place, 5, memory=memory)
    found = app.recall(about("batch", caller=EVERYONE))
    assert (len(found.found), found.waiting) == (2, 3)


def test_recording_asks_nothing_of_memory(place):
    memory = MemoryInMind(down=True)
    app = ingested(place, 3, memory=memory)
    app.correct("NW-1 is done", by="tom")
    assert memory.calls == 0


def test_what_an_asker_may_not_read_is_left_out_whatever_memory_gives(place):
    class Leaky(MemoryInMind):
        def recall(self, question):
            return super().recall(about(question.text, caller=EVERYONE))

    app = app_in(place, Clock(at(1)), memory=Leaky())
    app.ingest([meeting(1, visibility=Visibility.PARTICIPANTS), meeting(2)])
    asked = {caller: app.recall(about("batch", caller=caller)).found for caller in (Caller(), Caller(person="priya"))}
    assert [len(found) for found in asked.values()] == [1, 2]


def test_time_that_passes_tells_memory_and_says_if_it_cannot(place):
    memory = MemoryInMind(down=True)
    app = ingested(place, 3, memory=memory)
    assert (app.tick().memory_backlog, app.tick().memory_error) == (3, "memory does not answer")
    memory.down = False
    app.tell_memory(impatient=True)
    assert (app.tick().memory_backlog, app.tick().memory_error) == (0, None)


def test_a_record_is_kept_whole_under_its_own_id_and_goes_when_it_is_no_evidence_any_more(place, monkeypatch):
    def record(reading, id):
        heard = reading.touching([f"ticket:{id}"])
        told = Memory(document=id, text=f"{id}: {len(heard)} told", said_at=at(0), tags=("kind:lesson",), whole=True)
        return (told,) if len(heard) < 3 else ()

    monkeypatch.setattr(remember, "RECORDS", {"ticket": record})
    memory = MemoryInMind()
    app = app_in(place, Clock(at(1)), memory=memory)
    texts = []
    for number in range(3):
        app.ingest([meeting(number, "NW-1 waits")])
        app.tell_memory()
        texts.append(memory.kept["NW-1"].text if "NW-1" in memory.kept else None)
    assert texts == ["NW-1: 1 told", "NW-1: 2 told", None]
