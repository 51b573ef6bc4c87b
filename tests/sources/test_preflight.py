"""Notes of preflight as deliveries."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from spoken import TEAM
from sprintmind.domain.people import Team
from sprintmind.errors import DeliveryError
from sprintmind.intake import Delivery, parse

SAMPLES = Path(__file__).parents[1] / "samples" / "preflight"


def read(body, team=TEAM):
    return parse(Delivery(source="preflight", body=body, received_at=datetime(2025, 10, 1, tzinfo=UTC)), team)


@pytest.mark.parametrize("file", sorted(SAMPLES.iterdir()), ids=lambda file: file.stem)
def test_a_note_is_one_event_with_one_observation_and_the_same_one_again(file):
    [event] = read(file.read_bytes())

    assert len(event.observations) == 1
    assert event.kind == file.stem
    assert read(file.read_bytes()) == [event]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        pytest.param(b"", "not a note", id="empty"),
        pytest.param(b'{"note": "song", "at": "2025-10-01T09:00:00Z"}', "not a note", id="another kind"),
        pytest.param(b'{"note": "move", "at": "2025-10-01T09:00:00Z", "by": "dana"}', "not a note", id="lacking"),
        pytest.param(
            b'{"note": "move", "at": "2025-10-01T09:00:00", "by": "dana", "lesson": "E1", "move": "retire"}',
            "no moment", id="no zone",
        ),
        pytest.param(
            b'{"note": "move", "at": "2025-10-01T09:00:00Z", "by": "mallory", "lesson": "E1", "move": "retire"}',
            "nobody of the team", id="a stranger",
        ),
        pytest.param(
            b'{"note": "move", "at": "2025-10-01T09:00:00Z", "lesson": "E1", "move": "retire"}',
            "says who did it", id="nobody",
        ),
        pytest.param(
            b'{"note": "override", "at": "2025-10-01T09:00:00Z", "by": "dana", "check": "C1", "reason": " ",'
            b' "expires": "2025-10-01T10:00:00Z"}',
            "needs a reason", id="no reason",
        ),
    ],
)  # fmt: skip
def test_what_is_no_note_is_refused(body, message):
    with pytest.raises(DeliveryError, match=message):
        read(body)


def test_a_team_that_lists_nobody_takes_any_name():
    [event] = read((SAMPLES / "outcome.json").read_bytes(), Team())

    assert event.author == "priya"
