"""A question in words, an answer with its evidence; or an earlier answer once more."""

from typing import Annotated

from cyclopts import Parameter

from sprintmind.commands.asking import Json, clock, show
from sprintmind.commands.moments import until
from sprintmind.commands.persons import caller_for, person
from sprintmind.commands.usage import UsageError
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.evidence import AnswerId
from sprintmind.domain.visibility import Caller
from sprintmind.shapes import answers as documents
from sprintmind.shapes.reader import Reader
from sprintmind.tables import answers as tables


def ask(
    question: str | None = None,
    /,
    *,
    as_: Annotated[str | None, Parameter(name="--as", help="Ask as this person: `me`, and what they may see.")] = None,
    as_of: Annotated[str | None, Parameter(help="How it was then, as we know it now; a day means its end.")] = None,
    replay: Annotated[str | None, Parameter(help="Show an earlier answer again, by its id.")] = None,
    history: Annotated[bool, Parameter(negative=(), help="List what you asked before.")] = False,
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    """Ask in plain English; every sentence of the answer says on what it rests.

    Without --as nobody in particular asks, and sees what the whole team sees.

    ```console
    $ sprintmind ask "What is blocking me today?" --as priya
    $ sprintmind ask "What did we promise Acme?" --json
    $ sprintmind ask "What was blocking NW-231 last Thursday?"
    $ sprintmind ask "How is the sprint?" --as-of 2025-09-29
    $ sprintmind ask --replay ID
    ```

    Args:
        question: What you want to know.
    """
    _check(question, replay, history=history, as_of=as_of)
    app = place.open()
    reader = Reader(
        zone=app.team.calendar.zone, caller=caller_for(person(as_, app.team, option="--as"), app) if as_ else Caller()
    )
    if history:
        found = app.answers(reader.caller)
        show(
            lambda: [documents.asked(each, reader) for each in found],
            lambda: [tables.history(found, clock(app))],
            json=json,
        )
        return
    then = until(as_of, zone=reader.zone, option="--as-of") if as_of is not None else None
    answer = (
        app.answered(AnswerId(replay), reader.caller) if replay else app.ask(question or "", reader.caller, as_of=then)
    )
    corrected = app.corrections(answer.id, reader.caller)
    show(
        lambda: documents.answer(answer, reader, corrections=corrected),
        lambda: tables.answer(answer, clock(app), corrections=corrected),
        json=json,
    )


def _check(question: str | None, replay: str | None, *, history: bool, as_of: str | None) -> None:
    if sum((question is not None, replay is not None, history)) != 1:
        raise UsageError("give one of: a question, --replay with an id, or --history")
    if as_of is not None and question is None:
        raise UsageError("--as-of goes with a question")
