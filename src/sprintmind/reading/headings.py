"""Whose words stand under a heading that names nobody of the team, where headings beside it name people."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from sprintmind.domain.people import Team
from sprintmind.reading.names import Names
from sprintmind.reading.sections import meaning_of
from sprintmind.reading.utterances import Document, Utterance

_NAME = re.compile(r"[^\W\d_][\w'’.-]{0,30}(?: [^\W\d_][\w'’.-]{0,30}){0,3}(?: \([^()]{1,40}\))?")
"""One to four words that begin with letters, as a name is written; in brackets there may stand for whom one speaks."""


def with_strangers(document: Document, team: Team) -> Document:
    """Give the words under a stranger's heading to the stranger, so that nobody else is taken for the speaker.

    Only a heading that stands where others name people is taken for a name: `Checkout` alone is a topic.

    >>> from sprintmind.domain.people import Person
    >>> team = Team(people=(Person(id="tom", name="Tom Beck"),))
    >>> words = (Utterance(text="NW-1 is done.", number=n, headings=(who,)) for n, who in ((2, "Kim"), (5, "Tom Beck")))
    >>> with_strangers(Document(utterances=tuple(words), format="markdown"), team).speakers
    ('Kim',)
    """
    names = Names(team)
    depths = {
        depth for each in document.utterances for depth, heading in enumerate(each.headings) if _is_ours(heading, names)
    }
    heard = tuple(_spoken(each, depths, names) for each in document.utterances)
    strangers = (each.speaker for each in heard if each.speaker and each.speaker not in document.speakers)
    return replace(document, utterances=heard, speakers=(*document.speakers, *dict.fromkeys(strangers)))


def _spoken(utterance: Utterance, depths: set[int], names: Names) -> Utterance:
    stranger = next(_strangers(utterance, depths, names), None)
    return replace(utterance, speaker=stranger) if stranger and not utterance.speaker else utterance


def _strangers(utterance: Utterance, depths: set[int], names: Names) -> Iterator[str]:
    for depth, heading in enumerate(utterance.headings):
        written = heading.strip(" :*_")
        known = meaning_of(heading) or _is_ours(heading, names) or names.team.customer_named(written)
        if depth in depths and not known and _NAME.fullmatch(written) and written.istitle():
            yield written


def _is_ours(heading: str, names: Names) -> bool:
    return bool(names.team.person_named(heading.strip(" :*_")) or names.speaker(heading).person)
