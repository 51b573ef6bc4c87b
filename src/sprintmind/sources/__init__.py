"""One file per source: bytes in, events out, no I/O. Add a file, a folder of samples and an eval case."""

from pkgutil import iter_modules

ACTIONS = "dashboard"
"""The source of what people do on purpose; commands and pages write its deliveries, nobody brings a file of it."""
PREFLIGHT = "preflight"
"""The source of lessons, checks and outcomes; its deliveries are written by us too."""


def brought() -> tuple[str, ...]:
    """Name the sources of which files are brought, by name; a file in this room is one."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.name not in (ACTIONS, PREFLIGHT)))
