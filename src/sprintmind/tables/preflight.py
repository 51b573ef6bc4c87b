"""Checks of plans for people."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.domain.lessons import LessonId
from sprintmind.domain.plan_checks import Panel, PlanCheck
from sprintmind.domain.plans import PlanCondition
from sprintmind.domain.redaction import check_for
from sprintmind.domain.verdicts import Verdict
from sprintmind.domain.visibility import NOBODY, Caller
from sprintmind.plans.asking import Checked
from sprintmind.plans.following import Followed
from sprintmind.plans.outcomes import Due
from sprintmind.plans.reporting import Report
from sprintmind.tables.words import Clock, lines, plain, quoted, table, table_or, text

COLOURS = {
    Verdict.RED: "bold red",
    Verdict.YELLOW: "bold yellow",
    Verdict.GREEN: "bold green",
    Verdict.UNKNOWN: "bold dim",
}


def verdict(value: Verdict) -> Text:
    """Show a verdict in its colour."""
    return Text(value.value, style=COLOURS[value])


def checked(
    found: Checked, clock: Clock, *, caller: Caller = NOBODY, explain: bool = False
) -> Iterator[RenderableType]:
    """Show a verdict with what it rests on: conditions, matches, counter-evidence, promises, memory."""
    made = check_for(caller, found.check)
    yield Text.assemble(verdict(made.verdict), "  ", text(made.because))
    yield from _conditions(found, explain=explain)
    yield from _evidence(made)
    if made.smallest_change:
        to = found.assessment.change.verdict if found.assessment.change else Verdict.YELLOW
        yield Text.assemble(("smallest change: ", "bold"), text(made.smallest_change), " (then ", verdict(to), ")")
    yield from _touched(found, clock)
    yield Text.assemble(("\nadvice  ", "bold"), text(made.advice), (f"  [{plain(made.author)}]", "dim"))
    yield Text("")
    yield memory(made.panel)
    yield Text(
        f"check {made.id}; tell how it went: sprintmind preflight outcome {made.id} --action proceeded --by YOU",
        style="dim",
    )


def memory(panel: Panel) -> RenderableType:
    """Show what was asked of memory."""
    rows = [(Text("memory", style="bold"), Text(f"{plain(panel.path)}, {panel.milliseconds} ms"))]
    rows += [
        (
            Text(""),
            Text.assemble(quoted(each.query[:90]), f" → {plain(', '.join(each.found)) or 'nothing'}", style="dim"),
        )
        for each in panel.queries
    ]
    return lines(rows)


def shown(made: PlanCheck, found: Iterable[Followed], clock: Clock) -> Iterator[RenderableType]:
    """Show a check as it is kept, and what became of what its plan named."""
    yield from kept(made, clock)
    followed = list(found)
    if followed:
        yield Text("\nwhat became of it", style="bold")
        yield lines((text(each.pull.name, "bold"), _became(each, clock)) for each in followed)
    for hint in (hint for each in followed for hint in each.hints):
        yield Text.assemble(("asked: ", "yellow"), text(hint), ": did this fail?")


def _became(each: Followed, clock: Clock) -> Text:
    """Tell the way from the ticket over the commits to what is deployed of them."""
    pull, landed = each.pull, each.pull.landed_at or each.pull.merged_at
    state = f"{pull.status.value} {clock.moment(landed)}" if landed else pull.status.value
    parts = [f"works on {each.ticket}" if each.ticket else "", state, "reverted" if pull.reverted else ""]
    told = Text(plain(", ".join(filter(None, parts))))
    if each.commits:
        told.append(f"\ncommits {plain(', '.join(sha[:9] for sha in each.commits))}", style="dim")
    for one in each.deployments:
        style = "red" if one.failed else "green" if one.state == "success" else "dim"
        where = plain(one.environment or "an environment")
        told.append(f"\n{where}: {plain(one.state)} {clock.moment(one.at)} ({plain(one.sha[:9])})", style=style)
    return told


def kept(made: PlanCheck, clock: Clock) -> Iterator[RenderableType]:
    """Show a check as it is kept: for those who ask later what was known."""
    made = check_for(NOBODY, made)  # at the command line nobody in particular asks
    yield Text.assemble(verdict(made.verdict), "  ", text(made.title, "bold"))
    yield text(made.because)
    by = f" by {plain(made.by)}" if made.by else ""
    planned = f", planned for {clock.moment(made.planned_at)}" if made.planned_at else ""
    yield Text(f"checked {clock.moment(made.at)}{by}{planned}; plan {made.plan}; rules {made.policy}", style="dim")
    versions = ", ".join(f"{name} ({version})" for name, version in made.lessons)
    yield Text(f"compared with {made.compared}; cited {plain(versions) or 'nothing'}", style="dim")
    yield from _said_then(made)
    if made.smallest_change:
        yield Text.assemble(("smallest change: ", "bold"), text(made.smallest_change))
    yield Text.assemble(("advice  ", "bold"), text(made.advice), (f"  [{plain(made.author)}]", "dim"))
    yield from _history(made, clock)
    yield memory(made.panel)


def _said_then(made: PlanCheck) -> Iterator[RenderableType]:
    """Show what the plan shared, and what was cited as it read then."""
    shown = table("condition", "words of the plan", flexible="words of the plan")
    for each in made.conditions:
        shown.add_row(text(each.condition, "bold" if not each.safe else "green"), _words(each))
    yield table_or("no condition was recognised in the plan", shown)
    for match in made.matches:
        yield Text.assemble(text(match.lesson, "bold red"), f"  shares {plain(', '.join(match.conditions))}")
        yield from _quote(made, match.lesson)
    for counter in made.counter_evidence:
        fine = f"  went fine with {plain(', '.join(counter.conditions))}" if counter.conditions else "  went fine"
        yield Text.assemble(text(counter.lesson, "bold green"), f"{fine}{_lacks(counter.unmet)}")
        yield from _quote(made, counter.lesson)
    if made.matches and not made.counter_examples:
        yield Text("no counter-example was found", style="dim")


def _quote(made: PlanCheck, lesson: LessonId) -> Iterator[RenderableType]:
    quote = made.quote(lesson)
    if quote:
        yield Text.assemble("      ", quoted(quote.situation), " ", text(quote.learned, "italic"), style="dim")


def history(found: Sequence[PlanCheck], asked: Sequence[Due], clock: Clock) -> Iterator[RenderableType]:
    """List checks, the newest first, and whose outcome is asked for."""
    shown = table("check", "verdict", "asked", "plan, and how it went", flexible="plan, and how it went")
    for made in reversed(found):
        told = Text.assemble(text(made.title), "\n", *_history(made, clock))
        shown.add_row(text(made.id, "bold"), verdict(made.verdict), clock.moment(made.at), told)
    yield table_or("no plan was checked yet; `sprintmind preflight check PLAN` checks one", shown)
    for each in asked:
        yield Text.assemble(("asked: ", "yellow"), text(each.check.id, "bold"), " ", text(each.ask))


def report(found: Report) -> Iterator[RenderableType]:
    """Show the track record; no rate stands under ten cases."""
    shown = table(
        "verdict",
        "checks",
        "changed",
        "fine",
        "failed",
        "pending",
        "overridden",
        "failure rate",
        flexible="failure rate",
    )
    for row in found.rows:
        if row.checks:
            counts = (row.checks, row.changed, row.fine, row.failed, row.pending, row.overridden)
            shown.add_row(verdict(row.verdict), *map(str, counts), _rate(row.failure_rate, row.failed, row.known))
    yield table_or("no plan was checked yet", shown)
    if found.overridden_known:
        rate = _rate(found.overridden_rate, found.overridden_failed, found.overridden_known)
        yield Text(f"RED and went ahead: {rate}")


def _rate(rate: float | None, failed: int, known: int) -> str:
    counts = f"{failed} of {known}"
    return f"{rate:.0%} ({counts})" if rate is not None else f"{counts}; too few for a rate"


def _conditions(found: Checked, *, explain: bool) -> Iterator[RenderableType]:
    shown = table("condition", "", "words of the plan", flexible="words of the plan")
    for each in found.check.conditions:
        side = (
            Text("safe side", style="green") if each.safe else Text("common", style="dim") if each.common else Text("")
        )
        words = _words(each)
        if explain and each.why:
            words.append(f"\n{each.found_by.value}: {plain(each.why)}", style="dim")
        shown.add_row(text(each.condition, "bold"), side, words)
    yield table_or("no condition was recognised in the plan", shown)
    if explain and found.assessment.untaken:
        yield Text("not taken:", style="dim")
        yield lines(
            (text(f"  {each.condition}", "dim"), Text.assemble(quoted(each.words), f" {plain(each.why)}", style="dim"))
            for each in found.assessment.untaken
        )


def _words(found: PlanCondition) -> Text:
    """Quote a plan; a time that was computed stands without marks, for the plan may say it otherwise."""
    return text(found.words) if found.computed else quoted(found.words)


def _evidence(made: PlanCheck) -> Iterator[RenderableType]:
    rows = [
        (text(each.lesson, "bold red"), Text(f"shares {plain(', '.join(each.conditions))}")) for each in made.matches
    ]
    rows += [
        (
            text(each.lesson, "bold green"),
            Text(f"went fine with {plain(', '.join(each.conditions))}{_lacks(each.unmet)}"),
        )
        for each in made.counters
    ]
    if rows:
        yield lines(rows)
    if made.matches and not made.counters:
        yield Text("no counter-example was found", style="dim")


def _lacks(unmet: Sequence[str]) -> str:
    return f"; this plan lacks {plain(', '.join(unmet))}" if unmet else ""


def _touched(found: Checked, clock: Clock) -> Iterator[RenderableType]:
    for each in found.bridge.promises:
        what = f"{plain(each.what)} for {plain(each.customer)}, due {clock.day(each.due) or 'without a date'}"
        yield Text.assemble(("promise: ", "bold"), what, (f" ({plain(each.why)})", "dim"))
    for note in found.bridge.notes:
        yield Text.assemble(("note: ", "yellow"), text(note))
    for hotfix in found.hotfixes:
        yield Text.assemble(("past hotfix: ", "bold"), text(hotfix.title), *_history(hotfix, clock))


def _history(made: PlanCheck, clock: Clock) -> Iterator[Text]:
    for each in made.overrides:
        hotfix = " as a hotfix" if each.incident else ""
        until = clock.moment(each.expires)
        yield Text(f"overridden{hotfix} by {plain(each.by)} until {until}: {plain(each.reason)} ", style="dim")
    if made.outcome:
        told = made.outcome
        result = f", {told.result.value}" if told.result else ""
        note = f": {plain(told.note)}" if told.note else ""
        yield Text(f"{told.action.value}{result}{note} ({plain(told.by)}, {clock.moment(told.at)})", style="dim")
    elif not made.overrides:
        yield Text("nobody told yet how it went", style="dim")
