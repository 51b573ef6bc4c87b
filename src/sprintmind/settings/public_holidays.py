"""Public holidays by code, of which the library is loaded only when the first day is asked for.

Loading it takes longer than most commands that never count a day; the codes that it knows are listed in
`holiday_codes.tsv` (country, then its subdivisions), which a test keeps equal to the library's own list.
"""

from collections.abc import Container, Iterable, Mapping
from datetime import date
from functools import cached_property
from importlib import import_module
from importlib.resources import files

from sprintmind.settings.nearest import hint

_LIBRARY = "holidays"
"""By name, so that it is loaded with the first day that is asked for."""


class PublicHolidays(Container[date]):
    """The holidays of a country or one of its subdivisions, in any year."""

    def __init__(self, code: str) -> None:
        """Take a code that `checked_code` accepts."""
        self._country, _, self._subdivision = code.partition("-")

    def __contains__(self, day: object) -> bool:
        return isinstance(day, date) and day in self._days

    @cached_property
    def _days(self) -> Container[date]:
        country_holidays = import_module(_LIBRARY).country_holidays
        days: Container[date] = country_holidays(self._country, subdiv=self._subdivision or None)
        return days


def checked_code(code: str) -> str:
    """Return a code of `DE` or `DE-BE` as the library names it; raises ValueError with the nearest known one.

    >>> checked_code("de-be")
    'DE-BE'
    """
    country, _, subdivision = code.partition("-")
    known = holiday_codes()
    country = _known(country, known, what="country")
    return f"{country}-{_known(subdivision, known[country], what=f'part of {country}')}" if subdivision else country


def holiday_codes() -> Mapping[str, tuple[str, ...]]:
    """List the countries whose holidays are known, each with its subdivisions."""
    rows = files("sprintmind.settings").joinpath("holiday_codes.tsv").read_text("utf-8").splitlines()
    return {country: tuple(subdivisions) for country, *subdivisions in (row.split("\t") for row in rows)}


def _known(word: str, words: Iterable[str], *, what: str) -> str:
    found = {each.casefold(): each for each in words}
    if word.casefold() not in found:
        raise ValueError(f"no {what} is called {word!r} in the holidays library; {hint(word, found.values())}")
    return found[word.casefold()]
