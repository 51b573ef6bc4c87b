from datetime import UTC, datetime

import pytest

from saying import northwind
from sprintmind.domain.events import EventKey, PersonId, Source, TicketKey
from sprintmind.reading.comments import read_comment

SAID_AT = datetime(2025, 9, 29, 12, tzinfo=UTC)


def comment(text, author="priya", **more):
    return read_comment(
        text,
        document="comment:jira:7",
        said_at=SAID_AT,
        author=PersonId(author) if author else None,
        team=northwind(),
        source=Source.COMMENT,
        event=EventKey("jira:comment/7:1"),
        **more,
    )


def test_a_comment_claims_with_the_authority_of_its_source():
    claims, _ = comment("NW-1 is in QA now.")
    assert [(claim.subject, claim.value, claim.source) for claim in claims] == [("NW-1", "in_qa", Source.COMMENT)]


def test_it_means_the_ticket_that_is_commented_on():
    claims, _ = comment("It's merged.", about=TicketKey("NW-5"))
    assert [(claim.subject, claim.value) for claim in claims] == [("NW-5", "done")]


def test_it_means_nothing_where_nobody_says_which_ticket():
    assert comment("It's merged.") == ((), ())


def test_a_stranger_promises_nothing_firm():
    _, (promise,) = comment("I'll send Acme the keys by Friday.", author=None)
    assert (promise.owner, promise.needs_review) == ("unknown", True)


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_a_comment_without_words_claims_nothing(text):
    assert comment(text) == ((), ())
