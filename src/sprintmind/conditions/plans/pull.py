"""GitHub pull requests: title, body, labels, files and size, from a webhook, from REST or as the ledger knows them."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from sprintmind.conditions.files import facts
from sprintmind.conditions.plans.prose import without_comments
from sprintmind.conditions.plans.settings import with_settings
from sprintmind.conditions.plans.subjects import subjects_in
from sprintmind.domain.plans import ConditionName, FoundBy, Plan, PlanCondition, Subject, SubjectKind

LARGE_LINES, LARGE_FILES = 1500, 60  # more than anybody reads with care
_OPEN_BOX = re.compile(r"^\s*[-*]\s\[ \].*$", re.MULTILINE)
_KINDS = (
    ("lockfiles", "dependency updates", "it changes which packages are installed"),
    ("migrations", "schema migration", "it holds a migration"),
    ("infrastructure", "infrastructure change", "it changes infrastructure"),
)


def read_pull(text: str, file: str = "") -> Plan | None:  # noqa: ARG001  # all kinds are called alike
    """Read the JSON of a pull request; None if the text is something else."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return None
    shown = body.get("pull_request", body) if isinstance(body, dict) else None
    if not isinstance(shown, dict) or "title" not in shown or not ({"base", "head", "number"} & shown.keys()):
        return None
    files = shown.get("files") or body.get("files")
    return pull_plan(
        title=str(shown.get("title") or ""),
        body=str(shown.get("body") or ""),
        labels=_names(shown.get("labels"), "name"),
        files=_names(files, "filename"),
        lines=_count(shown, "additions") + _count(shown, "deletions"),
        changed=_count(shown, "changed_files"),
        name=_name(shown, body),
    )


def pull_plan(  # what a pull request is known by
    *,
    title: str,
    body: str = "",
    labels: Sequence[str] = (),
    files: Sequence[str] = (),
    lines: int = 0,
    changed: int = 0,
    name: str = "",
) -> Plan:
    """Make a plan of what is known of a pull request; a box that nobody ticked claims nothing.

    Args:
        title: Its title.
        body: Its description, as Markdown.
        labels: Names of labels.
        files: Paths that it changes.
        lines: Lines added and removed, 0 if that is not known.
        changed: How many files, 0 if that is not known.
        name: `owner/repo#number`.
    """
    words = f"{title}\n\n{_OPEN_BOX.sub('', with_settings(without_comments(body)))}"
    own = (Subject(kind=SubjectKind.PULL, name=name, words=title),) if name else ()
    found = tuple(_facts(labels, files, lines=lines, changed=changed or len(files)))
    return Plan(text=words, kind="pull", title=title, subjects=(*own, *subjects_in(words)), facts=found)


def _facts(labels: Sequence[str], files: Sequence[str], *, lines: int, changed: int) -> Iterator[PlanCondition]:
    kinds = 0
    for key, name, why in _KINDS:
        path = next((each for each in files if _is(each.casefold(), key)), None)
        if path:
            kinds += key != "infrastructure"
            yield _fact(name, path, why, common=key == "infrastructure")
    marked = next(
        (each for each in labels if each.casefold() in {"dependencies", "dependency", "deps", "renovate"}), None
    )
    if marked:
        yield _fact("dependency updates", f"label {marked}", "it is labelled so")
    if kinds > 1:
        yield _fact("bundled changes", f"{len(files)} files", "packages and the schema change together")
    if lines > LARGE_LINES or changed > LARGE_FILES:
        yield _fact("large change", f"{lines} lines in {changed} files", "it is larger than anybody reads with care")


def _fact(name: str, words: str, why: str, *, common: bool = False) -> PlanCondition:
    return PlanCondition(
        condition=ConditionName(name), words=words[:200], found_by=FoundBy.CONTENT, why=why, common=common
    )


def _is(path: str, key: str) -> bool:
    section = facts("content")["files"]
    listed = section.get(key) if isinstance(section, dict) else None
    marks = [str(each) for each in listed] if isinstance(listed, list) else []
    return any(f"/{path}".endswith(mark) or (mark.endswith("/") and f"/{mark}" in f"/{path}") for mark in marks)


def _names(listed: object, key: str) -> list[str]:
    entries = listed if isinstance(listed, list) else []
    return [str(each.get(key, "")) if isinstance(each, Mapping) else str(each) for each in entries]


def _count(shown: Mapping[str, object], key: str) -> int:
    value = shown.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _name(shown: Mapping[str, object], body: Mapping[str, object]) -> str:
    base = shown.get("base")
    places = (body.get("repository"), base.get("repo") if isinstance(base, Mapping) else None)
    repository = next(
        (str(each["full_name"]) for each in places if isinstance(each, Mapping) and "full_name" in each), ""
    )
    return f"{repository}#{shown['number']}" if repository and "number" in shown else ""
