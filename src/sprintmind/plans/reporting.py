"""The track record of preflight: how checks turned out, in counts, and in rates only where there are enough."""

from collections.abc import Iterable
from dataclasses import dataclass

from sprintmind.domain.experiences import Action, Result
from sprintmind.domain.plan_checks import PlanCheck
from sprintmind.domain.verdicts import Verdict

ENOUGH = 10
"""Cases below which a rate says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The checks of one verdict."""

    verdict: Verdict
    checks: int
    changed: int
    """Plans that were changed."""
    fine: int
    """Of those that went ahead."""
    failed: int
    pending: int
    """Nobody told how they went."""
    overridden: int

    @property
    def known(self) -> int:
        """Those that went ahead and of which the result is known."""
        return self.fine + self.failed

    @property
    def failure_rate(self) -> float | None:
        """The part that failed of those that went ahead; None under ten cases."""
        return self.failed / self.known if self.known >= ENOUGH else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The track record."""

    rows: tuple[Row, ...]
    overridden_failed: int
    """RED, overridden, and failed."""
    overridden_known: int

    @property
    def checks(self) -> int:
        """How many checks there were."""
        return sum(row.checks for row in self.rows)

    @property
    def overridden_rate(self) -> float | None:
        """The part of overridden REDs that failed; None under ten cases."""
        return self.overridden_failed / self.overridden_known if self.overridden_known >= ENOUGH else None


def report(checks: Iterable[PlanCheck]) -> Report:
    """Count checks by verdict and by how they turned out."""
    found = tuple(checks)
    reds = [each for each in found if each.verdict is Verdict.RED and _went_ahead(each) and _result(each)]
    return Report(
        rows=tuple(_row(verdict, [each for each in found if each.verdict is verdict]) for verdict in Verdict),
        overridden_failed=sum(_result(each) is Result.FAILED for each in reds),
        overridden_known=len(reds),
    )


def _row(verdict: Verdict, checks: list[PlanCheck]) -> Row:
    ahead = [each for each in checks if _went_ahead(each)]
    return Row(
        verdict=verdict,
        checks=len(checks),
        changed=sum(each.outcome is not None and each.outcome.action is Action.CHANGED for each in checks),
        fine=sum(_result(each) is Result.FINE for each in ahead),
        failed=sum(_result(each) is Result.FAILED for each in ahead),
        pending=sum(not each.settled for each in checks),
        overridden=sum(bool(each.overrides) for each in checks),
    )


def _went_ahead(check: PlanCheck) -> bool:
    return check.outcome is not None and check.outcome.action is Action.PROCEEDED


def _result(check: PlanCheck) -> Result | None:
    return check.outcome.result if check.outcome else None
