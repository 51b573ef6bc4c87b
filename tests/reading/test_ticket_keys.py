"""Ticket keys in real commit subjects."""

import json
import os
from pathlib import Path

import pytest

from saying import northwind

DATA = os.environ.get("SPRINTMIND_TEST_DATA")
needs_data = pytest.mark.needs("data")


def rows():
    for path in sorted((Path(DATA or "") / "ticket_commits").glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            yield json.loads(line)


@needs_data
def test_keys_are_found_precisely_and_completely():
    right = found = wanted = 0
    for row in rows():
        gold = {key.upper() for key in row["keys"]}
        project = {"apache/kafka": "KAFKA", "apache/commons-lang": "LANG"}.get(row["repo"])
        if project is None:
            continue
        got = set(northwind(keys=(project,)).ticket_keys(row["subject"]))
        gold = {key for key in gold if key.startswith(f"{project}-")}
        right, found, wanted = right + len(got & gold), found + len(got), wanted + len(gold)
    assert right / found >= 0.99
    assert right / wanted >= 0.97


@needs_data
def test_look_alikes_are_no_keys():
    team = northwind(keys=("KAFKA", "LANG"))
    alike = [word for row in rows() for word in row["lookalikes"]]
    assert alike
    assert [word for word in alike if team.ticket_keys(word)] == []
