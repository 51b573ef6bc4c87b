"""Whatever the command line does for a user can be done from a page; a new command or option says here where."""

import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest

from commands.desk import NOW
from sprintmind.cli import commands
from sprintmind.domain.visibility import Caller
from sprintmind.web import sign_in
from sprintmind.web.page import pages
from web.visits import visit

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

OURS = {
    "--home": "whoever serves the pages says where they are kept",
    "--workspace": "pages serve one workspace",
    "--json": "programs ask the API",
    "--by": "everything that is recorded from a page is by whoever signed in, or says who they are",
    "--as": "a page is for whoever signed in, or says who they are",
    "--yes": "a press of a button is the answer",
}
"""Options that no page has a field for, whatever the command."""

PRIVATE = "what is private to somebody else is for whoever runs the machine, on the command line alone"
FOR_CI = "for a program that stops where a verdict says so"
WHERE_TOKENS_GO = "where a token is sent stands in the settings alone; nobody can type another address"
PRESSED = "looking at a page notes nothing; “I have read this” does"
MOMENTS = {"--as-of": "as_of", "--known-at": "known_at"}
LABELS = {
    "SOURCE": "source", "--date": "date", "--title": "title", "--author": "author", "--participants": "participants",
    "--visibility": "visibility", "--event": "event",
}  # fmt: skip

FIELDS = {
    "acknowledge": {"FINDING": "finding", "--until": "until", "--reason": "reason"},
    "ask": {"QUESTION": "question", "--as-of": "as_of"},
    "ask --history": {"--history": ""},
    "ask --replay": {"--replay": "{id}"},
    "brief": {**MOMENTS, "--since": "since"},
    "brief --customer": {**MOMENTS, "--since": "since", "--customer": "customer"},
    "brief --sprint": {**MOMENTS, "--sprint": "name"},
    "commitments": {**MOMENTS, "--all": "all", "--needs-review": "needs_review"},
    "conflicts": {**MOMENTS, "--all": "all"},
    "connect": {"SYSTEM": "{system}", "--since": "since", "--repository": "repository"},
    "correct": {"TEXT": "text", "--ticket": "{key}", "--field": "field", "--value": "value", "--reason": "reason"},
    "correct --answer": {"--answer": "{id}", "--ticket": "ticket", "--field": "field", "--value": "value"},
    "extract": {**LABELS, "PATH": "file"},
    "forget": {"--person": "person", "--document": "document"},
    "forget --dry-run": {"--dry-run": "", "--person": "person", "--document": "document"},
    "ingest": {**LABELS, "PATHS": "file"},
    "lessons add": {
        "--id": "id",
        "--type": "type",
        "--date": "date",
        "--situation": "situation",
        "--believed": "believed",
        "--decision": "decision",
        "--what-happened": "what_happened",
        "--root-cause": "root_cause",
        "--recovery": "recovery",
        "--lesson": "lesson",
        "--when": "trigger_conditions",
        "--service": "services",
        "--incident": "incident_group",
        "--guard": "guard",
        "--url": "url",
    },
    "lessons confirm": {"ID": "{id}", "--guard": "{action}", "--reason": "reason"},
    "lessons import": {"PATHS": "file", "--dry-run": "dry_run"},
    "lessons list": {"--status": "status", "--all": "all"},
    "lessons retire": {"ID": "{id}", "--reason": "reason", "--superseded-by": "successor"},
    "lessons show": {"ID": "{id}"},
    "memory models --refresh": {"--refresh": ""},
    "memory recall": {
        "QUERY": "q",
        "--ticket": "ticket",
        "--person": "person",
        "--customer": "customer",
        "--kind": "kind",
        "--limit": "limit",
    },
    "people link": {"IDENTITY": "identity", "WHO": "person"},
    "people unlink": {"IDENTITY": "identity"},
    "preflight ask": {"QUESTION": "question"},
    "preflight check": {
        "PLAN": "plan",
        "--file": "file",
        "--terraform": "file",
        "--pull": "pull",
        "--at": "at",
        "--memory": "without",
        "--incident": "incident",
    },
    "preflight outcome": {"ID": "{id}", "--action": "outcome", "--result": "outcome", "--note": "note"},
    "preflight override": {"ID": "{id}", "--reason": "reason", "--expires": "lasting", "--incident": "incident"},
    "preflight show": {"ID": "{id}"},
    "promise add": {
        "--customer": "customer",
        "--what": "what",
        "--due": "due",
        "--owner": "owner",
        "--ticket": "ticket",
    },
    "promise close": {"ID": "{id}", "--outcome": "outcome", "--reason": "reason"},
    "promise confirm": {"ID": "{id}", "--reason": "reason"},
    "promise reject": {"ID": "{id}", "--reason": "reason"},
    "radar": {**MOMENTS, "--since": "since"},
    "risks": {**MOMENTS, "--all": "all"},
    "settle": {"CONFLICT": "{id}", "--value": "value", "--reason": "reason"},
    "snooze": {"FINDING": "finding", "--until": "until", "--reason": "reason"},
    "sync": {"SYSTEM": "{system}", "--since": "since", "--repository": "repository"},
    "ticket": {**MOMENTS, "KEY": "{key}"},
    "tickets": {**MOMENTS, "--all": "deleted"},
    "why": {**MOMENTS, "KEY": "{key}", "FIELD": "field"},
    "withdraw": {"CLAIM": "{claim}"},
}
"""Of commands, and of some of their options, the field of the page in `PLACES` that each option is; a part of its path
stands in braces, and an option that is the page itself is empty."""

ELSEWHERE = {
    "brief --all": PRIVATE,
    "brief --peek": PRESSED,
    "connect --api": WHERE_TOKENS_GO,
    "connect --url": WHERE_TOKENS_GO,
    "extract --all": "a preview tells beside what a text claims why the rest of it claims nothing",
    "extract --explain": "a preview tells which words were read as what",
    "ingest --dry-run": "a page shows what would be recorded before it is, always",
    "lessons export FOLDER": "a browser asks where to keep a file",
    "memory recall --all": PRIVATE,
    "preflight check --enforce": FOR_CI,
    "preflight check --explain": "a page tells why each condition was taken or not, always",
    "preflight check --fail-closed": FOR_CI,
    "preflight check --markdown": "a page has the comment beside the verdict, to be copied",
    "preflight check --no-memory": "a page shows both, beside each other",
    "preflight check --quiet": FOR_CI,
    "preflight history ID": "its page is that of `preflight show`",
    "radar --all": PRIVATE,
    "radar --peek": PRESSED,
    "sync --api": WHERE_TOKENS_GO,
    "sync --url": WHERE_TOKENS_GO,
    "ticket --all": PRIVATE,
    "why --all": PRIVATE,
}
"""Options that need no field, and why."""

ROUTES = {
    f"{method} {route.path}"
    for router in (sign_in.router, *(found.router for found in pages()))
    for route in router.routes
    for method in route.methods
}


def every_command():
    return (name for name, _ in every_one())


def every_one():
    for name in sorted(each for each in commands() if not each.startswith("-")):
        command = commands(name)[name]
        inner = [each for each in command if not each.startswith("-")]
        yield from ((f"{name} {each}", command[each]) for each in inner)
        if not inner or command.default_command is not None:
            yield name, command


def every_option():
    """Name each option and each argument of each command that is not for maintenance."""
    for name, command in every_one():
        if PLACES.get(name) == MAINTENANCE:
            continue
        for argument in command.assemble_argument_collection():
            yield from (f"{name} {each}" for each in argument.names if each not in OURS and each != "*")


@pytest.mark.parametrize("command", tuple(every_command()))
def test_a_command_has_a_page_or_is_for_maintenance(command):
    assert command in PLACES, "build the page that does this, or say here that it is maintenance"


@pytest.mark.parametrize(("command", "place"), [each for each in PLACES.items() if each[1] != MAINTENANCE])
def test_the_page_of_a_command_is_there(command, place):
    assert place in ROUTES


def test_only_commands_that_there_are_stand_in_the_table():
    known = set(every_command())
    assert [name for name in PLACES if name.partition(" --")[0] not in known] == []


def fields_of_options():
    """Give of each option that is a field the place and the name of the field."""
    for command, fields in FIELDS.items():
        name = command.partition(" --")[0]
        for option, field in fields.items():
            yield f"{name} {option}", PLACES[command], field


KNOWN = {option for option, _, _ in fields_of_options()}


@pytest.mark.parametrize("option", tuple(every_option()))
def test_an_option_has_a_field_or_says_why_it_needs_none(option):
    assert option in KNOWN | ELSEWHERE.keys(), "give the page a field, or say here why it needs none"


def test_only_options_that_there_are_stand_in_the_tables():
    assert (KNOWN | ELSEWHERE.keys()) - set(every_option()) == set()
    assert KNOWN & ELSEWHERE.keys() == set()


class Forms(HTMLParser):
    """The forms of a page: each with its method, where it leads, and its fields."""

    def __init__(self):
        super().__init__()
        self.found, self.fields = [], None

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self.fields = set()
            self.found.append((given.get("method", "get").upper(), given.get("action", ""), self.fields))
        elif self.fields is not None and given.get("name"):
            self.fields.add(given["name"])
            if given.get("formaction"):
                self.found.append(("POST", given["formaction"], self.fields))
        if tag == "button" and given.get("formaction"):
            self.found.append(("POST", given["formaction"], self.fields))

    def handle_endtag(self, tag):
        self.fields = None if tag == "form" else self.fields


def at_work(tmp_path):
    """Open pages of a team where something of every kind stands."""
    here = visit(tmp_path)
    here.be("dana")
    here.said("- NW-8 is blocked by legal\n", said=NOW - timedelta(days=9))
    here.said("- NW-7 is in review\n", said=NOW - timedelta(hours=2))
    weekly = "Priya: NW-7 is still in progress. We promised Acme the export by 2025-10-10.\nKim: NW-9 is done.\n"
    here.said(weekly, source="meeting", title="Weekly", author="", said=NOW - timedelta(hours=1))
    here.app.promise(customer="Acme", what="the import", due=NOW.date(), by="dana")
    here.app.correct("it is in the sprint", by="dana", ticket="NW-7", field="sprint", value="Sprint 14")
    here.app.add_lesson({
        "id": "F1", "situation": "s", "lesson": "l", "guard": "a freeze",
        "trigger_conditions": ["Friday deploy", "dependency updates"],
    }, by="dana")  # fmt: skip
    postmortem = b"# Outage\n\n## Root cause\nThe migration ran at noon.\n\n## Lessons learned\nMigrate at night.\n"
    here.send("/preflight/teach/files", files={"file": ("outage.md", postmortem, "text/markdown")})
    here.send("/preflight/check", plan="Friday deploy of the till with three dependency updates")
    here.send("/ask", question="Why is NW-7 in review?")
    return here


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    """Every form of every page of a team at work."""
    here = at_work(tmp_path_factory.mktemp("pages"))
    [made], [answer] = here.app.plan_checks(), here.app.answers(Caller(person="dana", manager=True), count=1)
    draft = next(each.lesson.id for each in here.app.lessons() if each.lesson.status == "draft")
    own = here.said("- NW-3 is done\n", author="dana")
    assert own.events
    listed = [found.page.path for found in pages() if "{" not in found.page.path]
    single = [
        f"/preflight/checks/{made.id}", f"/ask/{answer.id}", "/preflight/lessons/F1", f"/preflight/lessons/{draft}",
        "/tickets/NW-7", "/tickets/NW-3", "/before-a-call?customer=Acme", "/people?identity=speaker:Kim&person=tom",
    ]  # fmt: skip
    shown = [here.get(path).text for path in (*listed, *single)]
    given = {"source": "standup", "visibility": "team", "text": "- NW-1 is done"}
    shown.append(here.send("/bring/preview", **given).text)
    shown.append(here.send("/forget/preview", person="tom").text)
    reader = Forms()
    reader.feed("".join(shown))
    return reader.found


def leads_to(place, method, action):
    """Tell whether a form leads to a place."""
    wanted, _, path = place.partition(" ")
    pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))
    return method == wanted and re.fullmatch(pattern, action.partition("?")[0]) is not None


@pytest.mark.parametrize(
    ("place", "field"), sorted({(place, field) for _, place, field in fields_of_options() if field})
)
def test_the_field_of_an_option_stands_in_a_form_of_its_page(forms, place, field):
    if field.startswith("{"):
        assert field in place
        return
    assert [fields for method, action, fields in forms if leads_to(place, method, action) and field in fields] != []
