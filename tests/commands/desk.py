"""A command line to type at, with an application behind it that answers as it is told."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sprintmind import cli
from sprintmind.answers import Ingested
from sprintmind.app import App
from sprintmind.commands.workplace import opening
from sprintmind.domain.people import Team
from sprintmind.hearing import Extracted
from sprintmind.intake import Delivery

NO_TEAM = Team()
NOW = datetime(2025, 10, 1, 9, tzinfo=UTC)

TEAM = """
[team]
name = "Northwind"
timezone = "Europe/Berlin"
keys = ["NW", "PAY"]
holidays = "DE-BE"

[[people]]
id = "priya"
name = "Priya Raman"
aliases = ["Pri"]
github = ["priya-r"]

[[people]]
id = "dana"
name = "Dana Fox"
role = "manager"

[[people]]
id = "tom"
name = "Tom Weber"
aliases = ["Tommy"]

[[people]]
id = "tom_b"
name = "Tom Berger"

[[customers]]
name = "Acme"
aliases = ["Acme Corp"]
"""


@dataclass
class ToldApp(App):
    """Answers every question with what it was told, and keeps what it was asked."""

    team: Team = NO_TEAM
    answers: dict[str, object] = field(default_factory=dict)
    asked: list[tuple[str, tuple[object, ...], dict[str, object]]] = field(default_factory=list)
    deliveries: list[Delivery] = field(default_factory=list)

    def now(self) -> datetime:
        return self.clock()

    models_read = False

    def read_text(self, delivery: Delivery, *, watch: object = None) -> Extracted:
        return Extracted(statements=self.extract(delivery))

    def ingest(self, deliveries: Sequence[Delivery], *, dry_run: bool = False, watch: object = None) -> Ingested:
        self.deliveries += deliveries
        return self._answer("ingest", (deliveries,), {"dry_run": dry_run}) or Ingested()

    def _answer(self, name, positional, named):
        self.asked.append((name, positional, named))
        answer = self.answers.get(name)
        if isinstance(answer, BaseException):
            raise answer
        return answer


def _told(name):
    def method(self, *positional, **named):
        answer = self._answer(name, positional, named)
        return _EMPTY.get(name, Ingested)() if answer is None else answer

    return method


_EMPTY = {
    "tickets": tuple,
    "commitments": tuple,
    "conflicts": tuple,
    "risks": tuple,
    "extract": tuple,
    "doctor": tuple,
    "export": tuple,
    "acknowledged": dict,
    "heard": dict,
    "people": lambda: ((), ()),
}
for _name in (
    *_EMPTY, "ticket", "correct", "settle", "withdraw", "promise", "answer_promise", "preview_link", "link",
    "acknowledge", "tick", "verify", "rebuild", "reread", "take_in", "backup", "note_copy",
):  # fmt: skip
    setattr(ToldApp, _name, _told(_name))


@contextmanager
def behind(**answers: object) -> Iterator[ToldApp]:
    """Put an application behind the command line."""
    app = ToldApp(answers=answers)

    def open_app(home, *, workspace, settings, now, notice):
        app.home, app.workspace, app.settings, app.clock, app.team = home, workspace, settings, now, settings.team()
        return app

    token = opening.set(open_app)
    try:
        yield app
    finally:
        opening.reset(token)


@dataclass(frozen=True)
class Desk:
    """A home and a terminal."""

    home: Path
    capsys: object
    monkeypatch: object

    def type(self, *words: str) -> tuple[int, str, str]:
        """Run a command; returns its exit status, stdout and stderr."""
        status = cli.run([*words, "--home", str(self.home)])
        read = self.capsys.readouterr()
        return status, read.out, read.err


def desk(tmp_path, capsys, monkeypatch, *, team: str = TEAM, now: str = "2025-10-01T09:00:00+00:00", columns: int = 80):
    """Sit down at a command line whose home holds a team."""
    for name in [name for name in os.environ if name.startswith("SPRINTMIND_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SPRINTMIND_NOW", now)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "sprintmind.toml").write_text(team, encoding="utf-8")
    return Desk(tmp_path, capsys, monkeypatch)
