import pytest

from sprintmind.domain.events import Source, Visibility
from sprintmind.domain.work import CommitmentStatus
from work_builders import claim, commitment, conflict, found, history, restricted, severities, ticket, work

RULE = "conflicting_evidence"
MERGED = claim("status", "done", "2025-09-30", source=Source.GITHUB)
SAID = claim("status", "in_progress", "2025-10-01", source=Source.MEETING)


def disputed(*, holder=MERGED, challenger=SAID, **more):
    return ticket(fields=[history(holder, conflicts=[conflict(holder, challenger)])], **more)


@pytest.mark.parametrize("holder", ["todo", "in_progress", "done", "cancelled"])
def test_an_open_conflict_is_medium_whether_or_not_the_ticket_is_over(holder):
    of = work([disputed(holder=claim("status", holder, "2025-09-30", source=Source.GITHUB))])

    assert severities(found(of, "2025-10-01", rule=RULE)) == {"NW-1": "medium"}


@pytest.mark.parametrize(
    ("promise", "severity"),
    [
        pytest.param({}, "high", id="open"),
        pytest.param({"due": None}, "high", id="open, without a date"),
        pytest.param({"needs_review": True}, "medium", id="not confirmed by a person"),
        pytest.param(
            {"status": CommitmentStatus.KEPT, "due": "2025-10-02"}, "high", id="kept, and its day is not over"
        ),
        pytest.param({"status": CommitmentStatus.KEPT, "due": "2025-10-01"}, "medium", id="kept, and its day is over"),
        pytest.param({"status": CommitmentStatus.CANCELLED}, "medium", id="cancelled"),
        pytest.param({"status": CommitmentStatus.DISPUTED}, "medium", id="disputed"),
    ],
)
def test_it_is_high_if_a_promise_hangs_on_it(promise, severity):
    of = work([disputed()], [commitment("NW-1", **promise)])

    assert severities(found(of, "2025-10-02", rule=RULE)) == {"NW-1": severity}


def test_a_promise_on_the_parent_hangs_on_it_too():
    of = work([disputed(parent="NW-9"), ticket("NW-9")], [commitment("NW-9")])

    assert severities(found(of, "2025-10-02", rule=RULE)) == {"NW-1": "high"}


def test_a_closed_conflict_is_none():
    closed = history(MERGED, conflicts=[conflict(MERGED, SAID, closed_by=SAID)])

    assert not found(work([ticket(fields=[closed])]), "2025-10-02", rule=RULE)


def test_a_deleted_ticket_has_none():
    assert not found(work([disputed(deleted=True)]), "2025-10-02", rule=RULE)


def test_all_fields_in_conflict_are_one_finding_that_names_each():
    due, later = claim("due_date", "2025-10-10", "2025-09-29"), claim("due_date", "2025-10-14", "2025-09-30")
    fields = [
        history(MERGED, conflicts=[conflict(MERGED, SAID)]),
        history(due, conflicts=[conflict(due, later)]),
    ]

    (finding,) = found(work([ticket(fields=fields)]), "2025-10-02", rule=RULE)
    assert finding.because == (
        "Sources disagree about NW-1: due date is 2025-10-10 according to the tracker, and "
        "2025-10-14 according to the tracker; status is done according to github, and in progress according to meeting"
    )
    assert finding.since == later.said_at
    assert set(finding.evidence) == {MERGED.event, SAID.event, due.event, later.event}


def test_it_asks_who_owns_the_ticket_or_who_said_otherwise():
    other = claim("status", "in_progress", "2025-10-01", source=Source.MEETING, person="lena")

    (finding,) = found(work([disputed(challenger=other)]), "2025-10-02", rule=RULE)
    assert finding.ask == "lena"


def test_what_was_said_in_private_makes_the_finding_private():
    private = restricted(Visibility.PRIVATE, "tom")
    challenger = claim("status", "in_progress", "2025-10-01", source=Source.MEETING, audience=private)

    (finding,) = found(work([disputed(challenger=challenger)]), "2025-10-02", rule=RULE)
    assert finding.audience == private
