"""Rules as documents."""

from collections.abc import Mapping
from dataclasses import dataclass

from sprintmind.domain.policy import Policy
from sprintmind.risk import Rule
from sprintmind.shapes.reader import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleRow:
    """A rule as a team has it."""

    name: str
    on: bool
    summary: str
    """The first sentence of its page."""
    thresholds: Mapping[str, int]
    """Numbers, most of them business days, by the names that `[policy] thresholds` takes."""

    @classmethod
    def of(cls, rule: Rule, policy: Policy, numbers: Mapping[str, int]) -> "RuleRow":
        """Describe a rule; `numbers` are all thresholds as this team has them."""
        return cls(
            name=rule.name,
            on=rule.on or rule.name in policy.rules_on,
            summary=rule.page.partition("\n")[0],
            thresholds={name: number for name, number in numbers.items() if name.startswith(f"{rule.name}_")},
        )


def rule(found: RuleRow) -> Document:
    """Write a rule."""
    return {"rule": found.name, "on": found.on, "finds": found.summary, "thresholds": dict(found.thresholds)}
