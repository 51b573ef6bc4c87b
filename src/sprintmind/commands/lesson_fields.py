"""A lesson as it is typed: by flags, or by answering questions on a terminal."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from cyclopts import Parameter

from sprintmind.commands import output

_QUESTIONS = {
    "situation": "What was the situation? (one or two sentences)",
    "believed": "What did people believe then?",
    "decision": "What was decided?",
    "what_happened": "What happened?",
    "root_cause": "What was the cause?",
    "lesson": "What was learned?",
    "trigger_conditions": "When does it apply? (short phrases, with ; between them: Friday deploy; dependency updates)",
}


@Parameter(name="*", group="The lesson")
@dataclass(frozen=True, kw_only=True)
class LessonFields:
    """What a lesson says; situation and lesson are needed."""

    id: Annotated[str, Parameter(help="What to call it; left out: made of its words.")] = ""
    type: Annotated[Literal["failure", "counter_example", "near_miss"], Parameter(help="How it turned out.")] = (
        "failure"
    )
    date: Annotated[str, Parameter(help="The day, YYYY-MM-DD.")] = ""
    situation: Annotated[str, Parameter(help="What was the case.")] = ""
    believed: Annotated[str, Parameter(help="What people believed.")] = ""
    decision: Annotated[str, Parameter(help="What was decided.")] = ""
    what_happened: Annotated[str, Parameter(help="What happened.")] = ""
    root_cause: Annotated[str, Parameter(help="What caused it.")] = ""
    recovery: Annotated[str, Parameter(help="How it was put right.")] = ""
    lesson: Annotated[str, Parameter(help="What was learned.")] = ""
    when: Annotated[
        tuple[str, ...], Parameter(negative=(), help="A condition under which it applies; may repeat.")
    ] = ()
    service: Annotated[tuple[str, ...], Parameter(negative=(), help="A service that it is about; may repeat.")] = ()
    incident: Annotated[str, Parameter(help="What all records of one incident share.")] = ""
    guard: Annotated[str, Parameter(help="What now prevents it.")] = ""
    url: Annotated[str, Parameter(help="Where more is written.")] = ""

    def told(self) -> dict[str, object]:
        """Give what was said, by the names of fields."""
        given = {name: getattr(self, name) for name in self.__dataclass_fields__}
        given["trigger_conditions"] = list(given.pop("when"))
        given["services"] = list(given.pop("service"))
        given["incident_group"] = given.pop("incident")
        return {name: value for name, value in given.items() if value}


NO_FIELDS = LessonFields()


def asked(told: Mapping[str, object]) -> dict[str, object]:
    """Ask on the terminal for what was not said; an empty answer leaves a field empty."""
    found = dict(told)
    for field, question in _QUESTIONS.items():
        if not found.get(field):
            output.note(question)
            answer = sys.stdin.readline().strip()
            found |= {field: answer} if answer else {}
    return found
