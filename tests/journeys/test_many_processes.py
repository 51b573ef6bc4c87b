"""Many processes at one ledger: reads, writes and retries of the same deliveries, all at once."""

import json
import os
import random
import time
from contextlib import redirect_stdout
from pathlib import Path

from commands.desk import TEAM
from journeys.test_kill import NOW, ingest, write_standups
from sprintmind import bootstrap, cli
from sprintmind.commands.place import clock
from sprintmind.settings.loading import load

PROCESSES = 8
SECONDS = 15
"""How long they work."""

READS = (["tickets"], ["why", "NW-1"], ["risks"], ["commitments"], ["ledger", "verify"], ["conflicts", "--all"])


def at_once(count, work):
    """Fork processes that each do some work; returns what each exits with."""
    children = []
    for number in range(count):
        child = os.fork()
        if not child:
            status = 99
            try:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                status = work(number)
            finally:
                os._exit(status)
        children.append(child)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def home_in(folder):
    home, texts = folder / "home", folder / "texts"
    home.mkdir()
    texts.mkdir()
    (home / "sprintmind.toml").write_text(TEAM, encoding="utf-8")
    return home, texts


def opened(home):
    return bootstrap.open_app(home, settings=load(home, {}), now=clock())


def busy(number, home, files):
    """Write and read in a random mix, the same files as everybody else; the first status that is not zero ends it."""
    chance = random.Random(number)
    until = time.monotonic() + SECONDS
    for file in chance.sample(files, len(files)):
        if time.monotonic() > until:
            return 0
        read = [*chance.choice(READS), "--json", "--home", str(home)]
        known = (home / "recorded").exists() or read[0] != "why"
        for status in (ingest(home, file), cli.run(read) if known else 0):
            if status:
                return status
        (home / "recorded").touch()
    return 0


def test_eight_processes_that_read_write_and_retry_come_to_one_ledger_that_verifies(tmp_path, monkeypatch):
    monkeypatch.setenv("SPRINTMIND_NOW", NOW)
    home, texts = home_in(tmp_path)
    write_standups(texts, 30)
    files = sorted(texts.iterdir())
    assert at_once(PROCESSES, lambda number: busy(number, home, files)) == [0] * PROCESSES
    for file in files:
        assert ingest(home, file) == 0
    found = opened(home).verify()
    assert (found.events, found.differences) == (30, ())


def test_one_delivery_that_arrives_eight_times_at_once_is_new_once(tmp_path, monkeypatch):
    monkeypatch.setenv("SPRINTMIND_NOW", NOW)
    home, texts = home_in(tmp_path)
    write_standups(texts, 1)

    def deliver(number):
        with (tmp_path / f"{number}.json").open("w", encoding="utf-8") as told, redirect_stdout(told):
            return ingest(home, texts / "0.md")

    assert at_once(PROCESSES, deliver) == [0] * PROCESSES
    told = [json.loads(Path(tmp_path / f"{number}.json").read_text("utf-8")) for number in range(PROCESSES)]
    assert sum(event["new"] for each in told for event in each["events"]) == 1
    assert (opened(home).verify().events, opened(home).verify().same) == (1, True)
