"""The fifth chapter of the story: a plan is held against what the sample team learned."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from sprintmind.app import App
from sprintmind.plans.asking import Request
from sprintmind.tables.preflight import verdict
from sprintmind.tables.words import lines, plain, text

PLAN = "Friday deploy of Billing API with NW-231 + 3 dependency updates"


def before_a_change(app: App) -> Iterator[RenderableType]:
    """Check a plan and tell what the verdict rests on."""
    found = app.check_plan(Request(body=PLAN.encode()))
    graded, made = found.assessment.graded, found.check
    compared = f"”. Compared with {made.compared} lessons it is "
    yield Text.assemble("The plan: “", text(PLAN), compared, verdict(made.verdict), ":")
    rows = [(text(each.lesson, "bold red"), Text(f"shares {', '.join(each.conditions)}")) for each in graded.matches]
    rows += [
        (
            text(each.lesson, "bold green"),
            Text(f"went fine with {', '.join(each.conditions)}, and had {', '.join(each.unmet)}"),
        )
        for each in graded.counter_examples
    ]
    yield lines(rows)
    for each in found.bridge.promises:
        yield Text.assemble(
            "It carries ", text(each.ticket), f", promised to {plain(each.customer)}: ", text(each.what)
        )
    yield Text.assemble("The smallest change: ", text(made.smallest_change, "bold"))
    yield Text(made.panel.path, style="dim")
