"""Links between issues that are made or removed, told by the issues' ids only."""

from sprintmind.domain.events import EventKey, Source, SourceEvent, digest, named
from sprintmind.domain.issues import IssueId
from sprintmind.domain.links import LinkSeen
from sprintmind.domain.people import Team
from sprintmind.intake import Delivery, DeliveryError
from sprintmind.sources.jira.heads import audience, ignored
from sprintmind.sources.jira.payloads import Payload, at, mapping, text
from sprintmind.sources.jira.relations import dependency
from sprintmind.sources.jira.times import moment


def announced(name: str, body: Payload, delivery: Delivery, team: Team) -> SourceEvent:
    """Read a link's webhook; a link that is no dependency is ignored.

    Raises:
        DeliveryError: It does not say which issues, or when.
    """
    link = mapping(body, "issueLink")
    source, destination = text(link, "sourceIssueId"), text(link, "destinationIssueId")
    when = moment(at(body, "timestamp"), team.calendar.zone)
    if not (source and destination and when):
        raise DeliveryError("issueLink: expected the ids of two issues, and a timestamp")
    relation = text(link, "issueLinkType", "outwardName")
    found = dependency(relation, source, destination)
    if not found:
        reason = f"the link {relation or 'without a name'!r} is no dependency"
        touches = {named("issue", source), named("issue", destination)}
        return ignored(name, body, reason, delivery=delivery, when=when, touches=touches)
    issue, on = (IssueId(each) for each in found)
    removed = name == "issuelink_deleted"
    key = EventKey(f"jira:link/{text(link, 'id')}:{digest(issue, on, relation, removed, str(when))}")
    words = relation if found == (source, destination) else text(link, "issueLinkType", "inwardName") or relation
    return SourceEvent(
        key=key,
        source=Source.TASK_UPDATE,
        kind="issue_link",
        said_at=when,
        observations=(LinkSeen(event=key, at=when, issue=issue, on=on, relation=words, removed=removed),),
        audience=audience(delivery, team),
    )
