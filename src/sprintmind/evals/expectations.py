"""What a case may expect: parts of the answers that the command line gives."""

from collections.abc import Iterable
from typing import Literal, Self, get_args

from pydantic import AwareDatetime, Field, JsonValue, model_validator

from sprintmind.evals.asked import AnswerExpected
from sprintmind.evals.preflight import Plan
from sprintmind.evals.recalled import Recalling
from sprintmind.evals.reports import BriefPage, RadarPage
from sprintmind.evals.strict import Strict

Pattern = dict[str, JsonValue]
"""Some keys of an answer with the values they must have; what it leaves out may be anything."""

# fmt: off
ListName = Literal[
    "why", "risks", "conflicts", "commitments", "extract", "unmapped", "lessons", "checks", "verdict", "asked",
    "track_record",
]
# fmt: on
LISTS: tuple[ListName, ...] = get_args(ListName)

_KEYS = {
    "tickets": "key title status assignee due_date sprint blocked pulls conflicts fields history_incomplete",
    "why": "subject field value source authority said_at heard_at decision late applied current reason quote event"
    " claim",
    "risks": "rule subject severity because since evidence ask resolves_when tickets commitment",
    "conflicts": "id subject field value source said_at challenger since status closed_by",
    "commitments": "id customer what due due_phrase owner tickets status renegotiations needs_review quote event",
    "extract": "kind ticket value person quote line said_at needs_review waiting_on unblocker by customer what due"
    " due_phrase replaces_due owner tickets reason",
    "unmapped": "identity source seen suggestion",
    "lessons": "id type date status situation lesson trigger_conditions incident_group guard guard_confirmed completed"
    " version moved_by successor record",
    "checks": "id title by verdict because conditions matches counter_examples counter_evidence quotes"
    " lessons policy advice tickets memory author outcome overrides planned_at followed",
    "asked": "check title ask suggests",
    "track_record": "verdict checks changed fine failed pending overridden failure_rate",
    "verdict": "verdict because conditions matches counter_examples counter_evidence advice smallest_change lowers_to"
    " promises tickets notes memory author override warnings hotfixes passes",
}
"""What each kind of answer tells; a pattern that asks for anything else could never fit, and `never` never fail."""


class Never(Strict):
    """What must not be there: no answer of the kind may fit one of these."""

    why: tuple[Pattern, ...] = ()
    risks: tuple[Pattern, ...] = ()
    conflicts: tuple[Pattern, ...] = ()
    commitments: tuple[Pattern, ...] = ()
    extract: tuple[Pattern, ...] = ()
    unmapped: tuple[Pattern, ...] = ()
    lessons: tuple[Pattern, ...] = ()
    checks: tuple[Pattern, ...] = ()
    verdict: tuple[Pattern, ...] = ()
    asked: tuple[Pattern, ...] = ()
    track_record: tuple[Pattern, ...] = ()

    @model_validator(mode="after")
    def _asks_what_is_told(self) -> Self:
        for name in LISTS:
            _check_keys(name, self.patterns(name))
        return self

    def patterns(self, name: ListName) -> tuple[Pattern, ...]:
        """Tell what must not be among one kind of answers."""
        patterns: tuple[Pattern, ...] = getattr(self, name)
        return patterns


class Expect(Strict):
    """What must hold; an empty list says that there is nothing of the kind."""

    tickets: dict[str, Pattern | None] = Field(default_factory=dict)
    """By key; nothing says that there is no such ticket."""
    why: tuple[Pattern, ...] | None = None
    risks: tuple[Pattern, ...] | None = None
    conflicts: tuple[Pattern, ...] | None = None
    commitments: tuple[Pattern, ...] | None = None
    extract: tuple[Pattern, ...] | None = None
    unmapped: tuple[Pattern, ...] | None = None
    recall: tuple[Recalling, ...] = ()
    radar: RadarPage | None = None
    brief: tuple[BriefPage, ...] = ()
    lessons: tuple[Pattern, ...] | None = None
    checks: tuple[Pattern, ...] | None = None
    verdict: tuple[Pattern, ...] | None = None
    """What checking `plan` answers; `passes` tells whether `--enforce` lets it pass."""
    plan: Plan | None = None
    asked: tuple[Pattern, ...] | None = None
    """Checks whose outcome is asked for, and why."""
    track_record: tuple[Pattern, ...] | None = None
    never: Never = Field(default_factory=Never)
    counts: dict[ListName, int] = Field(default_factory=dict)
    """How many there are, all in all."""
    as_of: AwareDatetime | None = None
    known_at: AwareDatetime | None = None
    caller: str | None = None
    """Who asks; nobody in particular if left out."""
    ask: str | None = None
    """A question in words, with what is expected of its answer."""
    answer: AnswerExpected | None = None
    model: tuple[str, ...] = ()
    """What a scripted model answers, in turn (`!unavailable`: nothing); left out: the templates answer."""
    memory: Literal["on", "off"] = "on"

    @model_validator(mode="after")
    def _asks_what_is_told(self) -> Self:
        for name in LISTS:
            _check_keys(name, self.patterns(name) or ())
        _check_keys("tickets", (pattern for pattern in self.tickets.values() if pattern))
        if (self.ask is None) != (self.answer is None):
            raise ValueError("`ask` and `answer` belong together")
        if any(page.kind == "person" for page in self.brief) and not self.caller:
            raise ValueError("whose brief? name the caller")
        told = self.tickets or self.recall or self.ask or self.radar or self.brief
        if not told and not any(self.asks(name) for name in LISTS):
            raise ValueError("expects nothing, and so cannot fail")
        if self.asks("verdict") != (self.plan is not None):
            raise ValueError("a verdict is expected of a plan, and of a plan a verdict")
        return self

    def patterns(self, name: ListName) -> tuple[Pattern, ...] | None:
        """Tell what must be among one kind of answers; None where nothing is said about it."""
        patterns: tuple[Pattern, ...] | None = getattr(self, name)
        return patterns

    def asks(self, name: ListName) -> bool:
        """Tell whether anything is expected of one kind of answers."""
        return self.patterns(name) is not None or bool(self.never.patterns(name)) or name in self.counts


def _check_keys(name: str, patterns: Iterable[Pattern]) -> None:
    known = _KEYS[name].split()
    for pattern in patterns:
        if strange := [key for key in pattern if key not in known]:
            raise ValueError(f"{name} tell no {', '.join(strange)}; they tell {', '.join(known)}")
