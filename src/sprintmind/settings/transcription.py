"""The table of what turns recorded meetings into words."""

from typing import Annotated

from pydantic import Field

from sprintmind.settings.environment import FromEnvironment
from sprintmind.settings.table import Table
from sprintmind.settings.values import LanguageCode


class TranscriptionTable(Table):
    """What turns recorded meetings into words: a model on this machine, or a server."""

    model: Annotated[str, FromEnvironment("SPRINTMIND_TRANSCRIPTION_MODEL")] = Field(
        default="",
        description="Folder of a Whisper model in the format of faster-whisper, or the name of one in its cache; "
        "nothing is downloaded. Empty: none",
    )
    url: Annotated[str, FromEnvironment("SPRINTMIND_TRANSCRIPTION_URL")] = Field(
        default="",
        description="Instead, https://…/v1 of a server that transcribes as OpenAI's does, whose key is in "
        "SPRINTMIND_TRANSCRIPTION_KEY",
    )
    name: Annotated[str, FromEnvironment("SPRINTMIND_TRANSCRIPTION_NAME")] = Field(
        default="", description="Which model of that server, as it calls it: one that tells times, such as whisper-1"
    )
    language: Annotated[LanguageCode, FromEnvironment("SPRINTMIND_TRANSCRIPTION_LANGUAGE")] = Field(
        default="en", description="Which language is spoken, by its two letters; empty: as the model hears it"
    )
