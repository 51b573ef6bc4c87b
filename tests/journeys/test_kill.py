"""A process that is killed at any moment: what it acknowledged is there, nothing is half there, nothing is double."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spoken import EVERYBODY, TEAM, Clock, app_in, at, said
from sprintmind.domain.moments import Moment
from sprintmind.errors import UnavailableError
from sprintmind.ledger.sqlite import SqliteLedger

KILLS = 100
SECONDS = 40  # in all; a slow machine kills fewer times, and never fails for that

VICTIM = """
import sys
from pathlib import Path
from spoken import Clock, app_in, at, said

app = app_in(Path(sys.argv[1]), Clock(at(3)))
print("open", flush=True)
for number in range(int(sys.argv[2]), 10_000):
    day, ticket = number % 17 / 10, f"NW-{number % 5 + 1}"
    value = ("todo", "in_progress", "done")[number % 3]
    promises = [["Acme", f"{ticket} part {number % 4}", "2025-10-03"]]
    result = app.ingest([said("standup", day, (ticket, "status", value), note=number, promises=promises)])
    print(number, result.events[0].new, flush=True)
"""


def start(folder, first):
    environment = {"PYTHONPATH": ":".join(sys.path), "PATH": "/usr/bin:/bin"}
    command = [sys.executable, "-c", VICTIM, str(folder), str(first)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
