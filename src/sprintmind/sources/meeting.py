"""Meetings: minutes and transcripts, by which speaker said what."""

from sprintmind.documents import document_event
from sprintmind.intake import source

source("meeting")(document_event)
