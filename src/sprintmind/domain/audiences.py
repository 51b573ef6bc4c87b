"""Who may read what rests on several things at once: only who may read each of them."""

from collections.abc import Iterable

from sprintmind.domain.events import TEAM_AUDIENCE, Audience, Visibility

_NARROWER = (Visibility.TEAM, Visibility.MANAGERS, Visibility.PARTICIPANTS, Visibility.PRIVATE)


def narrowest(audiences: Iterable[Audience]) -> Audience:
    """Combine audiences so that nobody reads what one of them keeps from them.

    The most restricted visibility wins, with the people whom every restricted audience has. Where one is for managers
    and another for participants, that may leave a manager out who could read both: it fails closed.

    >>> tom, dana = Audience(visibility=Visibility.PRIVATE), Audience(visibility=Visibility.MANAGERS)
    >>> narrowest([TEAM_AUDIENCE, dana, tom]).visibility.value
    'private'
    """
    restricted = [audience for audience in audiences if audience.visibility is not Visibility.TEAM]
    if not restricted:
        return TEAM_AUDIENCE
    visibility = max((audience.visibility for audience in restricted), key=_NARROWER.index)
    asked = sorted(each.ask for each in restricted if each.ask and each.visibility is visibility)
    return Audience(
        visibility=visibility,
        people=frozenset.intersection(*(audience.people for audience in restricted)),
        ask=asked[0] if asked else None,
    )


def narrowness(audience: Audience) -> int:
    """Order audiences from the whole team, 0, to one person."""
    return _NARROWER.index(audience.visibility)
