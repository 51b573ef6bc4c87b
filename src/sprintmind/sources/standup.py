"""Standups: what people write about yesterday, today and what is in their way."""

from sprintmind.documents import document_event, turns
from sprintmind.intake import source, spoken

source("standup")(document_event)
spoken("standup")(turns)
