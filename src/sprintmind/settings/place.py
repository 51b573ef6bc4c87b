"""Where the settings are."""

from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_data_dir

FILE = "sprintmind.toml"


def home(chosen: Path | None, environ: Mapping[str, str]) -> Path:
    """Tell which data directory is meant: the chosen one, else `SPRINTMIND_HOME`, else the platform's own."""
    return (chosen or Path(environ.get("SPRINTMIND_HOME") or user_data_dir("sprintmind", appauthor=False))).expanduser()
