"""The radar and the briefs at a terminal: tables in eighty columns, documents for scripts, and looks that are noted."""

import json

import pytest

from commands.desk import desk

MEETING = (
    "Priya: I'll send Acme the sandbox by October 2, that's NW-1.\n"
    "Tom Weber: NW-1 is in progress. NW-2 is blocked by Priya.\n"
    "Priya: NW-3 is in review.\n"
)
PAGES = [
    pytest.param(["radar"], id="radar"),
    pytest.param(["brief", "--as", "priya"], id="a person's"),
    pytest.param(["brief", "--customer", "Acme"], id="a customer's"),
]


@pytest.fixture
def at(tmp_path, capsys, monkeypatch):
    there = desk(tmp_path, capsys, monkeypatch)
    (tmp_path / "acme.txt").write_text(MEETING)
    assert (
        there.type("ingest", "meeting", str(tmp_path / "acme.txt"), "--date", "2025-09-29", "--title", "Acme call")[0]
        == 0
    )
    return there


@pytest.mark.parametrize("words", PAGES)
def test_a_page_fits_into_eighty_columns(at, words):
    status, out, err = at.type(*words)
    assert (status, err) == (0, "")
    assert all(len(line) <= 80 and line == line.rstrip() for line in out.splitlines())
    assert "sandbox" in out


def test_the_radar_has_the_promised_shape(at):
    status, out, _ = at.type("radar", "--json")
    page = json.loads(out)
    assert status == 0
    assert page.keys() >= {
        "headline", "on_track", "at_risk", "blocked", "commitments", "conflicts", "decisions", "changed", "freshness",
        "author",
    }  # fmt: skip
    assert page["decisions"][0].keys() >= {"what", "whom", "message"}
    assert page["freshness"] == [{"source": "meeting", "last_heard": "2025-10-01T11:00:00+02:00", "ago": "just now"}]
    assert page["author"] == "templates"


def test_every_number_in_the_headline_is_that_of_a_list(at):
    page = json.loads(at.type("radar", "--json")[1])
    flying = [*page["on_track"], *page["at_risk"], *page["blocked"]]
    danger = [each for each in page["commitments"] if each["in_danger"]]
    assert page["headline"] == (
        f"{len(flying)} tickets are in flight: {len(page['blocked'])} blocked, {len(page['at_risk'])} at risk; "
        f"{len(page['commitments'])} promise is open, {len(danger)} in danger, first that to Acme, due 2025-10-02."
    )


def test_everything_on_the_radar_can_be_traced_to_an_event(at):
    page = json.loads(at.type("radar", "--json")[1])
    items = [
        each
        for name in ("on_track", "at_risk", "blocked", "commitments", "decisions", "changed")
        for each in page[name]
    ]
    assert items
    assert all(each["evidence"] for each in items)
    [blocked] = page["blocked"]
    assert [each["quote"] for each in blocked["evidence"]] == ["NW-2 is blocked by Priya."]


def test_what_changed_is_told_since_the_last_look(at):
    assert json.loads(at.type("radar", "--as", "dana", "--json")[1])["changed"]
    again = json.loads(at.type("radar", "--as", "dana", "--json")[1])
    assert (again["changed"], again["since"]) == ([], "2025-10-01T11:00:00+02:00")
    assert json.loads(at.type("radar", "--as", "priya", "--json")[1])["changed"]


@pytest.mark.parametrize("words", [["--peek"], ["--since", "2025-09-29"], ["--as-of", "2025-10-01"]], ids=" ".join)
def test_a_look_that_only_peeks_or_looks_back_is_not_noted(at, words):
    at.type("radar", "--as", "dana", *words)
    assert json.loads(at.type("radar", "--as", "dana", "--json")[1])["changed"]


def test_nobody_in_particular_has_no_last_look(at):
    first, second = (json.loads(at.type("radar", "--json")[1])["changed"] for _ in range(2))
    assert first == second != []


def test_changes_can_be_told_since_any_day(at):
    assert json.loads(at.type("radar", "--json", "--since", "2025-10-01T09:00:00+00:00")[1])["changed"] == []
    assert json.loads(at.type("radar", "--json", "--since", "2025-09-29")[1])["changed"]


def test_a_person_reads_what_waits_on_them_and_a_draft_of_their_standup(at):
    page = json.loads(at.type("brief", "--as", "Pri", "--json")[1])
    assert page["person"] == "priya"
    assert {each["subject"] for each in page["waits_on_me"]} >= {"NW-2"}
    assert [each["what"] for each in page["promises"]] == ["sandbox"]
    lines = [line for part in page["standup"].values() for line in part]
    assert lines
    assert all(line["evidence"] for line in lines)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        pytest.param(["brief"], 2, "whose day?", id="nobody's day"),
        pytest.param(["brief", "--customer", "Acme", "--sprint", "S"], 2, "not both", id="two things at once"),
        pytest.param(
            ["brief", "--customer", "Initech"], 3, "no customer is called 'Initech'", id="an unknown customer"
        ),
        pytest.param(["brief", "--sprint", "Sprint 9"], 3, "no sprint is called 'Sprint 9'", id="an unknown sprint"),
        pytest.param(["brief", "--as", "zoe"], 3, "nobody of the team is called 'zoe'", id="an unknown person"),
        pytest.param(["radar", "--since", "yesterday-ish"], 2, "--since", id="no moment"),
        pytest.param(["radar", "--since", "0001-01-01"], 2, "--since: '0001", id="no year of ours"),
        pytest.param(["radar", "--since", "9999-12-31"], 2, "lies outside the years", id="no year yet"),
    ],
)
def test_what_cannot_be_shown_is_one_message(at, words, status, said):
    found, out, err = at.type(*words)
    assert (found, out) == (status, "")
    assert said in err


def test_a_page_can_be_looked_at_as_it_was(at):
    then = json.loads(at.type("radar", "--as-of", "2025-09-28", "--json")[1])
    assert then["headline"] == "Nothing is in flight, and nothing is promised."


def test_words_from_outside_steer_no_terminal(at, tmp_path):
    at.type(
        "promise",
        "add",
        "--customer",
        "Acme",
        "--what",
        "the \x1b[31mred\x1b[0m report",
        "--due",
        "2025-10-02",
        "--by",
        "dana",
    )
    for words in (["radar"], ["brief", "--customer", "Acme"], ["radar", "--json"]):
        assert "\x1b" not in at.type(*words)[1]


def test_of_many_tickets_the_table_lists_the_first_and_counts_the_rest(at, tmp_path):
    (tmp_path / "many.md").write_text("".join(f"- NW-{n} is blocked by Tom Weber\n" for n in range(100, 140)))
    at.type("ingest", "standup", str(tmp_path / "many.md"), "--date", "2025-09-29", "--author", "priya")
    shown, page = at.type("radar")[1], json.loads(at.type("radar", "--json")[1])
    assert len(page["blocked"]) == 41
    assert "16 more; --json lists them" in shown
