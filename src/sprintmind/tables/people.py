"""People and identities of nobody, for people."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from sprintmind.answers import LinkPreview, Unmapped
from sprintmind.domain.people import Person
from sprintmind.tables.words import table, table_or, text


def people(known: Sequence[Person], unmapped: Sequence[Unmapped]) -> Iterator[RenderableType]:
    """Show the team's people, then the identities that are nobody's yet."""
    shown = table("id", "name", "role", "also known as", flexible="also known as")
    for each in known:
        also = ", ".join((*each.aliases, *each.github, *each.email))
        role = f"of {each.customer}" if each.customer else each.role
        shown.add_row(text(each.id, "bold"), text(each.name), text(role), text(also))
    yield table_or("nobody is listed in sprintmind.toml", shown)
    if unmapped:
        yield Text("\nSeen, and nobody's yet:", style="yellow")
        yield _unmapped(unmapped)


def link(preview: LinkPreview) -> Iterator[RenderableType]:
    """Show what a link would change."""
    whose = f"is {preview.person}" if preview.person else "is nobody's"
    yield Text.assemble(text(preview.identity, "bold"), " ", text(whose), f"; {preview.events} events are read anew")
    for change in preview.changes:
        yield Text.assemble("  ", text(change))
    if not preview.changes:
        yield Text("  no fact changes")


def _unmapped(found: Sequence[Unmapped]) -> RenderableType:
    shown = table("identity", "seen", "perhaps", flexible="perhaps")
    for each in found:
        shown.add_row(text(each.identity), str(each.seen), text(each.suggestion))
    return shown
