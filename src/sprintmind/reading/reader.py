"""English to statements: sentences are heard one by one, then later words settle what earlier ones are worth.

The way of a word: utterance → turn → sentence → clause (`sentences`), with tickets, people, customers and dates named
(`names`) and phrases of the lexicon found (`lexicon`); each room of cues reads a clause (`statuses`, `blockers`,
`approvals`, `assignments`, `deadlines`, `commitments`), asking `subjects` what it is about and `modality` whether it
is asserted; `answers`, `causes`, `corrections`, `agreements`
and `last_words` go over the whole talk.
"""

from datetime import datetime

from msgspec.structs import replace

from sprintmind.domain.events import TicketKey
from sprintmind.domain.people import Team
from sprintmind.reading.agreements import agreed
from sprintmind.reading.answers import answered, granted, no_longer, not_yet, volunteered
from sprintmind.reading.causes import asked_for, explained, freed_by, hence, likewise, resumed, with_reasons
from sprintmind.reading.context import beginning
from sprintmind.reading.corrections import conceded, taken_back
from sprintmind.reading.heard import heard
from sprintmind.reading.last_words import last_words
from sprintmind.reading.lexicon import listed
from sprintmind.reading.names import Names
from sprintmind.reading.recollections import recalled
from sprintmind.reading.statements import Statement
from sprintmind.reading.utterances import Document


def read(
    document: Document,
    *,
    team: Team,
    said_at: datetime,
    author: str,
    kind: str,
    title: str = "",
    about: TicketKey | None = None,
) -> tuple[Statement, ...]:
    """Read what a document says.

    Args:
        document: Its utterances.
        team: Whose tickets, people and customers are meant.
        said_at: When it was said; dates are resolved against that day in the team's zone.
        author: Whose words they are where no speaker or heading says otherwise; an id, a name or an alias.
        kind: meeting, standup, digest or comment.
        title: What the document is called; a meeting's may name the customer it is with.
        about: The ticket that the document is about, which "it" means at its head.

    Returns:
        Statements in order; those of kind none claim nothing and say why.
    """
    context = beginning(team, kind=kind, said_at=said_at, author=author)
    context = replace(
        context,
        customer=_customer(document, title, context.names),
        focus=(about,) if about else (),
        near=about is not None,
        threads=document.format == "irc",
        looks_back=bool(listed("deals", "looks_back") & set((title or document.title or "").casefold().split())),
    )
    talk = list(heard(document, context))
    for settle in _OVER_THE_TALK:
        talk = settle(talk)
    return last_words(statement for sentence in talk for statement in sentence.statements)


_OVER_THE_TALK = (
    volunteered,
    no_longer,
    granted,
    not_yet,
    answered,
    asked_for,
    with_reasons,
    explained,
    hence,
    freed_by,
    likewise,
    conceded,
    taken_back,
    resumed,
    recalled,
    agreed,
)
"""What goes over the whole talk, each over what the one before it left."""


def _customer(document: Document, title: str, names: Names) -> str | None:
    """Tell whom a talk is with: the one customer of its title, else the one for whom somebody speaks in it."""
    text = title or document.title or ""
    named = {str(word.meaning) for word in names.words(text, 0, len(text), _NO_DAY) if word.text == "#c"}
    spoken = {speaker.customer for label in document.speakers if (speaker := names.speaker(label)).customer}
    found = named or spoken
    return found.pop() if len(found) == 1 else None


_NO_DAY = datetime(2000, 1, 1).date()  # noqa: DTZ001  # a title's dates are not read
