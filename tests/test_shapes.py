"""Documents for scripts: what single answers look like that no command test shows."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from commands.made import MONDAY, SECRET, claim, commitment, conflict, decided, recorded
from sprintmind.answers import Ingested, LinkPreview, Refused
from sprintmind.domain.authority import Decision
from sprintmind.domain.events import Source
from sprintmind.domain.visibility import Caller
from sprintmind.domain.work import Renegotiation
from sprintmind.shapes.claims import said
from sprintmind.shapes.commitments import commitment as commitment_document
from sprintmind.shapes.conflicts import conflict as conflict_document
from sprintmind.shapes.people import link
from sprintmind.shapes.reader import Reader
from sprintmind.shapes.recorded import ingested

BERLIN = Reader(zone=ZoneInfo("Europe/Berlin"))


def test_a_time_has_the_offset_of_its_own_day():
    summer, winter = datetime(2025, 10, 25, 12, tzinfo=UTC), datetime(2025, 10, 27, 12, tzinfo=UTC)

    assert BERLIN.time(summer) == "2025-10-25T14:00:00+02:00"
    assert BERLIN.time(winter) == "2025-10-27T13:00:00+01:00"


def test_a_renegotiated_promise_tells_both_dates_and_who_moved_it():
    moved = Renegotiation(before=date(2025, 10, 2), after=date(2025, 10, 8), by="priya", at=MONDAY, event="m")

    [told] = commitment_document(commitment(renegotiations=(moved,)), BERLIN)["renegotiations"]
    assert told == {"from": "2025-10-02", "to": "2025-10-08", "by": "priya", "at": "2025-09-29T09:00:00+02:00"}


def test_an_approval_names_whose_it_is_and_its_kind_has_no_colon():
    approval = claim("pending", Source.STANDUP, field="approval:security", quote="waiting for security", line=2)

    told = said(decided(approval, Decision.ACCEPTED), BERLIN)
    assert (told["kind"], told["by"], told["value"], told["line"]) == ("approval", "security", "pending", 2)


def test_what_closed_a_conflict_stays_with_those_who_may_read_it():
    closed = conflict(closed_by=claim("done", Source.MEETING, id="secret", audience=SECRET), because="Dana said so")

    others = conflict_document(closed, BERLIN)["closed_by"]
    participant = conflict_document(closed, Reader(caller=Caller(person="priya")))["closed_by"]
    assert others == {"claim": None, "source": "meeting", "reason": "from a restricted source; ask dana"}
    assert participant["reason"] == "Dana said so"


def test_counts_of_an_event_add_up():
    decisions = [decided(claim("done", id=str(n)), decision) for n, decision in enumerate(Decision)]

    [event] = ingested(Ingested(events=(recorded(*decisions),)), BERLIN)["events"]
    assert event["claims"] == sum(event[decision.value] for decision in Decision) == len(event["claim_list"])


def test_what_was_refused_is_listed_with_its_reason():
    told = ingested(Ingested(refused=(Refused(file="a.json", reason="no JSON"),)), BERLIN)

    assert told["refused"] == [{"file": "a.json", "reason": "no JSON"}]


def test_a_link_that_nobody_agreed_to_is_not_recorded():
    told = link(LinkPreview(identity="github:octo", person="priya", events=2), None, BERLIN)

    assert told["recorded"] is False
    assert "events" not in told
