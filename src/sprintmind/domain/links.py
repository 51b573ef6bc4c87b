"""Links between issues that a tracker tells by id only, as dependencies of tickets."""

from collections.abc import Iterable
from dataclasses import dataclass

from sprintmind.domain.events import Claim, ClaimId, Name, Observation, Source, Span, named
from sprintmind.domain.issues import IssueId, issues


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkSeen(Observation):
    """One issue began, or ceased, to depend on another; both are known by id only."""

    issue: IssueId
    """The one that depends."""
    on: IssueId
    relation: str
    """The tracker's words, from the one that depends to the other: `is blocked by`."""
    removed: bool = False

    @property
    def names(self) -> tuple[Name, ...]:
        """Both issues."""
        return (named("issue", self.issue), named("issue", self.on))


def link_claims(observations: Iterable[Observation]) -> tuple[Claim, ...]:
    """Derive dependencies from links by id, as far as both issues' keys are known; the order given does not matter.

    Args:
        observations: Links, and the sightings of their issues.
    """
    seen = tuple(observations)
    keys = {issue.id: issue.key for issue in issues(seen)}
    links = {each for each in seen if isinstance(each, LinkSeen) and each.issue in keys and each.on in keys}
    return tuple(
        Claim(
            id=ClaimId(f"{link.event}#dependency"),
            event=link.event,
            subject=keys[link.issue],
            field=f"dependency:{keys[link.on]}",
            value=not link.removed,
            source=Source.TASK_UPDATE,
            said_at=link.at,
            waiting_on=None if link.removed else keys[link.on],
            span=Span(quote=link.relation, path="issueLink.issueLinkType"),
        )
        for link in sorted(links, key=lambda link: (link.at, link.event))
    )
