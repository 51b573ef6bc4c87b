"""A view of a source that tells by itself; only built for the extra rule that reads it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sprintmind.domain.events import PersonId, Source
from sprintmind.domain.heard import Heard
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.standpoint import Standpoint
from sprintmind.domain.telling import SAYS
from sprintmind.domain.views import Grounds, View, Wait

SILENT = "source_silent"
"""The extra rule that reads these views; without it nobody looks up what was heard last."""
WATCHED = (Source.GITHUB, Source.TASK_UPDATE)
"""What tells by itself, and goes on telling; that people say nothing is no sign of anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceView(View):
    """One source that was heard before."""

    name: str
    """As a sentence has it: "GitHub", "the tracker"."""
    heard: Wait
    """Since the last event of it reached us, whenever that was said."""
    ask: PersonId | None
    """A manager of the team; None where it has none."""
    grounds: Grounds
    """Of that event."""


def source_views(newest: Iterable[Heard], *, at: Standpoint, policy: Policy) -> Iterator[SourceView]:
    """See when sources were last heard.

    Args:
        newest: What was heard last of each.
        at: Where and when it is seen.
        policy: The rule's thresholds.
    """
    for each in newest:
        yield SourceView(
            subject=each.event.source.value,
            policy=policy,
            name=SAYS[each.event.source],
            heard=at.wait(each.at),
            ask=_manager(at.team),
            grounds=Grounds(evidence=(each.event.key,), audience=each.event.audience),
        )


def _manager(team: Team) -> PersonId | None:
    return next((each.id for each in team.people if each.role == "manager" and not each.customer), None)
