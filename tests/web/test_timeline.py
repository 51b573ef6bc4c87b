"""Where promises stand on a line of time."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as some

from sprintmind.domain.accounts import Promised
from sprintmind.domain.chains import Chain, Link, Standing
from sprintmind.domain.work import Commitment, CommitmentStatus
from sprintmind.web.timeline import LEFT, RIGHT, timeline

TODAY = date(2025, 10, 1)


def promised(customer="Acme", due=TODAY, *, broken=False):
    commitment = Commitment(
        id="p", ids=frozenset({"p"}), customer=customer, what="it", due=due, due_phrase=None, owner=None, tickets=(),
        status=CommitmentStatus.OPEN, said=(),
    )  # fmt: skip
    link = Link(name="CI", shows="red", standing=Standing.BROKEN if broken else Standing.WELL)
    return Promised(commitment=commitment, chain=Chain(ticket=None, links=(link,)))


def test_nothing_dated_is_no_drawing():
    assert timeline([], today=TODAY) is None
    assert timeline([promised(due=None)], today=TODAY) is None


def test_each_customer_has_a_row_and_a_day_one_mark_that_warns_if_any_is_in_danger():
    line = timeline([promised(), promised(broken=True), promised("Globex", TODAY + timedelta(days=7))], today=TODAY)
    assert [row.customer for row in line.rows] == ["Acme", "Globex"]
    [mark] = line.rows[0].marks
    assert (mark.what, mark.in_danger, mark.overdue) == (("it", "it"), True, False)
    assert not line.rows[1].marks[0].in_danger


@given(some.lists(some.dates(date(2000, 1, 1), date(2100, 1, 1)), min_size=1, max_size=8))
def test_later_stands_further_right_and_nothing_outside(days):
    line = timeline([promised(due=day) for day in days], today=TODAY)
    marks = [mark for row in line.rows for mark in row.marks]
    assert [mark.due for mark in marks] == sorted(set(days))
    assert all(LEFT <= mark.x <= RIGHT for mark in marks)
    assert [mark.x for mark in marks] == sorted(mark.x for mark in marks)
    assert all(mark.overdue == (mark.due < TODAY) for mark in marks)
    ticks = [tick.x for tick in line.ticks]
    assert ticks == sorted(ticks)
    assert (ticks[0], ticks[-1]) == (LEFT, RIGHT)
