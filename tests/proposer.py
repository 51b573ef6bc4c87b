"""Reads a text with a model that proposes what a test says, through the same door as every text."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from time import perf_counter

from ask.model_server import Says
from saying import northwind
from sprintmind.documents import extract, propose
from sprintmind.errors import ModelOutputError, UnavailableError
from sprintmind.intake import Delivery
from sprintmind.ledger.packed_deliveries import packed_delivery, unpacked_delivery
from sprintmind.llm.port import Response

TEAM = northwind()
AT = datetime(2025, 9, 29, 9, tzinfo=UTC)
"""A Monday."""


@dataclass
class Proposer:
    """A model that proposes the same of every part; an error in the script is raised instead."""

    script: list[object]
    """Per call: proposals or an error; the last again and again."""
    requests: list[object] = field(default_factory=list)
    name: str = "scripted"

    def respond(self, request):
        self.requests.append(request)
        reply = self.script[min(len(self.requests), len(self.script)) - 1]
        if isinstance(reply, Exception):
            raise reply
        output = request.shape.model_validate({"proposals": reply})
        return Response(output=output, model=self.name, input_tokens=7, output_tokens=3, took=timedelta(seconds=1))


def text(words, *, kind="meeting", **more):
    return Delivery(source=kind, body=words.encode(), received_at=AT, filename="talk.txt", said=AT, **more)


def read(words, *proposals, script=None, kind="meeting", watch=None, stopwatch=perf_counter, **more):
    model = Proposer(script or [list(proposals)])
    return propose(text(words, kind=kind, **more), TEAM, model=model, stopwatch=stopwatch, watch=watch)


def added(found):
    """Tell what the model added: kind, ticket or customer, value."""
    mine = (s for s in found.statements if "proposed by scripted" in s.cues)
    return [(s.kind.value, s.ticket or s.customer, s.value if s.ticket else s.due) for s in mine]


def reasons(found):
    return [each.reason for each in found.read_by.dropped]


def stored(found):
    """Read the text again as it comes back from the ledger, where no model is."""
    kept = found.delivery
    return tuple(extract(unpacked_delivery(packed_delivery(kept), kept.body), TEAM))


def proposal(kind, quote, ticket=None, **parts):
    return {"kind": kind, "quote": quote, "ticket": ticket, **parts}


def proposes(*proposals):
    """Let a scripted server propose."""
    return Says(json.dumps({"proposals": list(proposals)}))


DOWN = UnavailableError("the model scripted did not answer: timed out")
GARBAGE = ModelOutputError("the model answered nothing of the shape that was asked for: 'Sure! Priya said NW-1'")
