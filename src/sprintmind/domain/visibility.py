"""Who may read what; whoever is not known to be allowed is not."""

from dataclasses import dataclass

from sprintmind.domain.events import Audience, PersonId, Visibility


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks."""

    person: PersonId | None = None
    """None where nobody in particular asks, as on a command line: they see what the whole team sees."""
    manager: bool = False
    operator: bool = False
    """Whoever runs the machine and said `--all`: sees everything."""


NOBODY = Caller()
"""Nobody in particular: sees what the whole team sees."""
OPERATOR = Caller(operator=True)


def visible_to(audience: Audience, caller: Caller) -> bool:
    """Tell whether a caller may read what an event said; fails closed."""
    if caller.operator or audience.visibility is Visibility.TEAM:
        return True
    if caller.person is not None and caller.person in audience.people:
        return True
    return audience.visibility is Visibility.MANAGERS and caller.manager
