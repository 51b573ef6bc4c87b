"""What a clause is read against: who speaks, when, under which heading, and about what just before."""

from datetime import date, datetime

from msgspec import Struct

from sprintmind.domain.events import PersonId, TicketKey, Value
from sprintmind.domain.people import Team
from sprintmind.reading.lexicon import Cue
from sprintmind.reading.names import NOBODY, Names, Speaker
from sprintmind.reading.sections import NO_SECTION, Section
from sprintmind.reading.sentences import Clause
from sprintmind.reading.statements import Kind, Statement
from sprintmind.reading.utterances import quoted


class Context(Struct, frozen=True, gc=False):
    """The state of the talk at a clause."""

    names: Names
    kind: str
    """meeting, standup, digest or comment."""
    said_at: datetime
    day: date
    """The day of speaking in the team's zone."""
    author: str = ""
    """Whose words they are where no heading or label names another."""
    speaker: Speaker = NOBODY
    section: Section = NO_SECTION
    focus: tuple[TicketKey, ...] = ()
    """The tickets spoken of just before."""
    near: bool = False
    """The focus comes from this turn, or from the one before in a talk: words without a subject mean it."""
    since: int = 0
    """How many words were said since the focus was last named, or last claimed something of."""
    changes: int = 0
    """How often the speaker changed since then."""
    threads: bool = False
    """Several talks run through each other, as in a chat: a line need not follow from the one above it."""
    group: tuple[TicketKey, ...] = ()
    """Those of the last list of tickets of which nobody has spoken since: "the other two"."""
    customer: str | None = None
    """The customer spoken of, or with."""
    forgotten: bool = False
    """The customer was named so long ago, by the way, that "them" and "you" are not meant for them any more."""
    silence: int = 0
    """How many words were said since a customer was named, or spoke."""
    in_passing: bool = False
    """The customer was first named by somebody in the talk, and neither its title nor a speaker is theirs."""
    addressed: str | None = None
    """The customer whose person spoke just before."""
    before: Speaker = NOBODY
    """Who spoke before the one who speaks."""
    looks_back: bool = False
    """The talk is a retrospective or a rehearsal, as its title says: what was promised in it is told or played."""
    owed: tuple[str, frozenset[str]] | None = None
    """The customer who last promised us something, and the words of that promise."""
    approver: str | None = None
    """Whose approval was spoken of last."""
    to_machine: bool = False
    """Whoever speaks has just told a machine what to do: what they go on to say is material too."""
    asked: Clause | None = None
    """The question that the turn before ended with."""
    asked_about: tuple[TicketKey, ...] = ()
    follows: Clause | None = None
    """The clause before, in the same turn."""

    @property
    def team(self) -> Team:
        """The team whose talk it is."""
        return self.names.team

    @property
    def spoken(self) -> bool:
        """People answer each other."""
        return self.kind == "meeting"

    @property
    def owner(self) -> PersonId | None:
        """The speaker, where it is one of ours."""
        return self.speaker.person if self.speaker.ours else None


def beginning(team: Team, *, kind: str, said_at: datetime, author: str) -> Context:
    """Give the state of a talk before its first word.

    Args:
        team: Whose tickets, people and customers are meant.
        kind: meeting, standup, digest or comment.
        said_at: When it was said; dates are resolved against that day in the team's zone.
        author: Whose words they are where no speaker or heading says otherwise; an id, a name or an alias.
    """
    names = Names(team)
    day = team.calendar.day(said_at)
    return Context(names=names, kind=kind, said_at=said_at, day=day, author=author, speaker=names.speaker(author))


def said(  # noqa: PLR0913  # a statement has as many parts as it has
    kind: Kind,
    clause: Clause,
    context: Context,
    *,
    cue: Cue | None = None,
    ticket: TicketKey | None = None,
    value: Value = None,
    person: PersonId | None = None,
    reason: str | None = None,
) -> Statement:
    """Make a statement of a clause, with its words and place; with a reason it claims nothing of its kind."""
    quote, line = words_of(clause, cue)
    nothing = bool(reason) and kind is not Kind.PROGRESS
    return Statement(
        kind=Kind.NONE if nothing else kind,
        meant=kind if nothing else None,
        quote=quote,
        line=line,
        said_at=context.said_at,
        ticket=ticket,
        value=value,
        person=person or context.speaker.meant,
        speaker=context.speaker.person,
        reason=reason,
        cues=explained(clause, cue),
    )


def words_of(clause: Clause, cue: Cue | None) -> tuple[str, int]:
    """Quote a clause as it stands in the file, with the number of the line or cue that holds what decides."""
    places = clause.places
    text = clause.sentence.utterance.text
    start, end = places[clause.start][0], places[clause.end - 1][1]
    while end > start and text[end - 1] in " ,;-–—:(":
        end -= 1
    quote = quoted(clause.sentence.utterance, start, end, at=places[cue.start][0] if cue else None)
    return quote.text, quote.number


def explained(clause: Clause, cue: Cue | None) -> tuple[str, ...]:
    """Name the cue, its words and its place in the line."""
    if cue is None:
        return ()
    place = clause.places[cue.start][0] + 1
    return (f'{cue.name} "{clause.verbatim(cue.start, cue.end)}" at {place}',)
