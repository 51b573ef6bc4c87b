"""The log of a field's conflicts: one for each challenging value, when it opened last, and what closed it."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sprintmind.domain.events import Claim, TicketKey, Value, digest
from sprintmind.domain.histories import Conflict
from sprintmind.domain.reasons import Judgement, Wording
from sprintmind.domain.support import Support

Challengers = Mapping[Value, Support]
"""Whoever says something else than the current value, by what they say."""


@dataclass(slots=True, kw_only=True)
class ConflictLog:
    """Follows a fold, claim by claim."""

    subject: TicketKey
    field: str
    wording: Wording
    entries: dict[Value, Conflict] = dataclasses.field(default_factory=dict)
    """By challenging value, in the order in which they opened last."""

    def follow(self, judgement: Judgement, *, holder: Claim | None, before: Challengers, after: Challengers) -> None:
        """Log what one claim did.

        Args:
            judgement: The claim, and what was decided about it.
            holder: Who holds the value after it.
            before: The challengers before it.
            after: The challengers after it.
        """
        for value in before.keys() - after.keys():
            self.entries[value] = replace(
                self.entries[value], closed_by=judgement.claim, closed_because=self.wording.closing(judgement)
            )
        if holder is not None:
            for value, support in after.items():
                self._stays_open(value, support, holder=holder, opened_by=None if value in before else judgement.claim)

    def conflicts(self) -> tuple[Conflict, ...]:
        """List the open ones first, each in the order in which it opened."""
        return tuple(sorted(self.entries.values(), key=lambda conflict: not conflict.open))

    def _stays_open(self, value: Value, support: Support, *, holder: Claim, opened_by: Claim | None) -> None:
        """Note the newest challenger and what it challenges; one that opens again is the same conflict."""
        if opened_by:
            self.entries.pop(value, None)
        self.entries[value] = Conflict(
            id=conflict_id(self.subject, self.field, value),
            subject=self.subject,
            field=self.field,
            value=holder.value,
            holder=holder,
            challenger=support.newest(),
            since=opened_by.said_at if opened_by else self.entries[value].since,
        )


def conflict_id(subject: TicketKey, field: str, value: Value) -> str:
    """Name the conflict of a field with a challenging value; the same on every machine.

    >>> conflict_id(TicketKey("NW-1"), "status", "done")
    '5411d40ad792'
    """
    return digest("conflict", subject, field, value, size=6)
