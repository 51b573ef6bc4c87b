"""Meetings: minutes and transcripts, by which speaker said what."""

from sprintmind.documents import document_event, turns, version
from sprintmind.intake import source, spoken, versioned

source("meeting")(document_event)
spoken("meeting")(turns)
versioned("meeting")(version)
