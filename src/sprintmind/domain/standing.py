"""What stands at one moment of a fold, what protects it, who says otherwise; and what the next claim does to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta

from sprintmind.domain.events import Authority, Claim, ClaimId, Source, Value
from sprintmind.domain.histories import Decision
from sprintmind.domain.reasons import Ground, Judgement
from sprintmind.domain.support import Support, strength

MERGED = frozenset({"done", "in_qa"})
"""What GitHub says of a ticket whose code is merged; a team chooses which."""
BEYOND_CODE = frozenset({"in_qa", "done", "cancelled"})
"""Where people take a ticket after its merge without contradicting it: GitHub knows code only."""

Verdict = tuple[Decision, Ground, Claim | None]


@dataclass(slots=True, kw_only=True)
class Standing:
    """The state of one field between two claims; it hears them in order."""

    window: timedelta
    holder: Claim | None = None
    """Who brought the current value."""
    support: Support = field(default_factory=Support)
    """Who says the current value."""
    challengers: Mapping[Value, Support] = field(default_factory=dict)
    """Who says what else: the open conflicts, by value."""
    judgements: dict[ClaimId, Judgement] = field(default_factory=dict)
    successors: dict[ClaimId, Claim] = field(default_factory=dict)
    """By what each holder of before was replaced."""
    last_words: dict[Source, Claim] = field(default_factory=dict)
    """What each tool said last, repetitions aside."""

    @property
    def value(self) -> Value:
        """The current value; None also where nothing was claimed yet."""
        return self.holder.value if self.holder else None

    def trust(self, claim: Claim) -> Authority:
        """Tell how far a claim is trusted here: where nothing is open, a settlement is a correction."""
        if claim.authority is Authority.SETTLED and not self.challengers:
            return Authority.PERSON
        return claim.authority

    def after(self, claim: Claim) -> "Standing":
        """Tell how it stands after the next claim, and stay as it is."""
        judged = {last.id: self.judgements[last.id] for last in self.last_words.values()}
        following = replace(self, judgements=judged, successors={}, last_words=dict(self.last_words))
        following.hear(claim, self.trust(claim))
        return following

    def is_like(self, other: "Standing") -> bool:
        """Tell whether every claim that is still to come does the same to both."""
        return (
            self.holder == other.holder
            and self.support == other.support
            and self.challengers == other.challengers
            and self.last_words == other.last_words
            and all(
                self.judgements[last.id].decision is other.judgements[last.id].decision
                for last in self.last_words.values()
            )
        )

    def hear(self, claim: Claim, authority: Authority) -> Judgement:
        """Judge the next claim, and let it have its effect."""
        last = self.last_words.get(claim.source)
        if claim.repeats and last is not None and last.value == claim.value:
            verdict: Verdict = self.judgements[last.id].decision, Ground.REPEATS, last
        else:
            self.last_words[claim.source] = claim
            verdict = self._weigh(claim, authority)
        decision, ground, other = verdict
        judged = Judgement(claim=claim, decision=decision, ground=ground, other=other, authority=authority)
        self.judgements[claim.id] = judged
        return judged

    def _weigh(self, claim: Claim, authority: Authority) -> Verdict:
        if self.holder is None:
            self._accept(claim, authority)
            return Decision.ACCEPTED, Ground.FIRST, None
        if claim.value == self.holder.value:
            self._confirm(claim, authority)
            return Decision.CONFIRMED, Ground.AGREES, self.holder
        if obstacle := self._obstacle(claim, authority):
            self._challenge(claim, authority)
            return Decision.CONFLICTING, *obstacle
        way = self._way(claim, authority, self.holder)
        self._accept(claim, authority)
        return Decision.ACCEPTED, *way

    def _obstacle(self, claim: Claim, authority: Authority) -> tuple[Ground, Claim] | None:
        """Find what keeps a different value out: a more trusted supporter, a more trusted rival, or an equal at once.

        Rivals count so that the weakest does not slip in between two that disagree.
        """
        protector = self._protector(claim, authority)
        if protector is not None and strength(authority) < strength(protector):
            return Ground.LESS_TRUSTED, self.support.latest_of(protector)
        for value, rivals in self.challengers.items():
            rival = rivals.strongest(claim.said_at, self.window)
            if value != claim.value and rival is not None and strength(authority) < strength(rival):
                return Ground.CROWDED, rivals.latest_of(rival)
        if self.support.ties_with(claim, authority):
            return Ground.TIED, self.support.latest_of(authority)
        return None

    def _way(self, claim: Claim, authority: Authority, holder: Claim) -> tuple[Ground, Claim]:
        """Say what let a different value in."""
        protector = self._protector(claim, authority)
        if authority is Authority.SETTLED:
            return Ground.SETTLES, holder
        if protector is not None:
            return Ground.AS_TRUSTED, self.support.latest_of(protector)
        if self.support.strongest(claim.said_at, self.window) is Authority.CODE:
            return Ground.MOVES_ON, self.support.latest_of(Authority.CODE)
        return Ground.UNPROTECTED, holder

    def _protector(self, claim: Claim, authority: Authority) -> Authority | None:
        """Tell the highest authority inside the window whom a different value contradicts."""
        moves_on = (
            claim.field == "status"
            and authority >= Authority.TRACKER
            and authority is not Authority.CODE
            and self.value in MERGED
            and claim.value in BEYOND_CODE
        )
        return self.support.strongest(claim.said_at, self.window, but=Authority.CODE if moves_on else None)

    def _accept(self, claim: Claim, authority: Authority) -> None:
        """Let a claim bring a new value: who challenged the old one with it supports it, and every conflict ends."""
        if self.holder:
            self.successors[self.holder.id] = claim
        self.support = self.challengers.get(claim.value, Support()).joined_by(claim, authority)
        self.holder, self.challengers = claim, {}

    def _confirm(self, claim: Claim, authority: Authority) -> None:
        """Let a claim support the current value, and end the conflicts whose challengers are not more trusted."""
        self.support = self.support.joined_by(claim, authority)
        self.challengers = {
            value: rivals
            for value, rivals in self.challengers.items()
            if not rivals.yields_to(authority) or rivals.ties_with(claim, authority)
        }

    def _challenge(self, claim: Claim, authority: Authority) -> None:
        """Open or join the conflict for a value; it replaces older ones that are not more trusted."""
        stay = {
            value: rivals
            for value, rivals in self.challengers.items()
            if value == claim.value or not rivals.yields_to(authority) or not rivals.ends_before(claim.said_at)
        }
        self.challengers = {**stay, claim.value: stay.get(claim.value, Support()).joined_by(claim, authority)}
