"""Digests: what a tool mails or exports of its tickets; a snapshot that only repeats what the tool says."""

from sprintmind.documents import document_event, turns, version
from sprintmind.intake import source, spoken, versioned

source("digest")(document_event)
spoken("digest")(turns)
versioned("digest")(version)
