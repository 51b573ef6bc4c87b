"""How a moment, a person or a word of ours looks on a page; everything from outside is text."""

import re
from dataclasses import dataclass
from datetime import date, datetime

from markupsafe import Markup

from sprintmind.domain.events import UNKNOWN_PERSON, PersonId
from sprintmind.domain.people import Team
from sprintmind.shapes.reader import Reader
from sprintmind.tables.words import Clock
from sprintmind.web.wording import SOURCES, shown

_STEERING = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
"""What would turn the direction of writing around, or cannot be sent as UTF-8; lines and tabs stay."""

_SHORT = re.compile(r"\b(?:ci|qa|red)\b")
"""What is written in capitals, in words of ours."""

_HYPHENED = {"counter_example": "counter-example"}


def harmless(value: object) -> object:
    """Write nothing for None, and take from a text what would steer a browser; markup of ours stays.

    >>> harmless("a\u202eb"), harmless(None)
    ('ab', '')
    """
    if value is None:
        return ""
    return _STEERING.sub("", value) if isinstance(value, str) and not isinstance(value, Markup) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """How things are shown to one reader."""

    now: datetime
    team: Team
    reader: Reader

    def moment(self, at: datetime | None) -> Markup | str:
        """Show a moment in the team's zone, with the exact time on hover."""
        if at is None:
            return ""
        here = at.astimezone(self.reader.zone)
        exact = f"{here:%Y-%m-%d %H:%M:%S %Z}"
        written = Markup('<time datetime="{}" title="{}">{}</time>')  # what is filled in is escaped
        return written.format(here.isoformat(timespec="seconds"), exact, self._clock.moment(at))

    def day(self, value: date | str | None) -> Markup | str:
        """Show a day; words that are none stay as they are."""
        if not value:
            return ""
        try:
            day = value if isinstance(value, date) else date.fromisoformat(value)
        except ValueError:
            return str(value)
        exact = self._distance(day)
        return Markup('<time datetime="{}" title="{}">{}</time>').format(  # what is filled in is escaped
            day.isoformat(), exact, self._clock.day(day)
        )

    def overdue(self, value: date | str | None) -> bool:
        """Tell whether a day is over."""
        try:
            day = date.fromisoformat(value) if isinstance(value, str) else value
        except ValueError:
            return False
        return day is not None and day < self.team.calendar.day(self.now)

    def person(self, id: str | None) -> str:
        """Show a person by name."""
        if not id:
            return ""
        found = self.team.person(PersonId(id))
        return found.name if found else "somebody unknown" if id == UNKNOWN_PERSON else id

    def word(self, value: object) -> str:
        """Show a word of ours: `in_review` is in review, True is yes."""
        if isinstance(value, bool) or value is None:
            return {True: "yes", False: "no", None: "nothing"}[value]
        spaced = _HYPHENED.get(str(value)) or str(value).replace("_", " ")
        return _SHORT.sub(lambda found: found[0].upper(), spaced)

    def value(self, field: str, value: object) -> Markup | str:
        """Show what a field of a ticket holds; what somebody wrote, like its title, stays as it is written."""
        match field:
            case "assignee":
                return self.person(str(value)) if value else "nobody"
            case "due_date":
                return self.day(str(value)) if value else "none"
            case "title" | "sprint" if value is not None:
                return str(value)
        return self.word(value)

    def source(self, value: str) -> str:
        """Name a source as people do."""
        return SOURCES.get(value, value)

    def system(self, name: str) -> str:
        """Name what was read: `github:api.github.com/acme/shop` is GitHub, api.github.com/acme/shop."""
        kind, _, part = name.partition(":")
        return f"{ {'github': 'GitHub', 'jira': 'Jira'}.get(kind, kind) }, {part}"

    def sentence(self, text: str | None) -> Markup:
        """Show a sentence of ours: days as people write them, and no word that only the ledger uses."""
        return Markup("").join(shown(str(harmless(text)), self._worded))  # what is joined is escaped

    def written(self, text: str | None) -> str:
        """Write a sentence of ours as text alone, to be copied."""
        return "".join(shown(str(harmless(text)), lambda kind, part: _unmarked(self._worded(kind, part))))

    def rule(self, name: str) -> str:
        """Name a rule as people do."""
        return self.word(name.replace("commitment", "promise").replace("unlinked_pull", "pull request without ticket"))

    def _worded(self, kind: str, part: str) -> Markup | str:
        match kind:
            case "day":
                return self.day(part)
            case "moment":
                return self.moment(datetime.fromisoformat(part))
            case "source":
                return self.source(part.replace(" ", "_"))
            case "who":
                return SOURCES.get(part) or self.person(part)
            case "conflict":
                return Markup('(<a href="/conflicts#{}">settle it</a>)').format(part.rsplit(maxsplit=1)[-1])
        return self.word(part)

    @property
    def _clock(self) -> Clock:
        return Clock(now=self.now, zone=self.reader.zone)

    def _distance(self, day: date) -> str:
        calendar = self.team.calendar
        today = calendar.day(self.now)
        if day == today:
            return f"{day.isoformat()}, today"
        ahead = day > today
        days = calendar.days_between(today, day) if ahead else calendar.days_between(day, today)
        count = f"{days} business day{'' if days == 1 else 's'}"
        return f"{day.isoformat()}, in {count}" if ahead else f"{day.isoformat()}, {count} ago"


def _unmarked(value: Markup | str) -> str:
    return value.striptags() if isinstance(value, Markup) else value
