"""Standups, meetings and digests as deliveries."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from saying import northwind
from sprintmind.documents import document_event
from sprintmind.domain.documents import DocumentSeen
from sprintmind.domain.events import Source, Visibility
from sprintmind.errors import DeliveryError
from sprintmind.intake import Delivery

SAMPLES = Path(__file__).parents[1] / "samples"
RECEIVED = datetime(2025, 10, 1, 22, 30, tzinfo=UTC)  # already the 2nd in Berlin


def read(source, body, **more):
    given = {"filename": "x.md", "said": date(2025, 9, 29)} | more
    delivery = Delivery(
        source=source, body=body if isinstance(body, bytes) else body.encode(), received_at=RECEIVED, **given
    )
    (event,) = document_event(delivery, northwind())
    return event


def facts(event):
    return [(claim.subject, claim.field, claim.value) for claim in event.claims if not claim.rejected]


def test_a_day_without_a_time_is_nine_in_the_morning_of_the_team():
    event = read("standup", "NW-1 is done.", author="priya")
    assert event.said_at == datetime(2025, 9, 29, 7, tzinfo=UTC)
    assert all(claim.date_only for claim in event.claims)


def test_a_time_is_taken_as_it_is_given():
    event = read("standup", "NW-1 is done.", said=datetime(2025, 9, 29, 10, tzinfo=UTC))
    assert event.said_at == datetime(2025, 9, 29, 10, tzinfo=UTC)
    assert not any(claim.date_only for claim in event.claims)


def test_a_day_in_the_text_counts_where_none_is_given():
    event = read("standup", "# Standup 2025-09-26\n\n- NW-1 is done.", said=None)
    assert event.said_at.date() == date(2025, 9, 26)


def test_without_any_day_it_is_the_day_on_which_it_came_in_the_teams_zone():
    assert read("standup", "NW-1 is done.", said=None).said_at == datetime(2025, 10, 2, 7, tzinfo=UTC)


def test_a_document_is_its_kind_day_author_and_title():
    assert read("standup", "NW-1 is done.", author="Priya", title="Daily").document == "standup|2025-09-29|priya|Daily"


@pytest.mark.parametrize("source", ["digest", "meeting", "standup"])
def test_line_ends_and_a_byte_order_mark_make_no_other_event(source):
    text = "NW-1 is done.\nNW-2 is in review.\n"
    assert read(source, text).key == read(source, b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()).key


def test_another_text_is_another_version_of_the_same_document():
    one, two = read("standup", "NW-1 is done.", title="Daily"), read("standup", "NW-1 is in review.", title="Daily")
    assert one.document == two.document
    assert one.key != two.key


def test_the_version_is_observed():
    event = read("standup", "NW-1 is done.")
    (seen,) = event.observations
    assert isinstance(seen, DocumentSeen)
    assert seen.names == (f"document:{event.document}",)


def test_a_meeting_claims_with_the_least_authority():
    event = read("meeting", "Tom: NW-1 is in review.", filename="weekly.txt")
    assert [claim.source for claim in event.claims] == [Source.MEETING]


def test_a_digest_only_repeats_its_tool():
    event = read("digest", "| Key | Status |\n|---|---|\n| NW-1 | Done |\n")
    assert [(claim.source, claim.repeats) for claim in event.claims] == [(Source.TASK_UPDATE, True)]


def test_speakers_whom_nobody_knows_are_listed_and_customers_people_are_not():
    event = read("meeting", "Kim: hello.\nCarla (Acme): hello.\nTom: hello.\n", filename="x.txt")
    assert event.identities == {"speaker:Kim"}


def test_what_only_participants_may_read_is_for_the_speakers_and_those_named():
    event = read(
        "meeting",
        "Tom: NW-1 is done.",
        filename="x.txt",
        participants=("lena",),
        author="dana",
        visibility=Visibility.PARTICIPANTS,
    )
    assert event.audience.people == {"tom", "lena", "dana"}
    assert {claim.audience for claim in event.claims} == {event.audience}


def test_a_private_text_is_for_its_author():
    event = read("standup", "NW-1 is done.", author="dana", visibility=Visibility.PRIVATE)
    assert (event.audience.people, event.audience.ask) == ({"dana"}, "dana")


def test_an_empty_file_is_refused():
    with pytest.raises(DeliveryError, match="empty"):
        read("standup", "")


def test_an_unfilled_template_claims_nothing():
    event = read("standup", (SAMPLES / "standups" / "unfilled.md").read_bytes())
    assert (event.claims, event.promises) == ((), ())


def test_the_event_touches_every_ticket_that_is_named():
    event = read("standup", "See NW-7. NW-8 is done.")
    assert {"ticket:NW-7", "ticket:NW-8"} <= event.names


def test_words_under_a_heading_of_somebody_unknown_are_not_given_to_the_author():
    event = read(
        "standup", "## Kim Novak\n- NW-1 is done.\n- I'll take NW-5.\n\n## Tom\n- NW-3 is in review.\n", author="priya"
    )
    people = {claim.subject: claim.person for claim in event.claims}
    assert people["NW-1"] == "unknown"
    assert people["NW-3"] == "tom"
    assert "priya" not in {claim.value for claim in event.claims}
    assert "speaker:Kim Novak" in event.identities


def test_a_heading_that_is_a_topic_leaves_the_words_with_the_author():
    event = read("standup", "## Checkout\n- NW-1 is done.\n", author="priya")
    assert [claim.person for claim in event.claims] == ["priya"]
    assert event.identities == frozenset()
