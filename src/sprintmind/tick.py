"""Time has passed: what waited counts, and every rule is asked again."""

from datetime import datetime

from sprintmind.domain.findings import Transition
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.identities import with_links
from sprintmind.ledger.port import Ledger
from sprintmind.upkeep import Rules, bring_up_to_date, evaluate_live


def tick(ledger: Ledger, *, team: Team, policy: Policy, now: datetime) -> tuple[tuple[Transition, ...], int]:
    """Fold what was said for the future and counts by now, evaluate the rules, and store how findings changed.

    Returns:
        The transitions, and how many items memory has not been told yet.
    """
    with ledger.writing() as transaction:
        by = Rules(team=with_links(team, transaction), policy=policy, now=now)
        earlier = bring_up_to_date(transaction, transaction.due(now), by=by).transitions
        changes = (*earlier, *evaluate_live(transaction, by=by))
        transaction.queue([change.finding.id for change in changes], kind="transition", at=now)
        return changes, transaction.backlog()
