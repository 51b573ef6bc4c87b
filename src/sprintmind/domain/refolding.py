"""A fold to which claims are added anywhere: what was folded after them is folded again only as far as it differs."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sprintmind.domain.events import Claim, ClaimId
from sprintmind.domain.standing import Standing

Replay = Callable[[Sequence[Claim]], Standing]
"""Folds some of a field's claims, given in order."""


@dataclass(slots=True, kw_only=True)
class Refolding:
    """What stands after some of a field's claims, while more of them become known.

    A withdrawal judges everything before it again; where there is one, every question is answered by a whole fold.
    """

    ranks: Mapping[ClaimId, int]
    """The place of each claim that may become known."""
    replay: Replay
    whole: bool
    """Some claim takes something back."""
    known: list[Claim] = field(default_factory=list)
    """In order."""
    marks: list[Standing] = field(default_factory=list)
    """What stands after each of the first known claims; the rest is folded when it is asked for."""

    def is_late(self, claim: Claim) -> bool:
        """Tell whether a claim comes before one that is known."""
        return bool(self.known) and self._rank(claim) < self._rank(self.known[-1])

    def standing(self) -> Standing:
        """Tell what stands after everything that is known."""
        if self.whole:
            return self.replay(self.known)
        for claim in self.known[len(self.marks) :]:
            self.marks.append(self._after(claim))
        return self.marks[-1] if self.marks else self.replay(())

    def add(self, claims: Sequence[Claim]) -> None:
        """Get to know some claims, given in order."""
        first = bisect_left(self.known, self._rank(claims[0]), key=self._rank)
        rest, marks = self.known[first:], self.marks[first:]
        self.known[first:] = sorted((*rest, *claims), key=self._rank)
        del self.marks[first:]
        if marks:
            self._fold_on(claims, marks)

    def _fold_on(self, new: Sequence[Claim], marks: Sequence[Standing]) -> None:
        """Fold from the first new claim to where it stands again as it stood; beyond, it stands as it stood."""
        last = self._rank(new[-1])
        shift = len(self.marks) + len(new)
        for index in range(len(self.marks), len(self.known)):
            claim = self.known[index]
            self.marks.append(self._after(claim))
            beyond = self._rank(claim) > last
            if beyond and index - shift < len(marks) and self.marks[-1].is_like(marks[index - shift]):
                self.marks += marks[index - shift + 1 :]
                return

    def _after(self, claim: Claim) -> Standing:
        before = self.marks[-1] if self.marks else self.replay(())
        return before if claim.rejected else before.after(claim)

    def _rank(self, claim: Claim) -> int:
        return self.ranks[claim.id]
