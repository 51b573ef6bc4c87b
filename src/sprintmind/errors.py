"""What can go wrong, in four kinds that every way in translates the same way."""


class SprintMindError(Exception):
    """Anything that SprintMind raises on purpose; its text is for the person who reads it."""

    exit_status = 1
    """What the command line exits with."""


class InputError(SprintMindError):
    """What came in cannot be used; the message names the file, the place and what was expected."""

    exit_status = 3


class DeliveryError(InputError):
    """A delivery that cannot be read; the message says where and what was expected. Nothing of it is stored."""


class NotTheirsError(InputError):
    """Somebody takes back the words of somebody else."""


class UnavailableError(SprintMindError):
    """A dependency did not answer or is not installed; the message names it and says what to do."""

    exit_status = 4


class ModelOutputError(SprintMindError):
    """A language model answered something that cannot be used; shown as it is."""

    exit_status = 4


class ConfigError(SprintMindError):
    """The settings cannot be used; found at start, before anything is read or written."""

    exit_status = 2
