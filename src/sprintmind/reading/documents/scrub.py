"""What stands in a document and is nobody's statement: front matter, comments, code, quoted mail, link targets."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sprintmind.reading.lines import Line
from sprintmind.reading.utterances import Skipped

_FENCE = re.compile(r"\s*(?:[-*+]\s+)?(`{3,}|~{3,})")
_JIRA = re.compile(r"\s*\{(code|noformat|quote)(?::[^{}]{0,80})?\}")
_QUOTED = re.compile(r"\s{0,3}>")
_ATTRIBUTION = re.compile(r"\s*(?:on|am|le)\b.{4,200}(?:wrote|schrieb|écrit)\b.{0,80}:$", re.IGNORECASE)
_DEFINITION = re.compile(r"\s{0,3}\[[^\[\]]{1,200}\]:\s+(?:<[^<>]*>|https?://\S+|mailto:\S+|[./#]\S*)(?:\s+[\"'(].*)?$")
_PROPERTY = re.compile(r"([A-Za-z][\w -]{0,40}):\s*(.*)")


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """A document's own lines; what was taken out is a blank line, so that nothing grows together."""

    lines: tuple[Line, ...]
    skipped: tuple[Skipped, ...]
    properties: Mapping[str, str]
    """Of the front matter, by lower-case name."""


def scrub(lines: Sequence[Line]) -> Scrubbed:
    """Take out of a document what nobody states in it.

    Code is what a machine said or will do; quoted mail was said by somebody else at another time. A fence that is
    never closed takes nothing with it, a comment that is never closed takes the rest, as in HTML.
    """
    skipped: list[Skipped] = []
    properties, rest = _front_matter(lines)
    kept = list(_without_comments(rest, skipped))
    kept = list(_without_blocks(kept, skipped))
    kept = [_own(line, following, skipped) for line, following in zip(kept, [*kept[1:], None], strict=False)]
    skipped.sort(key=lambda each: each.number)
    return Scrubbed(tuple(kept), tuple(skipped), properties)


def _front_matter(lines: Sequence[Line]) -> tuple[dict[str, str], Sequence[Line]]:
    if not lines or lines[0].text != "---":
        return {}, lines
    end = next((n for n, line in enumerate(lines[1:60], start=1) if line.text in {"---", "..."}), None)
    if end is None or not any(_PROPERTY.match(line.text) for line in lines[1:end]):
        return {}, lines
    found = (_PROPERTY.match(line.text) for line in lines[1:end])
    return {each[1].lower(): each[2].strip().strip("\"'") for each in found if each}, lines[end + 1 :]


def _without_comments(lines: Sequence[Line], skipped: list[Skipped]) -> Iterator[Line]:
    inside = False
    for line in lines:
        text, comments, inside = _outside(line.text, inside=inside)
        skipped.extend(Skipped(number=line.number, text=comment, reason="a comment") for comment in comments)
        yield replace(line, text=text.rstrip()) if comments else line


def _outside(text: str, *, inside: bool) -> tuple[str, list[str], bool]:
    """Part a line into what stands outside of comments, and the comments; and tell whether one goes on."""
    kept: list[str] = []
    comments: list[str] = []
    while text:
        before, mark, text = text.partition("-->" if inside else "<!--")
        (comments if inside else kept).append(before)
        inside = inside != bool(mark)
    return "".join(kept), [comment.strip() for comment in comments if comment.strip()], inside


def _without_blocks(lines: Sequence[Line], skipped: list[Skipped]) -> Iterator[Line]:
    closed = _closings(lines)
    until = -1
    for n, line in enumerate(lines):
        if n in closed and n > until:
            until = closed[n]
        if n <= until:
            if line.words:
                skipped.append(Skipped(number=line.number, text=line.words, reason="code or a quotation"))
            yield replace(line, text="")
        else:
            yield line


def _closings(lines: Sequence[Line]) -> dict[int, int]:
    """Find where each fence or block of Jira's ends, by where it begins; one pass, as fences do not nest."""
    ends: dict[int, int] = {}
    opened: tuple[int, str] | None = None
    for n, line in enumerate(lines):
        fence = _FENCE.match(line.text) or _JIRA.match(line.text)
        if fence is None:
            continue
        mark = fence[1]
        if opened is None:
            opened = (n, mark)
            if mark.isalpha() and "{" + mark + "}" in line.text[fence.end() :]:
                ends[n], opened = n, None
        elif mark.startswith(opened[1]) and (mark.isalpha() or line.words == mark):
            ends[opened[0]], opened = n, None
    return ends


def _own(line: Line, following: Line | None, skipped: list[Skipped]) -> Line:
    reason = None
    if _QUOTED.match(line.text):
        reason = "quoted from elsewhere"
    elif following is not None and _QUOTED.match(following.text) and _ATTRIBUTION.match(line.text):
        reason = "tells who is quoted"
    elif _DEFINITION.match(line.text):
        reason = "the target of a link"
    if reason is None:
        return line
    skipped.append(Skipped(number=line.number, text=line.words, reason=reason))
    return replace(line, text="")
