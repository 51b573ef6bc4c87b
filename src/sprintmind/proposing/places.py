"""Where a quote stands in a talk: in which sentence, said by whom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.events import TicketKey
from sprintmind.domain.people import Team
from sprintmind.reading.context import Context, beginning
from sprintmind.reading.heard import Heard, heard
from sprintmind.reading.lexicon import Cue
from sprintmind.reading.sentences import Clause, clauses_of
from sprintmind.reading.utterances import Document

SHORTEST, LONGEST = 5, 600  # characters of a quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A sentence that holds a quote."""

    heard: Heard
    whole: Clause
    keys: tuple[TicketKey, ...]
    """The tickets that the quote itself names."""
    after: tuple[Heard, ...]
    """The next sentences."""

    @property
    def context(self) -> Context:
        """Who speaks, and under which heading."""
        return self.heard.context

    def clause_of(self, cue: Cue) -> Clause:
        """Give the clause in which a cue stands."""
        return next(c for c in clauses_of(self.whole) if c.start <= cue.start < c.end)

    def names(self, kind: str) -> frozenset[str]:
        """Tell whom the sentence names, `#p` people or `#c` customers."""
        return frozenset(str(self.whole.meaning(n)) for n in self.whole.named(kind))


def talk_of(document: Document, *, team: Team, said_at: datetime, author: str, kind: str) -> tuple[Heard, ...]:
    """Hear a document sentence by sentence, as the rules hear it before they look at the whole talk."""
    return tuple(heard(document, beginning(team, kind=kind, said_at=said_at, author=author)))


def places(quote: str, talk: Sequence[Heard]) -> Iterator[Place]:
    """Find the sentences in which a quote stands verbatim, from the beginning of a word to the end of one."""
    if not SHORTEST <= len(quote) <= LONGEST:
        return
    for number, each in enumerate(talk):
        whole = each.whole
        if whole is not None and _holds(whole, quote):
            keys = each.context.team.ticket_keys(quote)
            yield Place(heard=each, whole=whole, keys=keys, after=tuple(talk[number + 1 : number + 3]))


def _holds(whole: Clause, quote: str) -> bool:
    sentence = whole.sentence
    text = sentence.utterance.text[sentence.start : sentence.end]
    at = text.find(quote)
    end = at + len(quote)
    return at >= 0 and not _inside_word(text, at) and not _inside_word(text, end)


def _inside_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()
