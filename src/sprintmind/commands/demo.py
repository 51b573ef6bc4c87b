"""A sample sprint and its story."""

import sys
import tempfile
from pathlib import Path
from shutil import which
from typing import Annotated

from cyclopts import Parameter

from sprintmind.commands import output
from sprintmind.commands.watching import progress
from sprintmind.commands.workplace import clock
from sprintmind.demo.sprint import STEPS, play
from sprintmind.demo.story import story


def demo(*, no_serve: Annotated[bool, Parameter(negative=())] = False) -> None:
    """Read a sample sprint, dated around today, into a temporary home and tell its story.

    ```console
    $ sprintmind demo --no-serve
    ```

    Args:
        no_serve: Tell the story here, without the pages. (There are none yet.)
    """
    now = clock()()
    home = Path(tempfile.mkdtemp(prefix="sprintmind-demo-"))
    with progress("playing the sprint"):
        app = play(home, now=now)
    output.table(f"Northwind, a sample team: {len(STEPS)} files of the last six business days, read now.")
    output.table(*story(app))
    output.table("", "Look further; the sample stays where it is until you delete it:")
    if which("sprintmind") is None:
        output.line(f'export PATH="{Path(sys.executable).parent}:$PATH"')
    output.line(f"export SPRINTMIND_HOME={home}")
    for question in ("risks", "commitments", "conflicts", "tickets", "why NW-231", "preflight history", "lessons list"):
        output.line(f"sprintmind {question}")
    if not no_serve:
        output.note("There are no pages to look at yet.")
