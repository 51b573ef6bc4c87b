"""What a case may expect of pages: of the radar, and of briefs."""

from typing import Self

from pydantic import Field, JsonValue, model_validator

from sprintmind.evals.strict import Strict

_RADAR = (
    "headline on_track at_risk blocked put_aside commitments conflicts decisions since changed more_changed freshness"
    " memory_backlog narrative flagged note author at"
)
_BRIEFS = {
    "person": "person since changed more_changed waits_on_me i_wait_on blocked tickets promises standup author at",
    "customer": "customer promises since changed more_changed may_say may_not_say waits_on_them author at",
    "sprint": "sprint state start end committed done added removed carried_over open prose author at",
}
"""What each page tells; a pattern that asks for anything else could never fit."""


class Page(Strict):
    """What must stand on a page, and what must not."""

    fits: dict[str, JsonValue] = Field(default_factory=dict)
    """Some keys of the page with what they must have."""
    counts: dict[str, int] = Field(default_factory=dict)
    """How many items some of its lists have."""
    never_says: tuple[str, ...] = ()
    """Words that must stand nowhere on it, in any case."""

    def check(self, known: str) -> None:
        """Refuse what asks for nothing, or for what the page does not tell."""
        if not self.fits and not self.counts and not self.never_says:
            raise ValueError("expects nothing of the page, and so cannot fail")
        if strange := [key for key in (*self.fits, *self.counts) if key not in known.split()]:
            raise ValueError(f"the page tells no {', '.join(strange)}; it tells {', '.join(known.split())}")


class RadarPage(Page):
    """The radar, as whoever asks sees it."""

    @model_validator(mode="after")
    def _asks_what_is_told(self) -> Self:
        self.check(_RADAR)
        return self


class BriefPage(Page):
    """A brief: of whoever asks, before a call with a customer, or of a sprint."""

    customer: str | None = None
    sprint: str | None = None

    @property
    def kind(self) -> str:
        """Which brief it is."""
        return "customer" if self.customer else "sprint" if self.sprint else "person"

    @model_validator(mode="after")
    def _asks_what_is_told(self) -> Self:
        self.check(_BRIEFS[self.kind])
        return self
