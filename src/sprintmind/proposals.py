"""What to write into the settings, from what was read of another system; a person decides and pastes it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from sprintmind.domain.after_merges import after_merges, merged_means
from sprintmind.domain.events import PersonId
from sprintmind.domain.people import Team
from sprintmind.domain.suggestions import Account, suggestion
from sprintmind.domain.work import Status, Ticket
from sprintmind.synchronise import Synced


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """An account that is nobody's yet."""

    account: Account
    person: PersonId | None
    """Whose it may be; None where it looks like nobody's of the team."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposals:
    """What might be set."""

    aliases: tuple[Alias, ...] = ()
    keys: tuple[tuple[str, int], ...] = ()
    """Prefixes that look like project keys, with how many tickets of each were named."""
    merges: Counter[Status]
    """What the tracker said of tickets soon after their merge."""
    merged_means: Status | None = None
    """What a merge means to most; None where that is not clear, or set already."""


def proposals(
    seen: Iterable[Synced], *, kind: str, unmapped: Iterable[str], tickets: Iterable[Ticket], team: Team
) -> Proposals:
    """Suggest settings.

    Args:
        seen: What was read.
        kind: Of which system: github or jira.
        unmapped: Identities that the ledger knows and that are nobody's.
        tickets: With their histories.
        team: As it is set.
    """
    read = tuple(seen)
    accounts = {account.named.casefold(): account for each in read for account in each.accounts}
    counts = after_merges(tickets)
    habit = merged_means(counts)
    return Proposals(
        aliases=tuple(_alias(each, accounts, team) for each in sorted(unmapped) if each.startswith(f"{kind}:")),
        keys=tuple(found for each in read for found in each.keys.likely(known=team.keys)),
        merges=counts,
        merged_means=habit if habit and habit.value != team.merged_means else None,
    )


def _alias(identity: str, accounts: dict[str, Account], team: Team) -> Alias:
    kind, _, name = identity.partition(":")
    account = accounts.get(identity.casefold(), Account(kind=kind, identity=name))
    return Alias(account=account, person=suggestion(identity, team, account=account))
