"""How far something is that takes long, told to whoever watches."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Is told how many of how many are done; of 0: nobody knows of how many."""


def unwatched(done: int, total: int) -> None:
    """Tell nobody."""
    del done, total
