"""Comments on issues and pull requests, and corrections in words, read as English."""

from datetime import datetime

from sprintmind.domain.events import TEAM_AUDIENCE, Audience, Claim, EventKey, PersonId, Promise, Source, TicketKey
from sprintmind.domain.people import Team
from sprintmind.errors import DeliveryError
from sprintmind.reading.claims import Telling, claims_of, promises_of
from sprintmind.reading.formats import read_document
from sprintmind.reading.reader import read


def read_comment(  # noqa: PLR0913  # a comment comes with all that a document has
    text: str,
    *,
    document: str,
    said_at: datetime,
    author: PersonId | None,
    team: Team,
    source: Source,
    event: EventKey,
    about: TicketKey | None = None,
    audience: Audience = TEAM_AUDIENCE,
) -> tuple[tuple[Claim, ...], tuple[Promise, ...]]:
    """Read a comment into claims and promises.

    Args:
        text: Its words, without markup.
        document: Its id, of which claim ids are made; versions of one comment share it.
        said_at: When it was written.
        author: One of ours, or None: without a known speaker "I" promises nothing firm and takes no ticket.
        team: What the reading may know.
        source: comment, or feedback for a correction.
        event: The event whose claims these are.
        about: The ticket that is commented on: what "it" means.
        audience: Who may read it.

    Returns:
        Claims and promises; both empty for a comment without words.
    """
    try:
        written = read_document(text.encode("utf-8", "surrogatepass"), filename="", kind="comment")
    except DeliveryError:
        return (), ()
    statements = read(written, team=team, said_at=said_at, author=author or "", kind="comment", about=about)
    telling = Telling(document=document, event=event, source=source, said_at=said_at, audience=audience)
    return claims_of(statements, telling), promises_of(statements, telling)
