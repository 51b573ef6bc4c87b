"""A ticket in outline: what stands in some fields and on whose word, without what a whole fold tells about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sprintmind.domain.authority import standing
from sprintmind.domain.derivation import Dossier, begins, counting_observations
from sprintmind.domain.events import Claim, Value
from sprintmind.domain.order import in_order
from sprintmind.domain.people import Team
from sprintmind.domain.pulls import ticket_claims
from sprintmind.domain.versions import standing_claims
from sprintmind.domain.work import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What `ticket_state` says in some fields, and nothing of how it came about."""

    holders: Mapping[str, Claim]
    """By field, the claim that holds its value; a field that nothing holds is missing."""
    deleted: bool = False

    def value(self, name: str) -> Value:
        """Tell a field's value; None where nothing holds one."""
        holder = self.holders.get(name)
        return holder.value if holder else None

    @property
    def done_since(self) -> datetime | None:
        """Since when it is done; None while it is not."""
        return self.holders["status"].said_at if self.value("status") == Status.DONE else None


def outline(
    found: Dossier,
    *,
    of: Callable[[str], bool],
    heard_by: Callable[[Claim], bool],
    team: Team,
    window: timedelta,
    by: datetime,
) -> Outline:
    """Fold some fields of a ticket as `ticket_state` does, and only as far as it takes to know what stands.

    Args:
        found: From `dossier`, of events heard by the moment asked for.
        of: Tells which fields; none of those that come of links between issues.
        heard_by: Tells which claims the reader may read. A field that is called by words is left out if all its claims
            are hidden; whatever is hidden of the others counts.
        team: Whose calendar and whose meaning of a merge count.
        window: How long a value is protected.
        by: What was said later waits.
    """
    observations = counting_observations(found.heard, team=team, by=by)
    told = (each for each in found.heard if each.event.claims or each.event.document)  # most only show something
    claims = [claim for claim in standing_claims(told) if claim.subject in found.keys and of(claim.field)]
    claims += ticket_claims(found.keys, observations, team=team) if of("status") else ()
    by_field: dict[str, list[Claim]] = {}
    for claim in claims:
        if begins(claim.said_at, team, date_only=claim.date_only) <= by:
            by_field.setdefault(claim.field, []).append(claim)
    shown = {name: said for name, said in by_field.items() if ":" not in name or any(map(heard_by, in_order(said)))}
    holders = {name: standing(said, window=window).holder for name, said in shown.items()}
    return Outline(holders={name: holder for name, holder in holders.items() if holder})
