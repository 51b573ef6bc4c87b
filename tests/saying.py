"""A team of ours, and what it is heard to say, as short lines that a test can compare."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo

from sprintmind.domain.calendar import Calendar
from sprintmind.domain.events import PersonId
from sprintmind.domain.people import Customer, Person, Team
from sprintmind.reading.formats import read_document
from sprintmind.reading.reader import read
from sprintmind.reading.statements import Kind, Statement

MONDAY = date(2025, 9, 29)


def person(id, name, *aliases, **more):
    return Person(id=PersonId(id), name=name, aliases=aliases, **more)


def northwind(**changed):
    people = (
        person("priya", "Priya Nair", "Priya"),
        person("tom", "Tom Weber", "tweber"),
        person("dana", "Dana Fox", role="manager"),
        person("lena", "Lena Vogt"),
        person("anna_s", "Anna Schmidt", "Anna"),
        person("anna_b", "Anna Berger", "Anna"),
    )
    customers = (Customer(name="Acme", aliases=("Acme Corp",)), Customer(name="Globex"))
    calendar = Calendar(zone=ZoneInfo("Europe/Berlin"))
    return Team(**{"keys": ("NW", "PAY"), "people": people, "customers": customers, "calendar": calendar} | changed)


def heard(text, *, kind="standup", author="priya", day=MONDAY, team=None, title=""):
    """Read a text said on a day, by its kind."""
    team = team or northwind()
    document = read_document(text.encode(), filename="x.md", kind=kind)
    who = "" if kind in {"meeting", "digest"} else author
    return read(document, team=team, said_at=team.calendar.morning(day), author=who, kind=kind, title=title)


def claimed(text, **how):
    """Read a text into one line for each thing that it claims."""
    return [told(statement) for statement in heard(text, **how) if statement.kind is not Kind.NONE]


def told(said: Statement) -> str:
    ticket = said.ticket or "-"
    match said.kind:
        case Kind.BLOCKED:
            return (
                f"blocked {ticket} {said.waiting_on or ''} {said.unblocker or ''}" if said.value else f"lifted {ticket}"
            )
        case Kind.DEPENDENCY:
            return f"dependency {ticket} {said.waiting_on}"
        case Kind.APPROVAL:
            return f"approval {ticket} {said.by} {said.value}"
        case Kind.DUE_DATE:
            return f"due {ticket} {said.value}"
        case Kind.COMMITMENT:
            return promised(said)
        case Kind.PROGRESS:
            return f"progress {ticket}"
        case _:
            return f"{said.kind} {ticket} {said.value}"


def promised(said: Statement) -> str:
    if said.outcome in {"kept", "missed"}:
        return " ".join([said.outcome, said.customer or "-", *said.tickets])
    more = [*said.tickets, *([f"replaces {said.replaces_due}"] if said.replaces_due else [])]
    more += ["review"] if said.needs_review else []
    return " ".join(["promise", said.customer or "-", str(said.due or "-"), str(said.owner), *more])


def fits(wanted: str, got: str) -> bool:
    """Compare a wanted line with a line that was told.

    `*` is anyone; `wait` is blocked or a dependency; a word of who or what is waited for is enough.
    """
    want, have = wanted.split(), got.split()
    if want[0] == "wait":
        return any(fits(" ".join([kind, *want[1:]]), got) for kind in ("blocked", "dependency"))
    if want[0] != have[0] or want[1] != have[1]:
        return False
    if want[0] == "promise":
        return want[2] == have[2] and want[3] in {"*", have[3]} and set(want[4:]) <= set(have)
    if want[0] in {"blocked", "dependency"}:
        return len(want) < 3 or want[2] == "*" or want[2].lower() in got.lower()
    if want[0] == "approval":
        return want[-1] == have[-1] and want[2].lower() in got.lower()
    return want == have


@dataclass(frozen=True)
class Example:
    """A text with what it must claim, and what it may claim because the policy does not decide it."""

    name: str
    kind: str
    text: str
    wanted: tuple[str, ...]
    allowed: tuple[str, ...]

    @property
    def missed(self):
        got = claimed(self.text, kind=self.kind)
        return [want for want in self.wanted if not any(fits(want, line) for line in got)]

    @property
    def invented(self):
        got = (line for line in claimed(self.text, kind=self.kind) if not line.startswith("progress"))
        return [line for line in got if not any(fits(want, line) for want in (*self.wanted, *self.allowed))]


def examples(folder: Path):
    """Load the examples of `said/*.txt`: blocks of text, `=` what it claims, `?` what it may, `%` an empty line."""
    for path in sorted(folder.glob("*.txt")):
        kind = {"talks": "meeting", "digests": "digest"}.get(path.stem.split("_")[0], "standup")
        for number, block in enumerate(path.read_text("utf-8").strip().split("\n\n"), 1):
            lines = block.split("\n")
            text = "\n".join("" if line == "%" else line for line in lines if line[:2] not in {"= ", "? "})
            wanted = tuple(line[2:] for line in lines if line[:2] == "= " and line != "= nothing")
            allowed = tuple(line[2:] for line in lines if line[:2] == "? ")
            yield Example(f"{path.stem} {number}: {text[:50]}", kind, text, wanted, allowed)
