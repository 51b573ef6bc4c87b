"""One ticket, and why each of its values is what it is."""

from datetime import datetime

from sprintmind.app import App
from sprintmind.commands.asking import PLAINLY, Asking, clock
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.events import EventKey, TicketKey
from sprintmind.domain.work import Ticket
from sprintmind.errors import InputError
from sprintmind.settings.nearest import hint
from sprintmind.shapes import claims as claim_documents
from sprintmind.shapes import tickets as documents
from sprintmind.tables import tickets as tables


def ticket(key: str, /, *, asking: Asking = PLAINLY, place: Workplace = HERE) -> None:
    """Show one ticket: each value with its source, its pull requests, its conflicts.

    ```console
    $ sprintmind ticket NW-231
    ```

    Args:
        key: The ticket's key, or one that it had before it was moved.
    """
    app = place.open()
    reader = asking.reader(app)
    found = _ticket(key, app, asking)
    asking.show(
        lambda: documents.ticket_with_history(found, _heard(found, app), reader),
        lambda: tables.ticket(found, reader, clock(app)),
    )


def why(key: str, field: str | None = None, /, *, asking: Asking = PLAINLY, place: Workplace = HERE) -> None:
    """Show every claim about a ticket, what was made of it, and the reason.

    ```console
    $ sprintmind why NW-231
    $ sprintmind why NW-231 status --json
    ```

    Args:
        key: The ticket's key.
        field: Only claims about this field: status, blocked, assignee, due_date, …
    """
    app = place.open()
    reader = asking.reader(app)
    found = _ticket(key, app, asking)
    if field is not None and field not in found.fields:
        raise InputError(f"nothing was ever said about {field!r} of {found.key}; {hint(field, found.fields)}")
    asking.show(
        lambda: claim_documents.why(found, _heard(found, app), reader, field=field),
        lambda: tables.why(found, reader, clock(app), field=field),
    )


def _ticket(key: str, app: App, asking: Asking) -> Ticket:
    return app.ticket(TicketKey(key.strip().upper()), asking.moment(app), asking.caller(app))


def _heard(found: Ticket, app: App) -> dict[EventKey, datetime]:
    events = {decided.claim.event for history in found.fields.values() for decided in history.decided}
    return app.heard(frozenset(events))
