"""Why the fold decided as it did: as data, and as a sentence that a person understands.

The whole team may read the sentences, so they do not tell which restricted source said something.
"""

from dataclasses import dataclass
from datetime import timedelta, tzinfo
from enum import Enum

from sprintmind.domain.events import Authority, Claim, Source, Value, Visibility
from sprintmind.domain.histories import Decision


class Ground(Enum):
    """What a decision rests on, with its sentence."""

    FIRST = "the first claim about {field}"
    AS_TRUSTED = "at least as trusted as {there}, which it replaces"
    UNPROTECTED = "nobody has said {value} for more than {window} ({set}), so it no longer stands against this"
    MOVES_ON = "moves the ticket on after the merge ({set}), which contradicts no code"
    SETTLES = "settles the conflict over {there}"
    AGREES = "confirms {there}"
    LESS_TRUSTED = "less trusted than the current value ({set})"
    CROWDED = "less trusted than {another}, which disagrees with the current value too"
    TIED = "said at the same time as the current value ({set}) and equally trusted: a person has to settle it"
    REPEATS = "repeats what {who} said on {day}: the same claim again, which brings no new time"
    REJECTED = "{rejected}"
    TAKEN_BACK = "taken back by {speaker} on {day}"
    TAKES_BACK = "takes back what it said about {field} until then"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What was decided about a claim, and on what ground."""

    claim: Claim
    decision: Decision
    ground: Ground
    other: Claim | None = None
    """The claim that it was measured against; None on the grounds that need none."""
    authority: Authority = Authority.DERIVED
    """The authority that it was judged with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Writes sentences about claims for one team: in its days, with its window."""

    zone: tzinfo
    window: timedelta

    def because(self, judgement: Judgement) -> str:
        """Say why a claim was decided as it was."""
        claim, other = judgement.claim, judgement.other or judgement.claim
        sentence = judgement.ground.value.format(
            field=claim.field,
            rejected=claim.rejected,
            value=shown(other.value),
            set=f"set by {self.by(other)}",
            there=f"{shown(other.value)} (set by {self.by(other)})",
            another=self._another(other),
            who=self._who(other),
            speaker=self._speaker(other),
            day=self.day(other),
            window=_length(self.window),
        )
        if claim.source is Source.SETTLEMENT and judgement.authority is Authority.PERSON:
            return f"no conflict was open, so it counts as a correction: {sentence}"
        return sentence

    def closing(self, judgement: Judgement) -> str:
        """Say why a conflict closed with a claim."""
        claim = judgement.claim
        match judgement.decision:
            case Decision.WITHDRAWN:
                return f"{self._speaker(claim)} took something back on {self.day(claim)}, and what remains agrees"
            case Decision.CONFLICTING:
                return f"replaced by {self._another(claim)}, who is at least as trusted"
            case _ if judgement.authority is Authority.SETTLED:
                return f"settled as {shown(claim.value)} by {self._speaker(claim)} on {self.day(claim)}"
            case Decision.CONFIRMED:
                return f"{self.by(claim)} said {shown(claim.value)} again"
            case _:
                return f"the value changed to {shown(claim.value)} (set by {self.by(claim)})"

    def older(self, newer: Claim, said: str) -> str:
        """Add that a claim was heard after a newer value stood."""
        return f"older than the current value (set by {self.by(newer)}); in its own time {said}"

    def changes(self, claim: Claim, before: Value, after: Value, said: str) -> str:
        """Add that a claim was heard late and changed the value."""
        changed = f"it changes the value from {shown(before)} to {shown(after)}"
        return f"{said}; said on {self.day(claim)}, heard later; {changed}"

    def replaced(self, successor: Claim, said: str) -> str:
        """Add that a value no longer stands."""
        return f"{said}; replaced by {shown(successor.value)} (set by {self.by(successor)})"

    def revised(self, withdrawal: Claim, said: str) -> str:
        """Add that a claim was decided otherwise until something else was taken back."""
        return f"{said}; so since {self._speaker(withdrawal)} took something back on {self.day(withdrawal)}"

    def by(self, claim: Claim) -> str:
        """Tell who said something, and on which day."""
        return f"{self._who(claim)} on {self.day(claim)}"

    def day(self, claim: Claim) -> str:
        """Tell the day, for the team, on which something was said."""
        return claim.said_at.astimezone(self.zone).date().isoformat()

    def _who(self, claim: Claim) -> str:
        return "a restricted source" if _restricted(claim) else claim.source.value

    def _speaker(self, claim: Claim) -> str:
        return claim.person if claim.person and not _restricted(claim) else self._who(claim)

    def _another(self, claim: Claim) -> str:
        """Name a challenger; what a restricted source says is told only where it is the field's value."""
        return self.by(claim) if _restricted(claim) else f"{shown(claim.value)} (said by {self.by(claim)})"


def shown(value: Value) -> str:
    """Write a value as people say it.

    >>> shown(True), shown(None), shown("in_review")
    ('yes', 'nothing', 'in_review')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else value


def _restricted(claim: Claim) -> bool:
    return claim.audience.visibility is not Visibility.TEAM


def _length(window: timedelta) -> str:
    hours = int(window.total_seconds() // 3600)
    return f"{hours} hours" if hours % 24 else f"{hours // 24} days"
