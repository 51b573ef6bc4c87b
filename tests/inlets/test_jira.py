"""Jira's REST interface, read page by page: server and cloud."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from inlets.fake_jira import Jira, issue, item, sprint
from inlets.local_server import Reply, api, serving
from jira_payloads import TEAM
from sprintmind.errors import ConfigError, UnavailableError
from sprintmind.inlets.jira import JiraInlet, open_inlets
from sprintmind.inlets.jira.bounds import bound
from sprintmind.inlets.patience import Patience
from sprintmind.sources.jira import parse

NOW = datetime(2025, 10, 1, 9, tzinfo=UTC)
LONG_AGO = datetime(2025, 3, 1, 9, tzinfo=UTC)
both = pytest.mark.parametrize("cloud", [pytest.param(False, id="server"), pytest.param(True, id="cloud")])


class Known:
    """A ledger that knows some issues."""

    def __init__(self, **issues):
        self.issues = {key.replace("_", "-"): number for key, number in issues.items()}

    def keys(self):
        return frozenset(self.issues)

    def issue(self, key):
        return self.issues[key]


def northwind(*, count=5, **more):
    """Issues that changed one minute after the other, on the last day of September."""
    jira = Jira(**more)
    for n in range(1, count + 1):
        jira.add(issue(f"NW-{n}", 10000 + n, created=datetime(2025, 9, 1, 8, tzinfo=UTC)))
        jira.change(10000 + n, NOW - timedelta(days=1, minutes=count - n), item("status", "To Do", "In Progress"))
    return jira


def inlet(server, *projects):
    asked = api(server, name="Jira", variable="SPRINTMIND_JIRA_TOKEN")
    return JiraInlet(api=asked, projects=projects or ("NW",), now=lambda: NOW)


def read(server, cursors, *, since=None, until=None, known=None, projects=()):
    """Read, keep the cursors as the ledger does, and stop after so many steps; what was read."""
    steps = []
    for step in inlet(server, *projects).read(dict(cursors), since=since, known=known or Known()):
        steps.append(step)
        for name, value in step.cursors.items():
            cursors.pop(name, None)
            if value is not None:
                cursors[name] = value
        if until and len(steps) == until:
            break
    return steps


def events(steps, kind=None):
    found = [event for step in steps for each in step.deliveries for event in parse(each, TEAM)]
    return [event for event in {each.key: each for each in found}.values() if kind is None or event.kind == kind]


def changed(steps):
    return sorted(event.title for event in events(steps, "issue_updated"))


@both
def test_every_page_is_read(cloud):
    with serving(northwind(count=11, page=3, cloud=cloud).answer) as server:
        steps = read(server, {})
    assert len(events(steps, "issue")) == 11
    assert len(events(steps, "issue_updated")) == 11


@both
def test_issues_of_current_sprints_are_read_however_old(cloud):
    jira = northwind(cloud=cloud, sprints=[sprint(3), sprint(4, "future")])
    jira.add(issue("NW-90", 10090, created=LONG_AGO, customfield_10020=[sprint(3)]))
    jira.add(issue("NW-91", 10091, created=LONG_AGO))
    with serving(jira.answer) as server:
        steps = read(server, {})
    shown = {event.title.split()[0] for event in events(steps, "issue")}
    assert "NW-90" in shown
    assert "NW-91" not in shown
    assert len(events(steps, "sprint")) == 2


def test_a_jira_without_boards_is_read_without_sprints_and_says_so():
    with serving(northwind(boards=False).answer) as server:
        steps = read(server, {})
    assert len(events(steps, "issue")) == 5
    assert any("no boards can be read" in note for step in steps for note in step.notes)


@both
@pytest.mark.parametrize("changelogs", [pytest.param(True, id="paged"), pytest.param(False, id="with the issue")])
def test_a_changelog_that_a_search_cuts_is_read_whole(cloud, changelogs):
    jira = northwind(count=1, cloud=cloud, changelogs=changelogs, page=30)
    for n in range(70):
        at = NOW - timedelta(hours=5, minutes=-n)
        jira.change(10001, at, item("summary", f"Take {n}", f"Take {n + 1}"))
    with serving(jira.answer) as server:
        found = events(read(server, {}))
    assert sum(event.kind == "issue_updated" for event in found) == 71
    (snapshot,) = [event for event in found if event.kind == "issue"]
    assert snapshot.observations[0].total == len(snapshot.observations[0].entries) == 71


@both
def test_an_issue_that_changes_while_it_is_read_is_read_as_it_is_then(cloud):
    jira = northwind(count=9, page=3, cloud=cloud)

    def meanwhile(asked):
        second = asked.query.get("nextPageToken") == "3" or asked.query.get("startAt") == "2"
        if second and jira.issues["10001"]["fields"]["status"]["name"] != "Done":
            jira.change(10001, NOW, item("status", "In Progress", "Done"))

    with serving(jira.answer) as server:
        server.before = meanwhile
        steps = read(server, {})
    assert {event.title.split()[0] for event in events(steps, "issue")} == {f"NW-{n}" for n in range(1, 10)}
    last = [event for event in events(steps, "issue") if event.title.startswith("NW-1 ")][-1]
    assert "done" in [claim.value for claim in last.claims]


@both
def test_what_changes_after_the_last_page_is_still_read(cloud):
    jira = northwind(cloud=cloud)

    def meanwhile(asked):
        if '"2025-10-01 08:59"' in asked.query.get("jql", "") and len(jira.histories["10001"]) == 1:
            jira.change(10001, NOW, item("status", "In Progress", "Done"))

    with serving(jira.answer) as server:
        server.before = meanwhile
        assert changed(read(server, {})).count("NW-1: status") == 2


def test_an_issue_that_goes_while_pages_are_read_takes_none_with_it():
    jira = northwind(count=9, page=3)

    def meanwhile(asked):
        if asked.query.get("startAt") == "2":
            jira.issues.pop("10001", None)

    with serving(jira.answer) as server:
        server.before = meanwhile
        steps = read(server, {})
    assert {event.title.split()[0] for event in events(steps, "issue")} >= {f"NW-{n}" for n in range(2, 10)}


@both
def test_whoever_is_stopped_goes_on_where_they_were(cloud):
    jira = northwind(count=7, page=2, cloud=cloud)
    with serving(jira.answer) as server:
        every = {event.key for event in events(read(server, {}))}
        total = len(read(server, {}))
        for stop in range(1, total, 2):
            cursors = {}
            before = read(server, cursors, until=stop)
            assert {event.key for event in events(before + read(server, cursors))} == every
        cursors = {}
        read(server, cursors, until=5)
        server.asked.clear()
        read(server, cursors)
        jql = next(each.query["jql"] for each in server.asked if "jql" in each.query and "ORDER" in each.query["jql"])
    assert jql.count("updated >=") == 2


@both
def test_the_next_reading_begins_where_this_one_began(cloud):
    cursors, jira = {}, northwind(cloud=cloud)
    with serving(jira.answer) as server:
        read(server, cursors)
        jira.change(10002, NOW, item("status", "In Progress", "Done"))
        found = read(server, cursors)
    assert {event.title.split()[0] for event in events(found, "issue")} == {"NW-2"}
    assert cursors == {"since": NOW.isoformat(), "keys": "NW"}


def test_a_project_that_is_new_in_the_settings_is_read_from_its_beginning():
    cursors, jira = {}, northwind(sprints=[sprint(3)])
    jira.add(issue("PAY-1", 20001, created=LONG_AGO, customfield_10020=[sprint(3)]))
    with serving(jira.answer) as server:
        read(server, cursors)
        found = read(server, cursors, projects=("NW", "PAY"))
    assert "PAY-1" in {event.title.split()[0] for event in events(found, "issue")}


def test_a_token_that_repeats_itself_does_not_loop():
    jira = northwind(cloud=True)
    endless = Reply({"issues": [], "nextPageToken": "again"})
    with serving(jira.answer) as server:
        server.faults = [("search/jql", endless), ("search/jql", endless)]
        assert len(events(read(server, {}), "issue")) == 5


@pytest.mark.parametrize(
    ("zone", "written"),
    [
        pytest.param("America/Los_Angeles", "2025-10-01 00:29", id="west"),
        pytest.param("Asia/Kathmandu", "2025-10-01 13:14", id="a quarter of an hour"),
        pytest.param("UTC", "2025-10-01 07:29", id="UTC"),
    ],
)
def test_a_bound_is_written_in_the_zone_of_whoever_asks(zone, written):
    assert bound(datetime(2025, 10, 1, 7, 30, 59, tzinfo=UTC), ZoneInfo(zone)) == written


@pytest.mark.parametrize("moment", [datetime(2025, 10, 26, h, 30, tzinfo=UTC) for h in (0, 1)], ids=["first", "second"])
def test_a_bound_in_the_hour_that_comes_twice_goes_back_a_day(moment):
    assert bound(moment, ZoneInfo("Europe/Berlin")) == "2025-10-25 02:29"


@both
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Asia/Tokyo", "UTC"])
def test_no_time_zone_loses_a_change(cloud, zone):
    cursors, jira = {}, northwind(cloud=cloud, zone=zone)
    with serving(jira.answer) as server:
        read(server, cursors)
        jira.change(10003, NOW + timedelta(seconds=1), item("status", "In Progress", "Done"))
        assert "NW-3: status" in changed(read(server, cursors))


def test_an_issue_that_is_gone_is_told_as_deleted():
    cursors, jira = {}, northwind()
    known = Known(NW_1="10001", NW_2="10002", NW_3="10003")
    with serving(jira.answer) as server:
        read(server, cursors)
        del jira.issues["10002"]
        found = events(read(server, cursors, known=known), "issue_deleted")
    assert [event.title for event in found] == ["NW-2 deleted"]


def test_an_issue_that_moved_to_a_project_of_others_is_followed():
    cursors, jira = {}, northwind()
    with serving(jira.answer) as server:
        read(server, cursors)
        jira.change(10002, NOW, item("Key", "NW-2", "OPS-7"))
        steps = read(server, cursors, known=Known(NW_1="10001", NW_2="10002"))
    assert events(steps, "issue_deleted") == []
    assert any(event.title.startswith("OPS-7") for event in events(steps))


def test_where_much_is_gone_at_once_nothing_is_taken_for_deleted():
    cursors, jira = {}, northwind(count=12)
    known = Known(**{f"NW_{n}": str(10000 + n) for n in range(1, 13)})
    with serving(jira.answer) as server:
        read(server, cursors)
        jira.hidden = {str(10000 + n) for n in range(1, 10)}
        steps = read(server, cursors, known=known)
    assert events(steps, "issue_deleted") == []
    assert any("9 of 12 known issues" in note for step in steps for note in step.notes)


def test_a_survey_counts_and_reads_nothing():
    with serving(northwind(sprints=[sprint(3)]).answer) as server:
        survey = inlet(server).survey({}, since=None)
    assert [(count.what, count.count, count.exact) for count in survey.counts] == [
        ("sprints", 1, True), ("issues of NW", 5, True),
    ]  # fmt: skip


@both
def test_without_project_keys_it_tells_which_there_are(cloud):
    with serving(northwind(cloud=cloud).answer) as server:
        empty = JiraInlet(api=api(server), projects=(), now=lambda: NOW)
        with pytest.raises(ConfigError, match=r"this token sees: NW \(Northwind\)"):
            empty.survey({}, since=None)


def test_a_wrong_token_is_found_out_first():
    with serving(northwind().answer) as server:
        server.faults = [("myself", Reply({}, 401))]
        with pytest.raises(UnavailableError, match="SPRINTMIND_JIRA_TOKEN"):
            read(server, {})


@pytest.mark.parametrize(
    ("email", "begins"),
    [pytest.param("dana@northwind.example", "Basic ", id="cloud"), pytest.param("", "Bearer ", id="server")],
)
def test_an_address_makes_the_token_one_of_the_cloud(email, begins):
    with serving(northwind().answer) as server:
        environ = {"SPRINTMIND_JIRA_TOKEN": "t", "SPRINTMIND_JIRA_EMAIL": email}
        (found,) = open_inlets(
            address=server.address + "/", parts=("NW",), environ=environ, now=lambda: NOW, patience=Patience()
        )
        found.survey({}, since=None)
        found.close()
        assert server.asked[0].headers["authorization"].startswith(begins)


@pytest.mark.parametrize(
    ("environ", "address", "told"),
    [
        pytest.param({}, "https://j.example", "SPRINTMIND_JIRA_TOKEN is not set", id="no token"),
        pytest.param({"SPRINTMIND_JIRA_TOKEN": "t"}, "", "address is not set", id="no address"),
    ],
)
def test_what_is_missing_is_named(environ, address, told):
    with pytest.raises(ConfigError, match=told):
        open_inlets(address=address, parts=("NW",), environ=environ, now=lambda: NOW, patience=Patience())
