"""Whatever the command line does for a user can be done from a page; a new command says here where."""

import pytest

from sprintmind.cli import commands
from sprintmind.web import sign_in
from sprintmind.web.page import pages

MAINTENANCE = "maintenance"
"""For whoever runs it: on the command line alone."""

PLACES = {
    "accounts add": MAINTENANCE,
    "accounts list": MAINTENANCE,
    "accounts remove": MAINTENANCE,
    "acknowledge": "POST /risks/acknowledge",
    "ask": "POST /ask",
    "ask --history": "GET /ask",
    "ask --replay": "GET /ask/{id}",
    "brief": "GET /my-day",
    "brief --customer": "GET /before-a-call",
    "brief --sprint": "GET /sprint",
    "commitments": "GET /promises",
    "conflicts": "GET /conflicts",
    "connect": "POST /connect/{system}/survey",
    "correct": "POST /tickets/{key}/correct",
    "correct --answer": "POST /ask/{id}/correct",
    "demo": MAINTENANCE,
    "doctor": "GET /settings",
    "eval": MAINTENANCE,
    "extract": "POST /bring/preview",
    "forget": "POST /forget",
    "forget --dry-run": "POST /forget/preview",
    "ingest": "POST /bring",
    "init": MAINTENANCE,
    "ledger backup": MAINTENANCE,
    "ledger export": MAINTENANCE,
    "ledger import": MAINTENANCE,
    "ledger rebuild": MAINTENANCE,
    "ledger reread": MAINTENANCE,
    "ledger verify": MAINTENANCE,
    "lessons add": "POST /preflight/teach",
    "lessons confirm": "POST /preflight/lessons/{id}/{action}",
    "lessons export": "GET /preflight/lessons.zip",
    "lessons import": "POST /preflight/teach/files",
    "lessons list": "GET /preflight/lessons",
    "lessons retire": "POST /preflight/lessons/{id}/{action}",
    "lessons show": "GET /preflight/lessons/{id}",
    "mcp": MAINTENANCE,
    "memory deliver": "POST /memory/tell",
    "memory models": "GET /memory",
    "memory models --refresh": "POST /memory/models",
    "memory rebuild": MAINTENANCE,
    "memory recall": "GET /memory",
    "memory reembed": MAINTENANCE,
    "memory status": "GET /memory",
    "people": "GET /people",
    "people link": "POST /people/link",
    "people unlink": "POST /people/link",
    "preflight ask": "GET /preflight/history",
    "preflight check": "POST /preflight/check",
    "preflight check --explain": "POST /preflight/check",
    "preflight history": "GET /preflight/checks",
    "preflight outcome": "POST /preflight/checks/{id}/outcome",
    "preflight override": "POST /preflight/checks/{id}/override",
    "preflight patterns": "GET /preflight/patterns",
    "preflight report": "GET /preflight/track-record",
    "preflight show": "GET /preflight/checks/{id}",
    "promise add": "POST /promises",
    "promise close": "POST /promises/{id}/{action}",
    "promise confirm": "POST /promises/{id}/{action}",
    "promise reject": "POST /promises/{id}/{action}",
    "radar": "GET /radar",
    "risks": "GET /risks",
    "rules": "GET /rules",
    "serve": MAINTENANCE,
    "settle": "POST /conflicts/{id}/settle",
    "snooze": "POST /risks/snooze",
    "sync": "POST /connect/{system}",
    "tick": "POST /settings/tick",
    "ticket": "GET /tickets/{key}",
    "tickets": "GET /tickets",
    "why": "GET /tickets/{key}",
    "withdraw": "POST /claims/{claim}/withdraw",
}
"""Every command, and some of their options, with the method and path of the page that does the same."""

ROUTES = {
    f"{method} {route.path}"
    for router in (sign_in.router, *(found.router for found in pages()))
    for route in router.routes
    for method in route.methods
}


def every_command():
    for name in sorted(each for each in commands() if not each.startswith("-")):
        command = commands(name)[name]
        inner = [each for each in command if not each.startswith("-")]
        yield from (f"{name} {each}" for each in inner)
        if not inner or command.default_command is not None:
            yield name


@pytest.mark.parametrize("command", tuple(every_command()))
def test_a_command_has_a_page_or_is_for_maintenance(command):
    assert command in PLACES, "build the page that does this, or say here that it is maintenance"


@pytest.mark.parametrize(("command", "place"), [each for each in PLACES.items() if each[1] != MAINTENANCE])
def test_the_page_of_a_command_is_there(command, place):
    assert place in ROUTES


def test_only_commands_that_there_are_stand_in_the_table():
    known = set(every_command())
    assert [name for name in PLACES if name.partition(" --")[0] not in known] == []
