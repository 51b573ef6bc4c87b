"""What every memory promises that several processes can open: nothing is lost, and each sees what the others wrote."""

import os
import signal
import time

import pytest

from ledgers import together
from remembering import KINDS, asked, documents, found, kind, memory, params


@pytest.fixture(params=params(each for each in KINDS if each.shared))
def shared(request):
    """The name of each kind that several processes can open."""
    return request.param.name


def retain_many(name, folder, start):
    memories = kind(name).open(folder)
    for number in range(start, start + 10):
        memories.retain([memory(f"d{number}", f"certificate {number}", "ticket:NW-1")])


def test_processes_that_write_at_once_lose_nothing_and_each_sees_it(shared, tmp_path):
    watching = kind(shared).open(tmp_path)
    watching.retain([memory("d0", "old words")])
    assert watching.recall(asked("certificate")) == () or shared == "hybrid"
    assert together(retain_many, shared, tmp_path, 0, processes=3) == [0, 0, 0]
    retain_many(shared, tmp_path, 10)
    expected = {f"d{number}" for number in range(20)}
    assert found(watching, asked("certificate", "ticket:NW-1", limit=50)) == expected
    other = kind(shared).open(tmp_path)
    other.forget(["d3"])
    assert found(watching, asked("certificate", limit=50)) - {"d0"} == expected - {"d0", "d3"}
    other.retain([memory("d4", "certificate of another kind", "ticket:NW-2")])
    assert found(watching, asked("certificate", "ticket:NW-1", limit=50)) == expected - {"d3", "d4"}
    other.clear()
    assert watching.recall(asked("certificate")) == ()


def start_writer(name, folder):
    """Start a process that retains one after another and tells of each that it is kept."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    try:
        memories = kind(name).open(folder)
        for number in range(100_000):
            memories.retain([memory(f"w{number % 50}", f"certificate number{number}", f"ticket:NW-{number}")])
            os.write(writing, f"{number}\n".encode())
    finally:
        os._exit(0)


def test_a_writer_that_is_killed_loses_nothing_that_it_acknowledged(tmp_path):
    kind("words").open(tmp_path).close()
    for round_ in range(6):
        process, reading = start_writer("words", tmp_path)
        time.sleep(0.15 + 0.04 * round_)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        with os.fdopen(reading) as told:
            last = int(told.read().split()[-1])
        memories = kind("words").open(tmp_path)
        kept = {each.memory.document: each.memory for each in memories.recall(asked("certificate", limit=200))}
        latest = max(int(each.text.rpartition("number")[2]) for each in kept.values())
        assert latest in (last, last + 1)
        assert len(kept) == min(latest + 1, 50)
        assert documents(memories, asked("certificate", f"ticket:NW-{latest}")) == [f"w{latest % 50}"]
        memories.clear()
        memories.close()
