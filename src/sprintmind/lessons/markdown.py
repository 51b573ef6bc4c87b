"""A lesson as a Markdown file: short fields in its front matter, texts under headings; it reads back as it was."""

import re
from collections.abc import Iterable, Mapping

import yaml

from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.lessons import Lesson, LessonStatus

HEADINGS = {
    "situation": "Situation",
    "believed": "Believed",
    "decision": "Decision",
    "what_happened": "What happened",
    "root_cause": "Root cause",
    "recovery": "Recovery",
    "lesson": "Lesson",
}
"""The texts of a lesson in the order in which a file has them."""

_BY_HEADING = {heading.casefold(): field for field, heading in HEADINGS.items()}
_HEADING = re.compile(r"##[ \t]+(.+?)[ \t]*#*$")
_OWN = frozenset({"situation", "lesson", "trigger_conditions", "incident_group"})
"""Fields that only a lesson has; front matter with any of them is meant as one."""


def document(kept: KeptLesson | Lesson) -> str:
    """Write a lesson; what is empty or as usual is left out, so that a file shows what somebody said."""
    lesson = kept.lesson if isinstance(kept, KeptLesson) else kept
    head = yaml.safe_dump(dict(_matter(lesson)), sort_keys=False, allow_unicode=True, width=1000)
    parts = [
        f"## {heading}\n\n{_escaped(getattr(lesson, field))}\n"
        for field, heading in HEADINGS.items()
        if getattr(lesson, field)
    ]
    return f"---\n{head}---\n\n" + "\n".join(parts)


def sections(body: str) -> Mapping[str, str]:
    """Read the texts under the headings of a lesson; other headings belong to the text that they stand in."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in body.split("\n"):
        match = _HEADING.fullmatch(line)
        field = _BY_HEADING.get(match[1].casefold()) if match else None
        if field and field not in found:
            current = found.setdefault(field, [])
        else:
            current.append(line)
    return {field: _unescaped("\n".join(lines)).strip() for field, lines in found.items()}


def is_lesson(matter: Mapping[str, object], found: Mapping[str, str]) -> bool:
    """Tell whether a file is meant as a lesson, and not as a postmortem that happens to have headings."""
    names = {name.casefold().replace("-", "_").replace(" ", "_") for name in matter}
    return bool(names & _OWN) or ("lesson" in found and "situation" in found)


def _matter(lesson: Lesson) -> Iterable[tuple[str, object]]:
    yield "id", str(lesson.id)
    yield "type", lesson.type.value
    told: dict[str, object] = {
        "date": lesson.date,
        "status": lesson.status.value if lesson.status is not LessonStatus.ACTIVE else None,
        "trigger_conditions": list(lesson.trigger_conditions),
        "services": list(lesson.services),
        "incident_group": lesson.incident_group,
        "guard": lesson.guard,
        "guard_confirmed": lesson.guard_confirmed,
        "url": lesson.url,
        "completed": sorted(lesson.completed),
    }
    yield from ((name, value) for name, value in told.items() if value)


def _escaped(text: str) -> str:
    """Keep a line of a text from being read as the heading of the next one."""
    return "\n".join(f"\\{line}" if re.match(r"\\*##[ \t]", line) else line for line in text.split("\n"))


def _unescaped(text: str) -> str:
    return "\n".join(line[1:] if re.match(r"\\+##[ \t]", line) else line for line in text.split("\n"))
