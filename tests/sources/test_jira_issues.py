from dataclasses import replace
from datetime import UTC, datetime

import pytest

from jira_payloads import (
    DONE,
    PROGRESS,
    RECEIVED,
    TEAM,
    history,
    hook,
    issue,
    item,
    read,
    said,
    updated,
    with_log,
)
from sprintmind.domain.events import EventKey, Source
from sprintmind.domain.issues import IssueSeen
from sprintmind.domain.people import IdentityLinked
from sprintmind.domain.sprints import SprintSeen


def only(payload, **more):
    (event,) = read(payload, **more)
    return event


def test_a_created_issue_claims_every_field_at_its_creation():
    fields = {"assignee": {"accountId": "acc-tom"}, "duedate": "2025-10-03"}
    event = only(hook("jira:issue_created", issue(**fields)))
    assert {(c.field, c.value) for c in event.claims} == {
        ("title", "Sandbox"),
        ("status", "todo"),
        ("assignee", "tom"),
        ("due_date", "2025-10-03"),
    }
    assert {c.said_at for c in event.claims} == {datetime(2025, 9, 22, 7, tzinfo=UTC)}
    assert all(c.repeats and c.source is Source.TASK_UPDATE for c in event.claims)


def test_what_nobody_filled_in_at_creation_is_not_claimed():
    assert said(hook("jira:issue_created", issue(assignee=None, duedate=None))).keys() == {
        ("NW-1", "title"),
        ("NW-1", "status"),
    }


def test_an_update_claims_only_what_its_changelog_changed_when_it_changed():
    event = only(updated(item("status", "To Do", "In Progress"), status=PROGRESS, assignee={"accountId": "acc-tom"}))
    (claim,) = event.claims
    assert (claim.field, claim.value, claim.sequence) == ("status", "in_progress", 500)
    assert claim.said_at == datetime(2025, 9, 23, 7, tzinfo=UTC)
    assert not claim.repeats


@pytest.mark.parametrize(
    ("changed", "claims"),
    [
        pytest.param(item("summary", "A", "B"), {"title": "B"}, id="title"),
        pytest.param(item("status", "To Do", "Code Review"), {"status": "in_review"}, id="review"),
        pytest.param(item("status", "To Do", "QA"), {"status": "in_qa"}, id="qa"),
        pytest.param(item("status", "To Do", "Blocked"), {"blocked": True}, id="blocked is no status"),
        pytest.param(
            item("status", "Blocked", "In Progress"), {"blocked": False, "status": "in_progress"}, id="unblocked"
        ),
        pytest.param(item("status", "To Do", "Fertig"), {}, id="an unknown status claims nothing"),
        pytest.param(item("assignee", None, "Tom", to="acc-tom"), {"assignee": "tom"}, id="assigned"),
        pytest.param(item("assignee", "Tom", None, **{"from": "acc-tom"}), {"assignee": None}, id="unassigned"),
        pytest.param(item("assignee", None, "Lena Vogt", to="acc-x"), {"assignee": "lena"}, id="by displayed name"),
        pytest.param(item("assignee", None, "Kim", to="acc-kim"), {"assignee": "unknown"}, id="a stranger"),
        pytest.param(
            item("duedate", None, "2025-10-03 00:00:00.0", to="2025-10-03"), {"due_date": "2025-10-03"}, id="due date"
        ),
        pytest.param(
            item("duedate", "2025-10-03", None, **{"from": "2025-10-03"}), {"due_date": None}, id="no due date"
        ),
        pytest.param(item("duedate", None, "soon", to="soon"), {}, id="no date claims nothing"),
        pytest.param(
            item("Sprint", "S 1", "S 1, S 2", to="4, 5", **{"from": "4"}), {"sprint": "S 2"}, id="next sprint"
        ),
        pytest.param(item("Sprint", "S 1", "", to="", **{"from": "4"}), {"sprint": None}, id="out of the sprint"),
        pytest.param(
            item("Sprint", "S 1, S 2", "S 1", to="4", **{"from": "4, 5"}), {"sprint": None}, id="a closed one is left"
        ),
        pytest.param(
            item("Sprint", "", "Cart, part 2", to="7", **{"from": ""}),
            {"sprint": "Cart, part 2"},
            id="a comma in a name",
        ),
        pytest.param(item("IssueParentAssociation", None, "NW-9", to="10009"), {"parent": "NW-9"}, id="parent"),
        pytest.param(item("Flagged", "", "Impediment"), {"blocked": True}, id="flagged"),
        pytest.param(item("Flagged", "Impediment", ""), {"blocked": False}, id="unflagged"),
        pytest.param(
            item("Link", None, "This issue is blocked by NW-2", to="NW-2"), {"dependency:NW-2": True}, id="depends"
        ),
        pytest.param(
            item("Link", "This issue depends on NW-2", None, **{"from": "NW-2"}),
            {"dependency:NW-2": False},
            id="no more",
        ),
        pytest.param(item("Link", None, "This issue relates to NW-2", to="NW-2"), {}, id="relates"),
        pytest.param(item("labels", "a", "b"), {}, id="labels"),
    ],
)
def test_a_changelog_item_claims(changed, claims):
    assert {field: value for (_, field), value in said(updated(changed)).items()} == claims


def test_an_issue_that_blocks_another_claims_on_the_other():
    assert said(updated(item("Link", None, "This issue blocks PAY-7", to="PAY-7"))) == {
        ("PAY-7", "dependency:NW-1"): True
    }


def test_a_status_with_an_unknown_name_goes_by_its_category_where_the_issue_shows_it():
    found = {"name": "Fertig", "statusCategory": {"key": "done"}}
    assert said(updated(item("status", "To Do", "Fertig"), status=found)) == {("NW-1", "status"): "done"}


def test_a_status_of_which_nothing_is_known_is_refused_with_its_reason():
    (claim,) = only(updated(item("status", "To Do", "Fertig"))).claims
    assert claim.value is None
    assert claim.rejected == "the status 'Fertig' is in no list and came without its category"


def test_what_the_issue_shows_by_now_does_not_explain_an_earlier_change():
    shown = {"status": {"name": "Closed", "statusCategory": {"key": "done"}}, "resolution": {"name": "Won't Do"}}
    assert said(updated(item("status", "To Do", "Done"), **shown)) == {("NW-1", "status"): "done"}
    assert said(updated(item("status", "To Do", "Fertig"), **shown)) == {}


@pytest.mark.parametrize(
    ("name", "category", "resolution", "status"),
    [
        pytest.param("Code Review", "indeterminate", "", "in_review", id="the name says more than the category"),
        pytest.param("Ready for QA", "indeterminate", "", "in_qa", id="qa"),
        pytest.param("Selected", "new", "", "todo", id="a new category"),
        pytest.param("Ausgeliefert", "done", "", "done", id="a category done"),
        pytest.param("Ausgeliefert", "done", "Duplicate", "cancelled", id="a resolution that gives up"),
        pytest.param("Won’t Do", "done", "", "cancelled", id="a name that gives up, with a typographer's apostrophe"),
        pytest.param("Rejected", "done", "", "cancelled", id="rejected for good"),
        pytest.param("Rejected", "indeterminate", "", "in_progress", id="rejected by a tester"),
        pytest.param("Selected", "indeterminate", "Won't Do", "in_progress", id="a stale resolution"),
    ],
)
def test_a_status_means(name, category, resolution, status):
    shown = {"name": name, "statusCategory": {"key": category}}
    found = said(
        hook("jira:issue_created", issue(status=shown, resolution={"name": resolution} if resolution else None))
    )
    assert found["NW-1", "status"] == status


def test_a_resolution_that_gives_up_cancels():
    given = updated(item("status", "To Do", "Done"), status=DONE, resolution={"name": "Won't Do"})
    assert said(given) == {("NW-1", "status"): "cancelled"}
    later = updated(item("resolution", "Done", "Duplicate"), status=DONE, resolution={"name": "Duplicate"})
    assert said(later) == {("NW-1", "status"): "cancelled"}
    assert said(updated(item("resolution", None, "Done"), status=DONE, resolution={"name": "Done"})) == {}


def test_the_teams_own_map_comes_first():
    team = replace(TEAM, status_map={"ready": "in_qa"})
    assert said(updated(item("status", "To Do", "Ready")), team=team) == {("NW-1", "status"): "in_qa"}


def test_a_rest_issue_says_each_field_when_it_last_changed():
    shown = issue(updated="2025-09-25T09:00:00.000+0200", status=PROGRESS, assignee={"accountId": "acc-tom"})
    event = read(with_log(shown, history(item("status", "To Do", "In Progress"))))[-1]
    when = {c.field: (c.said_at.isoformat(), c.sequence) for c in event.claims}
    assert when == {
        "title": ("2025-09-22T07:00:00+00:00", 0),
        "status": ("2025-09-23T07:00:00+00:00", 500),
        "assignee": ("2025-09-22T07:00:00+00:00", 0),
    }


def test_without_its_changelog_a_rest_issue_says_its_fields_when_it_was_updated():
    event = only(issue(updated="2025-09-25T09:00:00.000+0200", assignee=None))
    assert {c.said_at.isoformat() for c in event.claims} == {"2025-09-25T07:00:00+00:00"}
    assert {c.field: c.value for c in event.claims}["assignee"] is None


def test_a_backfill_of_a_new_issue_is_the_event_of_its_creation():
    created = only(hook("jira:issue_created", issue())).key
    assert only(issue()).key == created
    assert only(with_log(issue())).key == created


def test_a_history_entry_is_the_event_of_its_webhook():
    change = item("status", "To Do", "In Progress")
    hooked = only(updated(change, status=PROGRESS, at="2025-09-23T09:00:00+02:00"))
    then = history(item("status", "In Progress", "Done"), entry="501", at="2025-09-24T09:00:00.000+0200")
    logged = read(with_log(issue(updated="2025-09-25T09:00:00.000+0200", status=DONE), history(change), then))[0]
    assert logged.key == hooked.key
    assert logged.claims == hooked.claims
    assert logged.observations == hooked.observations


def test_a_redelivery_is_the_same_event_and_other_content_is_another():
    change = item("status", "To Do", "Done")
    first = only(updated(change, status=DONE), delivery_id="a")
    assert only(updated(change, status=DONE, votes={"votes": 7}), delivery_id="b").key == first.key
    assert only(updated(change, status=DONE, resolution={"name": "Duplicate"})).key != first.key


def test_a_changelog_shorter_than_its_total_is_told():
    seen = [o for e in read(with_log(issue(), history(item("labels")), total=3)) for o in e.observations]
    assert {each.total for each in seen} == {None, 3}


def test_a_move_tells_both_keys_of_one_issue():
    event = only(
        updated(item("project", "Northwind", "Payments"), item("Key", "NW-1", "PAY-31"), found=issue("PAY-31"))
    )
    (seen,) = event.observations
    assert isinstance(seen, IssueSeen)
    assert (seen.id, seen.previous_key, seen.key) == ("10001", "NW-1", "PAY-31")
    assert event.names >= {"issue:10001", "ticket:NW-1", "ticket:PAY-31"}
    assert event.ignored is None


def test_history_before_a_move_is_told_under_the_old_key():
    moved = history(item("Key", "NW-1", "PAY-31"), entry="501", at="2025-09-24T09:00:00.000+0200")
    before, *_ = read(with_log(issue("PAY-31"), history(item("summary", "A", "Sandbox")), moved))
    assert [claim.subject for claim in before.claims] == ["NW-1"]


def test_an_issue_of_another_project_is_seen_and_ignored():
    event = only(hook("jira:issue_created", issue("OPS-1")))
    assert (event.claims, event.observations) == ((), ())
    assert event.ignored == "project OPS is not among the team's keys"


def test_a_move_out_of_the_teams_projects_is_still_told():
    event = only(updated(item("Key", "NW-1", "OPS-4"), found=issue("OPS-4")))
    assert [each.previous_key for each in event.observations] == ["NW-1"]


def test_a_deleted_issue_is_a_tombstone():
    (seen,) = only(hook("jira:issue_deleted", issue())).observations
    assert (seen.deleted, seen.at.isoformat()) == (True, "2025-09-23T07:00:00+00:00")


def test_a_subtask_claims_its_parent_and_nothing_about_it():
    done = issue("NW-5", status=DONE, parent={"key": "NW-1", "id": "10001"})
    found = said(hook("jira:issue_created", done))
    assert found["NW-5", "parent"] == "NW-1"
    assert {subject for subject, _ in found} == {"NW-5"}


def test_a_stranger_is_listed_and_never_guessed():
    event = only(updated(item("assignee", None, "Kim", to="acc-kim")))
    assert event.identities == {"jira:acc-kim"}


def test_an_identity_that_is_said_to_be_nobodys_is_not_matched_by_name():
    link = IdentityLinked(event=EventKey("e"), at=RECEIVED, identity="jira:acc-x", person=None, by=None)
    changed = updated(item("assignee", None, "Tom Weber", to="acc-x"))
    assert said(changed) == {("NW-1", "assignee"): "tom"}
    assert said(changed, team=TEAM.linked([link])) == {("NW-1", "assignee"): "unknown"}


def test_a_server_user_is_known_by_address():
    shown = {"name": "lvogt", "key": "JIRAUSER1", "emailAddress": "lena@northwind.example", "displayName": "L. V."}
    assert said(updated(item("assignee", None, "L. V.", to="lvogt"), assignee=shown)) == {("NW-1", "assignee"): "lena"}


CLOUD_SPRINTS = [{"id": 4, "name": "S 4", "state": "closed"}, {"id": 5, "name": "S 5", "state": "active"}]
SERVER_SPRINT = (
    "com.atlassian.greenhopper.service.sprint.Sprint@1a[id=5,rapidViewId=1,state=ACTIVE,name=S 5,"
    "startDate=2025-09-22T06:39:30.147Z,endDate=<null>,completeDate=<null>,sequence=5]"
)


@pytest.mark.parametrize("field", [pytest.param(CLOUD_SPRINTS, id="cloud"), pytest.param([SERVER_SPRINT], id="server")])
def test_an_issue_is_in_its_open_sprint(field):
    event = only(hook("jira:issue_created", issue(customfield_10020=field)))
    assert {c.value for c in event.claims if c.field == "sprint"} == {"S 5"}
    assert "S 5" in {each.name for each in event.observations if isinstance(each, SprintSeen)}


def test_links_in_a_snapshot_are_dependencies_in_both_directions():
    kind = {"inward": "is blocked by", "outward": "blocks"}
    links = [{"type": kind, "inwardIssue": {"key": "NW-2"}}, {"type": kind, "outwardIssue": {"key": "PAY-3"}}]
    found = said(hook("jira:issue_created", issue(issuelinks=links)))
    assert found["NW-1", "dependency:NW-2"] is True
    assert found["PAY-3", "dependency:NW-1"] is True


CLOSED = {"id": 4, "name": "S 4", "state": "closed", "completeDate": "2025-09-24T09:00:00.000Z"}


def test_a_closed_sprint_keeps_what_was_done_in_it_and_not_what_was_not():
    entered = history(item("Sprint", "", "S 4", to="4", **{"from": ""}))
    shown = {"customfield_10020": [CLOSED], "updated": "2025-09-23T09:00:00.000+0200"}
    done, undone = (read(with_log(issue(status=each, **shown), entered))[-1] for each in (DONE, PROGRESS))
    assert [(c.value, c.said_at.day) for c in done.claims if c.field == "sprint"] == [("S 4", 23)]
    assert [(c.value, c.said_at.day) for c in undone.claims if c.field == "sprint"] == [(None, 24)]


def test_what_was_taken_out_of_its_sprint_stays_out():
    left = history(item("Sprint", "S 4, S 5", "S 4", to="4", **{"from": "4, 5"}))
    event = read(with_log(issue(status=DONE, customfield_10020=[CLOSED]), left))[-1]
    assert [(c.value, c.sequence) for c in event.claims if c.field == "sprint"] == [(None, 500)]
