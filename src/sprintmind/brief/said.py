"""Every sentence about one person that they, or a manager, can read."""

from sprintmind.domain.events import PersonId
from sprintmind.domain.sentences import Sentence, concerns, sentences_of
from sprintmind.domain.states import Asked
from sprintmind.ledger.port import Reading


def said_about(reading: Reading, asked: Asked, person: PersonId) -> tuple[Sentence, ...]:
    """List every sentence about a person up to now, the latest first."""
    histories = [field for ticket in reading.tickets(history=True) for field in ticket.fields.values()]
    decided = {each.claim.id: each for field in histories for each in field.decided}
    promised = {said.id: said for each in reading.commitments() for said in each.said}
    said = (each.claim for each in decided.values() if each.claim.span.path is None)  # else it is a payload's value
    events = {claim.event for claim in said if concerns(claim, person)}
    events |= {each.event for each in promised.values() if each.owner == person}
    heard = (each.event for each in reading.heard(event for event in events if event))
    known = [event for event in heard if event.said_at <= asked.moment.now]
    return sentences_of(known, person, decided=decided, promised=promised)
