"""How often Python looks for circles among its objects."""

import gc

MANY = 1_000_000
"""How many more objects there may be before it does: ours are frozen and make none."""


def look_seldom() -> None:
    """Let it look only after many new objects; what was loaded is looked through again and again otherwise."""
    gc.set_threshold(MANY)
