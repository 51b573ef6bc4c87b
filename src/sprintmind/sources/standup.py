"""Standups: what people write about yesterday, today and what is in their way."""

from sprintmind.documents import document_event
from sprintmind.intake import source

source("standup")(document_event)
