"""How what the ledger holds is told: names written out, sources named, and words from outside made harmless."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from sprintmind.domain.calendar import Calendar
from sprintmind.domain.events import UNKNOWN_PERSON, Claim, PersonId, Source, Value
from sprintmind.domain.moments import END_OF_DAY
from sprintmind.domain.people import Team
from sprintmind.domain.redaction import ask

SAYS = {
    Source.GITHUB: "GitHub",
    Source.APPROVAL: "an approval",
    Source.DASHBOARD: "the dashboard",
    Source.FEEDBACK: "a correction",
    Source.TASK_UPDATE: "the tracker",
    Source.STANDUP: "a standup",
    Source.COMMENT: "a comment",
    Source.MEETING: "a meeting",
    Source.SETTLEMENT: "a settlement",
    Source.DERIVED: "the ledger",
}
"""What each source is called in a sentence."""

_TRACKER_BY_ITSELF = re.compile(rf"\b{Source.TASK_UPDATE}(?= on \d{{4}}-| said\b| took something back\b)")
_CITING = re.compile(r"[\[\]【】［］〔〕〖〗<>`⁰¹²³⁴-⁹†‡]")
_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+")
_LONG = 240


def source_called(name: str) -> str:
    """Name a source where it stands by itself: by its own word, and the tracker as sentences do.

    >>> source_called("task_update"), source_called("github")
    ('the tracker', 'github')
    """
    return SAYS[Source.TASK_UPDATE] if name == Source.TASK_UPDATE else name.replace("_", " ")


def reason_told(reason: str) -> str:
    """Give the reason of a decision as people read it: the ledger's word for the tracker is no word of theirs.

    >>> reason_told("less trusted than the current value (set by task_update on 2025-09-27)")
    'less trusted than the current value (set by the tracker on 2025-09-27)'
    """
    return _TRACKER_BY_ITSELF.sub(SAYS[Source.TASK_UPDATE], reason)


def foreign(text: str, *, most: int = _LONG) -> str:
    r"""Give words from outside as they can stand in a sentence of ours: one line, and nothing that cites or marks up.

    >>> foreign("Fix “it” [1]\nnow")
    "Fix 'it' (1) now"
    """
    plain = _CITING.sub(_softened, text.replace("“", "'").replace("”", "'").replace('"', "'"))
    line = _SPACE.sub(" ", plain).strip()
    return line if len(line) <= most else f"{line[:most].rsplit(' ', 1)[0]} …"


def _softened(found: re.Match[str]) -> str:
    return {"[": "(", "]": ")", "【": "(", "】": ")", "［": "(", "］": ")", "`": "'"}.get(found[0], " ")


@dataclass(frozen=True, kw_only=True)
class Teller:
    """Writes names, sources, days and values as sentences have them, for one team on one day."""

    team: Team
    today: date

    def name(self, whom: object) -> str:
        """Write out a person's id as their name, and other words as they are."""
        if whom == UNKNOWN_PERSON:
            return "somebody whom nobody named"
        person = self.team.person(PersonId(str(whom)))
        return person.name if person else foreign(str(whom))

    def by(self, claim: Claim) -> str:
        """Tell who said something and when: "GitHub, 2025-09-30"; of what is restricted, whom to ask."""
        if not claim.event:
            return ask(claim, self.team)
        return f"{SAYS[claim.source]}{self.speaker(claim)}, {self.team.calendar.day(claim.said_at)}"

    def value(self, field: str, value: Value) -> str:
        """Write a field's value as a sentence has it."""
        kind = field.partition(":")[0]
        if value in (None, ""):
            return "nothing"
        if isinstance(value, bool):
            return {"blocked": ("not blocked", "blocked")}.get(kind, ("no", "yes"))[value]
        if kind == "status":
            return said_status(value)
        return self.name(value) if kind == "assignee" else foreign(value)

    def speaker(self, claim: Claim) -> str:
        """Name who stands behind a person's word: " by Dana Fox"."""
        by = claim.person if claim.source in (Source.FEEDBACK, Source.SETTLEMENT, Source.DASHBOARD) else None
        return f" by {self.name(by)}" if by else ""


def then(as_of: datetime, calendar: Calendar) -> str:
    """Tell of which moment of the past something is told, before it is.

    >>> then(datetime.fromisoformat("2025-09-25T23:59:59Z"), Calendar())
    'As of the end of Thursday, 2025-09-25, as it is known now:'
    """
    at = as_of.astimezone(calendar.zone)
    ends = at.time().replace(microsecond=0) == END_OF_DAY
    return (
        f"As of {'the end of ' if ends else ''}{at:%A, %Y-%m-%d}{'' if ends else f', {at:%H:%M}'}, as it is known now:"
    )


def said_status(value: object) -> str:
    """Write a status as people say it.

    >>> said_status("in_qa"), said_status("todo")
    ('in QA', 'to do')
    """
    words = {"todo": "to do", "in_qa": "in QA"}
    return words.get(str(value), foreign(str(value)).replace("_", " "))


def spoken(claim: Claim) -> str:
    """Give the words behind a claim; of a payload, only where they are words and not yes or no."""
    quote = claim.span.quote
    return "" if quote.casefold() in ("true", "false", "null", "open", "closed") else quote


def listed(items: Iterable[str]) -> str:
    """Join as people do.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    all_items = tuple(items)
    return f"{', '.join(all_items[:-1])} and {all_items[-1]}" if len(all_items) > 1 else "".join(all_items)
