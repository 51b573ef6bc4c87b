"""What every table of the settings is."""

from pydantic import BaseModel, ConfigDict


class Table(BaseModel):
    """A table of the file; it has these keys and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)
