"""The kinds of value that a setting can have, each with a check that names what was expected."""

import re
from datetime import date, datetime, time, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pydantic import AfterValidator

from sprintmind.domain.work import Status
from sprintmind.settings.nearest import hint
from sprintmind.settings.public_holidays import checked_code

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
EXTRAS = (
    "sprint_overrun", "scope_creep", "unplanned_work", "wip_overload", "unowned_commitment", "date_slipped",
    "carry_over", "reopened", "merged_unreviewed", "oversized_pull", "unlinked_pull", "source_silent",
    "unmapped_identity", "red_plan_with_promise",
)  # fmt: skip
"""The rules of the policy that are off unless a team turns them on."""
NOT_BUILT = {
    "oversized_pull": "how large a pull request is, is not read from what GitHub tells; nothing else shows it",
    "unmapped_identity": "how a finding came and went is kept, and told to memory, under the name of what it is on: "
    "here that of somebody whom nobody knows, and it would stay there when the text in which they spoke is forgotten; "
    "`sprintmind doctor` says how many identities are nobody's, `sprintmind people` and the page of people list them",
    "wip_overload": "no number says how much one person may have in work; `sprintmind tickets` and the page of tickets "
    "show what each has",
}
"""Those of them that there is no rule for, each with why, and what shows a team the same."""
STATUSES = (*(status.value for status in Status), "blocked")


def weekday(text: str) -> str:
    """Take a day of the week by its first three letters.

    >>> weekday("Mon")
    'mon'
    """
    if text.casefold() not in DAYS:
        raise ValueError(f"no day is called {text!r}; the days are {', '.join(DAYS)}")
    return text.casefold()


def time_zone(text: str) -> str:
    """Take a time zone that the IANA database knows."""
    try:
        return ZoneInfo(text).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"no time zone is called {text!r}; {hint(text, available_timezones())}") from error


def project_key(text: str) -> str:
    """Take a project's key, in capitals.

    >>> project_key("nw")
    'NW'
    """
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", text):
        raise ValueError(f"{text!r} is not a project key; expected letters, digits and _, as in NW of NW-231")
    return text.upper()


def holiday_code(text: str) -> str:
    """Take a country or country-subdivision; empty stays empty."""
    return checked_code(text) if text else ""


def status_word(text: str) -> str:
    """Take a status, or `blocked`."""
    if text not in STATUSES:
        raise ValueError(f"no status is called {text!r}; {hint(text, STATUSES)}")
    return text


def extra_rule(text: str) -> str:
    """Take the name of a rule that a team may turn on."""
    if text not in EXTRAS:
        raise ValueError(f"no extra rule is called {text!r}; {hint(text, EXTRAS)}")
    return text


def repository_name(text: str) -> str:
    """Take a repository by its full name.

    >>> repository_name("northwind/shop")
    'northwind/shop'
    """
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", text, re.ASCII):
        raise ValueError(f"{text!r} is not a repository; expected owner/name, as in northwind/shop")
    return text


def identifier(text: str) -> str:
    """Take a person's id; `unknown` is kept for whoever is not known."""
    if not text.strip() or text == "unknown" or re.search(r"[\s:,/]", text):
        raise ValueError(f"{text!r} cannot be an id; expected a short name without spaces, and not 'unknown'")
    return text


def database_address(text: str) -> str:
    """Take the address of a PostgreSQL database; empty stays empty. It is never shown: it may hold a password."""
    if text and not re.match(r"postgres(ql)?://", text):
        raise ValueError("expected postgresql://user@host:5432/database, or nothing for SQLite in the home")
    return text


def time_of_day(text: str) -> str:
    """Take a time as a clock shows it.

    >>> time_of_day("09:30")
    '09:30'
    """
    if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text):
        raise ValueError(f"{text!r} is not a time; expected HH:MM, as in 09:00")
    return text


TimeOfDay = Annotated[str, AfterValidator(time_of_day)]


def web_address(text: str) -> str:
    """Take the address of a web site; empty stays empty.

    >>> web_address("https://sprintmind.northwind.example/")
    'https://sprintmind.northwind.example'
    """
    if text and not re.fullmatch(r"https?://[\w.-]+(:\d+)?/?", text, re.ASCII):
        raise ValueError(f"{text!r} is no address of a site; expected https://sprintmind.northwind.example")
    return text.rstrip("/")


def language_code(text: str) -> str:
    """Take a language by its code; empty stays empty.

    >>> language_code("EN")
    'en'
    """
    if text and not re.fullmatch(r"[A-Za-z]{2,3}", text):
        raise ValueError(f"{text!r} is no language's code; expected two or three letters, as in en")
    return text.lower()


Weekday = Annotated[str, AfterValidator(weekday)]
TimeZone = Annotated[str, AfterValidator(time_zone)]
ProjectKey = Annotated[str, AfterValidator(project_key)]
HolidayCode = Annotated[str, AfterValidator(holiday_code)]
StatusWord = Annotated[str, AfterValidator(status_word)]
ExtraRule = Annotated[str, AfterValidator(extra_rule)]
RepositoryName = Annotated[str, AfterValidator(repository_name)]
LanguageCode = Annotated[str, AfterValidator(language_code)]
Identifier = Annotated[str, AfterValidator(identifier)]
DatabaseAddress = Annotated[str, AfterValidator(database_address)]
WebAddress = Annotated[str, AfterValidator(web_address)]


def end_of_day(value: object) -> object:
    """Take a day as the end of that day, as with absences; anything else stays as it is."""
    try:
        day = date.fromisoformat(value.strip()) if isinstance(value, str) else value
    except ValueError:
        return value
    if not isinstance(day, date) or isinstance(day, datetime) or day == date.max:
        return value
    return datetime.combine(day + timedelta(days=1), time())
