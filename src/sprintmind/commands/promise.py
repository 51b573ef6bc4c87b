"""A person enters, confirms, rejects or closes a promise; each is an event."""

from typing import Literal

from cyclopts import App as Commands

from sprintmind.commands.asking import By, Json
from sprintmind.commands.keys import ticket_key
from sprintmind.commands.moments import day_of
from sprintmind.commands.persons import person
from sprintmind.commands.recording import report
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.events import ClaimId
from sprintmind.errors import InputError
from sprintmind.settings.nearest import hint

commands = Commands(
    name="promise",
    help="""Enter, confirm, reject or close a promise to a customer; each is an event.

```console
$ sprintmind promise add --customer Acme --what SSO --due 2025-10-10 --by dana
```
""",
)


@commands.command
def add(
    *,
    customer: str,
    what: str,
    due: str,
    by: By,
    owner: str | None = None,
    ticket: str | None = None,
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    r"""Enter a promise that no text holds.

    ```console
    $ sprintmind promise add --customer Acme --what "SSO for the portal" \
        --due 2025-10-10 --owner priya --ticket NW-231 --by dana
    ```

    Args:
        customer: The customer's name or alias.
        what: What is promised.
        due: The day on which it is due.
        owner: Who keeps it.
        ticket: The ticket that it depends on.
    """
    app = place.open()
    known = app.team.customer_named(customer)
    if known is None:
        names = [each.name for each in app.team.customers]
        raise InputError(f"--customer: no customer is called {customer!r}; {hint(customer, names)}")
    result = app.promise(
        customer=known,
        what=what,
        due=day_of(due, option="--due"),
        by=person(by, app.team, option="--by"),
        owner=person(owner, app.team, option="--owner") if owner else None,
        ticket=ticket_key(ticket, app.team, option="--ticket") if ticket is not None else None,
    )
    report(result, app, json=json)


@commands.command
def confirm(id: str, /, *, by: By, reason: str = "", json: Json = False, place: Workplace = HERE) -> None:
    """Confirm that a promise was really made; it no longer needs review.

    ```console
    $ sprintmind promise confirm PROMISE --by dana
    ```

    Args:
        id: The promise's id, as `commitments` shows it.
        reason: Why.
    """
    _answer(id, "confirm", by=by, reason=reason, json=json, place=place)


@commands.command
def reject(id: str, /, *, by: By, reason: str = "", json: Json = False, place: Workplace = HERE) -> None:
    """Say that a promise was never made; it is disputed, and left out without --all.

    ```console
    $ sprintmind promise reject PROMISE --by dana --reason "It was an offer"
    ```

    Args:
        id: The promise's id, as `commitments` shows it.
        reason: Why.
    """
    _answer(id, "reject", by=by, reason=reason, json=json, place=place)


@commands.command
def close(
    id: str,
    /,
    *,
    by: By,
    outcome: Literal["kept", "missed", "cancelled"] = "kept",
    reason: str = "",
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    """Say how a promise ended.

    ```console
    $ sprintmind promise close PROMISE --by dana --outcome kept
    ```

    Args:
        id: The promise's id, as `commitments` shows it.
        outcome: How it ended.
        reason: Why.
    """
    _answer(id, "close", by=by, reason=reason, json=json, place=place, outcome=outcome)


def _answer(id: str, action: str, *, by: str, reason: str, json: bool, place: Workplace, outcome: str = "kept") -> None:
    app = place.open()
    author = person(by, app.team, option="--by")
    result = app.answer_promise(ClaimId(id), action=action, by=author, reason=reason, outcome=outcome)
    report(result, app, json=json)
