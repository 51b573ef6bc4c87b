from datetime import UTC, datetime, timedelta

from sprintmind.domain.events import Claim, ClaimId, EventKey, Source, TicketKey
from sprintmind.domain.issues import IssueId, IssueSeen
from sprintmind.domain.links import LinkSeen, link_claims
from sprintmind.domain.sprints import Membership, SprintEnd, SprintSeen, committed, memberships, sprint_ends, sprints

START = datetime(2025, 9, 22, 7, tzinfo=UTC)


def hour(count):
    return START + timedelta(hours=count)


def sprint(state="active", *, at=0, start=0, name="S 5"):
    begun = hour(start) if start is not None else None
    return SprintSeen(event=EventKey(f"e{state}{at}"), at=hour(at), id="5", name=name, state=state, start=begun)


def put(value, at):
    name = EventKey(f"e{value}{at}")
    ticket = TicketKey("NW-1")
    return Claim(
        id=ClaimId(name),
        event=name,
        subject=ticket,
        field="sprint",
        value=value,
        source=Source.TASK_UPDATE,
        said_at=hour(at),
    )


def test_a_sprint_never_goes_back():
    closed = sprint("closed", at=5)
    assert sprints([closed, sprint("active", at=9), sprint("future", at=0)]) == (closed,)


def ending(state, end, *, completed=None, event="e", name="S 5"):
    return SprintSeen(event=EventKey(event), at=hour(0), id=event, name=name, state=state, end=end, completed=completed)


def test_a_sprint_ends_as_planned_until_it_is_closed():
    assert sprint_ends([ending("active", hour(9))]) == {"S 5": SprintEnd(at=hour(9), closed=False, event="e")}
    assert sprint_ends([ending("closed", hour(9), completed=hour(11))]) == {
        "S 5": SprintEnd(at=hour(11), closed=True, event="e")
    }
    assert sprint_ends([ending("deleted", hour(9)), ending("active", None, name="S 6")]) == {}


def test_of_two_sprints_of_one_name_the_one_that_is_not_over_counts():
    closed = ending("closed", hour(99), completed=hour(99), event="a")
    still_open = ending("active", hour(9), event="b")
    assert sprint_ends([closed, still_open]) == {"S 5": SprintEnd(at=hour(9), closed=False, event="b")}
    assert sprint_ends([closed, still_open, ending("future", None, event="c")]) == {}


def test_membership_is_an_interval():
    assert memberships([put("S 4", 0), put("S 5", 3), put(None, 7)]) == (
        Membership(sprint="S 4", start=hour(0), end=hour(3)),
        Membership(sprint="S 5", start=hour(3), end=hour(7)),
    )


def test_the_same_sprint_again_goes_on():
    assert memberships([put("S 5", 0), put("S 5", 3)]) == (Membership(sprint="S 5", start=hour(0), end=None),)


def test_what_was_committed_is_what_was_in_at_the_start():
    members = {
        TicketKey("NW-1"): memberships([put("S 5", -5), put(None, 4)]),
        TicketKey("NW-2"): memberships([put("S 5", 2)]),
        TicketKey("NW-3"): memberships([put("S 5", -5), put("S 6", -2)]),
    }
    assert committed(sprint(), members) == {"NW-1"}
    assert committed(sprint("future"), members) == frozenset()


def link(*, removed=False, at=3):
    return LinkSeen(
        event=EventKey(f"link{at}"),
        at=hour(at),
        issue=IssueId("1"),
        on=IssueId("2"),
        relation="is blocked by",
        removed=removed,
    )


def seen(id, key):
    return IssueSeen(event=EventKey(key), at=START, id=IssueId(id), key=TicketKey(key))


def test_a_link_by_ids_is_a_dependency_once_both_keys_are_known():
    assert link_claims([link(), seen("1", "NW-1")]) == ()
    (claim,) = link_claims([link(), seen("1", "NW-1"), seen("2", "PAY-7")])
    assert (claim.subject, claim.field, claim.value, claim.waiting_on) == ("NW-1", "dependency:PAY-7", True, "PAY-7")


def test_a_removed_link_is_no_dependency_any_more():
    found = link_claims([link(removed=True, at=4), link(), seen("1", "NW-1"), seen("2", "PAY-7")])
    assert [claim.value for claim in found] == [True, False]
