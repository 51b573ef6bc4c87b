"""Quotes are words of the file, whatever markup stands between them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saying import MONDAY, northwind
from sprintmind.reading.decoding import decoded
from sprintmind.reading.texts import Text, event_of, statements_of

TEAM = northwind()
HEARD = datetime(2025, 9, 29, 9, tzinfo=UTC)
STATES = st.sampled_from(["Done", "In Progress", "Code Review", "<b>Done</b>", "In&nbsp;Progress"])
TITLES = st.sampled_from(["Tank levels &amp; trends", "Caf&eacute; list", "A <i>new</i> page", "  spaced   out "])


def quotes(body, *, filename, kind):
    text = Text(kind=kind, body=body, received_at=HEARD, filename=filename, said=MONDAY)
    said = [each.quote for each in statements_of(text, TEAM)]
    event = event_of(text, TEAM)
    return said + [each.span.quote for each in (*event.claims, *event.promises)]


def verbatim(body, **how):
    found = quotes(body, **how)
    return bool(found) and all(quote in decoded(body) for quote in found)


@given(
    st.lists(st.tuples(st.integers(1, 99), TITLES, STATES), min_size=1, max_size=4), st.sampled_from(["", "\n", "\r\n"])
)
def test_quotes_of_a_table_in_html_stand_in_the_file(rows, between):
    cells = [f"<tr><td>NW-{key}</td>{between}<td>{title}</td><td>{state}</td></tr>" for key, title, state in rows]
    table = f"<table><tr><th>Key</th><th>Summary</th><th>Status</th></tr>{between.join(cells)}</table>"
    assert verbatim(table.encode(), filename="board.html", kind="digest")


@given(
    st.lists(
        st.sampled_from(["<i>NW-1</i> is done,", "NW-2 is <c.loud>merged</c>.", "NW-1 &amp; NW-2 are done."]),
        min_size=1,
        max_size=3,
    )
)
def test_quotes_of_subtitles_stand_in_the_file(said):
    cues = [f"00:00:0{n}.000 --> 00:00:0{n}.900\n<v Tom Weber>{words}" for n, words in enumerate(said)]
    assert verbatim("\n\n".join(["WEBVTT", *cues]).encode(), filename="talk.vtt", kind="meeting")


@pytest.mark.parametrize(
    ("body", "filename", "kind"),
    [
        pytest.param(b"NW-1\tImport page\tDone\nNW-2\tExport page\tIn Review\n", "x.txt", "digest", id="tabs"),
        pytest.param(
            b"- NW-1\r\n  is done\r\n- I'll send Acme the\r\n  report by Friday\r\n", "x.md", "standup", id="lines"
        ),
        pytest.param(b"**NW-1** is ~~late~~ *done*, see [NW-2](http://a/b)\n", "x.md", "standup", id="markdown"),
    ],
)
def test_quotes_of_a_text_stand_in_the_file(body, filename, kind):
    assert verbatim(body, filename=filename, kind=kind)


def test_what_a_claim_is_called_does_not_hang_on_its_markup():
    bodies = [b"<p>NW-1 is done</p>", b"<p><b>NW-1</b> is done</p>"]
    first, second = (
        event_of(Text(kind="digest", body=b, received_at=HEARD, filename="x.html", said=MONDAY), TEAM) for b in bodies
    )
    assert [claim.id for claim in first.claims] == [claim.id for claim in second.claims] != []
