"""The agents' way in."""

from typing import Annotated

from cyclopts import Parameter

from sprintmind import bootstrap
from sprintmind.commands.asking import Asking
from sprintmind.commands.workplace import HERE, Workplace

AsPerson = Annotated[str | None, Parameter(name="--as", help="Whom it answers; left out: what the whole team may see.")]


def mcp(*, as_: AsPerson = None, place: Workplace = HERE) -> None:
    """Answer an agent over the Model Context Protocol on stdin and stdout: tools and resources that read.

    Whom it answers is fixed here, and no request can ask as anybody else. It runs until the agent closes its end. An
    agent is told to start it, with the home in its environment:

    ```console
    $ sprintmind mcp --as priya
    ```
    """
    serve = bootstrap.open_agents()
    app = place.open()
    serve(app, Asking(as_=as_).reader(app))
