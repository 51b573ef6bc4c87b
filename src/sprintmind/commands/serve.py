"""The web app, started."""

from typing import Annotated

from cyclopts import Parameter
from cyclopts.types import Port

from sprintmind import bootstrap
from sprintmind.commands import output
from sprintmind.commands.workplace import HERE, Workplace

PORT = 8321


def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen at; any but this machine's own needs sign-in.")] = (
        "127.0.0.1"
    ),
    port: Port = PORT,
    place: Workplace = HERE,
) -> None:
    """Serve the pages, the API and the addresses for webhooks, until Ctrl-C.

    On this machine's own address nobody needs an account. At any other address people sign in, so it does not start
    there before there is an account (`sprintmind accounts add`) or a provider (`[web.openid]`).

    ```console
    $ sprintmind serve
    $ sprintmind serve --host 0.0.0.0 --port 80
    ```

    Args:
        port: The port to listen at.
    """
    run = bootstrap.pages()
    run(place.open(), settings=place.settings(), home=place.path, host=host, port=port, say=output.note)
