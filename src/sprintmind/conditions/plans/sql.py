"""SQL migrations: what they lock, rewrite, drop, and whether there is a way back; literals are never shown."""

import re
from collections.abc import Iterator
from functools import cache

from sprintmind.conditions.files import facts
from sprintmind.conditions.plans.subjects import subjects_in
from sprintmind.domain.plans import ConditionName, FoundBy, Plan, PlanCondition, Subject, SubjectKind

_PIECE = re.compile(
    r"--(?P<line>[^\n]*)|/\*(?P<block>(?:[^*]|\*(?!/))*)(?:\*/|\Z)|(?P<text>'(?:[^']|'')*(?:'|\Z))|(?P<body>\$\$(?:[^$]|\$(?!\$))*(?:\$\$|\Z))|(?P<end>;)"
)
_BEGINS = re.compile(
    r"\s*(?:--[^\n]*\n\s*|/\*(?:[^*]|\*(?!/)){0,2000}\*/\s*){0,50}(?P<statement>(?:alter|create|drop|rename)\s+(?:(?:unique|materialized|or|replace|temporary|foreign|default)\s+){0,3}"
    r"(?:table|index|view|type|column|constraint|sequence|trigger|schema|function|procedure|database|role|user|policy|extension|domain)\b"
    r"|truncate\s+(?:table\s+)?[\w.\"]+\s*(?:;|cascade)|update\s+(?:only\s+)?[\w.\"]+\s+set\b|delete\s+from\s+[\w.\"]+\s*(?:;|where\b|using\b)"
    r"|insert\s+into\s+[\w.\"]+|begin\s*(?:;|transaction|work)|set\s+[\w. ]{1,60}?\s*(?:=|\bto\b)"
    r"|start\s+transaction|reindex\s+\w+|commit\s*(?:;|$)"
    r"|select\s[^;]{1,2000}?\bfrom\b|with\s+\w+\s+as\s*\(|analyze\b|comment\s+on\b"
    r"|grant\s[^;\n]{1,200}?\son\s[^;\n]{1,200}?\sto\s|revoke\s[^;\n]{1,200}?\son\s[^;\n]{1,200}?\sfrom\s|lock\s+table|vacuum\b)",
    re.IGNORECASE,
)
"""A statement, from where it begins; what a sentence begins with, "Drop 200 scans;", is none."""
_UP = re.compile(r"\+goose\s+up|migrate:\s*up|^\s*up\b|@up\b", re.IGNORECASE | re.MULTILINE)
_DOWN = re.compile(
    r"--[^\n]{0,20}(?:\+goose\s+down|migrate:\s*down|@down\b|\bdown\s*$|//@undo)[^\n]*", re.IGNORECASE | re.MULTILINE
)
_TABLE = re.compile(
    r"\b(?:alter\s+table|drop\s+table|create\s+table|truncate(?:\s+table)?|update|delete\s+from|insert\s+into|on)\s+(?:if\s+(?:not\s+)?exists\s+|only\s+)*(?P<name>[\w.\"`\[\]]{1,80})",
    re.IGNORECASE,
)
LONGEST = 5000  # characters of a statement that are looked at


def read_sql(text: str, file: str = "") -> Plan | None:
    """Read a migration; None if the text is not SQL from its first word on."""
    if not _BEGINS.match(text[:20_000]) or ";" not in text:
        return None
    down = _DOWN.search(text)
    forward = text[: down.start()] if down else text
    pieces, comments = _cut(forward)
    statements = [each for each in pieces if _BEGINS.match(each)] or pieces
    remarks = "\n".join((*comments, *(each for each in pieces if each not in statements)))
    named = _tables(statements)
    return Plan(
        text=f"SQL script with {len(statements)} statements.\n{remarks}",
        kind="sql",
        title=file or "SQL migration",
        subjects=(*named, *subjects_in(remarks)),
        facts=tuple(
            {fact.condition: fact for fact in reversed([*_facts(statements), *_way_back(text, down)])}.values()
        ),
    )


def _facts(statements: list[str]) -> Iterator[PlanCondition]:
    made = {
        match["name"].casefold()
        for each in statements
        if (match := re.match(r"create\s+table\s+(?:if\s+not\s+exists\s+)?(?P<name>\S+)", each, re.IGNORECASE))
    }
    for statement in statements:
        tables = {match["name"].casefold() for match in _TABLE.finditer(statement[:LONGEST])}
        for name, form, why in _rules():
            if form.match(statement[:LONGEST]) and not (name == "long lock" and tables and tables <= made):
                yield PlanCondition(condition=name, words=_head(statement), found_by=FoundBy.CONTENT, why=why)


@cache
def _rules() -> tuple[tuple[ConditionName, re.Pattern[str], str], ...]:
    listed = facts("content")["sql"]
    entries = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    flags = re.IGNORECASE | re.DOTALL
    return tuple((ConditionName(each["condition"]), re.compile(each["form"], flags), each["why"]) for each in entries)


def _way_back(text: str, down: re.Match[str] | None) -> Iterator[PlanCondition]:
    """Tell that there is no way back where the file has a place for it and nothing stands there."""
    if down is None and not _UP.search(text[:2000]):
        return
    if down is None or not any(each.strip() for each in _cut(text[down.end() :])[0]):
        words = down[0].strip() if down else "no part that undoes it"
        yield PlanCondition(
            condition=ConditionName("no rollback plan"),
            words=words,
            found_by=FoundBy.CONTENT,
            why="the part that undoes the migration is missing or empty",
        )


def _cut(text: str) -> tuple[list[str], list[str]]:
    """Cut a script into statements, their literals taken out, and its comments; one pass."""
    statements, comments, parts, at = [], [], [], 0
    for match in _PIECE.finditer(text):
        parts.append(text[at : match.start()])
        at = match.end()
        if match["end"]:
            statements.append(" ".join("".join(parts).split()))
            parts = []
        elif match["line"] is not None or match["block"] is not None:
            comments.append((match["line"] or match["block"] or "").strip())
            parts.append(" ")
        else:
            parts.append("''")
    statements.append(" ".join("".join([*parts, text[at:]]).split()))
    return [each for each in statements if each], [each for each in comments if each]


def _head(statement: str) -> str:
    return statement[:100].split("(", maxsplit=1)[0].strip()


def _tables(statements: list[str]) -> tuple[Subject, ...]:
    names = (match["name"].strip('"`[]') for each in statements for match in _TABLE.finditer(each[:LONGEST]))
    return tuple(Subject(kind=SubjectKind.TABLE, name=name, words=name) for name in dict.fromkeys(names))
