"""What takes longer than a request: it goes on in a thread, tells how far it is, and waits to be looked at.

It is kept in this process alone; whoever restarts the server begins such a thing again.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Lock, Thread
from typing import Generic, TypeVar

from sprintmind.domain.events import PersonId
from sprintmind.domain.progress import Progress
from sprintmind.errors import SprintMindError, UnavailableError
from sprintmind.journal import SILENT, Journal

Outcome = TypeVar("Outcome")

KEPT = 20
"""How many that are over are kept, to be looked at."""
AT_ONCE = 3
"""How many may go on at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(Generic[Outcome]):
    """One thing that takes long, as far as it is."""

    id: str
    what: str
    """`listening to acme.m4a`."""
    owner: PersonId | None
    """Who began it, and alone may look at it; None: whoever is at this machine."""
    done: int = 0
    total: int = 0
    outcome: Outcome | None = None
    problem: str = ""
    """Why it failed."""

    @property
    def over(self) -> bool:
        """It goes on no more."""
        return self.outcome is not None or bool(self.problem)


@dataclass(slots=True)
class Works(Generic[Outcome]):
    """Everything of one kind that goes on, and the last that are over."""

    journal: Journal = SILENT
    """Notes what failed."""
    _works: dict[str, Work[Outcome]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def begin(self, what: str, *, owner: PersonId | None, do: Callable[[Progress], Outcome]) -> str:
        """Begin something and give its id; raises UnavailableError where too much goes on already."""
        work: Work[Outcome] = Work(id=secrets.token_urlsafe(12), what=what, owner=owner)
        with self._lock:
            going = [each for each in self._works.values() if not each.over]
            if len(going) >= AT_ONCE:
                raise UnavailableError(f"{len(going)} others go on already; try again when one is done")
            for each in [each for each in self._works.values() if each.over][: -KEPT + 1]:
                del self._works[each.id]
            self._works[work.id] = work
        Thread(target=self._run, args=(work.id, do), name=work.id, daemon=True).start()
        return work.id

    def find(self, id: str, *, owner: PersonId | None) -> Work[Outcome] | None:
        """Find something that its owner began; None where there is no such thing."""
        found = self._works.get(id)
        return found if found and found.owner in (None, owner) else None

    def _run(self, id: str, do: Callable[[Progress], Outcome]) -> None:
        def progress(done: int, total: int) -> None:
            self._change(id, done=done, total=total)

        try:
            self._change(id, outcome=do(progress))
        except SprintMindError as error:
            self._change(id, problem=str(error))
        except Exception as error:  # noqa: BLE001  # the outer edge of a worker: whoever looks is told, and the log its kind
            self.journal.failed("work", error)
            self._change(id, problem="something went wrong here, and it is not your fault; the log says what")

    def _change(self, id: str, **changes: object) -> None:
        with self._lock:
            self._works[id] = replace(self._works[id], **changes)  # type: ignore[arg-type]  # by name
