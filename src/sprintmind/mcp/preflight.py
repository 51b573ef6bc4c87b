"""What an agent may ask before a change: verdicts that nobody keeps, lessons, what happened before."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from sprintmind.app import App
from sprintmind.domain.lessons import LessonStatus, LessonType
from sprintmind.lessons.sought import Sought
from sprintmind.plans.asking import Request
from sprintmind.shapes import lessons as lesson_documents
from sprintmind.shapes import preflight, recollections
from sprintmind.shapes.reader import Document, Reader

At = Annotated[datetime | None, Field(description="When it is carried out; with an offset, which decides the weekday")]


@dataclass(frozen=True, slots=True)
class PreflightDesk:
    """Answers one caller about plans; a check is made and not kept, for an agent's try is nobody's plan."""

    app: App
    reader: Reader

    def tools(self) -> Iterator[Callable[..., Document]]:
        """List the tools."""
        yield from (self.check_plan, self.lessons, self.history, self.patterns)

    def check_plan(
        self,
        plan: Annotated[str, Field(description="What is to be done, in words; or terraform's JSON, or SQL")],
        *,
        at: At = None,
        memory: Annotated[bool, Field(description="False: what comes out without the lessons")] = True,
    ) -> Document:
        """Compare a plan with what was learned: a computed verdict, lessons, counter-examples, promises it touches.

        The check is not recorded. GREEN says that nothing similar is known, and never that a plan is safe.
        """
        if at is not None and at.tzinfo is None:
            raise ToolError(f"{at.isoformat()} has no offset; expected one such as 2025-10-03T15:00:00+02:00")
        asked = Request(body=plan.encode(), at=at, caller=self.reader.caller, memory=memory, dry_run=True)
        found = preflight.checked(self.app.check_plan(asked), self.reader)
        return {name: value for name, value in found.items() if name != "id"} | {"recorded": False}

    def lessons(
        self,
        words: Annotated[str, Field(description="All of them must occur; empty: all lessons")] = "",
        status: LessonStatus | None = LessonStatus.ACTIVE,
        type: LessonType | None = None,
    ) -> Document:
        """Search what experience taught: failures, near misses, and scary things that went fine."""
        found = self.app.find_lessons(Sought(words=words, status=status, type=type), caller=self.reader.caller)
        return {"lessons": [lesson_documents.lesson(kept, self.reader) for kept in found[:MOST]], "total": len(found)}

    def history(
        self, question: Annotated[str, Field(description="In words: what went wrong with Friday deploys?")]
    ) -> Document:
        """Tell what happened before, from lessons that the answer names; `path` says what ran."""
        return recollections.answer(self.app.ask_history(question, caller=self.reader.caller))

    def patterns(self) -> Document:
        """Tell what fails again and again, and which path found it."""
        return recollections.patterns(self.app.patterns())


MOST = 50
"""Lessons of one answer; `total` says how many there are."""
