"""Briefs as documents."""

from collections.abc import Iterable

from sprintmind.domain.accounts import Proof
from sprintmind.domain.briefs import CustomerBrief, Line, PersonalBrief, SprintBrief, SprintTicket
from sprintmind.domain.evidence import TEMPLATES
from sprintmind.shapes.evidence import evidence
from sprintmind.shapes.radar import changed, placed, promised
from sprintmind.shapes.reader import Document, Reader


def personal(found: PersonalBrief, reader: Reader) -> Document:
    """Write a person's day."""
    proof, standup = found.proof, found.standup
    return {
        "person": found.person.id,
        **changed(found.changes, proof, reader),
        "waits_on_me": lines(found.waits_on_me, proof, reader),
        "i_wait_on": lines(found.i_wait_on, proof, reader),
        "blocked": [placed(each, proof, reader) for each in found.blocked],
        "tickets": [placed(each, proof, reader) for each in found.tickets],
        "promises": [promised(each, proof, reader) for each in found.promises],
        "standup": {
            "yesterday": lines(standup.yesterday, proof, reader),
            "today": lines(standup.today, proof, reader),
            "blockers": lines(standup.blockers, proof, reader),
        },
        "author": TEMPLATES,
        "at": reader.time(found.now),
    }


def customer(found: CustomerBrief, reader: Reader) -> Document:
    """Write the page before a call."""
    proof = found.proof
    return {
        "customer": found.customer,
        "promises": [promised(each, proof, reader) for each in found.promises],
        **changed(found.changes, proof, reader),
        "may_say": lines(found.may_say, proof, reader),
        "may_not_say": lines(found.may_not, proof, reader),
        "waits_on_them": lines(found.waits_on_them, proof, reader),
        "author": TEMPLATES,
        "at": reader.time(found.now),
    }


def sprint(found: SprintBrief, reader: Reader) -> Document:
    """Write how a sprint closes."""
    return {
        "sprint": found.name,
        "state": found.state,
        "start": reader.time(found.start) if found.start else None,
        "end": reader.time(found.end) if found.end else None,
        "committed": _tickets(found.committed, found, reader),
        "done": _tickets(found.done, found, reader),
        "added": _tickets(found.added, found, reader),
        "removed": _tickets(found.removed, found, reader),
        "carried_over" if found.closed else "open": _tickets(found.carried_over, found, reader),
        "prose": found.prose,
        "author": TEMPLATES,
        "at": reader.time(found.now),
    }


def lines(found: Iterable[Line], proof: Proof, reader: Reader) -> list[Document]:
    """Write sentences with what each rests on."""
    return [
        {
            "text": each.text,
            "subject": each.subject or None,
            "evidence": evidence(each.grounds, proof, reader, about=(each.subject,)),
        }
        for each in found
    ]


def _tickets(found: Iterable[SprintTicket], brief: SprintBrief, reader: Reader) -> list[Document]:
    return [
        {
            "ticket": each.key,
            "title": each.title or None,
            "status": each.status,
            "why": each.why or None,
            "evidence": evidence(each.grounds, brief.proof, reader, about=(each.key,)),
        }
        for each in found
    ]
