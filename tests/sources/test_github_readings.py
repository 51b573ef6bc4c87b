"""What is read from each event."""

import copy
from dataclasses import replace
from time import process_time

import pytest

from github_builders import SAMPLES, TEAM, at, delivered, sample
from sprintmind.domain.checks import CheckKind
from sprintmind.domain.pulls import pull_requests
from sprintmind.domain.work import CiState, PullStatus
from sprintmind.sources.github.links import links
from sprintmind.sources.github.undoing import is_batch, undone_by_commit, undone_by_pull


def observed(body, **more):
    return delivered(body, **more)[0].observations[0]


def changed(name, **given):
    body = sample(name)
    target = body.get("pull_request", body)
    target.update(copy.deepcopy(given))
    return body


@pytest.mark.parametrize(
    ("given", "works_on", "mentions"),
    [
        pytest.param({"title": "NW-1: Totals"}, {"NW-1"}, set(), id="title"),
        pytest.param({"branch": "priya/nw-1-totals"}, {"NW-1"}, set(), id="branch, in small letters"),
        pytest.param({"body": "Closes NW-1"}, {"NW-1"}, set(), id="closing word"),
        pytest.param({"body": "fixed: pay-2"}, {"PAY-2"}, set(), id="closing word with a colon"),
        pytest.param({"body": "Resolves [NW-1](https://n.example/browse/NW-1)."}, {"NW-1"}, set(), id="a link"),
        pytest.param({"body": "Fixes https://n.example/browse/NW-1"}, {"NW-1"}, set(), id="an address"),
        pytest.param(
            {"body": "Fixes NW-1, NW-2 and PAY-3, see NW-4"}, {"NW-1", "NW-2", "PAY-3"}, {"NW-4"}, id="a list"
        ),
        pytest.param({"body": "Closes:\n- NW-1\n- **NW-2**\n\nNW-3"}, {"NW-1", "NW-2"}, {"NW-3"}, id="a bulleted list"),
        pytest.param({"body": "Part of NW-1"}, set(), {"NW-1"}, id="elsewhere"),
        pytest.param({"body": "Does not fix NW-1"}, set(), {"NW-1"}, id="negated"),
        pytest.param({"body": "Prefixes NW-1, hotfix NW-2"}, set(), {"NW-1", "NW-2"}, id="part of a word"),
        pytest.param({"body": "It is fixed.\n\nNW-1 waits"}, set(), {"NW-1"}, id="another sentence"),
        pytest.param({"body": "<!-- Fixes NW-1 -->"}, set(), set(), id="a template's comment"),
        pytest.param(
            {"body": "`fixes NW-1`\n> closes NW-2\nFixes NW-3"}, {"NW-3"}, {"NW-1", "NW-2"}, id="code, quotes"
        ),
        pytest.param({"body": "UTF-8, SHA-256, CVE-2024-1234, NW-0, XNW-1, NW-1x"}, set(), set(), id="look-alikes"),
        pytest.param({"title": "NW-1", "body": "NW-1"}, {"NW-1"}, set(), id="what works on is no mention"),
    ],
)
def test_link_strength(given, works_on, mentions):
    found = links(**{"title": "", "branch": "", "body": "", **given}, team=TEAM)
    assert (found.works_on, found.mentions) == (works_on, mentions)


@pytest.mark.parametrize(
    ("given", "numbers", "title"),
    [
        pytest.param({"title": 'Revert "NW-1: Totals"'}, (), "NW-1: Totals", id="title"),
        pytest.param({"title": 'Reapply "NW-1: Totals"'}, (), 'Revert "NW-1: Totals"', id="reapplied"),
        pytest.param({"branch": "revert-12-totals"}, (12,), None, id="branch"),
        pytest.param({"body": "Reverts Northwind/Shop#12"}, (12,), None, id="body"),
        pytest.param({"body": "Why\r\nReverts #12\r\n"}, (12,), None, id="a line of the body"),
    ],
)
def test_what_makes_a_pull_a_revert(given, numbers, title):
    undone = undone_by_pull(**{"title": "", "branch": "", "body": "", "repository": "northwind/shop", **given})
    assert undone
    assert (undone.numbers, undone.title) == (numbers, title)


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({"title": "Revert to the old totals"}, id="a title about reverting"),
        pytest.param({"branch": "fix/revert-12-totals"}, id="a branch about reverting"),
        pytest.param({"body": "It reverts nothing, see #12"}, id="a body about reverting"),
        pytest.param({"body": "Reverts other/place#12"}, id="another repository's"),
    ],
)
def test_what_makes_no_revert(given):
    assert undone_by_pull(**{"title": "", "branch": "", "body": "", "repository": "northwind/shop", **given}) is None


def test_a_reverting_commit_tells_what_it_reverts():
    message = 'Revert "Totals (#12)" (#15)\n\nThis reverts commit 9f9f9f9f.'
    undone = undone_by_commit(message, repository="northwind/shop")
    assert (undone.numbers, undone.commits) == ((12,), ("9f9f9f9f",))
    assert undone_by_commit("Totals (#12)", repository="northwind/shop") is None


@pytest.mark.parametrize(
    ("title", "branch", "expected"),
    [
        pytest.param("Merge #12 #14", "x", True, id="several numbers"),
        pytest.param("Rollup of 5 pull requests", "rollup-abc", True, id="a roll-up"),
        pytest.param("merge queue: checking main (1a2b) and #12", "mergify/merge-queue/1a2b", True, id="mergify"),
        pytest.param("NW-1: Merge carts", "nw-1", False, id="a title about merging"),
        pytest.param("NW-1: Follow up on #12 and #14", "nw-1", False, id="numbers in a title"),
    ],
)
def test_what_makes_a_batch(title, branch, expected):
    assert is_batch(title=title, branch=branch) is expected


def test_a_webhook_and_a_backfill_of_one_state_are_one_event():
    webhook = delivered(SAMPLES / "pull_request__merged.json")
    rest = delivered(SAMPLES / "rest_pull_request.json")
    listed = delivered(SAMPLES / "rest_pull_requests.json")
    assert [each.key for each in webhook] == [each.key for each in rest] == [listed[0].key]
    assert webhook == rest


def test_what_is_not_read_makes_no_other_event():
    plain = changed("pull_request__opened")
    other = changed(
        "pull_request__opened", comments=9, labels=[{"name": "x"}], merge_commit_sha="trial", mergeable=True
    )
    other |= {"action": "labeled", "sender": {"login": "somebody"}, "installation": {"id": 1}}
    assert delivered(plain)[0].key == delivered(other)[0].key


def test_another_body_is_another_event():
    assert (
        delivered(changed("pull_request__opened", body="x"))[0].key != delivered(sample("pull_request__opened"))[0].key
    )


def test_a_pull_is_read():
    seen = observed(sample("pull_request__merged"))
    assert (seen.repository, seen.repository_id, seen.number) == ("northwind/shop", 9001, 101)
    assert (seen.status, seen.merged_at, seen.author) == (
        PullStatus.MERGED,
        at(24 * 60 + 302).replace(second=11),
        "priya",
    )
    assert (seen.works_on, seen.mentions) == ({"NW-231", "PAY-12"}, {"NW-240"})
    assert set(seen.names) >= {"pull:9001/101", "ticket:NW-231", "ticket:NW-240", f"commit:{seen.head}"}


def test_a_pull_from_a_fork_that_is_gone_by_an_account_that_is_gone_is_read():
    seen = delivered(SAMPLES / "rest_pull_requests.json")[1].observations[0]
    assert (seen.status, seen.login, seen.author, seen.works_on) == (PullStatus.DRAFT, None, None, {"NW-244"})


def test_a_merge_shows_without_the_field_that_lists_leave_out():
    body = changed("rest_pull_request")
    del body["merged"], body["draft"]
    assert observed(body).status is PullStatus.MERGED


@pytest.mark.parametrize(
    ("user", "team"),
    [
        pytest.param({"login": "renovate", "type": "Bot"}, TEAM, id="marked by GitHub"),
        pytest.param({"login": "renovate[bot]", "type": "User"}, TEAM, id="by its login"),
        pytest.param(
            {"login": "Deployer", "type": "User"}, replace(TEAM, bots=frozenset({"deployer"})), id="by the team"
        ),
    ],
)
def test_bots_are_nobody_and_their_pulls_are_not_own(user, team):
    (event,) = delivered(changed("pull_request__opened", user=user), team=team)
    assert not event.observations[0].own
    assert event.identities == frozenset()


def test_a_login_that_is_nobodys_is_an_identity():
    (event,) = delivered(changed("pull_request__opened", user={"login": "octo", "type": "User"}))
    assert (event.author, event.identities) == (None, {"github:octo"})
    linked = replace(TEAM, links={"github:octo": "lena"})
    (event,) = delivered(changed("pull_request__opened", user={"login": "octo", "type": "User"}), team=linked)
    assert (event.author, event.identities) == ("lena", frozenset())


def test_a_review_gives_itself_and_the_pull_that_came_with_it():
    review, pull = delivered(SAMPLES / "pull_request_review__submitted.json")
    assert (review.kind, pull.kind) == ("pull_request_review", "pull_request")
    standing = pull_requests([*review.observations, *pull.observations], at=at(999))[0].reviews
    assert [(each.reviewer, each.approves, each.of_head) for each in standing] == [("tom", True, True)]


def test_a_dismissal_counts_from_when_the_pull_changed():
    body = sample("pull_request_review__submitted")
    body["review"]["state"] = "dismissed"
    body["pull_request"]["updated_at"] = "2025-09-29T15:00:00Z"
    assert observed(body).at == at(7 * 60)


def test_a_check_of_a_fork_finds_its_pull_by_the_head():
    events = [*delivered(SAMPLES / "pull_request__opened.json"), *delivered(SAMPLES / "check_run__completed.json")]
    pull = pull_requests([each for event in events for each in event.observations], at=at(99))[0]
    assert (pull.ci, pull.ci_evidence) == (CiState.FAILING, (events[1].key,))


def test_a_check_runs_webhook_and_its_rest_object_are_one_event():
    body = sample("check_run__completed")["check_run"]
    page = {"total_count": 1, "check_runs": [body]}
    assert delivered(page) == delivered(body) == delivered(SAMPLES / "check_run__completed.json")


@pytest.mark.parametrize("name", ["check_run__completed", "check_suite__completed", "workflow_run__completed"])
def test_checks_of_actions_belong_to_one_app(name):
    assert observed(sample(name)).app == "github-actions"


def test_old_payloads_name_an_app_without_its_slug():
    body = sample("check_run__completed")
    del body["check_run"]["app"]["slug"]
    assert observed(body).app == "github-actions"


def test_a_suite_into_which_its_app_put_nothing_says_nothing():
    body = sample("check_suite__completed")
    body["check_suite"] |= {"status": "queued", "conclusion": None, "latest_check_runs_count": 0}
    assert delivered(body)[0].ignored == "a check suite that its app has put no checks into"


def test_a_check_that_runs_is_pending_from_when_it_began():
    body = sample("check_run__completed")
    body["check_run"] |= {"status": "in_progress", "conclusion": None, "completed_at": None}
    seen = observed(body)
    assert (seen.state, seen.at, seen.kind) == ("in_progress", at(10), CheckKind.RUN)


def test_a_queues_branch_belongs_to_its_pull():
    queued = sample("check_run__completed")
    queued["check_run"]["check_suite"]["head_branch"] = f"gh-readonly-queue/release/v1/pr-101-{'d4' * 20}"
    assert observed(queued).queued_pull == "pull:9001/101"
    (event,) = delivered(SAMPLES / "merge_group__checks_requested.json")
    assert set(event.names) == {"pull:9001/101", f"commit:{'f6' * 20}"}


def test_a_push_to_the_default_branch_shows_what_lands_and_what_is_reverted():
    (event,) = delivered(SAMPLES / "push.json")
    landed, reverted = event.observations
    assert (landed.number, landed.carries, landed.revert) == (101, ("a1" * 20,), False)
    assert (reverted.revert, reverted.undoes, reverted.undoes_commits) == (True, (90,), ("9f" * 20,))
    assert event.said_at == landed.at == at(29 * 60 + 5)
    assert event.author == "priya"


def test_a_push_elsewhere_only_touches_its_tickets():
    body = sample("push") | {"ref": "refs/heads/nw-231-totals"}
    (event,) = delivered(body)
    assert (event.observations, event.touches, event.claims) == ((), {"ticket:NW-231"}, ())


def test_a_commits_author_is_known_by_a_noreply_address():
    body = sample("push")
    body["commits"][0]["author"] = {"name": "x", "email": "77+octo@users.noreply.github.com"}
    assert delivered(body)[0].identities == {"github:octo"}


@pytest.mark.parametrize(
    ("name", "touches"),
    [
        pytest.param("create", {"ticket:NW-231"}, id="a branch"),
        pytest.param("delete", {"ticket:NW-231"}, id="a branch that goes"),
        pytest.param("issues__opened", {"ticket:NW-231"}, id="an issue"),
        pytest.param("issue_comment__created", {"ticket:NW-231", "ticket:PAY-12"}, id="a comment"),
        pytest.param("release__published", {"ticket:NW-231"}, id="release notes"),
    ],
)
def test_keys_elsewhere_are_evidence_of_activity(name, touches):
    (event,) = delivered(SAMPLES / f"{name}.json")
    assert event.touches == touches
    assert event.observations == ()
    assert event.ignored is None


def test_a_comment_is_a_document_whose_versions_share_its_id():
    first = delivered(SAMPLES / "issue_comment__created.json")[0]
    body = sample("issue_comment__created")
    body["action"] = "edited"
    body["comment"] |= {"body": "NW-231 is fine", "updated_at": "2025-09-29T13:00:00Z"}
    edited = delivered(body)[0]
    deleted = delivered(body | {"action": "deleted"})[0]
    assert first.document == edited.document == deleted.document == "comment:github:2201"
    assert len({first.key, edited.key, deleted.key}) == 3
    assert (edited.said_at, deleted.kind, deleted.source.value) == (at(5 * 60), "comment_deleted", "comment")


def test_a_renamed_repository_keeps_its_pulls():
    events = [*delivered(SAMPLES / "pull_request__opened.json"), *delivered(SAMPLES / "repository__renamed.json")]
    pull = pull_requests([each for event in events for each in event.observations], at=at(9999))[0]
    assert pull.name == "northwind/storefront#101"


def test_a_deployment_is_observed():
    seen = observed(sample("deployment_status__created"))
    assert (seen.environment, seen.state, set(seen.names)) == (
        "production",
        "success",
        {"deployment:1101", f"commit:{'c3' * 20}"},
    )


def test_text_that_no_database_takes_is_replaced():
    assert observed(changed("pull_request__opened", title="NW-1\0 \ud83d")).title == "NW-1\ufffd ?"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("\n" * 100_000, id="empty lines"),
        pytest.param("fixes " * 20_000, id="closing words"),
        pytest.param("Fixes NW-1" + ", NW-2" * 20_000, id="a long list"),
        pytest.param("fix " + " " * 100_000, id="spaces"),
        pytest.param("<!--" * 30_000 + "`" * 30_000, id="openings"),
        pytest.param('Revert "' + '"' * 50_000, id="quotes"),
    ],
)
def test_a_long_text_is_read_in_a_moment(body):
    started = process_time()
    links(title="", branch="", body=body, team=TEAM)
    undone_by_pull(title=body, branch="", body=body, repository="northwind/shop")
    undone_by_commit(body, repository="northwind/shop")
    assert process_time() - started < 3  # seconds; a slip into squares takes minutes
