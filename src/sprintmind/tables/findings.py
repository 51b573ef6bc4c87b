"""Risks and their transitions for people."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.answers import Acknowledged
from sprintmind.domain.findings import Finding, FindingId, Transition
from sprintmind.tables.words import Clock, nothing, plain, severity, table, text


def risks(found: Sequence[Finding], acknowledged: Mapping[FindingId, Acknowledged], clock: Clock) -> RenderableType:
    """Show risks, gravest first as they come."""
    if not found:
        return nothing("nothing is at risk")
    shown = table("severity", "subject", "why, and what ends it", flexible="why, and what ends it")
    for each in found:
        shown.add_row(
            severity(each.severity), text(each.subject, "bold"), _story(each, acknowledged.get(each.id), clock)
        )
    return shown


def transitions(found: Sequence[Transition]) -> Iterator[RenderableType]:
    """Show what opened, grew graver, eased or ended, a line each."""
    for each in found:
        finding = each.finding
        line = Text.assemble(f"{each.change.value:<9} ", severity(finding.severity), " ", text(finding.subject, "bold"))
        yield line.append(" ").append_text(text(finding.because))


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
