"""A checkable word of a sentence, and of which kind it is."""

from dataclasses import dataclass
from enum import StrEnum


class TermKind(StrEnum):
    """What a checkable word is."""

    TICKET = "ticket"
    PERSON = "person"
    DATE = "date"
    NUMBER = "number"
    STATUS = "status"
    NAME = "name"
    """A capitalised name of nobody of the team: a customer, a product, a stranger."""


@dataclass(frozen=True, slots=True, order=True)
class Term:
    """One checkable word of a sentence, in the writing that compares."""

    kind: TermKind
    value: str
    """`NW-231`, a person's id (`a|b` where it could be two), `2025-10-03`, `10-03`, `friday`, `2`, `in_review`."""
