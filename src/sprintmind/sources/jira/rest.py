"""REST answers: an issue, a comment, a sprint, a changelog, and lists of these."""

import re
from collections.abc import Iterator

from sprintmind.domain.events import SourceEvent, named
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, DeliveryError
from sprintmind.sources.jira.changes import change
from sprintmind.sources.jira.comments import comment
from sprintmind.sources.jira.entries import logged
from sprintmind.sources.jira.heads import KEY, head, ignored
from sprintmind.sources.jira.issues import shown
from sprintmind.sources.jira.others import useless_object
from sprintmind.sources.jira.payloads import Payload, at, rows, text
from sprintmind.sources.jira.sprint_events import listed

_CHANGELOG = re.compile(r"/issue/([^/?]+)/changelog")
_LISTS = ("issues", "comments", "values", "histories")


def answer(payload: Payload, delivery: Delivery, team: Team) -> Iterator[SourceEvent]:
    """Read one REST object, or a page of them.

    Raises:
        DeliveryError: It is none that Jira is known to answer.
    """
    if text(payload, "key") and ("fields" in payload or "id" in payload) and not _known(payload):
        yield from shown(payload, delivery, team)
    elif "body" in payload and "author" in payload:
        yield comment(payload, None, delivery=delivery, team=team)
    elif text(payload, "state") and text(payload, "name") and text(payload, "id"):
        yield listed(payload, delivery, team)
    elif name := next((name for name in _LISTS if isinstance(payload.get(name), list)), None):
        yield from _page(payload, name, delivery, team)
    else:
        yield _other(payload, delivery)


def elements(found: list[object], delivery: Delivery, team: Team) -> Iterator[SourceEvent]:
    """Read each object of a list."""
    for position, each in enumerate(found):
        if not isinstance(each, dict):
            raise DeliveryError(f"[{position}]: expected an object, found {type(each).__name__}")
        yield from answer(each, delivery, team)


def _known(payload: Payload) -> bool:
    return "fields" not in payload and useless_object(payload) is not None


def _page(payload: Payload, name: str, delivery: Delivery, team: Team) -> Iterator[SourceEvent]:
    found = payload[name]
    if any(isinstance(each, dict) and "items" in each and "created" in each for each in found):
        yield from _changelog(payload, rows(payload, name), delivery, team)
    elif found:
        yield from elements(found, delivery, team)
    else:
        yield ignored("page", payload, f"an empty list of {name}", delivery=delivery)


def _changelog(
    payload: Payload, histories: tuple[Payload, ...], delivery: Delivery, team: Team
) -> Iterator[SourceEvent]:
    """Read a page of an issue's changelog; which issue it is stands in its own address only."""
    told = _CHANGELOG.search(text(payload, "self") or text(payload, "nextPage"))
    issue = told[1].upper() if told else ""
    if not KEY.fullmatch(issue):
        reason = "a changelog that does not tell its issue's key; read the issue with expand=changelog"
        touches = {named("issue", issue)} if issue else set()
        yield ignored("changelog", payload, reason, delivery=delivery, touches=touches)
        return
    stub = {"key": issue}
    issue_head = head(stub)
    for entry in logged(stub, histories, head=issue_head, zone=team.calendar.zone):
        yield change(entry, head=issue_head, delivery=delivery, team=team)


def _other(payload: Payload, delivery: Delivery) -> SourceEvent:
    if "errorMessages" in payload:
        words = at(payload, "errorMessages")
        first = words[0] if isinstance(words, list) and words else "no reason given"
        raise DeliveryError(f"the payload: Jira answered with an error, not with data: {first}")
    reason = useless_object(payload)
    if not reason:
        names = ", ".join(sorted(map(str, payload))[:6]) or "no names"
        expected = "expected a webhook body (webhookEvent, issue, comment, sprint) or a REST issue, comment or sprint"
        raise DeliveryError(f"the payload: no Jira shape ({names}); {expected}")
    return ignored("object", payload, reason, delivery=delivery)
