"""The prose of a radar by a memory that reflects: a sentence rests on a statement of the page, or is not told."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from time import perf_counter

from sprintmind.citations import cites, sentences
from sprintmind.domain.accounts import Narrative, Radar
from sprintmind.domain.evidence import TEMPLATES, CallTrace, Evidence
from sprintmind.domain.memories import Question
from sprintmind.domain.people import Team
from sprintmind.domain.terms import Vocabulary
from sprintmind.domain.visibility import Caller
from sprintmind.errors import InputError, ModelOutputError, UnavailableError
from sprintmind.memory.port import KeepsModels, Memories
from sprintmind.memory.reflecting import EXTRACT
from sprintmind.narrative import Grounds, borne_out, grounds_of
from sprintmind.radar import Author

ASKS = """\
How does the work of the team stand, what needs a decision first, and what is behind it? Write three to six plain
sentences. True now are the numbered statements below; where memories say otherwise, the statements win. End each
sentence with the number of the statement that it rests on, as [1].
"""
SHOWN = 20
"""So many statements go with the question."""


def reflecting(
    memory: Callable[[], Memories], team: Team, caller: Caller, *, count: Callable[[CallTrace], None], other: Author
) -> Author:
    """Let a memory that has a model of its own write; what the page does not bear out is flagged, and stands nowhere.

    A memory in this process has none, and is not asked: a model that is set reads the page itself.

    Args:
        memory: Opens it.
        team: Whose keys and people the words may be.
        caller: Who looks; it reflects on nothing that they may not read.
        count: Is told of the call, whatever became of it.
        other: Writes where memory cannot, and where nothing that it wrote holds.
    """

    def author(page: Radar, evidence: Sequence[Evidence]) -> Narrative:
        try:
            opened = memory()
        except UnavailableError as error:
            return _noted(other(page, evidence), f"memory did not reflect: {error}")
        if not isinstance(opened, KeepsModels):
            return other(page, evidence)
        found = _reflected(opened, evidence, caller, count)
        if isinstance(found, str):
            return _noted(other(page, evidence), found)
        text, name = found
        written = borne_out(
            _cited(text, evidence, team=team, page=page), page, evidence, team=team, author=f"memory ({name})"
        )
        if written.author != TEMPLATES:
            return written
        rest = other(page, evidence)
        return replace(_noted(rest, written.note), flagged=(*written.flagged, *rest.flagged))

    return author


def _reflected(
    memory: Memories, evidence: Sequence[Evidence], caller: Caller, count: Callable[[CallTrace], None]
) -> tuple[str, str] | str:
    """Ask for a reflection: its words and whose they are, or why there is none."""
    statements = "\n".join(f"[{each.n}] {each.text}" for each in evidence[:SHOWN])
    began = perf_counter()
    try:
        found = memory.reflect(Question(text=f"{ASKS}\n{statements}", caller=caller))
    except (UnavailableError, InputError, ModelOutputError) as error:
        count(_call("reflect", began, failed=str(error)))
        return f"memory did not reflect: {error}"
    if found.path == EXTRACT:
        return "memory has no model that reflects"
    count(_call(found.path, began))
    return found.text, found.path


def _call(name: str, began: float, *, failed: str | None = None) -> CallTrace:
    """Count a reflection; how many tokens it took its server does not tell."""
    took = timedelta(seconds=perf_counter() - began)
    return CallTrace(model=name, input_tokens=0, output_tokens=0, took=took, failed=failed)


def _cited(text: str, evidence: Sequence[Evidence], *, team: Team, page: Radar) -> str:
    """Give each sentence that names no statement the first that bears it out."""
    grounds = grounds_of(evidence, Vocabulary(team=team, today=team.calendar.day(page.now)))
    return " ".join(_with_ground(each, evidence, grounds) for each in sentences(text))


def _with_ground(sentence: str, evidence: Sequence[Evidence], grounds: Grounds) -> str:
    if cites(sentence, frozenset(each.n for each in evidence)):
        return sentence
    tried = (f"{sentence.rstrip('. ')} [{each.n}]." for each in evidence)
    return next((each for each in tried if grounds.hold(each)), sentence)


def _noted(narrative: Narrative, note: str) -> Narrative:
    return replace(narrative, note="; ".join(filter(None, (note, narrative.note))))
