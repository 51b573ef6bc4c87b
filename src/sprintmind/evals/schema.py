"""A case: what happens, and what must hold then. Strict: a misspelt key fails instead of guaranteeing nothing."""

from pydantic import AwareDatetime, Field, JsonValue

from sprintmind.evals.expectations import Expect
from sprintmind.evals.given import Given
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
    given: tuple[Given, ...]
    expect: Expect | tuple[Expect, ...]
    then: tuple[Stage, ...] = ()
    any_order: bool = True
    """The last expectation holds whatever is heard first, and however often."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The case and what happens next, in order."""
        return (Stage(now=self.now, given=self.given, expect=self.expect), *self.then)
