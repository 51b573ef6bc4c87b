"""Standups: what people write about yesterday, today and what is in their way."""

from sprintmind.documents import document_event, turns, version
from sprintmind.intake import source, spoken, versioned

source("standup")(document_event)
spoken("standup")(turns)
versioned("standup")(version)
