"""The radar as a document."""

from sprintmind.domain.accounts import Change, Changes, Decision, Freshness, Placed, Promised, Proof, Radar
from sprintmind.domain.chains import Link
from sprintmind.domain.prose import ago
from sprintmind.shapes.commitments import commitment
from sprintmind.shapes.conflicts import conflict, seen
from sprintmind.shapes.evidence import evidence
from sprintmind.shapes.findings import finding
from sprintmind.shapes.reader import Document, Reader


def radar(page: Radar, reader: Reader) -> Document:
    """Write the manager's page; every list shows what each of its items rests on."""
    return {
        "headline": page.headline,
        "on_track": [placed(each, page.proof, reader) for each in page.on_track],
        "at_risk": [placed(each, page.proof, reader) for each in page.at_risk],
        "blocked": [placed(each, page.proof, reader) for each in page.blocked],
        "put_aside": list(page.put_aside),
        "commitments": [promised(each, page.proof, reader) for each in page.commitments],
        "conflicts": [
            conflict(each, reader)
            | {
                "evidence": evidence(
                    (each.holder.event, each.challenger.event), page.proof, reader, about=(each.subject,)
                )
            }
            for each in seen(page.conflicts, reader)
        ],
        "decisions": [decision(each, page.proof, reader) for each in page.decisions],
        **changed(page.changes, page.proof, reader),
        "freshness": [freshness(each, page, reader) for each in page.freshness],
        "memory_backlog": page.memory_backlog,
        "narrative": page.narrative.text,
        "flagged": list(page.narrative.flagged),
        "note": page.narrative.note or None,
        "author": page.narrative.author,
        "at": reader.time(page.now),
    }


def placed(found: Placed, proof: Proof, reader: Reader) -> Document:
    """Write where a ticket stands."""
    ticket = found.ticket
    return {
        "ticket": ticket.key,
        "title": ticket.value("title"),
        "status": ticket.value("status"),
        "assignee": ticket.value("assignee"),
        "due_date": ticket.value("due_date"),
        "because": found.because,
        "severity": found.severity.word if found.severity else None,
        "findings": [finding(each, None, reader) for each in found.findings if reader.sees(each.audience)],
        "evidence": evidence(found.grounds, proof, reader, about=ticket.keys),
    }


def promised(found: Promised, proof: Proof, reader: Reader) -> Document:
    """Write where a promise stands, link by link."""
    about = (*found.commitment.ids, *found.commitment.tickets)
    broken = found.chain.broken
    return commitment(found.commitment, reader) | {
        "in_danger": found.in_danger,
        "first_broken": _link(broken, proof, reader) if broken else None,
        "chain": [_link(each, proof, reader) for each in found.chain.links],
        "findings": [finding(each, None, reader) for each in found.findings if reader.sees(each.audience)],
        "evidence": evidence(found.grounds, proof, reader, about=about),
    }


def decision(found: Decision, proof: Proof, reader: Reader) -> Document:
    """Write what must be decided, by whom, and the message to copy."""
    return {
        "what": found.what,
        "whom": found.whom,
        "message": found.message,
        "severity": found.severity.word,
        "subject": found.subject,
        "evidence": evidence(found.grounds, proof, reader, about=(found.subject,)),
    }


def changed(found: Changes, proof: Proof, reader: Reader) -> Document:
    """Write what changed, and since when."""
    return {
        "since": reader.time(found.since),
        "changed": [_change(each, proof, reader) for each in found.found],
        "more_changed": found.more,
    }


def freshness(found: Freshness, page: Radar, reader: Reader) -> Document:
    """Write when a source was last heard."""
    heard = found.last_heard
    return {"source": found.source, "last_heard": reader.time(heard), "ago": ago(heard, page.now)}


def _change(found: Change, proof: Proof, reader: Reader) -> Document:
    about = (found.subject, *found.tickets)
    return {
        "at": reader.time(found.at),
        "kind": found.kind,
        "subject": found.subject,
        "text": found.text,
        "evidence": evidence(found.grounds, proof, reader, about=about),
    }


def _link(found: Link, proof: Proof, reader: Reader) -> Document:
    return {
        "link": found.name,
        "shows": found.shows,
        "standing": found.standing.value,
        "evidence": evidence(found.evidence, proof, reader),
    }
