"""What came of reading another system, for people."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.domain.people import Team
from sprintmind.inlets.port import Survey
from sprintmind.proposals import Proposals
from sprintmind.shapes.settings_text import toml
from sprintmind.synchronise import Synced
from sprintmind.tables.findings import transitions
from sprintmind.tables.words import plain, table, text


def survey(surveys: Sequence[Survey]) -> Iterator[RenderableType]:
    """Show what would be read, and how much."""
    shown = table("count", "would be read", flexible="would be read")
    for count in (count for each in surveys for count in each.counts):
        shown.add_row(str(count.count) if count.exact else f"about {count.count}", text(count.what))
    yield shown
    yield from (text(note, "yellow") for each in surveys for note in each.notes)


def connected(results: Sequence[Synced], found: Proposals | None, team: Team) -> Iterator[RenderableType]:
    """Show what was read for the first time, and what it proposes; nothing where it was not read."""
    if found:
        yield from synced(results)
        yield from proposals(found, team)


def synced(results: Sequence[Synced]) -> Iterator[RenderableType]:
    """Show how much was new, by kind, then what opened and ended."""
    shown = table("new", "known", "of", flexible="of")
    for result in results:
        for tally in result.tallies:
            shown.add_row(str(tally.new), str(tally.known), text(f"{tally.what}, {result.system}"))
    if shown.row_count:
        yield shown
    yield summary(results)
    yield transitions([change for result in results for change in result.transitions])


def summary(results: Sequence[Synced]) -> Text:
    """Tell in one line how much was missed, or that it is the beginning."""
    new, known = sum(result.new for result in results), sum(result.known for result in results)
    told = f"{new} new event{'' if new == 1 else 's'}, {known} known already"
    if all(result.baseline for result in results):
        return Text(f"{told}; this is the baseline, of which nobody is notified")
    return Text(f"{told}: {'no webhook was missed' if not new else 'the new ones had reached us by no webhook'}")


def proposals(found: Proposals, team: Team) -> Iterator[RenderableType]:
    """Show the settings that are proposed, as text to paste."""
    written = toml(found, team)
    if written:
        yield Text(
            "\nTo paste into sprintmind.toml, where you agree; then `sprintmind ledger rebuild`:\n", style="bold"
        )
        yield Text("\n".join(plain(line) for line in written.splitlines()))
