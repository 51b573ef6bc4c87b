"""Dates as people say them, resolved once against the day of speaking; a phrase that names no day stays a phrase.

Where English leaves a choice, this is the reading:

- a weekday is the next one after the day of speaking ("Friday" on a Friday is a week later); one that is "last" or
  "this past" lies before it;
- "next Friday" is the Friday of the calendar week (Monday to Sunday) after this one; "Friday week" a week after Friday;
- a day of the month without a month ("the 3rd") is the next such day, today included; a day and month without a year
  is the one nearest to the day of speaking, not more than four months back;
- "17.10." is day and month; "10/14" is what only one order makes a date of, and a phrase where both orders do;
- the end of a week is its last working day, the end of a month or quarter its last calendar day;
- "within" and "in" n business days counts working days of the team's calendar after the day of speaking.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta

from msgspec import Struct

from sprintmind.domain.calendar import Calendar
from sprintmind.reading.lexicon import table

_WEEKDAYS = table("dates", "weekdays")
_MONTHS = table("dates", "months")
_ORDINALS = table("dates", "ordinals")
_NUMBERS = table("dates", "numbers")
_BACK = timedelta(days=120)


class When(Struct, frozen=True, gc=False):
    """A date phrase: its words and the day that they name, if they name one."""

    phrase: str
    day: date | None
    past: bool = False
    """It says of itself that it lies before the day of speaking."""


class _Today(Struct, frozen=True, gc=False):
    day: date
    calendar: Calendar


class _Parts:
    """The words of a date phrase, by what they tell; empty where it does not."""

    __slots__ = ("_found",)

    def __init__(self, found: re.Match[str]) -> None:
        self._found = found

    def __getitem__(self, name: str) -> str:
        return self._found[name] or ""


def dates(text: str, day: date, calendar: Calendar) -> Iterator[tuple[int, int, When]]:
    """Find date phrases in a text.

    Args:
        text: What was said.
        day: The day on which it was said, in the team's zone.
        calendar: The team's working days.

    Yields:
        Start and end in the text, and what the phrase means, in order.
    """
    today = _Today(day, calendar)
    for found in _phrases(_lower(text)):
        rule = found.lastgroup or ""  # the outermost group is the last that closes
        resolved = _RULES[rule](_Parts(found), today)
        past = bool(resolved and resolved < day)
        yield found.start(), found.end(), When(text[found.start() : found.end()], resolved, past)


def _lower(text: str) -> str:
    """Put a text in lower case, each letter in its place."""
    plain = text.lower()
    return (
        plain if len(plain) == len(text) else "".join(sign if len(sign.lower()) > 1 else sign.lower() for sign in text)
    )


def _phrases(plain: str) -> Iterator[re.Match[str]]:
    """Find what the pattern finds, looking only where it may begin: it is slow to say no."""
    at = 0
    for place in _beginnings(plain):
        if place >= at and (found := _PATTERN.match(plain, place)):
            yield found
            at = found.end()


def _beginnings(plain: str) -> Iterator[int]:
    """Tell where a date phrase may begin: with one of its first words, and a number or a core word not far behind."""
    held: list[tuple[int, int]] = []
    end = 0
    for index, text in enumerate(_WORD.findall(plain)):
        start = plain.index(text, end)
        end = start + len(text)
        if not (text in _FIRSTS or text in _CORES or text[0].isdecimal()):
            continue
        apart = plain[start - 1 : start] not in _JOINTS
        number = apart and text[0].isdecimal()
        if number or (apart and text in _FIRSTS):
            held.append((index, start))
        if held and (number or text in _CORES):
            yield from (place for n, place in held if index - n <= _FAR)
            held.clear()


def may_hold_date(plain: str, words: Iterable[str]) -> bool:
    """Tell by its words whether a text in lower case may hold a date phrase that names a day or a time."""
    if not _SURE.isdisjoint(words):
        return True
    return (not _CORES.isdisjoint(words) or bool(_NUMBER.search(plain))) and bool(_DATELIKE.search(plain))


def resolve(phrase: str, day: date, calendar: Calendar) -> date | None:
    """Tell the day that a phrase names, if it is a date phrase and names one.

    >>> resolve("by Friday", date(2025, 9, 29), Calendar())
    datetime.date(2025, 10, 3)
    """
    return next((when.day for _, _, when in dates(phrase, day, calendar)), None)


def _iso(parts: _Parts, today: _Today) -> date | None:  # noqa: ARG001  # all rules are called alike
    return _day(int(parts["iy"]), int(parts["im"]), int(parts["id"]))


def _dotted(parts: _Parts, today: _Today) -> date | None:
    return _dated(parts["dd"], int(parts["dm"]), parts["dy"], today)


def _slashed(parts: _Parts, today: _Today) -> date | None:
    one, two = int(parts["s1"]), int(parts["s2"])
    readings = {(one, two), (two, one)}
    found = {_dated(str(day), month, parts["sy"], today) for month, day in readings if month <= 12} - {None}
    return found.pop() if len(found) == 1 else None


def _month_day(parts: _Parts, today: _Today) -> date | None:
    return _dated(parts["md"], int(_MONTHS[parts["mm"].rstrip(".")]), parts["my"], today)


def _day_month(parts: _Parts, today: _Today) -> date | None:
    number = _ORDINALS.get(parts["nd"], parts["nd"])
    return _dated(number, int(_MONTHS[parts["nm"].rstrip(".")]), parts["ny"], today)


def _end_of(parts: _Parts, today: _Today) -> date | None:
    unit, which = parts["eu"], parts["ew"]
    if unit in _MONTHS:
        month = int(_MONTHS[unit])
        year = today.day.year + (month < today.day.month)
        return _month_end(year, month)
    if unit[1:].isdigit():
        month = int(unit[1]) * 3
        return _month_end(today.day.year + (month < today.day.month), month)
    steps = 1 if which == "next" else 0
    return _END_OF[unit](today, steps)


def _short_end(parts: _Parts, today: _Today) -> date | None:
    letter = parts["short"][-1]
    return _END_OF[{"d": "day", "w": "week", "m": "month", "q": "quarter", "y": "year"}[letter]](today, 0)


def _ordinal(parts: _Parts, today: _Today) -> date | None:
    number = int(re.sub(r"\D", "", _ORDINALS.get(parts["on"], parts["on"])))
    year, month = today.day.year, today.day.month
    for _ in range(3):
        found = _day(year, month, number)
        if found and found >= today.day:
            return found
        year, month = year + month // 12, month % 12 + 1
    return None


def _weekday(parts: _Parts, today: _Today) -> date | None:
    number = int(_WEEKDAYS[parts["wd"].rstrip(".")])
    which = " ".join(parts["ww"].split())
    monday = today.day - timedelta(days=today.day.weekday())
    if which in {"last", "this past", "past"}:
        return today.day - timedelta(days=(today.day.weekday() - number - 1) % 7 + 1)
    if parts["wu"]:
        return None
    if which.startswith("next") or parts["wn"] == "next week":
        return monday + timedelta(days=7 + number)
    if parts["wn"] == "last week":
        return monday + timedelta(days=number - 7)
    later = today.day + timedelta(days=(number - today.day.weekday() - 1) % 7 + 1)
    return later + timedelta(days=7 if parts["wn"] == "week" or which == "a week on" else 0)


def _relative(parts: _Parts, today: _Today) -> date | None:
    words = " ".join(parts["rel"].split())
    if words == "yesterday":
        return today.day - timedelta(days=1)
    if words.endswith("after tomorrow"):
        return today.day + timedelta(days=2)
    return today.day + timedelta(days=words.startswith("tomorrow"))


def _from_now(parts: _Parts, today: _Today) -> date | None:
    number = 1 if parts["fn"] == "a" else int(_NUMBERS.get(parts["fn"], parts["fn"]))
    return today.day + timedelta(days=number * (7 if parts["fu"].startswith("week") else 1))


def _span(parts: _Parts, today: _Today) -> date | None:
    number = int(_NUMBERS.get(parts["sn"], parts["sn"]))
    if parts["su"].startswith("fortnight"):
        return today.day + timedelta(days=14 * number)
    if parts["su"].startswith("week"):
        return today.day + timedelta(days=7 * number)
    if not parts["sb"]:
        return today.day + timedelta(days=number)
    return _business_days(today, number)


def _vague(parts: _Parts, today: _Today) -> date | None:  # noqa: ARG001  # all rules are called alike
    return None


def _business_days(today: _Today, number: int) -> date | None:
    ahead = (today.day + timedelta(days=n) for n in range(1, 4 * number + 40))
    working = (day for day in ahead if today.calendar.works(day))
    return next((day for index, day in enumerate(working, 1) if index == number), None)


def _week_end(today: _Today, steps: int) -> date:
    monday = today.day + timedelta(days=7 * steps - today.day.weekday())
    week = [monday + timedelta(days=n) for n in range(7)]
    working = [day for day in week if day.weekday() in today.calendar.working_days]
    return working[-1] if working else week[-1]


def _end_of_month(today: _Today, steps: int) -> date:
    months = today.day.month - 1 + steps
    return _month_end(today.day.year + months // 12, months % 12 + 1)


def _end_of_quarter(today: _Today, steps: int) -> date:
    quarter = (today.day.month - 1) // 3 + steps
    return _month_end(today.day.year + quarter // 4, quarter % 4 * 3 + 3)


_END_OF: dict[str, Callable[[_Today, int], date | None]] = {
    "day": lambda today, _: today.day,
    "today": lambda today, _: today.day,
    "play": lambda today, _: today.day,
    "business": lambda today, _: today.day,
    "tomorrow": lambda today, _: today.day + timedelta(days=1),
    "week": _week_end,
    "month": _end_of_month,
    "quarter": _end_of_quarter,
    "year": lambda today, steps: date(today.day.year + steps, 12, 31),
    "sprint": lambda _today, _steps: None,
    "iteration": lambda _today, _steps: None,
}


def _month_end(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _dated(day: str, month: int, year: str, today: _Today) -> date | None:
    number = int(re.sub(r"\D", "", day))
    if year:
        return _day(int(year) + (2000 if len(year) == 2 else 0), month, number)
    near = (_day(today.day.year + step, month, number) for step in (-1, 0, 1))
    return next((found for found in near if found and found >= today.day - _BACK), None)


def _any(names: Iterable[str]) -> str:
    return "|".join(sorted((name.replace(" ", r"\s{1,3}") for name in names), key=len, reverse=True))


_MONTH = rf"(?:{_any(_MONTHS)})"
_DAY = rf"(?:{_any(_WEEKDAYS)})"
_NTH = rf"(?:\d{{1,2}}(?:st|nd|rd|th)|{_any(_ORDINALS)})"
_COUNT = rf"(?:\d{{1,2}}|{_any(_NUMBERS)})"
_LEAD = rf"(?:(?:end\s{{1,3}}of\s{{1,3}}day\s{{1,3}}(?:on\s{{1,3}})?)?(?:{_DAY})\.?,?\s{{1,3}}(?:the\s{{1,3}})?)?"
_S = r"\s{1,3}"
_SOON = r"(?:today|tomorrow|tonight)"
_CLOSE = rf"(?:(?:eod|cob|(?:end|close){_S}of{_S}(?:the{_S})?(?:day|business|play)){_S}(?:on{_S})?)?"
_PART_OF_DAY = rf"(?:{_S}(?:morning|afternoon|evening|night|noon|lunchtime))?"
_NOT_A_DAY = (
    "one|of|time|part|half|batch|phase|step|sprint|attempt|item|point|draft|version|round|ticket|thing|person"
    "|release|pr|week|day"
)
_PATTERN = re.compile(
    rf"""(?<![\w/.-])(?:
    (?P<iso>(?P<iy>20\d\d)-(?P<im>\d\d)-(?P<id>\d\d)(?!\d))
  | (?P<dotted>{_LEAD}(?P<dd>\d{{1,2}})\.\s?(?P<dm>\d{{1,2}})\.(?P<dy>20\d\d|\d\d)?(?!\d|\.\d))
  | (?P<slashed>(?P<s1>\d{{1,2}})/(?P<s2>\d{{1,2}})(?:/(?P<sy>20\d\d|\d\d))?(?![\d/]))
  | (?P<monthday>{_LEAD}(?P<mm>{_MONTH}\.?){_S}(?:the{_S})?(?P<md>\d{{1,2}})(?:st|nd|rd|th)?
      (?:,?{_S}(?P<my>20\d\d))?(?!\d|[:.]\d))
  | (?P<daymonth>{_LEAD}(?P<nd>\d{{1,2}}|{_any(_ORDINALS)})(?:st|nd|rd|th)?{_S}(?:of{_S})?(?P<nm>{_MONTH})\b
      (?:,?{_S}(?P<ny>20\d\d))?)
  | (?P<endof>(?:the{_S})?(?:(?:very{_S})?end|close|last{_S}day){_S}(?:of{_S})?(?:the{_S})?
      (?P<ew>this|next|current)?\s{{0,3}}
      (?P<eu>day|business|play|today|tomorrow|week|month|quarter|year|sprint|iteration|q[1-4]|{_MONTH})\b
      (?!{_S}(?:on{_S})?(?:{_DAY}|{_SOON})\b))
  | (?P<shortend>(?P<short>eo[dwmqy]|cob)\b(?!{_S}(?:on{_S})?(?:{_DAY}|{_SOON})\b))
  | (?P<ordinal>{_LEAD}the{_S}(?P<on>{_NTH})(?!{_S}(?:{_NOT_A_DAY})\b)\b)
  | (?P<weekday>{_CLOSE}
      (?:(?P<ww>this{_S}past|this|next{_S}week(?:['’]s)?|a{_S}week{_S}on|next|coming|last|past){_S})?\b(?P<wd>{_DAY})\b
      (?:{_S}(?:of{_S})?(?P<wn>next{_S}week|last{_S}week|week)\b|{_S}(?P<wu>after{_S}next)\b)?{_PART_OF_DAY})
  | (?P<relative>{_CLOSE}(?P<rel>yesterday|today|tonight|(?:the{_S})?day{_S}after{_S}tomorrow|tomorrow){_PART_OF_DAY}\b)
  | (?P<fromnow>(?P<fn>{_COUNT}|a){_S}(?P<fu>days?|weeks?){_S}(?:from{_S}(?:now|today)|today)\b)
  | (?P<span>(?:in|within|inside){_S}(?:the{_S}next{_S})?(?P<sn>{_COUNT}){_S}
      (?P<sb>business|working|work|bank)?\s{{0,3}}
      (?P<su>days?|weeks?|fortnights?)\b(?:['’]?{_S}time)?)
  | (?P<vague>(?:(?:early|mid|late|sometime|some{_S}time|later|middle{_S}of){_S})?
      (?:next|this|coming){_S}(?:week|month|quarter|year|sprint|iteration|release)\b
      |(?:q[1-4]|(?<!as[ ])soon|shortly|asap|mid-{_MONTH})\b)
  )""",
    re.VERBOSE,
)
_WORDS = (
    "a asap close cob coming day early end eod eom eoq eow eoy in inside last late later mid middle next past q1 q2 q3 "  # noqa: SIM905 (reads better in a row)
    "q4 shortly some sometime soon the this today tomorrow tonight very within yesterday".split()
)
_NAMES = {name.split(" ")[0].split("-")[0] for names in (_WEEKDAYS, _MONTHS, _ORDINALS, _NUMBERS) for name in names}
_FIRSTS = frozenset({*_WORDS, *_NAMES})
_FAR = 10
"""How many words behind its first one a date phrase may have its core: "within the next couple of business days"."""
_JOINTS = frozenset("/.-")
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d(?<![\w/.-]\d)")
_DATELIKE = re.compile(
    r"\b(?:(?<!-)\d|days?\b|mon|tues?|wed|thur?s?|fri|month|week|sprint|quarter|year|soon|shortly|asap|tonight|tomorrow"
    r"|fortnight|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|eo[dwmqy]|cob|end of|close of|q[1-4]"
    r"|the \w{3,9}th)"
)
"""What every text has that may name a day, in lower case: without regard to case it would take three times as long."""
_UNITS = (
    "asap business cob day days eod eom eoq eow eoy fortnight fortnights iteration month play q1 q2 q3 q4 quarter "  # noqa: SIM905 (reads better in a row)
    "release shortly soon sprint today tomorrow tonight week weeks year yesterday".split()
)
_CORES = frozenset(
    {
        *_UNITS,
        *(part for names in (_WEEKDAYS, _MONTHS, _ORDINALS) for name in names for part in re.findall(r"\w+", name)),
    }
)
"""Without a number, every date phrase has one of these words."""
_SURE = frozenset(word for word in _CORES if word.isalpha() and _DATELIKE.search(word))
"""Those of them that may name a day whatever stands around them."""
_RULES: dict[str, Callable[[_Parts, _Today], date | None]] = {
    "iso": _iso,
    "dotted": _dotted,
    "slashed": _slashed,
    "monthday": _month_day,
    "daymonth": _day_month,
    "endof": _end_of,
    "shortend": _short_end,
    "ordinal": _ordinal,
    "weekday": _weekday,
    "relative": _relative,
    "fromnow": _from_now,
    "span": _span,
    "vague": _vague,
}
