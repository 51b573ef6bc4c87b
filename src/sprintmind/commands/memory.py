"""Memory: how it is, what it recalls, telling it what waits, filling it anew, and its models of the whole."""

from typing import Annotated

from cyclopts import App as Commands
from cyclopts import Parameter

from sprintmind.app import App
from sprintmind.commands import output
from sprintmind.commands.asking import Json, clock, show
from sprintmind.commands.logged import journal_of
from sprintmind.commands.memory_reembed import reembed
from sprintmind.commands.persons import person
from sprintmind.commands.usage import UsageError
from sprintmind.commands.watching import progress
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError
from sprintmind.remember import Told
from sprintmind.remembering import about
from sprintmind.settings.nearest import hint
from sprintmind.shapes import memory as documents
from sprintmind.shapes.reader import Reader
from sprintmind.tables import memory as tables

commands = Commands(
    name="memory",
    help="""Ask memory, see how it is, tell it what waits, or fill it anew from the ledger.

```console
$ sprintmind memory recall "why did the sandbox slip?"
$ sprintmind memory status
```
""",
)

commands.command(reembed)

As = Annotated[str | None, Parameter(name="--as", help="Ask as this person: recalls what they may read.")]


@commands.command
def status(*, json: Json = False, place: Workplace = HERE) -> None:
    """Show which memory there is, whether it answers, and what it has not been told yet.

    ```console
    $ sprintmind memory status --json
    ```
    """
    app = place.open()
    found = app.memory_status()
    show(
        lambda: documents.status(found, Reader(zone=app.team.calendar.zone)),
        lambda: tables.status(found, clock(app)),
        json=json,
    )


@commands.command
def recall(
    query: str,
    /,
    *,
    ticket: Annotated[str | None, Parameter(help="Only what is about this ticket, by any key it has had.")] = None,
    person_: Annotated[
        str | None, Parameter(name="--person", help="Only what this person said or is named in.")
    ] = None,
    customer: Annotated[str | None, Parameter(help="Only what is about this customer.")] = None,
    kind: Annotated[
        tuple[str, ...], Parameter(negative=(), help="Only this kind: meeting, correction, finding, …")
    ] = (),
    limit: Annotated[int, Parameter(help="How many at most.")] = 10,
    as_: As = None,
    all: Annotated[bool, Parameter(negative=(), help="What is private, too.")] = False,
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    """Find what was said and when, best first; a value of now is a matter of `tickets`, not of memory.

    ```console
    $ sprintmind memory recall "sandbox for Acme" --customer Acme
    $ sprintmind memory recall "migration" --ticket NW-231 --kind meeting --json
    ```

    Args:
        query: A question, or some words.
    """
    if limit < 1 or not query.strip():
        raise UsageError("recall needs some words, and a --limit of at least 1")
    app = place.open()
    who = person(person_, app.team, option="--person") if person_ else None
    question = about(
        query,
        caller=_caller(as_, app, operator=all),
        ticket=ticket.strip().upper() if ticket else None,
        person=who,
        customer=_customer(customer, app),
        kinds=kind,
        limit=limit,
    )
    found = app.recall(question)
    show(
        lambda: documents.recalled(found.found, Reader(zone=app.team.calendar.zone, caller=question.caller)),
        lambda: [tables.recalled(found.found, clock(app))],
        json=json,
    )
    _warn(found.waiting, found.error)


@commands.command
def deliver(*, json: Json = False, place: Workplace = HERE) -> int:
    """Tell memory what waits, also what failed or was given up; exits with 4 if it does not answer.

    ```console
    $ sprintmind memory deliver
    ```
    """
    app = place.open()
    with journal_of(place).line("deliver", source="memory") as line, progress("telling memory") as steps:
        told = app.tell_memory(impatient=True, progress=steps.at)
        line.came_of("unavailable" if told.error else "done", documents=told.documents, refused=told.failed)
    _show_told(app, told, json=json)
    if told.error:
        output.complain(told.error)
    return 4 if told.error else 0


@commands.command
def rebuild(*, json: Json = False, place: Workplace = HERE) -> None:
    """Empty memory and fill it from the ledger: the way to another memory; interrupted, it goes on where it was.

    ```console
    $ sprintmind memory rebuild
    ```
    """
    app = place.open()
    with progress("telling memory") as steps:
        told = app.rebuild_memory(steps.at)
    _show_told(app, told, json=json)


@commands.command
def models(*, refresh: Annotated[bool, Parameter(negative=(), help="Make stale ones anew first.")] = False,
           json: Json = False, place: Workplace = HERE) -> None:  # fmt: skip
    """Show what memory makes of the whole: the sprint's board, the promises to customers, mistakes that come back.

    ```console
    $ sprintmind memory models --refresh
    ```
    """
    app = place.open()
    if refresh:
        app.refresh_models()
    found = app.mental_models()
    show(
        lambda: documents.models(found, Reader(zone=app.team.calendar.zone)),
        lambda: tables.models(found, clock(app)),
        json=json,
    )


def _caller(as_: str | None, app: App, *, operator: bool) -> Caller:
    if as_ is None:
        return Caller(operator=operator)
    asking = person(as_, app.team, option="--as")
    found = app.team.person(asking)
    return Caller(person=asking, manager=found is not None and found.role == "manager", operator=operator)


def _customer(text: str | None, app: App) -> str | None:
    if text is None:
        return None
    found = app.team.customer_named(text)
    if found is None:
        raise InputError(
            f"--customer: no customer is called {text!r}; {hint(text, [c.name for c in app.team.customers])}"
        )
    return found


def _show_told(app: App, told: Told, *, json: bool) -> None:
    report, reader = app.memory_status(), Reader(zone=app.team.calendar.zone)
    show(lambda: documents.told(told, report, reader), lambda: [tables.told(told, report, clock(app))], json=json)


def _warn(waiting: int, error: str | None) -> None:
    """Say what cannot be found, because memory has not been told of it."""
    if waiting:
        because = f": {error}" if error else ""
        output.warn(f"memory has not been told of {waiting} item{'' if waiting == 1 else 's'} yet{because}")
