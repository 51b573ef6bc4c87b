"""The track record counts, and gives no rate under ten cases."""

from learned import plan_check
from sprintmind.domain.experiences import Action, Result
from sprintmind.domain.plan_checks import ToldOutcome
from sprintmind.domain.verdicts import Verdict
from sprintmind.plans.reporting import report
from work_builders import moment

AT = moment("2025-10-02")


def checks(count, result, *, action=Action.PROCEEDED, verdict=Verdict.RED):
    outcome = ToldOutcome(action=action, at=AT, by="priya", result=result)
    return [plan_check(f"C{result}{n}", verdict=verdict, outcome=outcome) for n in range(count)]


def test_under_ten_cases_there_is_no_rate():
    found = report([*checks(6, Result.FAILED), *checks(3, Result.FINE)])

    assert (found.overridden_failed, found.overridden_known, found.overridden_rate) == (6, 9, None)
    assert found.rows[0].failure_rate is None


def test_from_ten_cases_on_there_is_a_rate():
    found = report([*checks(6, Result.FAILED), *checks(4, Result.FINE)])

    assert (found.overridden_rate, found.rows[0].failure_rate) == (0.6, 0.6)


def test_a_plan_that_was_changed_neither_failed_nor_went_fine():
    [red] = [row for row in report(checks(3, Result.FINE, action=Action.CHANGED)).rows if row.checks]

    assert (red.changed, red.fine, red.failed, red.pending) == (3, 0, 0, 0)


def test_what_nobody_told_of_is_pending():
    [green] = [row for row in report([plan_check("C1", verdict=Verdict.GREEN)]).rows if row.checks]

    assert (green.verdict, green.pending, green.known) == (Verdict.GREEN, 1, 0)
