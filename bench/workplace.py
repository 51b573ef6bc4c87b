"""A home for one bench, and a clock that tells when the delivery at hand was received."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.mix import BEGINNING, settings
from sprintmind.app import App
from sprintmind.bootstrap import open_app
from sprintmind.intake import Delivery
from sprintmind.record import AT_ONCE
from sprintmind.settings.models import Settings


class Clock:
    """Stands where it is put."""

    def __init__(self) -> None:
        self.at = BEGINNING

    def __call__(self) -> datetime:
        """Tell the time."""
        return self.at


class Desk:
    """An application in a folder that is gone afterwards.

    Args:
        folder: Where.
        workspace: Which ledger.
        chosen: The team's settings; None: those of the team of `mix`, in a file.
    """

    def __init__(self, folder: Path, *, workspace: str = "default", chosen: Settings | None = None) -> None:
        self.folder = folder
        self.workspace = workspace
        self.clock = Clock()
        self.app: App = open_app(folder, workspace=workspace, settings=chosen or settings(), now=self.clock)

    @property
    def file(self) -> Path:
        """The ledger's."""
        return self.folder / f"{self.workspace}.db"

    def one_by_one(self, some: Iterable[Delivery]) -> None:
        """Record deliveries as they come: a transaction for each."""
        for each in some:
            self.clock.at = each.received_at
            self.app.take([each])

    def in_batches(self, some: Iterable[Delivery], watch: Callable[[int], None] = lambda _: None) -> None:
        """Record deliveries as a backfill does, some hundred in a transaction; how many were recorded is told."""
        rest = iter(some)
        while batch := list(islice(rest, AT_ONCE)):
            self.clock.at = batch[-1].received_at
            self.app.take(batch)
            watch(len(batch))

    def wait(self, how_long: timedelta) -> None:
        """Let time pass."""
        self.clock.at += how_long


@contextmanager
def desk() -> Iterator[Desk]:
    """Open an application in a new folder."""
    with TemporaryDirectory(prefix="sprintmind-bench-") as folder:
        yield Desk(Path(folder))
