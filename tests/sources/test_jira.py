import json
from pathlib import Path

import pytest

from jira_payloads import (
    TEAM,
    delivery,
    history,
    hook,
    issue,
    item,
    read,
    said,
    updated,
)
from sprintmind.domain.events import Source, Visibility
from sprintmind.intake import DeliveryError, parse

SAMPLES = Path(__file__).parent.parent / "samples" / "jira"


def only(payload, **more):
    (event,) = read(payload, **more)
    return event


def test_a_sprints_webhook_is_an_observation():
    shown = {"id": 5, "name": "S 5", "state": "active", "startDate": "2025-09-22T09:00:00.000Z", "originBoardId": 3}
    (seen,) = only(hook("sprint_started", sprint=shown)).observations
    assert (seen.id, seen.name, seen.state, seen.board) == ("5", "S 5", "active", "3")


def test_a_link_by_ids_is_an_observation():
    kind = {"outwardName": "blocks", "inwardName": "is blocked by"}
    link = {"id": 1, "sourceIssueId": 10001, "destinationIssueId": 10002, "issueLinkType": kind}
    (seen,) = only(hook("issuelink_created", issueLink=link)).observations
    assert (seen.issue, seen.on, seen.relation, seen.removed) == ("10002", "10001", "is blocked by", False)


def comment(body="Merged.", **more):
    return {
        "id": "77",
        "body": body,
        "author": {"accountId": "acc-tom"},
        "created": "2025-09-23T09:00:00.000+0200",
        **more,
    }


def test_an_edited_comment_is_a_new_version_of_one_document():
    first = only(hook("comment_created", issue(), comment=comment()))
    again = only(
        hook("comment_updated", issue(), comment=comment("Not merged.", updated="2025-09-23T10:00:00.000+0200"))
    )
    gone = only(hook("comment_deleted", issue(), comment=comment()))
    assert {first.document, again.document, gone.document} == {"comment:jira:77"}
    assert len({first.key, again.key, gone.key}) == 3
    assert (first.source, first.author, first.kind, gone.kind) == (Source.COMMENT, "tom", "comment", "comment_deleted")


def test_a_comment_edited_back_is_a_version_of_its_own():
    first = only(hook("comment_created", issue(), comment=comment()))
    back = only(hook("comment_updated", issue(), comment=comment(updated="2025-09-23T11:00:00.000+0200")))
    assert first.key != back.key


def test_a_comment_is_one_event_whoever_tells_it():
    keys = {
        only(hook("comment_created", issue(), comment=comment())).key,
        only(hook("jira:issue_updated", issue(), comment=comment(), issue_event_type_name="issue_commented")).key,
        read(issue(comment={"comments": [comment()]}))[-1].key,
    }
    assert len(keys) == 1


def test_a_comment_for_one_role_is_not_for_everyone():
    event = only(hook("comment_created", issue(), comment=comment(visibility={"type": "role", "value": "Admins"})))
    assert event.audience.visibility is Visibility.PARTICIPANTS
    assert event.audience.people == {"tom"}


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        pytest.param(hook("worklog_created", worklog={"issueId": "10001"}), "hours are not tracked", id="worklog"),
        pytest.param(hook("jira:version_released", version={}), "versions are not tracked", id="version"),
        pytest.param(hook("user_created", user={}), "people are named", id="user"),
        pytest.param(hook("board_created", board={}), "board", id="board"),
        pytest.param(hook("project_updated", project={}), "project", id="project"),
        pytest.param(hook("jira:surprise"), "'jira:surprise' is not one", id="unknown event"),
        pytest.param(updated(item("labels", "", "x")), "changed only labels", id="labels"),
        pytest.param(hook("jira:issue_updated", issue()), "not said in what", id="an update of nothing"),
        pytest.param({"issues": []}, "an empty list of issues", id="an empty search"),
        pytest.param({"id": "10057", "key": "NW-3"}, "without its fields", id="the answer to a creation"),
        pytest.param({"values": [{"id": 1, "name": "B", "type": "scrum"}]}, "a board", id="boards"),
    ],
)
def test_what_is_known_and_useless_is_ignored_with_its_reason(payload, reason):
    (event,) = read(payload)
    assert event.claims == ()
    assert reason in event.ignored


def test_a_page_of_a_changelog_is_read_by_the_key_in_its_address():
    page = {"self": "https://jira.example/rest/api/3/issue/NW-1/changelog?startAt=0",
            "values": [history(item("summary", "A", "B"))]}  # fmt: skip
    assert said(page) == {("NW-1", "title"): "B"}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        pytest.param(b"", "empty", id="empty"),
        pytest.param(
            b'{"webhookEvent": "jira:issue_updated", "issue": {"id": "1",},}', "not JSON", id="trailing comma"
        ),
        pytest.param(b'{"hello": "world"}', "no Jira shape (hello)", id="another shape"),
        pytest.param(b"[]", "an empty list", id="an empty list"),
        pytest.param(b"7", "found int", id="a number"),
        pytest.param(b"payload=%7B%7D", "form-encoded", id="a form"),
        pytest.param('{"a": 1}'.encode("utf-16"), "not UTF-8", id="utf-16"),
        pytest.param(b"[" * 100_000, "not JSON", id="too deep"),
        pytest.param(b'{"errorMessages": ["no such issue"]}', "no such issue", id="jira's own error"),
        pytest.param(b'{"webhookEvent": "jira:issue_deleted"}', "issue.key", id="no issue"),
        pytest.param(b'{"webhookEvent": "jira:issue_deleted", "issue": {"key": "NW-1"}}', "timestamp", id="no time"),
        pytest.param(b'{"webhookEvent": "comment_created", "timestamp": 1}', "comment", id="no comment"),
    ],
)
def test_what_cannot_be_read_is_refused_with_place_and_expectation(body, message):
    with pytest.raises(DeliveryError, match=r"expected|not with data") as refusal:
        parse(delivery(body, filename="jira.json"), TEAM)
    assert message in str(refusal.value)
    assert "jira.json" not in str(refusal.value)  # which file it is, its reader says


def test_a_file_named_after_an_event_may_still_hold_a_rest_issue():
    assert said(issue(), name="issue_created")["NW-1", "title"] == "Sandbox"


def test_a_csv_export_is_refused_as_one():
    with pytest.raises(DeliveryError, match="a CSV export is not Jira JSON"):
        parse(delivery(b'"id","key"\n', filename="issues.csv"), TEAM)


def test_a_byte_order_mark_and_a_wrapper_do_no_harm():
    inner = json.dumps({"name": "jira:issue_created", "payload": {"timestamp": 1758524400000, "issue": issue()}})
    assert said(b"\xef\xbb\xbf" + inner.encode())["NW-1", "title"] == "Sandbox"


@pytest.mark.parametrize("file", sorted(SAMPLES.glob("*.json")), ids=lambda file: file.stem)
def test_a_sample_is_read(file):
    assert any(not event.ignored for event in read(file.read_bytes(), filename=file.name))
