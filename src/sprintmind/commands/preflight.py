"""Before a change: what was learned the hard way, as a verdict; and afterwards, how it went."""

from typing import Annotated, Literal

from cyclopts import App as Commands
from cyclopts import Parameter

from sprintmind.app import App
from sprintmind.commands import output
from sprintmind.commands.asking import By, Json, clock, show
from sprintmind.commands.moments import lasting
from sprintmind.commands.persons import author
from sprintmind.commands.plans import NO_PLAN, PlanOptions
from sprintmind.commands.preflight_history import ask, history, patterns, report, show_
from sprintmind.commands.watching import progress
from sprintmind.commands.workplace import HERE, Workplace
from sprintmind.domain.experiences import Action, CheckId, Result
from sprintmind.domain.verdicts import Verdict
from sprintmind.domain.visibility import Caller
from sprintmind.plans.asking import Checked
from sprintmind.shapes import preflight as documents
from sprintmind.shapes.reader import Reader
from sprintmind.tables import preflight as tables
from sprintmind.tables.preflight_markdown import markdown as as_markdown

commands = Commands(
    name="preflight",
    help="""Before a change: what was learned the hard way, as a verdict; and afterwards, how it went.

```console
$ sprintmind preflight check "Friday deploy + 3 dependency updates"
$ sprintmind preflight outcome CHECK --action changed --by dana
```
""",
)

Flag = Annotated[bool, Parameter(negative=())]


@commands.command
def check(
    plan: str | None = None,
    /,
    *,
    options: PlanOptions = NO_PLAN,
    enforce: Flag = False,
    fail_closed: Flag = False,
    explain: Flag = False,
    quiet: Flag = False,
    markdown: Flag = False,
    json: Json = False,
    place: Workplace = HERE,
) -> int:
    """Compare a plan with what was learned; the verdict is computed, and every check is kept.

    ```console
    $ sprintmind preflight check "Friday deploy + 3 dependency updates"
    $ sprintmind preflight check --file rollout.md --at 2025-10-03T15:00:00+02:00
    $ sprintmind preflight check --pull northwind/shop#88 --enforce
    ```

    Args:
        plan: What is to be done, in words.
        enforce: Exit with 1 if the verdict is RED and nobody has overridden it.
        fail_closed: Exit with 1 if memory did not answer, or there is no verdict.
        explain: Show why each condition was or was not taken.
        quiet: Print nothing if nothing relevant was found.
        markdown: Print Markdown, for a comment.
    """
    app = place.open()
    request = options.request(plan, app)
    with progress("comparing the plan with lessons") as steps:
        found = app.check_plan(request, progress=steps.at)
    for warning in found.warnings:
        output.warn(warning)
    if not (quiet and _irrelevant(found)):
        _print(found, app, caller=request.caller, explain=explain, markdown=markdown, json=json)
    return _status(found, enforce=enforce, fail_closed=fail_closed)


@commands.command
def outcome(
    id: str,
    /,
    *,
    action: Annotated[Literal["changed", "proceeded"], Parameter(help="What was done about the verdict.")],
    by: By,
    result: Annotated[Literal["fine", "failed"] | None, Parameter(help="How it went, once that is known.")] = None,
    note: Annotated[str, Parameter(help="What should be remembered of it.")] = "",
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    r"""Tell what was done about a verdict, and how it went; later verdicts cite it.

    ```console
    $ sprintmind preflight outcome CHECK --action proceeded --by dana \
        --result fine
    ```

    Args:
        id: The check's id.
    """
    app = place.open()
    made = app.tell_outcome(
        CheckId(id),
        action=Action(action),
        by=author(by, app.team, option="--by"),
        result=Result(result) if result else None,
        note=note,
    )
    reader = Reader(zone=app.team.calendar.zone)
    show(lambda: documents.told(made, reader), lambda: tables.kept(made, clock(app)), json=json)


@commands.command
def override(
    id: str,
    /,
    *,
    by: By,
    reason: Annotated[str, Parameter(help="Why it goes ahead nevertheless; it is kept.")],
    expires: Annotated[str, Parameter(help="How long it holds: 30m, 4h, 2d.")],
    incident: Annotated[bool, Parameter(negative=(), help="It is a hotfix; the verdict stays what it is.")] = False,
    json: Json = False,
    place: Workplace = HERE,
) -> None:
    r"""Let a plan pass `--enforce` in spite of its verdict, until an hour; its outcome is asked for the next day.

    ```console
    $ sprintmind preflight override CHECK --by dana --expires 4h \
        --reason "It burns"
    ```

    Args:
        id: The check's id.
    """
    app = place.open()
    made = app.override(
        CheckId(id),
        by=author(by, app.team, option="--by"),
        reason=reason,
        lasting=lasting(expires, option="--expires"),
        incident=incident,
    )
    reader = Reader(zone=app.team.calendar.zone)
    show(lambda: documents.kept(made, reader), lambda: tables.kept(made, clock(app)), json=json)


for _command in (ask, history, patterns, report):
    commands.command(_command)
commands.command(show_, name="show")


def _print(found: Checked, app: App, *, caller: Caller, explain: bool, markdown: bool, json: bool) -> None:
    if markdown and not json:
        output.text(as_markdown(found))
        return
    reader = Reader(zone=app.team.calendar.zone, caller=caller)
    show(
        lambda: documents.checked(found, reader, explain=explain),
        lambda: tables.checked(found, clock(app), caller=caller, explain=explain),
        json=json,
    )


def _irrelevant(found: Checked) -> bool:
    return found.check.verdict is Verdict.GREEN and not found.bridge.promises and not found.bridge.notes


def _status(found: Checked, *, enforce: bool, fail_closed: bool) -> int:
    """Tell what a check exits with; an override lets its plan pass, and says so."""
    red = enforce and found.check.verdict is Verdict.RED
    if red and found.override:
        by, until = found.override.by, found.override.expires.isoformat(timespec="minutes")
        output.warn(f"RED, and overridden by {by} until {until}: {found.override.reason}")
        red = False
    unanswered = found.check.panel.failed or found.check.verdict is Verdict.UNKNOWN
    return 1 if red or (fail_closed and unanswered) else 0
