"""What linking an identity to a person would change, shown before it is done."""

from collections.abc import Iterator

from sprintmind.answers import LinkPreview
from sprintmind.domain.derivation import whole_state
from sprintmind.domain.events import EventKey, PersonId
from sprintmind.domain.people import IdentityLinked
from sprintmind.domain.states import Asked, State
from sprintmind.identities import with_links
from sprintmind.ledger.port import Reading
from sprintmind.questions import state_at
from sprintmind.record import read_anew


def preview(reading: Reading, identity: str, person: PersonId | None, asked: Asked) -> LinkPreview:
    """Read everything as it would be read after a link, in memory, and compare; nothing is stored.

    Args:
        reading: The ledger.
        identity: `github:octo`, `speaker:Kim`, …
        person: Whose it would be; None: nobody's.
        asked: Now, and by whose rules.
    """
    now = asked.moment.now
    team = with_links(asked.team, reading)
    link = IdentityLinked(event=EventKey("preview"), at=now, identity=identity.casefold(), person=person, by=None)
    then = team.linked([link])
    heard = reading.events()
    anew = {each.order: read_anew(each, delivery, team=then) for each, delivery in reading.deliveries(None)}
    after = whole_state((anew.get(each.order, each) for each in heard), team=then, window=asked.policy.window, by=now)
    changed = sum(anew.get(each.order, each) != each for each in heard)
    before = state_at(reading, asked)
    return LinkPreview(identity=identity, person=person, events=changed, changes=tuple(_changes(before, after)))


def _changes(before: State, after: State) -> Iterator[str]:
    old = {(t.key, name): history.value for t in before.tickets for name, history in t.fields.items()}
    new = {(t.key, name): history.value for t in after.tickets for name, history in t.fields.items()}
    for key, name in sorted(old.keys() | new.keys()):
        if old.get((key, name)) != new.get((key, name)):
            yield f"{key} {name}: {old.get((key, name))} → {new.get((key, name))}"
    owners = {c.id: c.owner for c in before.commitments}
    for commitment in after.commitments:
        if owners.get(commitment.id) != commitment.owner:
            yield f"promise {commitment.id} owner: {owners.get(commitment.id)} → {commitment.owner}"
