"""Meetings: minutes and transcripts, by which speaker said what."""

from sprintmind.documents import document_event, turns
from sprintmind.intake import source, spoken

source("meeting")(document_event)
spoken("meeting")(turns)
