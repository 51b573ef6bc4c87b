"""What stands behind a sentence on a page: the words, who said them and when; and where its subject has a page."""

import re
from collections.abc import Callable, Iterable
from urllib.parse import quote

from sprintmind.domain.accounts import Proof, proof_of
from sprintmind.domain.events import EventKey
from sprintmind.domain.evidence import Evidence
from sprintmind.domain.work import Commitment
from sprintmind.shapes.reader import Reader

Prover = Callable[..., list[Evidence]]
_KEY = re.compile(r"[A-Z][A-Z0-9_]*-[1-9]\d*", re.ASCII)


def prover(proof: Proof, reader: Reader) -> Prover:
    """Give what tells, of the events that something rests on, what its reader may read; checked again here."""

    def prove(grounds: Iterable[EventKey], about: Iterable[str] = ()) -> list[Evidence]:
        return [each for each in proof_of(grounds, proof, about=about) if reader.sees(each.audience)]

    return prove


def addresses_of(promises: Iterable[Commitment]) -> Callable[[str], str]:
    """Give what tells where a subject has a page; empty where it has none."""
    known = {name for each in promises for name in each.ids}

    def address(subject: str) -> str:
        if subject in known:
            return f"/promises#{quote(subject)}"
        return f"/tickets/{subject}" if _KEY.fullmatch(subject) else ""

    return address
