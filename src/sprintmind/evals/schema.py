"""A case: what happens, and what must hold then. Strict: a misspelt key fails instead of guaranteeing nothing."""

from typing import Self

from pydantic import AwareDatetime, Field, JsonValue, model_validator

from sprintmind.evals.expectations import Expect
from sprintmind.evals.given import Given
from sprintmind.evals.plans import Checks
from sprintmind.evals.strict import Strict


class Stage(Strict):
    """What happens next, and what must hold then."""

    now: AwareDatetime
    given: tuple[Given, ...] = ()
    expect: Expect | tuple[Expect, ...]

    @property
    def expectations(self) -> tuple[Expect, ...]:
        """All that must hold."""
        return self.expect if isinstance(self.expect, tuple) else (self.expect,)


class Case(Strict):
    """One guarantee."""

    title: str
    guards: str
    """What went wrong, or would, without it."""
    now: AwareDatetime
    team: dict[str, JsonValue] = Field(default_factory=dict)
    """What differs from the team that every case has."""
    given: tuple[Given, ...] = ()
    expect: Expect | tuple[Expect, ...] = ()
    then: tuple[Stage, ...] = ()
    preflight: Checks | None = None
    """Plans that are checked with lessons; they need no home."""
    any_order: bool = True
    """The last expectation holds whatever is heard first, and however often."""

    @model_validator(mode="after")
    def _can_fail(self) -> Self:
        if self.expect == () and self.preflight is None:
            raise ValueError("expects nothing, and so cannot fail")
        return self

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The case and what happens next, in order; none where only plans are checked."""
        if self.expect == ():
            return self.then
        return (Stage(now=self.now, given=self.given, expect=self.expect), *self.then)
