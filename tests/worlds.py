"""Worlds of a few tickets, promises and pull requests in every state, for laws about rules."""

from dataclasses import replace
from datetime import date

from hypothesis import strategies as st

from sprintmind.domain.events import EventKey, Source, Visibility
from sprintmind.domain.neighbours import current_keys, waits
from sprintmind.domain.sprints import SprintEnd
from sprintmind.domain.work import CiState, CommitmentStatus, PullStatus
from work_builders import claim, commitment, conflict, history, moment, pull, restricted, review, ticket, work

NOW = "2025-10-08"
KEYS = [f"NW-{n}" for n in range(1, 6)]
SPRINTS = {"S1": date(2025, 9, 22), "S2": date(2025, 10, 6)}
ENDS = {
    "S1": SprintEnd(at=moment("2025-10-03"), closed=True, event=EventKey("jira:sprint/1")),
    "S2": SprintEnd(at=moment("2025-10-07"), closed=False, event=EventKey("jira:sprint/2")),
}
AUDIENCES = [restricted(Visibility.TEAM), restricted(Visibility.PARTICIPANTS, "tom", "dana")]
PAST = st.dates(date(2025, 9, 22), date(2025, 10, 8)).map(date.isoformat)
STATUSES = st.sampled_from(["todo", "in_progress", "in_review", "in_qa", "done", "cancelled"])
SOON = st.dates(date(2025, 10, 1), date(2025, 10, 20)).map(date.isoformat)


@st.composite
def pulls(draw, key):
    status = draw(st.sampled_from(PullStatus))
    merged = draw(PAST) if status is PullStatus.MERGED else None
    reviews = tuple(review(draw(PAST), approves=draw(st.booleans())) for _ in range(draw(st.integers(0, 1))))
    ready, ci, own = draw(PAST), draw(st.sampled_from(CiState)), draw(st.sampled_from([True, True, False]))
    number = draw(st.integers(1, 9))
    return pull(number, key, status=status, merged=merged, reviews=reviews, ready=ready, ci=ci, own=own)


def turns(values):
    """Values that a field had one after the other, each since its day."""
    days = st.lists(PAST, min_size=1, max_size=4, unique=True).map(sorted)
    return days.flatmap(lambda each: st.tuples(*(st.tuples(values, st.just(day)) for day in each)))


def turned(key, field, values):
    return history(*(claim(field, value, day, subject=key) for value, day in values))


@st.composite
def tickets(draw, key):
    def said(field, value):
        return claim(field, value, draw(PAST), subject=key, audience=draw(st.sampled_from(AUDIENCES)))

    maybe = st.booleans()
    claims = [said("status", draw(STATUSES))]
    claims += [said("approval:security", draw(st.sampled_from(["pending", "approved"])))] if draw(maybe) else []
    if draw(maybe):
        claims.append(replace(said("blocked", value=True), waiting_on=draw(st.sampled_from([*KEYS, "dana", None]))))
    claims += [
        said(f"dependency:{on}", value=True) for on in draw(st.sets(st.sampled_from([*KEYS, "OLD-1"]), max_size=2))
    ]
    fields = [turned(key, "due_date", draw(turns(SOON)))] if draw(maybe) else []
    fields += [turned(key, "sprint", draw(turns(st.sampled_from([*SPRINTS, "S9", None]))))] if draw(maybe) else []
    if draw(maybe):
        claims.pop(0)
        fields.append(turned(key, "status", draw(turns(STATUSES))))
    elif draw(maybe):
        status = claims.pop(0)
        other = claim("status", "in_progress", draw(PAST), source=Source.MEETING, subject=key)
        fields.append(history(status, conflicts=[conflict(status, other)]))
    return ticket(
        key,
        *claims,
        fields=fields,
        keys=frozenset({key, f"OLD-{key[3:]}"}),
        quiet=draw(PAST),
        pulls=draw(st.lists(pulls(key), max_size=2)),
        deleted=draw(st.sampled_from([False, False, False, True])),
        parent=draw(st.sampled_from([None, None, *(other for other in KEYS if other != key)])),
    )


@st.composite
def commitments(draw, id):
    due = draw(st.none() | SOON)
    return commitment(
        *draw(st.lists(st.sampled_from([*KEYS, "OLD-2"]), max_size=2, unique=True)),
        id=id,
        due=due,
        moved=draw(st.none() | st.tuples(SOON, PAST)) if due else None,
        status=draw(st.sampled_from([CommitmentStatus.OPEN, CommitmentStatus.OPEN, CommitmentStatus.KEPT])),
        needs_review=draw(st.booleans()),
        audience=draw(st.sampled_from(AUDIENCES)),
    )


@st.composite
def worlds(draw):
    return work(
        [draw(tickets(key)) for key in KEYS],
        [draw(commitments("promise-1")), draw(commitments("promise-2"))],
        [pull(number, ready=draw(PAST)) for number in (11, 12)],
        SPRINTS,
        ENDS,
    )


def beside(world, subjects):
    """No more of a world than `Work` asks for: to the end of every wait, parents, and the promises on any of these."""
    current = current_keys(world.tickets.values())
    promises = {each for each in world.commitments if each.id in subjects}
    ahead = [current.get(key, key) for each in promises for key in each.tickets] + list(subjects)
    keys = set()
    while ahead:
        key = ahead.pop()
        if key in world.tickets and key not in keys:
            keys.add(key)
            ahead.extend(current.get(on, on) for on, _ in waits(world.tickets[key]))
    keys |= {world.tickets[key].parent for key in keys if world.tickets[key].parent}
    named = {old for key in keys for old in world.tickets[key].keys}
    promises |= {each for each in world.commitments if named.intersection(each.tickets)}
    return work(
        [world.tickets[key] for key in sorted(keys)],
        sorted(promises, key=lambda each: each.id),
        [each for each in world.pulls if each.name in subjects],
        SPRINTS,
        ENDS,
    )


def everyone(world):
    return {*world.tickets, *(each.id for each in world.commitments), *(each.name for each in world.pulls)}
