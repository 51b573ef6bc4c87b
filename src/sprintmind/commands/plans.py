"""A plan as it is given: in words, as a file, as terraform's JSON, or as a pull request."""

from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo
from typing import Annotated

from cyclopts import Parameter

from sprintmind.app import App
from sprintmind.commands.files import AS_PATH, read
from sprintmind.commands.moments import day_or_none
from sprintmind.commands.persons import author
from sprintmind.commands.usage import UsageError
from sprintmind.domain.moments import EARLIEST, LATEST
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError
from sprintmind.plans.asking import Request


@Parameter(name="*", group="The plan")
@dataclass(frozen=True, kw_only=True)
class PlanOptions:
    """Where the plan is, and who asks."""

    file: Annotated[str | None, AS_PATH, Parameter(help="A file that holds it, or - for stdin.")] = None
    terraform: Annotated[str | None, AS_PATH, Parameter(help="What `terraform show -json` printed; - for stdin.")] = (
        None
    )
    pull: Annotated[str | None, Parameter(help="A pull request that the ledger knows: owner/repo#88.")] = None
    at: Annotated[str | None, Parameter(help="When or on which day: 2025-10-03T15:00:00+02:00, 2025-10-03.")] = None
    memory: Annotated[bool, Parameter(name="--memory", negative="--no-memory", help="Use what was learned.")] = True
    incident: Annotated[bool, Parameter(negative=(), help="It is a hotfix: show past ones too.")] = False
    as_: Annotated[str | None, Parameter(name="--as", help="Ask as this person.")] = None

    def request(self, words: str | None, app: App) -> Request:
        """Take the plan; raises UsageError where none or two are given, InputError where it cannot be read."""
        given = {"PLAN": words, "--file": self.file, "--terraform": self.terraform, "--pull": self.pull}
        named = [name for name, value in given.items() if value is not None]
        if len(named) != 1:
            found = " and ".join(named) if named else "none"
            raise UsageError(f"give one plan: in words, or by --file, --terraform or --pull; {found} was given")
        at = planned(self.at, zone=app.team.calendar.zone) if self.at else None
        by = author(self.as_, app.team, option="--as") if self.as_ else None
        person = app.team.person(by)
        caller = Caller(person=by, manager=person is not None and person.role == "manager")
        return replace(self._plan(words, app), at=at, by=by, caller=caller, memory=self.memory, incident=self.incident)

    def _plan(self, words: str | None, app: App) -> Request:
        if self.pull is not None:
            return app.pull_request(self.pull)
        if self.terraform is not None:
            return Request(body=_bytes(self.terraform), kind="terraform", name=self.terraform)
        if self.file is not None:
            return Request(body=_bytes(self.file), name=self.file)
        return Request(body=(words or "").encode())


NO_PLAN = PlanOptions()
EXPECTED = "2025-10-03T15:00:00+02:00 or 2025-10-03"


def planned(text: str, *, zone: tzinfo, option: str = "--at") -> datetime | date:
    """Read the moment of a plan, or its day; it keeps the offset that was given, because that decides the weekday.

    >>> from datetime import UTC
    >>> planned("2025-10-03T15:00:00+02:00", zone=UTC).isoformat()
    '2025-10-03T15:00:00+02:00'
    >>> planned("2025-10-03", zone=UTC)
    datetime.date(2025, 10, 3)
    """
    try:
        found = day_or_none(text) or datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise UsageError(f"{option}: {text!r} is not a moment; expected {EXPECTED}") from error
    if not EARLIEST.year <= found.year < LATEST.year:
        raise UsageError(f"{option}: {text!r} lies outside the years {EARLIEST.year} to {LATEST.year}")
    return found if not isinstance(found, datetime) or found.tzinfo else found.replace(tzinfo=zone)


def _bytes(path: str) -> bytes:
    try:
        return read(path)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
