"""What an issue belongs to and waits for: its parent, its links, its flag."""

from collections.abc import Iterator

from sprintmind.domain.events import TicketKey
from sprintmind.sources.jira.heads import KEY
from sprintmind.sources.jira.payloads import Payload, at, mapping, rows, text
from sprintmind.sources.jira.relations import dependency


def parent_of(issue: Payload) -> tuple[bool, TicketKey | None]:
    """Tell whether an issue says whose part it is, and whose: an epic's, or an issue's whose sub-task it is."""
    fields = mapping(issue, "fields")
    epics = _named(issue, "Epic Link")
    told = [at(fields, "parent", "key"), at(fields, "epic", "key"), *(fields.get(field) for field in epics)]
    keys = (each.upper() for each in told if isinstance(each, str))
    found = next((key for key in keys if KEY.fullmatch(key)), None)
    said = found is not None or any(name in fields for name in ("parent", "epic", *epics))
    return said, TicketKey(found) if found else None


def flagged(issue: Payload) -> bool:
    """Tell whether an issue carries the flag `Impediment`."""
    fields = mapping(issue, "fields")
    marks = (each for name in fields if name.startswith("customfield_") for each in rows(fields, name))
    marked = any(text(mark, "value") == "Impediment" for mark in marks)
    return marked or fields.get("flagged") is True or any(fields.get(name) for name in _named(issue, "Flagged"))


def links_of(issue: Payload, key: TicketKey) -> Iterator[tuple[str, str, str]]:
    """Tell an issue's links that are dependencies: who depends, on what, and in which words."""
    for link in rows(issue, "fields", "issuelinks"):
        for end, name in (("inwardIssue", "inward"), ("outwardIssue", "outward")):
            other, relation = text(link, end, "key").upper(), text(link, "type", name)
            found = dependency(relation, key, other) if KEY.fullmatch(other) else None
            if found:
                yield (*found, f"{relation} {other}")


def _named(issue: Payload, name: str) -> list[str]:
    """Find fields by the names that `expand=names` gives."""
    return [field for field, shown in mapping(issue, "names").items() if shown == name]
