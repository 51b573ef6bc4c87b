"""Files that come in together: each read as what it brings, and those found that would take each other's place."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from sprintmind.answers import Refused
from sprintmind.app import App
from sprintmind.commands.files import STDIN, Label, read
from sprintmind.commands.listening import body_of, listens
from sprintmind.commands.watching import Steps
from sprintmind.domain.turns import TEXTS
from sprintmind.errors import InputError
from sprintmind.intake import Delivery

NAMED = 3
"""Rivals of a file that are named; of more their number is told."""
UNHEARD = "WEBVTT\n\n00:00.000 --> 00:01.000\n{}\n"
"""What a recording is taken for until it is heard: a transcript that says its path, and so like no other."""


@dataclass(frozen=True, kw_only=True)
class Coming:
    """What is known of the files of one command."""

    source: str
    label: Label
    app: App
    _stdin: list[bytes] = field(default_factory=list)
    """What stdin brought, where it was read before; it is there only once."""

    def delivery(self, path: str, steps: Steps) -> Delivery:
        """Read a file, or hear a recording; raises InputError."""

        def body() -> bytes:
            if path == STDIN and self._stdin:
                return self._stdin.pop()
            return body_of(self.source, path, self.app, steps)

        return self.label.delivery(self.source, path, self.app, body=body)

    def rivals(self, paths: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Find the texts among some files that would take each other's place, each with the others of its kind."""
        if self.source not in TEXTS or len(paths) == 1:
            return {}
        return self.app.rivals(self._unheard(paths))

    def _unheard(self, paths: Sequence[str]) -> Iterator[tuple[str, Delivery]]:
        """Read the files that can be read; recording the others says why they cannot."""
        for path in dict.fromkeys(paths):
            with suppress(InputError):
                yield path, self.label.delivery(self.source, path, self.app, body=partial(self._body, path))

    def _body(self, path: str) -> bytes:
        if listens(self.source, path):
            return UNHEARD.format(path).encode("utf-8", "replace")
        body = read(path)
        if path == STDIN:
            self._stdin.append(body)
        return body


def refused(path: str, rivals: Sequence[str]) -> Refused:
    """Say what is alike, and what to do whichever was meant; nothing of the file is stored."""
    more = [f"{len(rivals) - NAMED} more"] if len(rivals) > NAMED else []
    reason = (
        f"has the kind, day, author and title of {' and '.join([*rivals[:NAMED], *more])}, so that one would take back "
        "what the other says; give each its own --title, --date or --author, or ingest a later version by itself, "
        "after the other"
    )
    return Refused(file=path, reason=reason)
