"""What people do on purpose: corrections, settlements, promises, links and marks, from a command line or a page."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from sprintmind.actions import Action, Done
from sprintmind.domain.events import EventKey, SourceEvent, digest
from sprintmind.domain.moments import believable
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, DeliveryError, source
from sprintmind.sources.dashboard.facts import correct, settle, withdraw
from sprintmind.sources.dashboard.marks import link, mark
from sprintmind.sources.dashboard.promises import answer, promise

_READERS = {
    "correct": correct,
    "settle": settle,
    "withdraw": withdraw,
    "promise": promise,
    "confirm": answer,
    "reject": answer,
    "close": answer,
    "link": link,
    "acknowledge": mark,
    "snooze": mark,
}


@source("dashboard")
def parse(delivery: Delivery, team: Team) -> Sequence[SourceEvent]:
    """Read one action; the same action in the same second is the same event."""
    try:
        action = msgspec.json.decode(delivery.body, type=Action)
    except msgspec.DecodeError as error:
        raise DeliveryError(f"not an action: {error}") from error
    if action.action not in _READERS:
        raise DeliveryError(f"no action is called {action.action!r}; there are {', '.join(_READERS)}")
    if team.person(action.by) is None:
        known = ", ".join(person.id for person in team.people) or "nobody yet"
        raise DeliveryError(f"{action.by!r} is nobody of the team; there are {known}")
    at = _moment(action.at)
    key = EventKey(f"dashboard:{action.action}:{digest(delivery.body)}")
    return [_READERS[action.action](Done(action=action, key=key, at=at, team=team))]


def _moment(at: datetime) -> datetime:
    if at.tzinfo is None or not believable(at):
        raise DeliveryError(f"{at.isoformat()} is no moment at which anybody did anything; write 2025-10-01T09:00:00Z")
    return at.astimezone(UTC).replace(microsecond=0)
