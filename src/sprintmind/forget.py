"""A person or a document is forgotten: in the ledger, in memory, in what was made of it, and when it comes again.

State stays the fold of the events, because what is folded stays: who it was and how they said it goes. Exports and
backups made from now on are without it; those made before are named, since nobody can reach into them.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime

import msgspec

from sprintmind.domain.erasure import ERASED, Erasures, Kind, Tombstone, marked, stone_of, stones_of
from sprintmind.domain.events import EventKey, Name, PersonId, SourceEvent, named
from sprintmind.domain.heard import Heard
from sprintmind.domain.learning import CHECK, LESSON
from sprintmind.domain.memories import Question
from sprintmind.domain.people import Team
from sprintmind.domain.policy import Policy
from sprintmind.domain.visibility import Caller
from sprintmind.domain.work import Commitment, CommitmentStatus
from sprintmind.erasing import redacted, rewritten, walked, without
from sprintmind.errors import InputError
from sprintmind.identities import with_links
from sprintmind.ledger.port import Ledger, Reading, Writing
from sprintmind.ledger.telling import ERASURE
from sprintmind.memory.port import Memories
from sprintmind.upkeep import Rules, bring_all_up_to_date, evaluate_all

BACKUPS = "backups"
"""Under this name the ledger remembers, as JSON, which files were made of it, and when."""
PROBES = 20
"""How many of the erased words memory is asked for in the end."""


_Story = tuple[str, str]
"""What a finding was called before and is called after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What was taken out of the ledger."""

    events: int = 0
    """Of how many events something was taken."""
    texts: int = 0
    """How many of these lost words, not only a name."""
    bodies: int = 0
    """Raw deliveries that are gone, or hold now only what others said."""
    rows: Mapping[str, int] = field(default_factory=dict)
    """Beside events, by table: rows rewritten, or let go of."""
    documents: tuple[EventKey, ...] = ()
    """Of which memory must be told anew."""
    gone: tuple[EventKey, ...] = ()
    """Keys that memory must forget, because they named the person."""
    findings: tuple[str, ...] = ()
    """Whose story memory must be told anew."""
    words: tuple[str, ...] = ()
    """What is gone; kept in this process only, to look for it."""
    promises: tuple[Commitment, ...] = ()
    """Open ones that stay, as made by `[erased person]`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What was erased where, and what could not be reached."""

    what: str
    taken: Taken
    stored: bool
    """False of a rehearsal: nothing was changed."""
    memories: int | None = None
    """How many documents memory forgot or was told anew; None while it does not answer."""
    found: Mapping[str, int] = field(default_factory=dict)
    """Where the words were still found in the end; empty, unless something went wrong."""
    left: tuple[str, ...] = ()
    """What a person must do: backups to destroy, a name to take out of the settings."""


def stones(
    reading: Reading, team: Team, *, person: str | None = None, document: str | None = None, at: datetime
) -> tuple[Tombstone, ...]:
    """Make the tombstones of a person or of a document; raises InputError where nothing is known of it."""
    if person is not None:
        return _of_person(reading, with_links(team, reading), person, at=at)
    name = document or ""
    told = reading.told([EventKey(name)])
    learned = reading.touching(_learned(told[0][0].event.names if told else _records(name)))
    if learned:
        return tuple(stone_of(each.event.key, at=at) for each in learned)
    if told:
        return (stone_of(told[0][0].event.document or name, at=at),)
    if not reading.touching([named("document", name)]):
        raise InputError(f"no document is called {name!r}; `ingest` and `memory recall` tell the ids of documents")
    return (stone_of(name, at=at),)


def _records(name: str) -> tuple[Name, ...]:
    """Name what a lesson or a check may be called by."""
    return tuple(named(kind, name.removeprefix(f"{kind}:")) for kind in (LESSON, CHECK))


def _learned(names: Iterable[Name]) -> tuple[Name, ...]:
    return tuple(sorted(name for name in names if name.startswith((f"{LESSON}:", f"{CHECK}:"))))


def rehearse(
    ledger: Ledger, new: Iterable[Tombstone], *, what: str, team: Team, policy: Policy, now: datetime
) -> Receipt:
    """Tell what forgetting would erase, and change nothing."""
    told: list[Taken] = []
    with suppress(_UndoneError), ledger.writing() as transaction:
        told.append(take_out(transaction, new, team=team, policy=policy, now=now))
        raise _UndoneError
    return Receipt(what=what, taken=told[0], stored=False)


def forget(
    ledger: Ledger, new: Iterable[Tombstone], *, what: str, team: Team, policy: Policy, now: datetime
) -> Receipt:
    """Erase from the ledger, and queue what memory must forget and be told anew, in one transaction."""
    with ledger.writing() as transaction:
        taken = take_out(transaction, new, team=team, policy=policy, now=now)
        queue(transaction, taken, at=now)
        left = _left(transaction, team, what)
    return Receipt(what=what, taken=taken, stored=True, left=left)


def take_out(transaction: Writing, new: Iterable[Tombstone], *, team: Team, policy: Policy, now: datetime) -> Taken:
    """Bury, take what is erased out of every event and row, and fold everything anew.

    Args:
        transaction: The one in which it happens.
        new: What is erased from now on; what was erased before is taken out again where it came back.
        team: The people file's.
        policy: By which findings are judged.
        now: When it happens.
    """
    transaction.bury(new)
    erasures = transaction.erasures()
    if not erasures:
        return Taken()
    taken = _events(transaction, erasures)
    stories: set[_Story] = set()
    rewrite = without(taken.words, erasures)
    taken = _unquoted(transaction, taken, rewrite, erasures)
    transaction.reception.drop_bodies(holding=lambda body: rewrite(body) != body)
    rows = transaction.rewrite(rewrite, _state(rewrite, erasures, stories))
    bodies = taken.bodies + transaction.drop_bodies()
    by = Rules(team=with_links(team, transaction), policy=policy, now=now)
    bring_all_up_to_date(transaction, by=by)
    evaluate_all(transaction, by=by)
    open_ones = (c for c in transaction.commitments() if c.status is CommitmentStatus.OPEN and c.owner == ERASED)
    return replace(
        taken,
        rows=rows,
        bodies=bodies,
        gone=(*taken.gone, *sorted(EventKey(before) for before, after in stories if before != after)),
        findings=tuple(sorted({after for _, after in stories})),
        promises=tuple(open_ones),
    )


def queue(transaction: Writing, taken: Taken, *, at: datetime) -> None:
    """Queue what memory must forget and be told anew."""
    transaction.queue([*taken.gone, *taken.documents, *taken.findings], kind=ERASURE, at=at)
    transaction.queue(taken.documents, kind="event", at=at)
    transaction.queue(taken.findings, kind="transition", at=at)


def proved(ledger: Ledger, memory: Memories | None, receipt: Receipt) -> Receipt:
    """Look for the erased words in every row, and ask memory for some of them; what is found is told."""
    words = receipt.taken.words
    with ledger.reading() as reading:
        found = dict(reading.standing(words)) if words else {}
    for word in words[:PROBES] if memory else ():
        asked = Question(text=word, caller=Caller(operator=True), limit=5)
        if memory and any(word in each.memory.text for each in memory.recall(asked)):
            found["memory"] = found.get("memory", 0) + 1
    return replace(receipt, found=found)


def note_backup(transaction: Writing, file: str, *, at: datetime) -> None:
    """Remember that a copy was made, so that a receipt can name it."""
    known = _backups(transaction)
    transaction.remember(BACKUPS, msgspec.json.encode({**known, file: at.isoformat()}).decode())


class _UndoneError(Exception):
    """Ends a transaction of which nothing is to be kept."""


def _of_person(reading: Reading, team: Team, person: str, *, at: datetime) -> tuple[Tombstone, ...]:
    known = team.person(PersonId(person))
    erased = marked(Kind.PERSON, person) in reading.erasures().digests[Kind.PERSON]
    strangers = {each.identity.partition(":")[2] for each in reading.identities()}
    if known is None and not erased and person.casefold() not in strangers:
        raise InputError(f"nobody is called {person!r}: neither a person of the team, nor a name that was heard")
    return stones_of(PersonId(person), team, at=at)


def _events(transaction: Writing, erasures: Erasures) -> Taken:
    events = texts = bodies = 0
    documents: list[EventKey] = []
    gone: list[EventKey] = []
    words: list[str] = []
    for heard, delivery in transaction.everything():
        left = redacted(heard.event, delivery, erasures)
        if left.event == heard.event and left.delivery == delivery:
            continue
        transaction.replace_event(heard, left.event, left.delivery)
        events += 1
        texts += bool(left.words) or (delivery is not None and left.delivery is None)
        bodies += bool(delivery and left.delivery and delivery.body != left.delivery.body)
        words += left.words
        documents.append(left.event.key)
        gone += [*_old_key(heard, left.event.key), *_gone_records(heard.event, left.event)]
    return Taken(
        events=events,
        texts=texts,
        bodies=bodies,
        documents=tuple(documents),
        gone=tuple(gone),
        words=tuple(dict.fromkeys(words)),
    )


def _unquoted(transaction: Writing, taken: Taken, rewrite: Callable[[str], str], erasures: Erasures) -> Taken:
    """Take erased words out of the checks of plans that quote them: of lessons, that is."""
    changed: list[EventKey] = []
    for heard, _ in transaction.everything() if taken.words else ():
        bare = rewritten(heard.event, rewrite, erasures) if heard.event.kind == CHECK else heard.event
        if bare != heard.event:
            transaction.replace_event(heard, bare, None)
            changed.append(bare.key)
    fresh = [key for key in changed if key not in taken.documents]
    return replace(
        taken,
        events=taken.events + len(fresh),
        texts=taken.texts + len(fresh),
        documents=(*taken.documents, *fresh),
    )


def _old_key(heard: Heard, new: EventKey) -> list[EventKey]:
    return [heard.event.key] if heard.event.key != new else []


def _gone_records(before: SourceEvent, after: SourceEvent) -> list[EventKey]:
    """Tell which lessons and checks an event tells of no more; memory has them under their own ids."""
    return [EventKey(name.partition(":")[2]) for name in _learned(before.names - after.names)]


def _state(rewrite: Callable[[str], str], erasures: Erasures, stories: set[_Story]) -> Callable[[object], object]:
    """Rewrite a document, and note which finding's story it changed."""

    def rewritten(before: object) -> object:
        after = walked(before, rewrite, erasures)
        if after != before and isinstance(after, dict) and {"rule", "subject"} <= after.keys():
            stories.add((_story(before), _story(after)))
        return after

    return rewritten


def _story(finding: object) -> str:
    """Name a finding, as memory knows its story."""
    return f"{finding['rule']}/{finding['subject']}" if isinstance(finding, dict) else ""


def _left(reading: Reading, team: Team, what: str) -> tuple[str, ...]:
    """Tell what is out of reach."""
    found = [f"the copy {file} of {at[:10]} still holds it" for file, at in sorted(_backups(reading).items())]
    if any(each.id == what for each in team.people):
        found.append(f"sprintmind.toml still names {what}: take the entry with this id out of [[people]]")
    return tuple(found)


def _backups(reading: Reading) -> dict[str, str]:
    noted = reading.remembered(BACKUPS)
    return msgspec.json.decode(noted, type=dict[str, str]) if noted else {}
