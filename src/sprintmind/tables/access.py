"""Accounts for people."""

from collections.abc import Sequence

from rich.console import RenderableType

from sprintmind.domain.access import Account
from sprintmind.tables.words import Clock, table, table_or, text


def accounts(found: Sequence[Account], clock: Clock) -> RenderableType:
    """Show accounts, one a line."""
    shown = table("signs in as", "person", "made", flexible="person")
    for each in found:
        shown.add_row(text(each.name, "bold"), text(each.person), clock.moment(each.made_at))
    return table_or("no account", shown)
