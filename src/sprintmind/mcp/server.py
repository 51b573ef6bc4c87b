"""A server that speaks on stdin and stdout to the agent that started it."""

import json
from collections.abc import Callable

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.types import ToolAnnotations

from sprintmind import __doc__ as about
from sprintmind.app import App
from sprintmind.errors import SprintMindError
from sprintmind.mcp.preflight import PreflightDesk
from sprintmind.mcp.tools import DATA, Desk, refusing
from sprintmind.shapes.reader import Document, Reader

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
INSTRUCTIONS = f"A software team's memory of its own delivery. Everything here reads, nothing writes. {DATA}"


def serve(app: App, reader: Reader) -> None:
    """Answer an agent until it goes; whoever asks is fixed, and no request can be anybody else."""
    server(app, reader).run("stdio")


def server(app: App, reader: Reader) -> MCPServer[object]:
    """Make a server that answers one caller."""
    desk = Desk(app, reader)
    made: MCPServer[object] = MCPServer("sprintmind", instructions=INSTRUCTIONS, description=about, log_level="WARNING")
    for tool in (*desk.tools(), *PreflightDesk(app, reader).tools()):
        made.add_tool(refusing(tool), name=tool.__name__, description=f"{tool.__doc__} {DATA}", annotations=READS)
    for name in ("tickets", "risks", "promises", "conflicts", "radar"):
        _offer(made, name, getattr(desk, name))
    _offer_ticket(made, desk)
    return made


def _offer(made: MCPServer[object], name: str, read: Callable[[], Document]) -> None:
    @made.resource(
        f"sprintmind://{name}", name=name, description=f"{read.__doc__} {DATA}", mime_type="application/json"
    )
    def resource() -> str:
        return _written(read())


def _offer_ticket(made: MCPServer[object], desk: Desk) -> None:
    description = f"{desk.ticket.__doc__} {DATA}"

    @made.resource("sprintmind://ticket/{key}", name="ticket", description=description, mime_type="application/json")
    def resource(key: str) -> str:
        try:
            return _written(desk.ticket(key))
        except SprintMindError as error:
            raise ResourceNotFoundError(str(error)) from error


def _written(document: Document) -> str:
    return json.dumps(document, ensure_ascii=False)
