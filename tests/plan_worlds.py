"""Worlds of lessons and plans, as `conditions/worlds/README.md` tells, and how verdicts compare with those expected."""

import json
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from sprintmind.conditions.clock import Almanac
from sprintmind.conditions.described import describe, vocabulary
from sprintmind.domain.calendar import Calendar
from sprintmind.domain.lessons import LessonStatus
from sprintmind.lessons.files import LessonFile, read
from sprintmind.plans.asking import Request
from sprintmind.plans.examining import read_plan
from sprintmind.preflight import examine
from sprintmind.settings.public_holidays import PublicHolidays

WORLDS = Path(__file__).parent / "conditions" / "worlds"
NAMES = (
    "laboratory",
    "school",
    "ferry",
    "energy",
    "grocery",
    "insurer",
    "city",
    "sports",
    "port",
    "software",
    "parcel",
    "streaming",
    "hotel",
    "accounting",
    "hospital",
    "fashion",
)
HELD = ("bank", "airline")
"""Worlds that nothing is learned or chosen from; what is judged there tells how others fare."""
SOME_DAY = datetime.fromisoformat("2025-11-05T10:00:00+01:00")
"""An ordinary morning, for plans that say no time."""


@dataclass(frozen=True, kw_only=True)
class World:
    """One organisation."""

    lessons: tuple
    plans: tuple
    """Those with a verdict."""
    gold: dict
    calendar: Calendar
    words: object
    meaning: object

    @property
    def groups(self):
        """Of lessons' ids, the incident of each."""
        return {each.id: each.incident for each in self.lessons}


def rows(folder, name):
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]


def world(name, meaning):
    folder = WORLDS / name
    gold = json.loads((folder / "conditions.json").read_text(encoding="utf-8"))
    zone = ZoneInfo(gold["world"]["time_zone"])
    file = LessonFile(name="lessons.jsonl", body=(folder / "lessons.jsonl").read_bytes())
    lessons = tuple(replace(each.lesson, status=LessonStatus.ACTIVE) for each in read(file))
    return World(
        lessons=lessons,
        plans=tuple(each for each in rows(folder, "plans.jsonl") if each["expect"]["verdict"] != "ERROR"),
        gold=gold,
        calendar=Calendar(zone=zone, holidays=PublicHolidays(gold["world"]["holidays"])),
        words=vocabulary(
            {each: describe(each) for each in lessons}, zone=zone, heard=meaning.heard, similar=meaning.alike
        ),
        meaning=meaning,
    )


def asked(world, row):
    """The plan of a row, and what is known of days at the time of asking."""
    at = datetime.fromisoformat(row["at"]) if row.get("at") else None
    plan = read_plan(Request(body=row["plan"].encode(), name="plan.txt", at=at), calendar=world.calendar)
    return plan, Almanac(calendar=world.calendar, now=at - timedelta(hours=2) if at else SOME_DAY)


def judged(world):
    """How often each verdict was expected and given, and which share of the incidents that must be cited was cited."""
    verdicts, cited, wanted = Counter(), 0, 0
    for row in world.plans:
        plan, almanac = asked(world, row)
        found = examine(
            plan,
            world.lessons,
            almanac=almanac,
            words=world.words,
            similar=world.meaning.alike,
            heard=world.meaning.heard,
        )
        verdicts[row["expect"]["verdict"], found.graded.verdict.value] += 1
        must = {world.groups[each] for each in row["expect"]["must_cite"]}
        wanted += len(must)
        cited += len(must & {world.groups.get(each, each) for each in found.graded.cited})
    return verdicts, cited / wanted
