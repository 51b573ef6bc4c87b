"""Stand-ins for what a workspace calls, for tests of ours and of whoever builds on this; each passes its contract."""

from sprintmind.adapters import Adapters
from sprintmind.errors import UnavailableError
from sprintmind.memory.port import Memories


def alone() -> Adapters:
    """Give a workspace nothing beside its ledger: no memory answers, and there is no model."""
    return Adapters(memory=_unavailable, meaning=lambda: None, model=lambda: None)


def _unavailable() -> Memories:
    raise UnavailableError("memory is not available: this workspace stands alone")
