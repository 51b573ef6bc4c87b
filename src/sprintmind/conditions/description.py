"""What one lesson says in the shared vocabulary."""

from dataclasses import dataclass

from sprintmind.conditions.products import Products
from sprintmind.conditions.windows import Window
from sprintmind.domain.plans import ConditionName


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What one lesson says in the shared vocabulary, whatever other lessons there are; it may be kept."""

    dangers: frozenset[ConditionName] = frozenset()
    measures: frozenset[ConditionName] = frozenset()
    own: tuple[str, ...] = ()
    """Its conditions that the lexicon does not have."""
    called: tuple[tuple[str, ConditionName], ...] = ()
    """What it calls those that the lexicon has, where that is more than one word."""
    windows: tuple[Window, ...] = ()
    products: Products = ()
    """What it calls the product that it is about."""
    text: str = ""
    """Where the conditions were read from because it lists none; other lessons' own conditions are looked for in it."""
