"""What somebody brings in, piece by piece: what each would come to, and recording those that are wanted."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sprintmind.answers import Ingested
from sprintmind.app import App
from sprintmind.commands.moments import said
from sprintmind.domain.events import Visibility
from sprintmind.errors import InputError, UnavailableError
from sprintmind.intake import Delivery
from sprintmind.reading.statements import SAYS
from sprintmind.sources import brought
from sprintmind.web.forms import Form
from sprintmind.web.pieces import Piece

TEXTS = ("standup", "meeting", "digest")
"""The sources whose words are read; of the others only what they would come to is shown."""

ALIKE = "kind, day, author and title are the same; change one, or bring a later version by itself, after the other"


def delivery(piece: Piece, form: Form, app: App) -> Delivery:
    """Make what is recorded of a piece.

    Raises:
        InputError: No such source or visibility can be told about it.
        UsageError: What is told about when it was said is no moment.
    """
    source = form.text("source")
    if source not in brought():
        raise InputError(f"source: expected one of {', '.join(brought())}, not {source!r}")
    if form.text("visibility") not in set(Visibility):
        raise InputError(f"visibility: expected one of {', '.join(Visibility)}")
    participants = (name.strip() for name in form.text("participants").split(","))
    moment = "T".join(filter(None, (form.text("date"), form.text("time"))))
    return Delivery(
        source=source,
        body=piece.body,
        received_at=app.now(),
        filename=piece.filename,
        name=form.text("event") or None,
        said=said(moment, zone=form.visitor.team.calendar.zone, option="date") if form.text("date") else None,
        title=form.text("title"),
        author=form.text("author"),
        participants=tuple(name for name in participants if name),
        visibility=Visibility(form.text("visibility")),
    )


def previewed(piece: Piece, form: Form, app: App) -> Piece:
    """Tell what a piece would come to, by itself, and store nothing; where it cannot be read, that is its problem."""
    if piece.problem:
        return piece
    brings = delivery(piece, form, app)
    try:
        told = app.ingest([brings], dry_run=True)
        for refused in told.refused:
            return replace(piece, problem=f"{piece.name} cannot be read: {refused.reason}")
        read = app.extract(brings) if brings.source in TEXTS else ()
    except InputError as error:
        return replace(piece, problem=f"{piece.name} cannot be read: {error}")
    return replace(
        piece,
        statements=tuple(each for each in read if each.kind in SAYS),
        read=read,
        decided=tuple(decided for event in told.events for decided in event.claims),
        told=told,
    )


def apart(pieces: Iterable[Piece], form: Form, app: App) -> list[Piece]:
    """Keep from each other what would be taken for versions of one text: the later would take back the earlier."""
    brought = list(pieces)
    readable = [(str(place), each) for place, each in enumerate(brought) if not each.problem]
    if form.text("source") not in TEXTS or len(readable) < 2:
        return brought
    rivals = app.rivals((place, delivery(each, form, app)) for place, each in readable)
    for place, others in rivals.items():
        first = min(map(int, others))
        if first < int(place):
            each = brought[int(place)]
            problem = f"{each.name} would take the place of {brought[first].name}: {ALIKE}"
            brought[int(place)] = replace(each, problem=problem)
    return brought


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What came of recording pieces."""

    result: Ingested
    """Of those that are recorded."""
    recorded: int
    left: tuple[Piece, ...]
    """Those that are not, with the reason where there is one."""


def recorded(pieces: Iterable[Piece], form: Form, app: App) -> Taken:
    """Record each piece that was shown and is wanted; one that cannot be stops no other."""
    tried = [_taken(each, form, app) if each.wanted and each.shown else each for each in pieces]
    done = [each for each in tried if isinstance(each, Ingested)]
    result = Ingested(
        events=tuple(event for part in done for event in part.events),
        transitions=tuple(change for part in done for change in part.transitions),
    )
    return Taken(result=result, recorded=len(done), left=tuple(each for each in tried if isinstance(each, Piece)))


def _taken(piece: Piece, form: Form, app: App) -> Ingested | Piece:
    try:
        result = app.ingest([delivery(piece, form, app)])
    except (InputError, UnavailableError) as error:
        return replace(piece, problem=f"{piece.name} is not recorded: {error}")
    for refused in result.refused:
        return replace(piece, problem=f"{piece.name} cannot be read: {refused.reason}")
    return result
