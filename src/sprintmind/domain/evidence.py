"""What an answer rests on, numbered; and the answer, with what it cites and how it came about."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from sprintmind.domain.checkable import Term
from sprintmind.domain.events import TEAM_AUDIENCE, Audience, EventKey, PersonId
from sprintmind.domain.visibility import Caller, visible_to

AnswerId = NewType("AnswerId", str)
"""Names a stored answer, for `ask --replay` and `correct --answer`."""

TEMPLATES = "templates"
"""The author of an answer that no model wrote."""


class EvidenceKind(StrEnum):
    """What a piece of evidence is."""

    STATE = "state"
    """True now, or at the moment of the past that was asked about, as the ledger has it; it wins over the others."""
    CORRECTION = "correction"
    """A person said how it really is."""
    MEMORY = "memory"
    """Was said, then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One thing that an answer may cite."""

    n: int = 0
    """Its number in the answer, from 1; 0 until it is numbered."""
    kind: EvidenceKind
    text: str
    """Of a state one plain sentence of ours; of a memory what was said, verbatim."""
    source: str
    """Who says so: github, meeting, …; `derived` of what the ledger concludes from several."""
    at: datetime | None
    """When it was said, UTC; None of what is counted or judged at the moment of asking."""
    quote: str = ""
    """The words, verbatim, on which a state rests; of a memory its text says them."""
    url: str | None = None
    event: EventKey | None = None
    """Where it comes from: an event's key, which is also its document; None of what rests on several."""
    subject: str = ""
    """What it is about: a ticket's key, a promise's or finding's id, `owner/repo#n`; empty of a memory."""
    supports: frozenset[Term] = frozenset()
    """Keys, people, dates, numbers and statuses that it bears out beside those that stand in its words."""
    standing: str = ""
    """Of a ticket's status, or whether it is blocked: the word that stands, `in_review`; another contradicts it."""
    audience: Audience = field(default=TEAM_AUDIENCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Citations:
    """What checking a text against its evidence found."""

    cited: tuple[int, ...] = ()
    """The evidence that the text cites, in order."""
    removed: tuple[int, ...] = ()
    """Numbers that pointed at no evidence, and stand in the text no more."""
    unsupported: tuple[str, ...] = ()
    """Sentences with a key, person, date, number or status that occurs in none of the evidence they cite."""
    uncited: tuple[str, ...] = ()
    """Sentences of fact that cite nothing."""

    @property
    def hold(self) -> bool:
        """Every sentence stands on what it cites."""
        return not self.unsupported and not self.uncited


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallTrace:
    """One question to memory, and what came back."""

    label: str
    """personal | team | corrections"""
    query: str
    tags: tuple[str, ...]
    results: tuple[str, ...]
    """The texts that came back, as far as whoever asked may read them."""
    took: timedelta
    failed: str | None = None
    """Why nothing came back, where memory did not answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTrace:
    """One call to a language model, and what it took."""

    model: str
    input_tokens: int
    output_tokens: int
    took: timedelta
    failed: str | None = None
    """Why its text is not used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """How an answer came about."""

    recalls: tuple[RecallTrace, ...] = ()
    calls: tuple[CallTrace, ...] = ()
    notes: tuple[str, ...] = ()
    """What is missing and why, a sentence each: memory did not answer, a model's text was not used."""
    took: timedelta = timedelta()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What was answered to whom, on what evidence."""

    id: AnswerId
    question: str
    asked_at: datetime
    person: PersonId | None
    """Who asked; None for nobody in particular."""
    as_of: datetime | None = None
    """The moment of the past that it tells of, UTC; None of how things stood when it was asked."""
    text: str
    author: str = TEMPLATES
    """`templates`, or the model's name."""
    evidence: tuple[Evidence, ...] = ()
    citations: Citations = Citations()
    unknown: bool = False
    """The evidence does not hold the answer; the text says what was searched and what would answer it."""
    trace: Trace = Trace()


def numbered(evidence: Iterable[Evidence], caller: Caller) -> tuple[Evidence, ...]:
    """Number evidence from 1 in the order that it must have: states, corrections, other memories.

    What the caller may not read is left out before anything is counted.
    """
    order = list(EvidenceKind)
    seen = (each for each in evidence if visible_to(each.audience, caller))
    placed = sorted(seen, key=lambda each: order.index(each.kind))
    return tuple(replace(each, n=n) for n, each in enumerate(placed, start=1))
