"""Commands that answer: the documents that scripts rely on, and tables that people read."""

import json
from dataclasses import replace

import pytest

from commands.desk import behind, desk
from commands.made import SECRET, claim, commitment, conflict, disputed_ticket, finding
from sprintmind.answers import Acknowledged, Unmapped
from sprintmind.domain.events import Source
from sprintmind.domain.findings import Severity
from sprintmind.domain.moments import Moment
from sprintmind.domain.people import Person
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError

READING = [
    pytest.param(["tickets"], "tickets", id="tickets"),
    pytest.param(["ticket", "nw-236"], "ticket", id="ticket"),
    pytest.param(["why", "NW-236"], "ticket", id="why"),
    pytest.param(["conflicts"], "conflicts", id="conflicts"),
    pytest.param(["commitments"], "commitments", id="commitments"),
    pytest.param(["risks"], "risks", id="risks"),
]
ANSWERS = {
    "tickets": (disputed_ticket(),),
    "ticket": disputed_ticket(),
    "conflicts": (conflict(),),
    "commitments": (commitment(),),
    "risks": (finding(),),
}


def test_tickets_have_the_promised_shape(tmp_path, capsys, monkeypatch):
    with behind(**ANSWERS):
        status, out, _ = desk(tmp_path, capsys, monkeypatch).type("tickets", "--json")

    [ticket] = json.loads(out)
    assert status == 0
    assert {name: ticket[name] for name in ("key", "title", "status", "assignee", "due_date", "sprint", "blocked")} == {
        "key": "NW-236", "title": "SSO for the portal", "status": "done", "assignee": None, "due_date": None,
        "sprint": None, "blocked": False,
    }  # fmt: skip
    assert ticket["conflicts"] == 1
    assert ticket["pulls"][0] | {"title": "", "author": "", "url": ""} == {
        "repo": "northwind/portal", "number": 88, "state": "merged", "ci": "failing", "head": "a" * 40,
        "title": "", "author": "", "url": "",
    }  # fmt: skip
    assert ticket["fields"]["status"] == {
        "value": "done", "source": "github", "said_at": "2025-09-30T15:02:11+02:00", "event": "github:e:c1",
    }  # fmt: skip


def test_why_lists_every_claim_in_the_order_of_the_fold(tmp_path, capsys, monkeypatch):
    with behind(**ANSWERS):
        _, out, _ = desk(tmp_path, capsys, monkeypatch).type("why", "NW-236", "status", "--json")

    merged, meeting = json.loads(out)
    assert merged["current"]
    assert merged["authority"] == 5
    assert meeting["decision"] == "conflicting"
    assert not meeting["applied"]
    assert "set by github on 2025-09-30" in meeting["reason"]
    assert meeting["quote"] == "NW-236 SSO is still in progress"
    assert set(meeting) >= {
        "subject", "field", "value", "source", "authority", "said_at", "heard_at", "decision", "late", "applied",
        "current", "reason", "quote", "event", "claim",
    }  # fmt: skip


def test_a_field_that_nothing_was_said_about_is_refused_with_those_that_there_are(tmp_path, capsys, monkeypatch):
    with behind(**ANSWERS):
        status, out, err = desk(tmp_path, capsys, monkeypatch).type("why", "NW-236", "statsu")

    assert (status, out) == (3, "")
    assert "did you mean 'status'?" in err


def test_conflicts_commitments_and_risks_have_the_promised_keys(tmp_path, capsys, monkeypatch):
    with behind(**ANSWERS):
        at = desk(tmp_path, capsys, monkeypatch)
        [found] = json.loads(at.type("conflicts", "--json")[1])
        [promise] = json.loads(at.type("commitments", "--json")[1])
        [risk] = json.loads(at.type("risks", "--json")[1])

    assert found["challenger"]["quote"] == "still in progress"
    assert (found["status"], found["closed_by"]) == ("open", None)
    assert (promise["due"], promise["due_phrase"], promise["status"]) == ("2025-10-03", "by Friday", "open")
    assert promise["quote"] == "I'll send Acme the sandbox by Friday"
    assert (risk["severity"], risk["since"]) == ("critical", "2025-09-29T09:00:00+02:00")
    assert (risk["tickets"], risk["commitment"]) == (["NW-236"], "p1")


def test_a_closed_conflict_names_the_claim_that_closed_it(tmp_path, capsys, monkeypatch):
    closed = conflict(closed_by=claim("done", Source.SETTLEMENT, id="s1"), because="settled by dana: seen it live")
    with behind(conflicts=(closed,)):
        _, out, _ = desk(tmp_path, capsys, monkeypatch).type("conflicts", "--all", "--json")

    [found] = json.loads(out)
    assert found["status"] == "closed"
    assert found["closed_by"] == {"claim": "s1", "source": "settlement", "reason": "settled by dana: seen it live"}


@pytest.mark.parametrize(("words", "question"), READING)
def test_a_past_moment_is_read_in_the_teams_zone(tmp_path, capsys, monkeypatch, words, question):
    with behind(**ANSWERS) as app:
        options = ["--as-of", "2025-09-30T20:00", "--known-at", "2025-09-30", "--json"]
        status, _, err = desk(tmp_path, capsys, monkeypatch).type(*words, *options)
        asked = next(positional for name, positional, _ in app.asked if name == question)

    assert (status, err) == (0, "")
    moment = next(each for each in asked if isinstance(each, Moment))
    assert moment.as_of.isoformat() == "2025-09-30T18:00:00+00:00"
    assert moment.known_at.isoformat() == "2025-09-30T21:59:59+00:00"  # the day's end
    assert moment.now.isoformat() == "2025-10-01T09:00:00+00:00"


@pytest.mark.parametrize(
    ("options", "caller"),
    [
        pytest.param([], Caller(), id="nobody in particular"),
        pytest.param(["--as", "Dana Fox"], Caller(person="dana", manager=True), id="a manager"),
        pytest.param(["--as", "pri"], Caller(person="priya"), id="an alias"),
        pytest.param(["--all"], Caller(operator=True), id="the operator"),
    ],
)
def test_whoever_asks_is_told_to_the_ledger(tmp_path, capsys, monkeypatch, options, caller):
    with behind(**ANSWERS) as app:
        desk(tmp_path, capsys, monkeypatch).type("tickets", *options)

    assert app.asked[0][1][1] == caller


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        pytest.param(["tickets", "--as-of", "yesterday"], 2, "--as-of: 'yesterday' is not a moment", id="no moment"),
        pytest.param(["tickets", "--known-at", "2025-13-01"], 2, "--known-at: '2025-13-01'", id="no month"),
        pytest.param(["tickets", "--as", "prya"], 3, "did you mean 'priya'?", id="nobody"),
        pytest.param(["tickets", "--as", "tom w"], 3, "nobody of the team", id="half a name"),
        pytest.param(["ticket"], 2, "KEY requires an argument", id="no key"),
        pytest.param(["tickts"], 2, 'Did you mean "tickets"?', id="unknown command"),
        pytest.param(["tickets", "--jsn"], 2, "--jsn", id="unknown option"),
    ],
)
def test_what_cannot_be_asked_is_one_message_on_stderr(tmp_path, capsys, monkeypatch, words, status, message):
    with behind(**ANSWERS):
        got, out, err = desk(tmp_path, capsys, monkeypatch).type(*words)

    assert (got, out) == (status, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_an_unknown_ticket_exits_with_three(tmp_path, capsys, monkeypatch):
    with behind(ticket=InputError("there is no ticket NW-9")):
        assert desk(tmp_path, capsys, monkeypatch).type("ticket", "NW-9", "--json") == (
            3, "", "error: there is no ticket NW-9\n",
        )  # fmt: skip


@pytest.mark.parametrize(("words", "question"), READING)
def test_tables_are_readable_at_eighty_columns(tmp_path, capsys, monkeypatch, words, question):
    with behind(**ANSWERS):
        status, out, _ = desk(tmp_path, capsys, monkeypatch).type(*words)

    assert status == 0
    assert "NW-236" in out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "\x1b" not in out


@pytest.mark.parametrize("command", ["tickets", "conflicts", "commitments", "risks"])
def test_where_there_is_nothing_a_sentence_says_so(tmp_path, capsys, monkeypatch, command):
    with behind():
        status, out, _ = desk(tmp_path, capsys, monkeypatch).type(command)

    assert status == 0
    assert len(out.splitlines()) == 1
    assert "no" in out.split()[0]


@pytest.mark.parametrize(("words", "question"), READING)
def test_nothing_from_outside_steers_a_terminal(tmp_path, capsys, monkeypatch, words, question):
    evil = "[red]x[/red]\x1b]0;owned\x07\x9b2J\u202e"
    told = ANSWERS | {
        "tickets": (disputed_ticket(title=evil),),
        "ticket": disputed_ticket(title=evil),
        "conflicts": (conflict(challenger=claim("done", Source.MEETING, id="x", quote=evil)),),
        "risks": (finding(because=evil),),
    }
    with behind(**told):
        at = desk(tmp_path, capsys, monkeypatch)
        shown = at.type(*words)[1] + at.type(*words, "--json")[1]

    assert not set("\x1b\x07\x9b\u202e") & set(shown)
    assert question == "commitments" or "[red]x[/red]" in shown


def test_json_reads_back_as_what_was_said(tmp_path, capsys, monkeypatch):
    title = "Größe \x9b \u202e 日本 \x1b"
    with behind(tickets=(disputed_ticket(title=title),)):
        _, out, _ = desk(tmp_path, capsys, monkeypatch).type("tickets", "--json")

    assert json.loads(out)[0]["title"] == title
    assert "Größe" in out


def test_a_restricted_source_moves_the_ledger_and_its_words_stay_with_its_participants(tmp_path, capsys, monkeypatch):
    hidden = disputed_ticket(audience=SECRET)
    told = {"ticket": hidden, "tickets": (hidden,), "risks": (finding(audience=SECRET),)}
    with behind(**told):
        at = desk(tmp_path, capsys, monkeypatch)
        others = "".join(
            at.type(*words)[1]
            for words in (
                ["why", "NW-236"],
                ["why", "NW-236", "--json"],
                ["tickets", "--json"],
                ["risks", "--json"],
                ["ticket", "NW-236"],
            )
        )
        participant = json.loads(at.type("why", "NW-236", "status", "--as", "priya", "--json")[1])
        operator = json.loads(at.type("tickets", "--all", "--json")[1])

    assert "still in progress" not in others
    assert "CI is failing on" not in others
    assert '"conflicts": 0' in others
    assert len(participant) == 2
    assert operator[0]["conflicts"] == 1


def test_a_value_from_a_restricted_source_stands_and_names_whom_to_ask(tmp_path, capsys, monkeypatch):
    with behind(commitments=(commitment(audience=SECRET),)):
        at = desk(tmp_path, capsys, monkeypatch)
        [found] = json.loads(at.type("commitments", "--json")[1])
        shown = at.type("commitments")[1]

    assert (found["quote"], found["event"]) == (None, None)
    assert found["restricted"] == "from a restricted source; ask dana"
    assert "restricted source; ask dana" in shown


def test_only_promises_that_need_review_where_asked(tmp_path, capsys, monkeypatch):
    with behind(commitments=(commitment(), commitment(needs_review=True))):
        _, out, _ = desk(tmp_path, capsys, monkeypatch).type("commitments", "--needs-review", "--json")

    assert [each["needs_review"] for each in json.loads(out)] == [True]


def test_a_snoozed_risk_says_until_when(tmp_path, capsys, monkeypatch):
    risk = finding(Severity.HIGH)
    until = Acknowledged(finding=risk.id, by="dana", at=risk.since, until=risk.since, reason="holiday")
    with behind(risks=(risk,), acknowledged={risk.id: until}):
        at = desk(tmp_path, capsys, monkeypatch)
        [found] = json.loads(at.type("risks", "--all", "--json")[1])
        shown = at.type("risks", "--all")[1]

    assert found["acknowledged"]["until"] == "2025-09-29T09:00:00+02:00"
    assert "snoozed by dana until Mon 29 Sep 09:00" in shown


def test_a_risk_of_a_promise_is_about_a_promise_and_its_id_stands_where_it_can_be_named(tmp_path, capsys, monkeypatch):
    risk = replace(finding(), subject="meeting-7ed78774ae225e29", commitment="meeting-7ed78774ae225e29", tickets=())
    with behind(risks=(risk,)):
        shown = desk(tmp_path, capsys, monkeypatch).type("risks")[1]

    assert "critical   a promise   CI is failing" in shown
    assert "commitment_ci_failing/meeting-7ed78774ae225e29" in shown


def test_people_show_the_team_and_whoever_is_nobodys(tmp_path, capsys, monkeypatch):
    unmapped = Unmapped(identity="github:octo", source="github", seen=3, suggestion="priya")
    with behind(people=((Person(id="priya", name="Priya Raman"),), (unmapped,))):
        at = desk(tmp_path, capsys, monkeypatch)
        found = json.loads(at.type("people", "--json")[1])
        shown = at.type("people")[1]

    assert found["people"][0]["id"] == "priya"
    assert found["unmapped"] == [{"identity": "github:octo", "source": "github", "seen": 3, "suggestion": "priya"}]
    assert "github:octo" in shown
