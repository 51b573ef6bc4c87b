"""What is named by a path and loaded only where it is needed, so that a command loads no more than it uses."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def loaded(path: str) -> Callable[..., Any]:
    """Load what a path names.

    Args:
        path: `module:name`.

    Raises:
        ImportError: There is no such module, or one that it needs is not installed.
    """
    module, _, name = path.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found
