"""Risks and their transitions for people."""

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.answers import Acknowledged
from sprintmind.domain.findings import Finding, FindingId, Transition
from sprintmind.tables.words import Clock, lines, plain, severity, table, table_or, text


def risks(found: Sequence[Finding], acknowledged: Mapping[FindingId, Acknowledged], clock: Clock) -> RenderableType:
    """Show risks, gravest first as they come."""
    shown = table("severity", "subject", "why, and what ends it", flexible="why, and what ends it")
    for each in found:
        shown.add_row(severity(each.severity), _subject(each), _story(each, acknowledged.get(each.id), clock))
    return table_or("no risk is found", shown)


def transitions(found: Sequence[Transition]) -> RenderableType:
    """Show what opened, grew graver, eased or ended, a line each."""
    return lines(
        (
            text(each.change.value),
            severity(each.finding.severity),
            Text.assemble(_subject(each.finding), ": ", text(each.finding.because)),
        )
        for each in found
    )


def _subject(found: Finding) -> Text:
    """Name what it is about; the id of a promise says nothing to people, and stands below in that of the risk."""
    return text("a promise" if found.subject == found.commitment else found.subject, "bold")


def _story(found: Finding, acknowledged: Acknowledged | None, clock: Clock) -> Text:
    shown = text(found.because)
    if found.ask:
        shown.append("\nask ").append_text(text(found.ask, "bold"))
    if found.resolves_when:
        shown.append("\nends when ").append_text(text(found.resolves_when))
    if acknowledged:
        until = f" until {clock.moment(acknowledged.until)}" if acknowledged.until else ""
        verb = "snoozed" if acknowledged.until else "acknowledged"
        shown.append(f"\n{verb} by {plain(acknowledged.by)}{until}", style="green")
    return shown.append("\n").append_text(text(found.id, "dim"))
