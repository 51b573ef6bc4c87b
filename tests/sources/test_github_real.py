"""Real payloads: all go in or are refused with a reason, and twice they are the same events."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from github_builders import START, at
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, DeliveryError
from sprintmind.sources.github import parse

DATA = os.environ.get("SPRINTMIND_TEST_DATA")
KEYS = Team(keys=("TES", "TEST", "KEY", "NW", "PAY"))
EXPECTED = {
    "payloads": {"understood": 43, "ignored": 60},
    "jira_keyed": {"understood": 4, "ignored": 7, "refused": 8},
    "jira_keyed_api": {"understood": 4, "ignored": 3},
    "zulip_github": {"understood": 14, "ignored": 20, "refused": 1},
    "raw_delivery": {"ignored": 1, "refused": 1},
    "other_services": {"refused": 49},
    "devlake_rest": {"refused": 11},
    "schema": {"refused": 163},
}


def outcome(path, received_at):
    delivery = Delivery(source="github", body=path.read_bytes(), received_at=received_at, filename=path.name)
    try:
        events = parse(delivery, KEYS)
    except DeliveryError as refusal:
        return "refused", str(refusal)
    return "ignored" if all(each.ignored for each in events) else "understood", tuple(each.key for each in events)


@pytest.mark.needs("data")
@pytest.mark.parametrize("folder", EXPECTED)
def test_every_real_payload_goes_in_twice_as_the_same_events(folder):
    found = Counter()
    for path in sorted((Path(DATA) / "github_webhooks" / folder).rglob("*")):
        if path.is_file():
            first = outcome(path, START)
            assert outcome(path, at(99)) == first, path
            assert first[0] != "refused" or re.search(r"expected|not JSON", first[1]), path
            found[first[0]] += 1
    assert found == EXPECTED[folder]
