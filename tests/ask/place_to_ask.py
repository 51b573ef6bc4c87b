"""The sample sprint, opened with what a test puts beside its ledger."""

from datetime import UTC, datetime

from sprintmind.adapters import Adapters
from sprintmind.app import App
from sprintmind.demo.sprint import play
from sprintmind.documents import extract
from sprintmind.domain.events import PersonId
from sprintmind.domain.visibility import Caller
from sprintmind.errors import UnavailableError
from sprintmind.ledger.sqlite import SqliteLedger
from sprintmind.settings.loading import load
from sprintmind.testing import MemoryInMind

NOW = datetime(2025, 10, 1, 9, tzinfo=UTC)


def sample(home, *, now=NOW):
    """Play the sample sprint in a home, without a memory of its own."""
    play(home, now=now)
    return home


def opened(home, *, memory=None, model=None, now=NOW, team=None):
    """Open a workspace with a memory in mind that knows what its ledger holds, and perhaps a model."""
    chosen = load(home, {})
    kept = memory if memory is not None else MemoryInMind()
    adapters = Adapters(memory=lambda: kept, meaning=lambda: None, model=lambda: model)
    app = App(
        ledger=SqliteLedger(home / "default.db", now=lambda: now),
        team=team or chosen.team(),
        policy=chosen.policy(),
        clock=lambda: now,
        adapters=adapters,
        read=extract,
    )
    if not getattr(kept, "down", False):
        app.rebuild_memory()
    return app


def caller(app, name=None):
    person = app.team.person(PersonId(name)) if name else None
    return Caller(person=person.id, manager=person.role == "manager") if person else Caller()


def asked(app, question, name=None):
    return app.ask(question, caller(app, name))


def gone():
    raise UnavailableError("memory is not there")
