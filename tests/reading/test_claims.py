from datetime import UTC, datetime

from saying import heard
from sprintmind.domain.events import EventKey, Source
from sprintmind.reading.claims import Telling, claims_of, promises_of

SAID_AT = datetime(2025, 9, 29, 7, tzinfo=UTC)


def telling(**changed):
    given = {"document": "standup|2025-09-29|priya|Daily", "event": EventKey("standup:x:1"), "source": Source.STANDUP}
    return Telling(**given | {"said_at": SAID_AT} | changed)


def claims(text, **changed):
    return claims_of(heard(text), telling(**changed))


def test_a_claim_has_the_field_value_quote_and_line():
    (claim,) = claims("Hello\n\nNW-1 is in review.")
    assert (claim.subject, claim.field, claim.value, claim.span.quote, claim.span.line) == (
        "NW-1",
        "status",
        "in_review",
        "NW-1 is in review.",
        3,
    )


def test_an_approval_and_a_dependency_are_fields_of_their_own():
    found = {(claim.field, claim.value) for claim in claims("Legal signed off on NW-1.\nNW-1 depends on PAY-2.")}
    assert found == {("approval:legal", "approved"), ("dependency:PAY-2", True)}


def test_a_finished_part_is_a_rejected_claim_of_done():
    (claim,) = claims("Finished the migration script for NW-231.")
    assert (claim.field, claim.value, claim.rejected) == (
        "status",
        "done",
        "sub-step reported done; ticket status unchanged",
    )


def test_a_hope_is_a_rejected_claim_with_its_reason():
    (claim,) = claims("NW-1 should be done by Friday.")
    assert (claim.value, claim.rejected) == ("done", "a plan or a hope")


def test_a_mention_is_a_rejected_claim():
    (claim,) = claims("See NW-1 for the details.")
    assert claim.rejected == "mention only; a mention never moves a ticket"


def test_ids_do_not_depend_on_lines():
    before, after = claims("NW-1 is done."), claims("Hello all\n\n\nNW-1 is done.")
    assert [claim.id for claim in before] == [claim.id for claim in after]


def test_ids_depend_on_the_document():
    assert claims("NW-1 is done.")[0].id != claims("NW-1 is done.", document="standup|2025-09-30|priya|Daily")[0].id


def test_each_claim_is_a_voice_of_its_own():
    found = claims("NW-1 is done. NW-2 is in QA.")
    assert [claim.voice for claim in found] == [claim.id for claim in found]
    assert len({claim.voice for claim in found}) == 2


def test_a_promise_keeps_its_phrase_and_owner():
    (promise,) = promises_of(heard("I'll send Acme the sandbox by Friday, that's NW-231."), telling())
    assert (promise.customer, promise.due_phrase, promise.owner, promise.tickets) == (
        "Acme",
        "Friday",
        "priya",
        ("NW-231",),
    )
    assert "sandbox" in promise.what


def test_a_customers_promise_without_a_ticket_is_no_claim_on_a_ticket():
    assert claims("Acme promised us the data by Friday.") == ()
