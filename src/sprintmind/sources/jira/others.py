"""What else Jira sends and answers: known, and of no use to a ledger of delivery."""

from sprintmind.sources.jira.payloads import Payload, text

_EVENTS = {
    "worklog": "work was logged; hours are not tracked",
    "version": "a version of the project; versions are not tracked",
    "project": "a project's own data; only its issues are tracked",
    "board": "a board's own data; only its issues and sprints are tracked",
    "user": "a user's own data; people are named in the people file",
    "issue_property": "a property set by an app",
    "entity_property": "a property set by an app",
    "attachment": "an attachment; files are not read",
    "issuetype": "the project's configuration",
    "option": "the project's configuration",
    "filter": "somebody's saved search",
    "jira_expression": "the system's own message",
}
"""Why a webhook is of no use, by how its name begins (without `jira:`)."""

_SHAPES = (
    ({"transitions"}, "a list of transitions"),
    ({"watchers", "watchCount"}, "a list of watchers"),
    ({"worklogs"}, "a list of logged work; hours are not tracked"),
    ({"timeSpentSeconds"}, "logged work; hours are not tracked"),
    ({"started", "author"}, "logged work; hours are not tracked"),
    ({"views"}, "a list of boards"),
    ({"issueLinkTypes"}, "a list of kinds of links"),
    ({"projects"}, "what the projects let one create"),
    ({"keys", "self"}, "a list of properties set by apps"),
    ({"keys"}, "a list of properties set by apps"),
    ({"baseUrl", "version"}, "what the server says of itself"),
    ({"columnConfig"}, "a board's configuration"),
    ({"statusCategory", "name"}, "a status; its issues tell it"),
    ({"colorName", "key"}, "a category of statuses"),
    ({"subtask", "name"}, "a kind of issue"),
    ({"released", "name"}, "a version; versions are not tracked"),
    ({"globalId", "object"}, "a link to another system"),
    ({"relationship", "object"}, "a link to another system"),
    ({"application", "object"}, "a link to another system"),
    ({"items", "created"}, "a changelog entry without its issue; read the issue with expand=changelog"),
    ({"detail", "errors"}, "what another system tells of an issue's code"),
    ({"clauseNames", "name"}, "a field's definition"),
    ({"schema", "name"}, "a field's definition"),
    ({"jql", "name"}, "somebody's saved search"),
    ({"searchUrl", "name"}, "somebody's saved search"),
    ({"projectTypeKey"}, "a project"),
    ({"lead", "key"}, "a project"),
    ({"events", "url", "filters"}, "a webhook's registration"),
    ({"displayName", "emailAddress"}, "a user; people are named in the people file"),
    ({"displayName", "accountId"}, "a user; people are named in the people file"),
    ({"issueChangeLogs"}, "changelogs without their issues' keys; read the issues with expand=changelog"),
)
"""Why a REST object is of no use, by names that it has."""


def useless_event(name: str) -> str:
    """Tell why a webhook is of no use, or that it is not known."""
    plain = name.removeprefix("jira:")
    known = next((reason for start, reason in _EVENTS.items() if plain.startswith(start)), None)
    return known or f"the event {name!r} is not one that tells of issues, comments, links or sprints"


def useless_object(payload: Payload) -> str | None:
    """Tell why a REST object is of no use; None where its shape is not known."""
    if text(payload, "type") in ("scrum", "kanban", "simple") and "name" in payload:
        return "a board; only its issues and sprints are tracked"
    if text(payload, "type") == "doc" and "content" in payload:
        return "a text of no issue"
    return next((reason for names, reason in _SHAPES if names <= payload.keys()), None)
