"""A memory is ready when it finds what it was told last, and only then."""

from datetime import UTC, datetime

import pytest

from sprintmind.domain.events import EventKey
from sprintmind.domain.memories import Memory, part_of
from sprintmind.domain.visibility import Caller
from sprintmind.errors import UnavailableError
from sprintmind.probe import Known, probe
from sprintmind.testing import MemoryInMind

AT = datetime(2025, 10, 1, 9, tzinfo=UTC)
KNOWN = Known(event=EventKey("meeting:sync"), words="the sandbox slips to Monday", heard=AT)


def told(document, text=KNOWN.words):
    memory = MemoryInMind()
    memory.retain([Memory(document=document, text=text, said_at=AT, tags=())])
    return memory


def test_it_is_found_in_whichever_part_it_stands():
    assert probe(told("meeting:sync"), KNOWN, Caller()).found
    assert probe(told(part_of("meeting:sync", 3)), KNOWN, Caller()).found


def test_the_same_words_of_another_document_do_not_count():
    assert not probe(told("meeting:other"), KNOWN, Caller()).found


def test_a_memory_that_lost_it_is_found_out():
    memory = told("meeting:sync")
    memory.clear()
    assert not probe(memory, KNOWN, Caller()).found


def test_a_memory_that_does_not_answer_says_so():
    memory = told("meeting:sync")
    memory.down = True
    with pytest.raises(UnavailableError):
        probe(memory, KNOWN, Caller())
