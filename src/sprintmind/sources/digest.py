"""Digests: what a tool mails or exports of its tickets; a snapshot that only repeats what the tool says."""

from sprintmind.documents import document_event, turns
from sprintmind.intake import source, spoken

source("digest")(document_event)
spoken("digest")(turns)
