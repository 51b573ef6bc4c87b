"""The journey of a question: understood, looked up, recalled, written, checked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from sprintmind.ask.days import Days
from sprintmind.ask.lines import Outline
from sprintmind.ask.modelled import Attempt, attempt
from sprintmind.ask.outlines import outline
from sprintmind.ask.recollections import Recalling, Recollections
from sprintmind.ask.sight import Sight
from sprintmind.ask.templates import Written, searched_in, write
from sprintmind.ask.understanding import understood
from sprintmind.citations import check
from sprintmind.domain.events import digest
from sprintmind.domain.evidence import TEMPLATES, Answer, AnswerId, Evidence, Trace, numbered
from sprintmind.domain.inquiries import Inquiry
from sprintmind.domain.moments import END_OF_DAY
from sprintmind.domain.people import Team
from sprintmind.domain.states import Asked
from sprintmind.domain.telling import then
from sprintmind.domain.visibility import Caller
from sprintmind.embeddings.meaning import Meaning
from sprintmind.errors import ConfigError, UnavailableError
from sprintmind.ledger.port import Ledger
from sprintmind.llm.port import Model
from sprintmind.memory.port import Memories

MOST = 40
"""How many pieces of evidence an answer may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """By what means a question is answered."""

    ledger: Ledger
    memory: Callable[[], Memories]
    """Raises UnavailableError where it cannot be opened."""
    meaning: Callable[[], Meaning | None]
    model: Callable[[], Model | None]
    stopwatch: Callable[[], float]
    """Tells seconds, from any start."""


def ask(text: str, *, caller: Caller, asked: Asked, means: Means) -> Answer:
    """Answer a question from what the caller may read.

    The ledger is asked while memory recalls. What does not answer, memory or model, is said in the trace's notes.

    Args:
        text: The question.
        caller: Who asks.
        asked: The moment, and by whose rules; a question that names a day of the past is answered as of its end.
        means: What is asked.
    """
    start = means.stopwatch()
    with means.ledger.reading() as reading:
        sight = Sight(reading=reading, asked=asked, caller=caller)
        days = Days(today=sight.today, calendar=sight.team.calendar, sprints=reading.sprints())
        inquiry = understood(text, caller=caller, team=sight.team, days=days)
        if inquiry.then:
            sight = Sight(reading=reading, asked=_as_of(inquiry.then, asked, sight.team), caller=caller)
        recalling = Recalling(
            inquiry,
            caller=caller,
            memory=means.memory,
            team=sight.team,
            stopwatch=means.stopwatch,
            by=sight.asked.moment.as_of,
        )
        found = outline(inquiry, sight)
        states = _states(found)
        recalled = recalling.taken(means.meaning, known=states)
        evidence = numbered([*states, *recalled.evidence][:MOST], caller)
        return _answer(_Gathered(inquiry, found, evidence, recalled), sight, means=means, start=start)


def _as_of(day: date, asked: Asked, team: Team) -> Asked:
    """Ask as of the end of a day."""
    end = datetime.combine(day, END_OF_DAY, team.calendar.zone).astimezone(UTC)
    return replace(asked, moment=replace(asked.moment, as_of=end))


@dataclass(frozen=True, slots=True)
class _Gathered:
    inquiry: Inquiry
    outline: Outline
    evidence: tuple[Evidence, ...]
    recalled: Recollections


def _states(found: Outline) -> tuple[Evidence, ...]:
    told = (each for line in found.lines for each in line.evidence)
    return tuple(dict.fromkeys((*told, *found.beside)))


def _answer(gathered: _Gathered, sight: Sight, *, means: Means, start: float) -> Answer:
    tried = _tried(gathered, sight, means)
    written = _templated(gathered, sight)
    text, unknown = (tried.text, tried.unknown) if tried.text else (written.text, written.unknown)
    checked = check(text, gathered.evidence, team=sight.team, today=sight.today)
    citations = tried.citations if tried.text else checked.citations
    now, as_of = sight.asked.moment.now, sight.asked.moment.as_of
    said = f"{then(as_of, sight.team.calendar)}\n{checked.text}" if as_of else checked.text
    notes = (*gathered.recalled.notes, *filter(None, (tried.note,)))
    return Answer(
        id=AnswerId(f"a{digest(gathered.inquiry.text, sight.caller.person, now.isoformat(), said)}"),
        question=gathered.inquiry.text,
        asked_at=now,
        person=sight.caller.person,
        as_of=as_of,
        text=said,
        author=(tried.calls[-1].model if tried.text else TEMPLATES),
        evidence=gathered.evidence,
        citations=citations,
        unknown=unknown,
        trace=Trace(
            recalls=gathered.recalled.traces,
            calls=tried.calls,
            notes=notes,
            took=timedelta(seconds=means.stopwatch() - start),
        ),
    )


def _tried(gathered: _Gathered, sight: Sight, means: Means) -> Attempt:
    """Let the model write, where there is one and there is evidence to write from."""
    try:
        model = means.model()
    except (UnavailableError, ConfigError) as error:
        return Attempt(note=f"the model is not used: {error}")
    if model is None or not gathered.evidence:
        return Attempt()
    return attempt(
        gathered.inquiry.text,
        gathered.evidence,
        model=model,
        team=sight.team,
        today=sight.today,
        stopwatch=means.stopwatch,
    )


def _templated(gathered: _Gathered, sight: Sight) -> Written:
    labels: Sequence[str] = [each.label for each in gathered.recalled.traces if each.failed is None]
    return write(
        gathered.inquiry,
        gathered.outline,
        gathered.evidence,
        team=sight.team,
        searched=searched_in(labels),
    )
