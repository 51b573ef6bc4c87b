"""A sample sprint and its story."""

import sys
import tempfile
from pathlib import Path
from shutil import which
from typing import Annotated

from cyclopts import Parameter
from cyclopts.types import Port

from sprintmind import bootstrap
from sprintmind.commands import output
from sprintmind.commands.place import clock
from sprintmind.commands.serve import PORT
from sprintmind.commands.watching import progress
from sprintmind.demo.sprint import STEPS, play
from sprintmind.demo.story import story
from sprintmind.settings.loading import load


def demo(
    *,
    port: Annotated[Port | None, Parameter(help="The port of the pages; left out, 8321.")] = None,
    no_serve: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Read a sample sprint, dated around today, into a temporary home, tell its story, and serve its pages.

    Where nobody is at a terminal to stop it, it serves only if a port is given.

    ```console
    $ sprintmind demo --no-serve
    $ sprintmind demo --port 8400
    ```

    Args:
        no_serve: Tell the story here, and serve no pages.
    """
    now = clock()
    home = Path(tempfile.mkdtemp(prefix="sprintmind-demo-"))
    with progress("playing the sprint"):
        app = play(home, now=now())
    output.table(f"Northwind, a sample team: {len(STEPS)} files of the last six business days, read now.")
    output.table(*story(app))
    _look_further(home)
    if not no_serve and (port is not None or sys.stdin.isatty()):
        _serve(home, port=PORT if port is None else port)


def _look_further(home: Path) -> None:
    output.table("", "Look further; the sample stays where it is until you delete it:")
    if which("sprintmind") is None:
        output.line(f'export PATH="{Path(sys.executable).parent}:$PATH"')
    output.line(f"export SPRINTMIND_HOME={home}")
    for question in ("serve", "risks", "commitments", "conflicts", "why NW-231", "preflight history", "lessons list"):
        output.line(f"sprintmind {question}")


def _serve(home: Path, *, port: int) -> None:
    """Serve the sample; the environment's settings do not reach it."""
    run = bootstrap.pages()
    found = load(home, {})
    app = bootstrap.open_app(home, settings=found, now=clock())
    run(app, settings=found, home=home, host="127.0.0.1", port=port, say=output.note, sample=True)
