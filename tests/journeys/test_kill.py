"""A process that is killed at any moment: what it acknowledged is there, nothing is half there, nothing is double."""

import os
import random
import signal
import sqlite3
import time

from commands.desk import TEAM
from sprintmind import bootstrap, cli
from sprintmind.commands.place import clock
from sprintmind.settings.loading import load

KILLS = 100
SECONDS = 40
"""For all of them together; a slow machine kills fewer times."""

NOW = "2025-10-01T09:00:00+00:00"


def write_standups(folder, count):
    """Files that each touch two tickets of a few, a blocker and a promise, so that all of the state is written."""
    for number in range(count):
        one, other = f"NW-{number % 5 + 1}", f"NW-{number % 7 + 1}"
        words = ("is in progress", "is in review", "is done")[number % 3]
        text = f"- {one} {words}\n- {other} is blocked by tom\n- I'll send Acme part {number % 4} of {one} by Friday\n"
        (folder / f"{number}.md").write_text(text, encoding="utf-8")


def ingest(home, file):
    day = f"2025-09-{int(file.stem) % 28 + 1:02d}"
    return cli.run(["ingest", "standup", str(file), "--author", "priya", "--date", day, "--json", "--home", str(home)])


def start(home, files):
    """Start a process that ingests files by the command line and tells of each that it exited with zero."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        for file in files:
            if ingest(home, file) == 0:
                os.write(writing, f"{file.stem}\n".encode())
    finally:
        os._exit(0)


def killed(home, files, *, after):
    """Kill such a process after some seconds; returns which files it acknowledged."""
    process, reading = start(home, files)
    time.sleep(after)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    with os.fdopen(reading) as told:
        return told.read().split()


def seconds(home, file):
    """Ingest a file in this process, so that its children find everything loaded, and tell how long it takes."""
    begun = time.monotonic()
    assert ingest(home, file) == 0
    return time.monotonic() - begun


def titles(home):
    """Which files are in the ledger, in the order of hearing, and of how many events and outbox rows."""
    with sqlite3.connect(home / "default.db") as raw:
        keys = [key for (key,) in raw.execute("SELECT key FROM events ORDER BY heard")]
        (queued,) = raw.execute("SELECT count(*) FROM outbox WHERE kind = 'event'").fetchone()
    assert queued == len(keys), "an event stands with what memory must be told of it"
    return [key.split("|")[3].partition(":")[0] for key in keys]


def test_a_process_killed_at_a_random_moment_loses_nothing_halves_nothing_and_doubles_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("SPRINTMIND_NOW", NOW)
    home, texts = tmp_path / "home", tmp_path / "texts"
    home.mkdir()
    texts.mkdir()
    (home / "sprintmind.toml").write_text(TEAM, encoding="utf-8")
    write_standups(texts, 500)
    app = bootstrap.open_app(home, settings=load(home, {}), now=clock())
    waiting = sorted(texts.iterdir(), key=lambda file: int(file.stem))
    longest = 3 * min(seconds(home, file) for file in waiting[:3])
    kills, acknowledged = 0, {file.stem for file in waiting[:3]}
    until = time.monotonic() + SECONDS
    while kills < KILLS and time.monotonic() < until:
        told = killed(home, waiting, after=random.uniform(0, longest))
        acknowledged |= set(told)
        longest *= 0.97 if told else 1.05  # a machine grows busy, and calm again
        there = titles(home)
        assert len(there) == len(set(there)), "something is double"
        assert acknowledged <= set(there), "something that was acknowledged is not there"
        assert len(set(there) - acknowledged) <= 1, "more is there than the one that was being recorded"
        waiting = [file for file in waiting if file.stem not in acknowledged]  # that one is tried again
        kills += 1
        if kills % 10 == 0:
            assert app.verify().differences == ()
    assert len(acknowledged) > 3, f"none of {kills} processes lived long enough to acknowledge anything"
    assert app.verify().differences == ()
