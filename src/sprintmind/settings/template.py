"""The commented `sprintmind.toml` that `init` writes."""

import json
from collections.abc import Sequence
from importlib.resources import files


def template(*, name: str = "", timezone: str = "UTC", keys: Sequence[str] = ()) -> str:
    """Fill in a file in which every setting stands, commented out where the default does.

    Args:
        name: The team's.
        timezone: As the IANA database names it.
        keys: Project keys.
    """
    text = files("sprintmind.settings").joinpath("template.toml").read_text("utf-8")
    for placeholder, value in {"@name@": name, "@timezone@": timezone, "@keys@": list(keys)}.items():
        text = text.replace(f'"{placeholder}"', json.dumps(value, ensure_ascii=False))
    return text
