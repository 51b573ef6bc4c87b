from hypothesis import given
from hypothesis import strategies as st

from sprintmind.domain.audiences import narrowest
from sprintmind.domain.events import TEAM_AUDIENCE, Audience, Visibility
from sprintmind.domain.visibility import Caller, visible_to

PEOPLE = ["priya", "tom", "dana"]
AUDIENCES = st.builds(
    Audience,
    visibility=st.sampled_from(Visibility),
    people=st.frozensets(st.sampled_from(PEOPLE)),
    ask=st.none() | st.sampled_from(PEOPLE),
)
CALLERS = st.builds(Caller, person=st.none() | st.sampled_from(PEOPLE), manager=st.booleans())


@given(st.lists(AUDIENCES), CALLERS)
def test_nobody_reads_together_what_they_may_not_read_one_by_one(audiences, caller):
    assert not visible_to(narrowest(audiences), caller) or all(visible_to(each, caller) for each in audiences)


@given(st.lists(AUDIENCES), st.lists(AUDIENCES))
def test_neither_order_nor_grouping_makes_a_difference(some, others):
    together = narrowest([*some, *others])

    assert narrowest([*others, *some]) == together
    assert narrowest([narrowest(some), narrowest(others)]) == together


@given(st.lists(st.builds(Audience, people=st.frozensets(st.sampled_from(PEOPLE)))))
def test_what_the_whole_team_may_read_stays_so(audiences):
    assert narrowest(audiences) == TEAM_AUDIENCE
