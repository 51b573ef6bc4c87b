"""The board and a ticket's page show what is true, on whose word, and what disagrees."""

from web.visits import visit


def test_a_card_stands_under_its_status_with_its_source(tmp_path):
    here = visit(tmp_path)
    here.said("- NW-1 is in review\n")
    page = here.get("/board").text

    column = page.split('<h2 id="column-')[3]
    assert column.startswith('3">in review')
    assert 'href="/tickets/NW-1"' in column
    assert "a standup" in column


def test_what_a_stranger_wrote_is_text_and_no_markup(tmp_path):
    here = visit(tmp_path)
    here.said("- NW-1 is in review <script>alert(1)</script>\n")
    page = here.get("/tickets/NW-1").text

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_a_ticket_that_nobody_knows_is_not_found(tmp_path):
    answer = visit(tmp_path).get("/tickets/NW-404")
    assert answer.status_code == 404
    assert "nothing is known of a ticket NW-404" in answer.text
