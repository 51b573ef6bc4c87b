"""Which event a delivery is: by its name, its wrapper, its file's name, or the shape of its body."""

from pathlib import PurePath
from typing import NoReturn

from sprintmind.intake import Delivery, DeliveryError
from sprintmind.sources.github.payload import Node, decoded

# fmt: off
EVENTS = frozenset({
    "branch_protection_configuration", "branch_protection_rule", "check_run", "check_suite", "code_scanning_alert",
    "commit_comment", "create", "custom_property", "custom_property_values", "delete", "dependabot_alert",
    "deploy_key", "deployment", "deployment_protection_rule", "deployment_review", "deployment_status",
    "discussion", "discussion_comment", "fork", "github_app_authorization", "gollum", "installation",
    "installation_repositories", "installation_target", "issue_comment", "issues", "issue_dependencies", "label",
    "marketplace_purchase", "member", "membership", "merge_group", "meta", "milestone", "org_block", "organization",
    "package", "page_build", "personal_access_token_request", "ping", "project", "project_card", "project_column",
    "projects_v2", "projects_v2_item", "projects_v2_status_update", "public", "pull_request", "pull_request_review",
    "pull_request_review_comment", "pull_request_review_thread", "pull_request_target", "push", "registry_package",
    "release", "repository", "repository_advisory", "repository_dispatch", "repository_import",
    "repository_ruleset", "repository_vulnerability_alert", "secret_scanning_alert",
    "secret_scanning_alert_location", "secret_scanning_scan", "security_advisory", "security_and_analysis",
    "sponsorship", "star", "status", "sub_issues", "team", "team_add", "watch", "workflow_dispatch", "workflow_job",
    "workflow_run",
})
"""Names of GitHub's webhook events."""
# fmt: on

SHAPES: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (name, frozenset(keys.split()))
    for name, keys in (
        ("rest_check_run", "head_sha name status check_suite"),
        ("pull_request_review", "review pull_request"),
        ("pull_request_review_thread", "thread pull_request"),
        ("pull_request_review_comment", "comment pull_request"),
        ("pull_request", "action pull_request"),
        ("deployment_status", "deployment_status"),
        ("workflow_job", "workflow_job"),
        ("deployment", "deployment"),
        ("check_run", "check_run"),
        ("check_suite", "check_suite"),
        ("workflow_run", "workflow_run"),
        ("merge_group", "merge_group"),
        ("release", "action release"),
        ("issue_comment", "issue comment"),
        ("issues", "action issue"),
        ("commit_comment", "action comment"),
        ("create", "ref ref_type master_branch"),
        ("delete", "ref ref_type"),
        ("push", "ref before after repository pusher"),
        ("status", "sha state context repository"),
        ("ping", "zen hook_id"),
        ("rest_pull_request", "number state head base"),
        ("rest_check_suite", "head_sha status app before after"),
        ("rest_workflow_run", "head_sha workflow_id status"),
        ("rest_review", "pull_request_url submitted_at state user"),
        ("rest_commit", "sha commit files"),
        ("rest_commit", "sha commit parents"),
        ("rest_issue", "number title state url"),
    )
)
"""What each body, or REST object, has at its top; the first that fits is taken."""

RENAMES = frozenset({"renamed", "transferred", "archived", "unarchived", "publicized", "privatized", "edited"})
LISTS = {"check_runs": "rest_check_run", "check_suites": "rest_check_suite", "workflow_runs": "rest_workflow_run"}


def recognised(delivery: Delivery) -> tuple[tuple[str, Node], ...]:
    """Tell which event a delivery is, with its payload; a list of REST objects is one of each.

    Raises:
        DeliveryError: The body is no JSON, or nothing that GitHub sends.
    """
    root = decoded(delivery)
    wrapped = _unwrapped(root)
    name, payload = (delivery.name or wrapped[0], wrapped[1]) if wrapped else (delivery.name, Node(root))
    if isinstance(payload.value, list) and payload.value:
        return tuple((_rest(each.object()), each) for each in payload)
    payload.object()
    for key, listed in LISTS.items():
        if isinstance(payload[key].value, list) and payload["total_count"]:
            return tuple((listed, each.object()) for each in payload[key]) or payload[key].refuse("at least one")
    return ((_named(name, delivery, payload), payload),)


def _unwrapped(root: object) -> tuple[str, Node] | None:
    if not isinstance(root, dict) or not isinstance(root.get("payload"), dict):
        return None
    name = root.get("name") or root.get("event")
    return (name, Node(root["payload"], "payload")) if isinstance(name, str) else None


def _named(name: str | None, delivery: Delivery, payload: Node) -> str:
    """Settle the name; a REST pull request or issue is known by its shape whatever it is called."""
    shape = _shape(payload)
    if shape and shape.startswith("rest_"):
        return shape
    filename = PurePath(delivery.filename).name.partition("__")[0].partition(".")[0]
    known = name or (filename if filename in EVENTS else None) or shape
    return known or refuse(payload)


def refuse(payload: Node) -> NoReturn:
    """Refuse what is nothing that GitHub sends."""
    found = ", ".join(repr(key)[:40] for key in list(payload.value)[:6]) or "nothing in it"
    raise DeliveryError(
        f"{payload.path or 'the payload'}: expected a GitHub webhook body or REST object, found an object with {found}"
    )


def _rest(payload: Node) -> str:
    shape = _shape(payload)
    if shape is None or not shape.startswith("rest_"):
        payload.refuse("a REST object of GitHub")
    return shape


def _shape(payload: Node) -> str | None:
    keys = {key for key, value in payload.value.items() if value is not None or key in ("user", "check_suite")}
    found = next((name for name, needed in SHAPES if needed <= keys), None)
    if found is None and sent_by_github(payload):
        return "repository" if payload["action"].hint() in RENAMES and keys <= _ABOUT_REPOSITORY else "unknown"
    return found


_ABOUT_REPOSITORY = {"action", "changes", "repository", "organization", "sender", "installation", "enterprise"}


def sent_by_github(payload: Node) -> bool:
    """Tell whether this looks like any webhook of GitHub's: they name who sent it and where."""
    return bool(payload["sender.login"]) and any(
        isinstance(payload[key].value, dict) for key in ("repository", "organization", "installation", "enterprise")
    )
