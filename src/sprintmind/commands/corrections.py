"""People who correct what the sources say, or take back what was read from their own words."""

from typing import Annotated

from cyclopts import Parameter

from sprintmind.commands import output
from sprintmind.commands.asking import By, Json
from sprintmind.commands.keys import ticket_key
from sprintmind.commands.persons import caller_for, person
from sprintmind.commands.recording import conflicting, report, says_nothing
from sprintmind.commands.usage import UsageError
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.events import ClaimId
from sprintmind.domain.evidence import AnswerId


def correct(
    text: str,
    /,
    *,
    by: By,
    ticket: str | None = None,
    field: str | None = None,
    value: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    reason: str | None = None,
    answer: str | None = None,
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    r"""Say how it really is, in words or by field; a named person outranks every tracker, and GitHub outranks both.

    ```console
    $ sprintmind correct "NW-231 is not done, QA found a bug" --by lena
    $ sprintmind correct "Back to work" --by lena --reason "The fix broke SSO" \
        --ticket NW-231 --field status --value in_progress
    $ sprintmind correct "PAY-12 is still in progress" --by tom --answer ID
    ```

    Args:
        text: What is true, in English.
        ticket: The ticket's key, with --field and --value.
        field: Which field is wrong.
        value: Its right value.
        reason: Settles the conflict that the correction would open.
        answer: The id of an answer of `ask` that it corrects; the answer shows it from then on.
    """
    if (field is None) != (value is None) or (field is not None and ticket is None):
        raise UsageError("--ticket, --field and --value belong together")
    app = place.open()
    key = ticket_key(ticket, app.team, option="--ticket") if ticket is not None else None
    author = person(by, app.team, option="--by")
    if answer is not None:
        app.answered(AnswerId(answer), caller_for(author, app))
    result = app.correct(text, by=author, ticket=key, field=field, value=value, reason=reason, answer=answer)
    report(result, app, json=json)
    if reason is None and conflicting(result):
        output.warn("a more trusted source says otherwise and stands; say it again with --reason to settle it")
    if says_nothing(result):
        output.warn("the words are kept, and no field is read from them; name it with --ticket, --field and --value")


def withdraw(claim: str, /, *, by: By, json: Json = False, place: Workplace = HERE) -> None:
    """Take back what was read from somebody's words; the value is then what the other claims say.

    ```console
    $ sprintmind withdraw CLAIM --by tom
    ```

    Args:
        claim: Its id, as `why` shows it.
    """
    app = place.open()
    report(app.withdraw(ClaimId(claim), by=person(by, app.team, option="--by")), app, json=json)
