"""The log of a command that cron runs."""

import sys

from sprintmind.commands.workplace import Workplace
from sprintmind.journal import SILENT, Journal


def journal_of(place: Workplace) -> Journal:
    """Open the log as the team set it; on a terminal there is none, since whoever sits there is told anyway."""
    return SILENT if sys.stderr.isatty() else Journal(sys.stderr, level=place.settings().log.level)
