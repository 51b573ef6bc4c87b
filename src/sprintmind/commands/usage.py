"""A command line that cannot be understood."""

from sprintmind.errors import SprintMindError


class UsageError(SprintMindError):
    """An option holds what it cannot; the message names the option and what was expected."""

    exit_status = 2
