"""The ground of every schema of a case: a misspelt key fails instead of guaranteeing nothing."""

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """Knows its keys and takes no other; what has no default must be there."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
