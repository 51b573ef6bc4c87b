"""A late claim is folded only as far as it changes anything, and that comes to what a whole fold comes to."""

from hypothesis import given
from hypothesis import strategies as st

from builders import at, claim
from sprintmind.domain.authority import WINDOW
from sprintmind.domain.events import Source
from sprintmind.domain.order import in_order
from sprintmind.domain.refolding import Refolding
from sprintmind.domain.standing import Standing

CLAIMS = st.builds(
    lambda source, value, hours, repeats, rejected, sequence: claim(
        source,
        value,
        at(hours / 24),
        repeats=repeats,
        rejected="a hope" if rejected else None,
        sequence=sequence,
    ),
    st.sampled_from([Source.MEETING, Source.STANDUP, Source.TASK_UPDATE, Source.GITHUB, Source.SETTLEMENT]),
    st.sampled_from(["todo", "done"]),
    st.sampled_from([0, 1, 2, 30, 71, 72, 73, 120]),
    st.booleans(),
    st.integers(0, 9).map(lambda number: number == 0),
    st.sampled_from([None, 1, 2]),
)


def replayed(claims):
    found = Standing(window=WINDOW)
    for each in claims:
        if not each.rejected:
            found.hear(each, found.trust(each))
    return found


def standing(fold):
    return fold.holder, fold.support, fold.challengers, fold.last_words


def refolding(ordered, replay=replayed):
    ranks = {each.id: rank for rank, each in enumerate(ordered)}
    return Refolding(ranks=ranks, replay=replay, whole=False)


@given(data=st.data(), claims=st.lists(CLAIMS, min_size=1, max_size=12))
def test_whenever_claims_become_known_it_stands_as_if_they_had_been_known_from_the_start(data, claims):
    ordered = in_order(claims)
    ahead = list(data.draw(st.permutations(ordered)))
    past = refolding(ordered)
    while ahead:
        together = data.draw(st.integers(1, 3))
        past.add(in_order(ahead[:together]))
        ahead = ahead[together:]
        if data.draw(st.booleans()):
            assert standing(past.standing()) == standing(replayed(past.known))
    assert past.known == list(ordered)
    assert standing(past.standing()) == standing(replayed(ordered))


def test_what_is_heard_in_order_is_not_folded_until_somebody_asks():
    claims = in_order(claim(Source.STANDUP, value, day) for day, value in enumerate(["todo", "done", "todo"]))
    past = refolding(claims)
    for each in claims:
        past.add([each])
    assert past.marks == []


def test_a_late_claim_is_folded_to_where_it_stands_again_as_it_stood():
    claims = in_order(claim(Source.STANDUP, ("todo", "done")[day % 2], day) for day in range(200))
    past = refolding(claims)
    past.add(claims[:1])
    past.add(claims[2:])
    stood = past.standing()
    past.add(claims[1:2])
    assert past.standing() is stood


def test_a_late_claim_that_was_first_holds_the_value_that_others_confirmed_since():
    claims = in_order(claim(Source.STANDUP, "done", day) for day in range(4))
    past = refolding(claims)
    past.add(claims[1:])
    assert past.standing().holder is claims[1]
    past.add(claims[:1])
    assert past.standing().holder is claims[0]
