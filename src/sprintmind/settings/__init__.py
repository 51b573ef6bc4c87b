"""What a team sets: the file `sprintmind.toml` and the environment, turned into domain types at once."""

from sprintmind.settings.loading import FILE as FILE
from sprintmind.settings.loading import home as home
from sprintmind.settings.loading import load as load
from sprintmind.settings.models import Settings as Settings
from sprintmind.settings.reference import reference as reference
from sprintmind.settings.template import template as template
