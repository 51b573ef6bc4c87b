"""What the words of a plan name, to be looked up: tickets, pull requests, days."""

import re
from collections.abc import Iterator

from sprintmind.domain.plans import Subject, SubjectKind

_FORMS = (
    (SubjectKind.PULL, re.compile(r"\b[A-Za-z0-9][\w.-]{0,60}/[A-Za-z0-9][\w.-]{0,80}#\d{1,7}\b")),
    (SubjectKind.PULL, re.compile(r"(?<![\w/])(?:PR|pull request)\s?#?\d{1,7}\b", re.IGNORECASE)),
    (SubjectKind.TICKET, re.compile(r"\b[A-Z][A-Z0-9]{1,9}-\d{1,6}\b")),
    (SubjectKind.DATE, re.compile(r"\b20\d\d-[01]\d-[0-3]\d\b")),
)
READ = 200_000  # characters in which subjects are looked for


def subjects_in(text: str) -> tuple[Subject, ...]:
    """Find what a text names, each once, in order.

    >>> [subject.name for subject in subjects_in("NW-231 with northwind/shop#88 on 2025-10-03")]
    ['northwind/shop#88', 'NW-231', '2025-10-03']
    >>> [subject.name for subject in subjects_in("PR 88 and pull request #89")]
    ['#88', '#89']
    """
    return tuple(dict.fromkeys(_subjects(text[:READ])))


def _subjects(text: str) -> Iterator[Subject]:
    for kind, form in _FORMS:
        for match in form.finditer(text):
            alone = kind is SubjectKind.PULL and "/" not in match[0]
            name = f"#{re.sub(r'[^0-9]', '', match[0])}" if alone else match[0]
            yield Subject(kind=kind, name=name, words=match[0])
