import pytest

from learned import plan_check
from sprintmind.domain.policy import Policy
from sprintmind.domain.viewing import Work
from sprintmind.domain.work import CiState
from work_builders import commitment, found, pull, severities, ticket

RULE = "red_plan_with_promise"
ON = Policy(rules_on=frozenset({RULE}))


def carrying(*plans, pulls=(), status="in_progress", **promise):
    tickets = {"NW-1": ticket("NW-1", status=status, pulls=pulls)}
    return Work(tickets=tickets, commitments=(commitment("NW-1", **promise),), plans=plans)


@pytest.mark.parametrize(
    ("day", "severity"),
    [
        pytest.param("2025-10-01", "medium", id="due in six business days"),
        pytest.param("2025-10-07", "high", id="due in three"),
        pytest.param("2025-10-13", "high", id="overdue"),
    ],
)
def test_it_grows_graver_as_the_day_comes(day, severity):
    findings = found(carrying(plan_check("C1", "NW-1"), due="2025-10-10"), day, rule=RULE, policy=ON)

    assert severities(findings) == {"NW-1": severity}


def test_it_names_the_check_and_the_red_build():
    work = carrying(plan_check("C1", "NW-1", by="priya"), pulls=[pull(88, "NW-1", ci=CiState.FAILING)])

    [finding] = found(work, "2025-10-07", rule=RULE, policy=ON)

    assert "the check C1 of a plan that carries NW-1 is RED" in finding.because
    assert "CI is failing on northwind/checkout#88" in finding.because
    assert finding.ask == "priya"


def test_a_promise_without_a_date_is_medium():
    [finding] = found(carrying(plan_check("C1", "NW-1"), due=None), "2025-10-07", rule=RULE, policy=ON)

    assert (finding.severity.word, "without a date" in finding.because) == ("medium", True)


def test_an_unconfirmed_promise_is_never_above_medium():
    work = carrying(plan_check("C1", "NW-1"), due="2025-10-02", needs_review=True)

    assert severities(found(work, "2025-10-02", rule=RULE, policy=ON)) == {"NW-1": "medium"}


@pytest.mark.parametrize("status", ["done", "cancelled"])
def test_a_ticket_that_is_over_carries_nothing(status):
    assert not found(carrying(plan_check("C1", "NW-1"), status=status), "2025-10-07", rule=RULE, policy=ON)


def test_it_is_off_unless_a_team_turns_it_on():
    assert not found(carrying(plan_check("C1", "NW-1")), "2025-10-07", rule=RULE)
