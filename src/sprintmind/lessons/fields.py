"""What a written lesson may hold: every field checked, in messages that say where and what was expected."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from sprintmind.domain.events import digest
from sprintmind.domain.lessons import Lesson, LessonId, LessonStatus, LessonType
from sprintmind.errors import InputError

REQUIRED = ("situation", "lesson")
TEXTS = (
    *("situation", "believed", "decision", "what_happened", "root_cause", "recovery", "lesson"),
    *("incident_group", "guard", "url"),
)
LISTS = ("trigger_conditions", "services")
FIELDS = ("id", "type", "date", *TEXTS, *LISTS, "status", "guard_confirmed", "completed")
"""Everything that a file may say of a lesson."""

LONGEST = 8_000  # characters of one field
MOST = 40  # entries of one list

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_TAKEN = re.compile(r"[OC][0-9a-f]{10}")
"""What outcomes and checks are called."""
_TYPES = {
    "failure": LessonType.FAILURE,
    "incident": LessonType.FAILURE,
    "counter_example": LessonType.COUNTER_EXAMPLE,
    "counterexample": LessonType.COUNTER_EXAMPLE,
    "success": LessonType.COUNTER_EXAMPLE,
    "near_miss": LessonType.NEAR_MISS,
    "nearmiss": LessonType.NEAR_MISS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A lesson as a file holds it, and what the file leaves open."""

    lesson: Lesson
    place: str
    """Where it stands: `lessons.jsonl line 3`."""
    status_given: bool = False
    text: str = ""
    """Of a draft, the postmortem that it was made from."""


def written(found: Mapping[str, object], *, place: str, name: str = "") -> Written:
    """Read the fields of one lesson.

    Args:
        found: Field names with values, as a file holds them.
        place: Where they stand, for messages.
        name: What to call it where it has no id; empty: after its words.

    Raises:
        InputError: A field is unknown, missing, or holds what it cannot.
    """
    given = _named(found, place)
    _check_names(given, place)
    texts = {field: _text(given.get(field), field, place) for field in TEXTS}
    if lacking := [field for field in REQUIRED if not texts[field]]:
        raise InputError(f"{place}: lacks {' and '.join(lacking)}; a lesson needs situation and lesson")
    lists = {field: _list(given.get(field), field, place) for field in LISTS}
    told = str(given.get("id") or "").strip() or name or f"L{digest(texts['situation'], texts['lesson'], size=5)}"
    status = _status(given.get("status"), place)
    lesson = replace(
        of_texts(lesson_id(told, place=place), texts),
        type=_type(given.get("type"), place),
        date=_date(given.get("date"), place),
        status=status or LessonStatus.ACTIVE,
        guard_confirmed=_yes(given.get("guard_confirmed"), "guard_confirmed", place) and bool(texts["guard"]),
        completed=frozenset(_list(given.get("completed"), "completed", place)) & frozenset(FIELDS),
        trigger_conditions=lists["trigger_conditions"],
        services=lists["services"],
    )
    if given.get("type") in (None, "") and "type" not in lesson.completed:
        lesson = replace(lesson, completed=lesson.completed | {"type"})
    return Written(lesson=lesson, place=place, status_given=status is not None)


def of_texts(id: LessonId, texts: Mapping[str, str]) -> Lesson:
    """Make a lesson of its texts, by the names of their fields; what is not there is empty."""
    return Lesson(
        id=id,
        situation=texts.get("situation", ""),
        believed=texts.get("believed", ""),
        decision=texts.get("decision", ""),
        what_happened=texts.get("what_happened", ""),
        root_cause=texts.get("root_cause", ""),
        recovery=texts.get("recovery", ""),
        lesson=texts.get("lesson", ""),
        incident_group=texts.get("incident_group", ""),
        guard=texts.get("guard", ""),
        url=texts.get("url", ""),
    )


def lesson_id(text: str, *, place: str) -> LessonId:
    """Take an id that can also be the name of a file.

    Raises:
        InputError: It cannot.
    """
    if not _ID.fullmatch(text):
        raise InputError(f"{place}: id is {text[:60]!r}; expected letters, digits, '.', '_' and '-', at most 80")
    if _TAKEN.fullmatch(text):
        raise InputError(f"{place}: id is {text!r}, as an outcome or a check is called; choose another one")
    return LessonId(text)


def _named(found: Mapping[str, object], place: str) -> Mapping[str, object]:
    """Call fields as we do, however they are written; refuse two that are one."""
    given: dict[str, object] = {}
    for key, value in found.items():
        name = str(key).strip().casefold().replace("-", "_").replace(" ", "_")
        if name in given:
            raise InputError(f"{place}: {name!r} stands twice")
        given[name] = value
    return given


def _check_names(given: Mapping[str, object], place: str) -> None:
    for name in given:
        if name not in FIELDS:
            near = get_close_matches(name, FIELDS, n=1, cutoff=0.6)
            meant = f"did you mean {near[0]!r}?" if near else f"a lesson has {', '.join(FIELDS)}"
            raise InputError(f"{place}: a lesson has no {name!r}; {meant}")


def _text(value: object, field: str, place: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{place}: {field} is {value!r:.60}; expected a text")
    text = clean(value)
    if len(text) > LONGEST:
        raise InputError(f"{place}: {field} has {len(text):,} characters; at most {LONGEST:,} are a lesson")
    return text


def clean(text: str) -> str:
    r"""Take a text without control characters and without blanks at its ends or those of its lines.

    >>> clean("\ta \r\nb\x00 ")
    'a\nb'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = ("".join(each for each in line if each.isprintable() or each == "\t").rstrip() for line in lines)
    return "\n".join(kept).strip()


def _list(value: object, field: str, place: str) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    entries = re.split(r"[;\n]", value) if isinstance(value, str) else value
    if not isinstance(entries, list | tuple) or not all(isinstance(each, str) for each in entries):
        raise InputError(f"{place}: {field} is {value!r:.60}; expected a list of short phrases")
    phrases = tuple(dict.fromkeys(" ".join(clean(each).split()) for each in entries))
    if len(phrases) > MOST or any(len(each) > 200 for each in phrases):
        raise InputError(
            f"{place}: {field} has {len(phrases)} entries; expected at most {MOST} phrases of 200 characters"
        )
    return tuple(each for each in phrases if each)


def _type(value: object, place: str) -> LessonType:
    if value is None or value == "":
        return LessonType.FAILURE
    found = _TYPES.get(re.sub(r"[\s-]+", "_", str(value).strip().casefold()))
    if found is None:
        raise InputError(f"{place}: type is {value!r:.60}; expected failure, counter_example or near_miss")
    return found


def _status(value: object, place: str) -> LessonStatus | None:
    if value is None or value == "":
        return None
    try:
        return LessonStatus(str(value).strip().casefold())
    except ValueError as error:
        known = ", ".join(each.value for each in LessonStatus)
        raise InputError(f"{place}: status is {value!r:.60}; expected {known}") from error


def _date(value: object, place: str) -> dt.date | None:
    if value is None or value == "":
        return None
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, dt.date):
        return value
    try:
        return dt.datetime.fromisoformat(str(value).strip()).date()
    except ValueError as error:
        raise InputError(f"{place}: date is {value!r:.60}; expected YYYY-MM-DD") from error


def _yes(value: object, field: str, place: str) -> bool:
    if value is None or isinstance(value, bool):
        return bool(value)
    raise InputError(f"{place}: {field} is {value!r:.60}; expected true or false")
