"""What a language model proposed of a text: claims with their words, which came along with the text that was read."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One claim, or one doubt about a claim, as a model put it; all but the words may be missing."""

    kind: str
    """status, blocked, dependency, approval, commitment, assignee, due_date, sprint; or doubt."""
    quote: str
    ticket: str | None = None
    value: str | None = None
    """Of a doubt, its kind: negation, hope, condition, question, hearsay, past or mock."""
    person: str | None = None
    waiting_on: str | None = None
    by: str | None = None
    customer: str | None = None
    what: str | None = None
    date: str | None = None
    """A day as YYYY-MM-DD."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What is kept of a model's reading of one text: what held when it was heard."""

    model: str
    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A proposal that does not hold, and why."""

    proposal: Proposal
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadBy:
    """Who read some texts: the rules, and perhaps a model beside them."""

    model: str = ""
    """Empty where no model was asked."""
    proposed: int = 0
    dropped: tuple[Dropped, ...] = ()
    answered: bool = False
    """The model answered at least once."""
    notes: tuple[str, ...] = field(default=())
    """What the model did not read, and why."""

    def __str__(self) -> str:
        """Say it in a line.

        >>> str(ReadBy()), str(ReadBy(model="groq:x", answered=True, proposed=3))
        ('rules', 'rules + groq:x (3 proposed, 0 dropped)')
        """
        counts = f"{self.proposed} proposed, {len(self.dropped)} dropped"
        read = f"rules + {self.model} ({counts})" if self.answered else "rules"
        return "; ".join([read, *self.notes])

    def also(self, other: "ReadBy") -> "ReadBy":
        """Add what was read of another text."""
        return ReadBy(
            model=self.model or other.model,
            proposed=self.proposed + other.proposed,
            dropped=(*self.dropped, *other.dropped),
            answered=self.answered or other.answered,
            notes=tuple(dict.fromkeys((*self.notes, *other.notes))),
        )


RULES = ReadBy()
"""Read by the rules alone."""
