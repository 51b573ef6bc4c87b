"""What memory keeps of what the ledger heard: which texts, under which tags, for whom.

Every item is tagged with its `source:`, `kind:` and `visibility:`, and with each `person:`, `ticket:`, `sprint:` and
`customer:` that it is about. A text of several speakers is kept in parts, each with the tags of what stands in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from sprintmind.domain.events import Source, SourceEvent, TicketKey
from sprintmind.domain.findings import Transition
from sprintmind.domain.memories import Memory, Tag, part_of, visibility_tags
from sprintmind.domain.turns import TEXTS, Turn
from sprintmind.memory.known import Known
from sprintmind.memory.sentences import kind_of, sentence

ENOUGH = 600  # characters
"""How long a part of a text becomes, give or take a turn: what a small embedding model reads at once."""
BEFORE = 160  # characters
"""How much of the turn before a part is its context."""
LAST = 12
"""How many changes of one finding its memory tells; of more, the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A turn as it is kept."""

    text: str
    person: str | None


def memories_of(event: SourceEvent, known: Known, *, turns: Sequence[Turn] = ()) -> tuple[Memory, ...]:
    """Tell what memory keeps of an event, under the event's key; nothing of what says nothing.

    Args:
        event: What was heard.
        known: The team, and the tickets as they stand.
        turns: What its text says, if it is one.
    """
    if event.kind in TEXTS:
        return _of_text(event, known, turns)
    told = sentence(event, known)
    return (_of_sentence(event, known, told),) if told else ()


def memory_of(changes: Sequence[Transition], known: Known) -> Memory:
    """Tell how one finding came and went.

    Args:
        changes: Of one finding, in order, at least one.
        known: The team, and the tickets as they stand.
    """
    last = changes[-1]
    finding = last.finding
    story = [f"{known.day(each.at)} {each.change.value} ({each.finding.severity.word})" for each in changes[-LAST:]]
    named = ", ".join(known.ticket(key) for key in finding.tickets) or finding.subject
    tags = (Tag(f"source:{Source.DERIVED}"), Tag("kind:finding"), Tag(f"rule:{finding.rule}"))
    return Memory(
        document=part_of(finding.id, 1),
        text=f"Risk {finding.rule.replace('_', ' ')} on {named}: {finding.because}. {'; '.join(story)}.",
        said_at=last.at,
        tags=(
            *tags,
            *known.tags(tickets=finding.tickets, people=[finding.ask], customers=known.customers_in(finding.because)),
            *visibility_tags(finding.audience),
        ),
        metadata={"finding": finding.id, "change": last.change.value, "severity": finding.severity.word},
        audience=finding.audience,
    )


def _of_sentence(event: SourceEvent, known: Known, told: str) -> Memory:
    tickets = _tickets(event)
    return Memory(
        document=part_of(event.key, 1),
        text=told,
        said_at=event.said_at,
        tags=(
            *_origin(event),
            *known.tags(
                tickets=tickets,
                people=[event.author, *(claim.person for claim in event.claims), *known.people_in(told)],
                customers={*(p.customer for p in event.promises), *known.customers_in(told)},
            ),
            *visibility_tags(event.audience),
        ),
        metadata={"event": event.key},
        context="; ".join(known.ticket(key) for key in tickets),
        audience=event.audience,
    )


def _of_text(event: SourceEvent, known: Known, turns: Sequence[Turn]) -> tuple[Memory, ...]:
    """Keep a text in parts; each begins with which text it is, and its context is what was said just before."""
    heading = f"{event.kind.capitalize()} “{event.title}”, {known.day(event.said_at)}"
    lines = list(chain.from_iterable(_lines(turn, event, known) for turn in turns))
    return tuple(
        _part(event, known, number=number, heading=heading, lines=part, before=before)
        for number, (part, before) in enumerate(_parts(lines), start=1)
    )


def _part(
    event: SourceEvent, known: Known, *, number: int, heading: str, lines: Sequence[_Line], before: str
) -> Memory:
    said = "\n".join(line.text for line in lines)
    tickets = known.team.ticket_keys(said)
    titles = "; ".join(known.ticket(key) for key in tickets)
    return Memory(
        document=part_of(event.key, number),
        text=f"{heading}\n{said}",
        said_at=event.said_at,
        tags=(
            *_origin(event),
            *known.tags(
                tickets=tickets,
                people=[*(line.person for line in lines), *known.people_in(said)],
                customers=known.customers_in(said),
            ),
            *visibility_tags(event.audience),
        ),
        metadata={"event": event.key, "part": str(number)},
        context="\n".join(filter(None, (event.title, titles, before[-BEFORE:]))),
        audience=event.audience,
    )


def _lines(turn: Turn, event: SourceEvent, known: Known) -> Iterator[_Line]:
    """Write a turn as lines that each say who speaks; a long one is divided between sentences."""
    label, under = _speaker(turn, event, known)
    person = known.team.identified("speaker", label) if label else event.author
    name = known.person(person) if person and known.team.person(person) else label
    place = f" ({' › '.join(under)})" if under else ""
    start = f"{name}{place}: " if name or place else ""
    for words in _divided(" ".join(turn.words.split())):
        yield _Line(text=f"{start}{words}", person=person)


def _speaker(turn: Turn, event: SourceEvent, known: Known) -> tuple[str, tuple[str, ...]]:
    """Tell who speaks, as written, and the headings that say more: in a standup the person's own heading speaks."""
    under = tuple(each for each in turn.under if each != event.title)
    if turn.speaker:
        return turn.speaker, under
    strangers = {identity.partition(":")[2].casefold() for identity in event.identities}
    for place, heading in enumerate(under):
        if known.team.identified("speaker", heading) or heading.casefold() in strangers:
            return heading, under[place + 1 :]
    return (known.person(event.author) if event.author else ""), under


def _divided(words: str) -> Iterator[str]:
    while len(words) > 2 * ENOUGH:
        end = max(words.rfind(mark, 0, ENOUGH) for mark in (". ", "? ", "! ")) + 1 or words.rfind(" ", 0, ENOUGH)
        end = end if end > 0 else ENOUGH
        yield words[:end].strip()
        words = words[end:].strip()
    yield words


def _parts(lines: Iterable[_Line]) -> Iterator[tuple[Sequence[_Line], str]]:
    """Take as many lines together as are enough, each group with the line before it."""
    part: list[_Line] = []
    before = ""
    for line in lines:
        if part and sum(len(each.text) for each in part) + len(line.text) > ENOUGH:
            yield part, before
            before, part = part[-1].text, []
        part.append(line)
    if part:
        yield part, before


def _origin(event: SourceEvent) -> tuple[Tag, ...]:
    return (Tag(f"source:{event.source}"), Tag(f"kind:{kind_of(event)}"))


def _tickets(event: SourceEvent) -> tuple[TicketKey, ...]:
    keys = {TicketKey(name.partition(":")[2]) for name in event.names if name.startswith("ticket:")}
    return tuple(sorted(keys))
