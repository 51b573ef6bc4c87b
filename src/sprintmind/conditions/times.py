"""When a plan is carried out, as its text says it: dates, times of day, ranges and how long it takes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sprintmind.conditions.clock_words import Shown, as_written, said_times, shown_times
from sprintmind.conditions.files import table
from sprintmind.conditions.moments import moments_in
from sprintmind.conditions.relative import relative_days, weekday_before, weekdays_in

_CLOCK = (
    r"(?P<{0}hour>[01]?\d|2[0-4])(?:[:.](?P<{0}minute>[0-5]\d))?(?:\s?(?P<{0}half>[ap])\.?m\b\.?)?"
    r"(?:\s?(?:h|uhr|o'clock)\b)?"
)
_RANGE = re.compile(
    rf"(?<![\d.:,])(?:{_CLOCK.format('a')})\s*(?:-|–|—|\bto\b|\buntil\b|\btill\b|\band\b|\bbis\b)\s*(?:{_CLOCK.format('b')})(?![\d.:]\d|\d|\s?%)",
    re.IGNORECASE,
)
_TIME = re.compile(rf"(?<![\d.:,/-])(?:{_CLOCK.format('a')})(?![\d:]|[.,/-]\d|\s?%)", re.IGNORECASE)
_ISO = re.compile(r"\b(?P<year>20\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b")
_SLASHED = re.compile(r"(?<![\w/])(?P<year>20\d\d)/(?P<month>\d\d)/(?P<day>\d\d)(?![\w/])")
_NUMERIC = re.compile(r"\b(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>20\d\d)\b")
_DAY_FIRST = re.compile(
    r"\b(?P<day>\d{1,2})(?:(?:st|nd|rd|th|\.)?\s+(?:of\s+)?|-)(?P<name>[A-Za-z]{3,9})\.?"
    r"(?:(?:,?\s+|-)(?P<year>20\d\d))?\b"
)
_MONTH_FIRST = re.compile(
    r"\b(?P<name>[A-Za-z]{3,9})\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>20\d\d))?"
)
_ASIDE = re.compile(
    r"\b(?:not|instead\s+of|rather\s+than|except|(?:moved|shifted|postponed|rescheduled|pushed|delayed|brought\s+forward)\s+from)"
    r"\s+(?:on\s+)?(?:the\s+)?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
_ZONE = re.compile(
    r"\b(?P<iana>(?:Africa|America|Asia|Atlantic|Australia|Europe|Pacific)/[A-Za-z_]{3,20}(?:/[A-Za-z_]{3,20})?)\b|\b(?P<short>UTC|GMT|CES?T|MES?Z|BST|E[SD]T|ET|C[SD]T|CT|M[SD]T|P[SD]T|PT|JST|SGT|HKT|AE[SD]T|NZ[SD]T|EES?T|MSK|GST|WET)\b(?:(?P<offset>[+-]\d{1,2})\b)?|(?<=\d)(?P<zulu>Z)\b"
    r"|\b(?P<place>(?:Eastern|Central|Mountain|Pacific|London|Dublin|Lisbon|Paris|Berlin|Madrid|Rome|Amsterdam|Vienna"
    r"|Zurich|Oslo|Stockholm|Copenhagen|Helsinki|Warsaw|Athens|New York|Chicago|Toronto|Tokyo|Singapore|Sydney)"
    r"(?=\s+time\b)|(?<=m )(?:Eastern|Central|Mountain|Pacific)\b)"
)
_LASTS = re.compile(
    r"\b(?:takes?|needs?|lasts?|runs?|running|duration|expected|estimated|estimate|window|downtime|outage|long|for|over|about|roughly|around|approx|approximately)\b[^\n.;]{0,24}?"
    r"\b(?P<count>\d{1,3}(?:\.\d)?|an?|one|two|three|four|five|six|seven|eight|ten|twelve|half an|ninety|thirty|"
    r"forty-five|fifteen|twenty)\s*-?(?P<unit>h|hours?|hrs?|min|mins|minutes?)\b(?!\s+(?:ago|later|earlier|before|after|ahead|early|late|prior))",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"[,;(|]\s{0,3}(?P<count>\d{1,2}(?:\.\d)?|an|one|two|three|four|five|six|half an|ninety|thirty)\s?-?"
    r"(?P<unit>h|hours?|hrs?|min|mins|minutes?)\s{0,3}(?=[.,;)|\n]|\Z)",
    re.IGNORECASE,
)
"""How long, said by nothing else: "start 03:30, two hours"."""
_NUMBERS = {
    "a": 1.0, "an": 1.0, "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0,
    "eight": 8.0, "ten": 10.0, "twelve": 12.0, "half an": 0.5, "ninety": 90.0, "thirty": 30.0, "forty-five": 45.0,
    "fifteen": 15.0, "twenty": 20.0,
}  # fmt: skip
LONGEST = timedelta(hours=14)
"""What takes longer is no single change; "both keys stay valid for a week" is no duration."""
READ = 20_000  # characters of a plan in which its time is looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Two times of day, the end possibly on the next day, and the zone if one stands beside them."""

    start: time
    end: time
    zone: tzinfo | None
    words: str
    """As the text has them, "0215" where it does."""

    @property
    def length(self) -> timedelta:
        """How long it is, nothing for an instant."""
        return _between(self.start, self.end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """When a plan is carried out."""

    start: datetime | None = None
    """Aware; None if no day is known."""
    duration: timedelta = timedelta()
    zone: tzinfo
    """Whose weekdays count."""
    clock: Stretch | None = None
    """A time of day without a day."""
    days: tuple[date, ...] = ()
    """All days that the text names."""
    weekdays: frozenset[int] = frozenset()
    """Those that it names, Monday being 0."""
    words: str = ""
    given: bool = False
    """Somebody gave the moment or the day, rather than that it was read from the text."""


def timing(text: str, *, at: datetime | date | None, duration: timedelta | None, zone: tzinfo, now: datetime) -> Timing:
    """Tell when a plan is carried out: at the moment given, else at what its text says, else not known.

    Args:
        text: The plan.
        at: The moment given, or the day alone, if any.
        duration: How long it takes, if that was given.
        zone: The team's, for times that name none.
        now: Gives days without a year theirs, and "tomorrow" its day; it is no time of execution itself.
    """
    head = shown_times(text[:READ]).text
    named = zone_in(head)
    days = tuple(days_in(head, near=at if isinstance(at, datetime) else now))
    if isinstance(at, datetime):
        own = at.tzinfo or zone
        length = duration or _length(head, at=at, named=named or zone) or timedelta()
        return Timing(start=at, duration=length, zone=own, days=days, words=f"{at:%Y-%m-%d %H:%M}", given=True)
    if at is None and (said := list(moments_in(head, zone=named or zone, now=now))):
        return _at(said[0], days=days, duration=duration or _until(said) or _said(head))
    clock = next(clocks_in(text[:READ]), None)
    where = (clock.zone if clock else None) or named or zone
    local = now.astimezone(where)
    days = (*([at] if at else ()), *days, *relative_days(head, now=local, hour=clock.start.hour if clock else None))
    length = duration or (clock.length if clock else timedelta()) or _said(head) or timedelta()
    if days and clock:
        start = datetime.combine(days[0], clock.start, where)
        words = f"{days[0]} {clock.words}"
        return Timing(start=start, duration=length, zone=where, days=days, words=words, given=at is not None)
    return Timing(
        duration=length,
        zone=where,
        clock=clock,
        days=days,
        weekdays=frozenset(weekdays_in(head)),
        words=clock.words if clock else "",
        given=at is not None,
    )


def _at(start: datetime, *, days: tuple[date, ...], duration: timedelta | None) -> Timing:
    zone = start.tzinfo or UTC
    words = f"{start:%Y-%m-%d %H:%M}"
    return Timing(start=start, duration=duration or timedelta(), zone=zone, days=(start.date(), *days), words=words)


def _until(moments: Sequence[datetime]) -> timedelta | None:
    """Tell how long it takes from the first moment to the second, if that is one change."""
    length = moments[1] - moments[0] if len(moments) > 1 else timedelta()
    return length if timedelta() < length <= LONGEST else None


def ranges_in(text: str) -> Iterator[Stretch]:
    """Find ranges of times of day: "01:00-04:00 Europe/Berlin", "10 pm to 2 am"."""
    return _ranges(as_written(text))


def clocks_in(text: str) -> Iterator[Stretch]:
    """Find all ranges and single times of day, in figures and in words."""
    shown = shown_times(text)
    yield from _ranges(shown)
    yield from _alone(shown)
    yield from _in_words(shown)


def _ranges(shown: Shown) -> Iterator[Stretch]:
    text = shown.text
    for match in _RANGE.finditer(text):
        clear = match["aminute"] or match["bminute"] or match["bhalf"]
        if not clear or not (_valid(match["ahour"]) and _valid(match["bhour"])):
            continue
        half = match["ahalf"] or match["bhalf"]
        start, end = _time(match, "a", half=half), _time(match, "b", half=match["bhalf"])
        words = shown.said(match.start(), match.end()).strip()
        yield Stretch(start=start, end=end, zone=zone_in(text[match.end() : match.end() + 40]), words=words)


def zone_in(text: str) -> tzinfo | None:
    """Tell the first time zone that a text names."""
    match = _ZONE.search(text)
    if match and match["offset"] and match["short"] in {"UTC", "GMT"}:
        return timezone(timedelta(hours=int(match["offset"])))
    return zone_called(match["iana"] or match["short"] or match["zulu"] or match["place"]) if match else None


@cache
def zone_called(name: str) -> tzinfo | None:
    """Tell the time zone of a name or an abbreviation; None if there is no such zone."""
    try:
        return ZoneInfo(table("calendar", "zones").get(name.casefold(), name))
    except (ZoneInfoNotFoundError, ValueError):
        return None


def days_in(text: str, *, near: datetime) -> Iterator[date]:
    """Find the days that a text names; one without a year is the next there is, up to a month back.

    Where its weekday stands before it and is that of a year later alone, it is a year later. "Not on the 3rd"
    and "moved from the 3rd" name none.
    """
    forms = (_ISO, _SLASHED, _NUMERIC, _DAY_FIRST, _MONTH_FIRST)
    for match in sorted((each for form in forms for each in form.finditer(text)), key=re.Match.start):
        if _ASIDE.search(text[max(0, match.start() - 40) : match.start()]):
            continue
        day = _day(match.groupdict(), near=near)
        if day and not match["year"]:
            day = _on_weekday(day, weekday_before(text, match.start()))
        if day:
            yield day


def _on_weekday(day: date, weekday: int | None) -> date:
    if weekday is None or weekday == day.weekday() or (day.month, day.day) == (2, 29):
        return day
    later = day.replace(year=day.year + 1)
    return later if later.weekday() == weekday else day


def _day(parts: dict[str, str | None], *, near: datetime) -> date | None:
    name = parts.get("name")
    month = int(table("calendar", "months").get((name or "").casefold(), 0)) or int(parts.get("month") or 0)
    year = int(parts.get("year") or 0)
    try:
        if year:
            return date(year, month, int(parts["day"] or 0))
        guess = date(near.year, month, int(parts["day"] or 0))
        return guess if guess >= near.date() - timedelta(days=31) else guess.replace(year=near.year + 1)
    except ValueError:
        return None


def _alone(shown: Shown) -> Iterator[Stretch]:
    """Find single times of day; a bare number is none."""
    text = shown.text
    for match in _TIME.finditer(text):
        before = text[max(0, match.start() - 8) : match.start()].casefold()
        if match["aminute"] or match["ahalf"]:
            if not _valid(match["ahour"]) or "version" in before or before.rstrip().endswith("v"):
                continue
            if "." in match[0] and not re.search(r"\b(?:at|from|um)\s*$", before):
                continue
            start = _time(match, "a", half=match["ahalf"])
            words = shown.said(match.start(), match.end()).strip()
            yield Stretch(start=start, end=start, zone=zone_in(text[match.end() : match.end() + 12]), words=words)


def _in_words(shown: Shown) -> Iterator[Stretch]:
    """Find times of day that are said in words."""
    text = shown.text
    for said in said_times(text):
        start, end = (time(minute // 60 % 24, minute % 60) for minute in (said.minute, said.minute + said.length))
        words = shown.said(said.start, said.end)
        yield Stretch(start=start, end=end, zone=zone_in(text[said.end : said.end + 16]), words=words)


def _length(text: str, *, at: datetime, named: tzinfo) -> timedelta | None:
    """Tell how long a plan takes whose start is known: the range that begins then, or what is said."""
    starts = {at.time().replace(second=0, microsecond=0), at.astimezone(named).time().replace(second=0, microsecond=0)}
    for stretch in ranges_in(text):
        if stretch.start in starts:
            return stretch.length
    return _said(text)


def _said(text: str) -> timedelta | None:
    for match in (*_LASTS.finditer(text), *_BARE.finditer(text)):
        count = _NUMBERS.get(match["count"].casefold()) or float(match["count"])
        length = timedelta(hours=count) if match["unit"].casefold().startswith("h") else timedelta(minutes=count)
        if length <= LONGEST and "wait" not in text[max(0, match.start() - 10) : match.end()].casefold():
            return length
    return None


def _between(start: time, end: time) -> timedelta:
    length = datetime.combine(date.min, end) - datetime.combine(date.min, start)
    return length if length >= timedelta() else length + timedelta(days=1)


def _valid(hour: str) -> bool:
    return int(hour) <= 24


def _time(match: re.Match[str], side: str, *, half: str | None) -> time:
    hour = int(match[f"{side}hour"]) % 24
    if half and hour <= 12:
        hour = hour % 12 + (12 if half.casefold() == "p" else 0)
    return time(hour, int(match[f"{side}minute"] or 0))
