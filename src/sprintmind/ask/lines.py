"""What an answer is made of before anybody writes it: lines, each with its evidence."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sprintmind.domain.evidence import Evidence
from sprintmind.domain.inquiries import Inquiry, Intent

AT_MOST = 8
"""More things of one kind than these nobody reads in an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One sentence, without its full stop and its numbers."""

    text: str
    evidence: tuple[Evidence, ...] = ()
    """Empty only of a sentence that says what is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What is to be said, in order."""

    lines: tuple[Line, ...] = ()
    unknown: bool = False
    """The ledger holds no answer; memory may."""
    beside: tuple[Evidence, ...] = ()
    """Evidence that a model may use beside that of the lines."""


NOTHING = Outline(unknown=True)


def told(evidence: Evidence | None, *, opening: str = "") -> Iterator[Line]:
    """Say what a piece of evidence says, after an opening such as `Yes: `."""
    if evidence:
        yield Line(text=_behind(opening, evidence.text), evidence=(evidence,))


_OURS = frozenset(("No", "Nobody", "Nothing", "The", "Critical", "High", "Medium", "Low", "Every", "Sources", "Of"))
"""Words of ours that begin a sentence with a capital and need none behind an opening."""


def _behind(opening: str, text: str) -> str:
    """Put a sentence behind an opening.

    >>> _behind("No: ", "Nobody says so"), _behind("Yes: ", "NW-1 is done")
    ('No: nobody says so', 'Yes: NW-1 is done')
    """
    lower = opening and text.split(" ", 1)[0] in _OURS
    return f"{opening}{text[0].lower() if lower else text[0]}{text[1:]}"


def opened(lines: Iterable[Line], opening: str) -> tuple[Line, ...]:
    """Let the first of some lines begin with an opening."""
    first, *rest = lines
    return (replace(first, text=_behind(opening, first.text)), *rest)


def cut(lines: Sequence[Line], *, most: int = AT_MOST) -> tuple[Line, ...]:
    """Leave out what is too much, and say so."""
    if len(lines) <= most:
        return tuple(lines)
    left = tuple(each for line in lines[most:] for each in line.evidence)
    more = replace(left[0], text=f"There are {len(lines)} in all, of which {most} are shown here", quote="", event=None)
    return (*lines[:most], *told(replace(more, source="derived", subject="", at=None)))


def answer_is(*, yes: bool, inquiry: Inquiry) -> str:
    """Open with yes or no where the question wants that."""
    return ("Yes: " if yes else "No: ") if inquiry.yes_or_no else ""


WANTED = {
    Intent.OWNER: ("who does it", "an assignee in the tracker, or somebody saying who does it"),
    Intent.DUE: ("when that is due", "a due date in the tracker, or a promise with a date"),
    Intent.STATUS: ("how that stands", "a status in the tracker, a pull request, or somebody saying how it is"),
    Intent.WHY: ("why", "somebody saying why, or an event of a tracker or of GitHub about it"),
    Intent.PROMISES: ("whether that was promised", "a meeting or a note in which it was promised, or `promise add`"),
    Intent.APPROVALS: ("whether that was approved", "somebody saying that it was approved"),
    Intent.SAID: ("what was said about that", "the notes or the transcript of the talk, ingested"),
    Intent.CI: ("how its build is", "a check of GitHub on it"),
    Intent.REVIEW: ("how its review stands", "a pull request whose branch or title names the ticket"),
    Intent.DEPLOYED: ("whether that is deployed", "a deployment of its merge commit, which GitHub tells of"),
    Intent.UNBLOCK: ("who can unblock that", "somebody saying who can"),
}
"""What is unknown, and what would answer it, by what was asked."""

_OTHERWISE = ("", "a source that tells of it, ingested or synchronised")


def admission(inquiry: Inquiry, outline: Outline) -> tuple[str, str]:
    """Say what is unknown, and what would answer it."""
    vague = inquiry.intent is Intent.STATUS and not outline.lines
    what, would = _OTHERWISE if vague else WANTED.get(inquiry.intent, _OTHERWISE)
    return f"It is unknown {what}" if what else "That is unknown", f"What would answer it: {would}"
