"""A sample sprint and its story."""

import tempfile
from pathlib import Path
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
    output.table("", "Look further (the home stays until you delete it):")
    output.line(f"export SPRINTMIND_HOME={home}")
    output.table("sprintmind tickets | risks | commitments | conflicts | why NW-231")
    if not no_serve:
        output.note("There are no pages yet; this is the whole demo. --no-serve leaves this line out.")
