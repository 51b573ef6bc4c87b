"""Plans that are written for people: free text, runbooks, requests for comments, change tickets."""

import re

from sprintmind.conditions.plans.settings import with_settings
from sprintmind.conditions.plans.subjects import subjects_in
from sprintmind.domain.plans import Plan

_VISIBLE = re.compile(r"[^\n]")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(?P<title>\S.{0,150})$", re.MULTILINE)


def read_prose(text: str, file: str = "") -> Plan:
    """Read a text; comments of a template, which nobody sees, are not part of it."""
    shown = with_settings(without_comments(text))
    heading = _HEADING.search(shown)
    first = next((line.strip() for line in shown.splitlines() if line.strip()), "")
    return Plan(
        text=shown,
        kind="markdown" if heading or file.casefold().endswith((".md", ".markdown")) else "text",
        title=(heading["title"] if heading else first)[:150],
        subjects=subjects_in(shown),
    )


def without_comments(text: str) -> str:
    """Blank out comments in place, so that all else stays where it is."""
    parts: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0:
        end = text.find("-->", start)
        stop = len(text) if end < 0 else end + 3
        parts += [text[at:start], _VISIBLE.sub(" ", text[start:stop])]
        at = stop
    return "".join([*parts, text[at:]])
