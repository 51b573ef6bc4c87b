"""An answer may cite only its evidence, and only what the evidence supports: checked in pure code, whoever wrote it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from sprintmind.domain.evidence import Citations, Evidence
from sprintmind.domain.people import Team


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A text after checking."""

    text: str
    """With every citation as `[1]`, and without those that point at nothing."""
    citations: Citations


def check(text: str, evidence: Sequence[Evidence], *, team: Team, today: date) -> Checked:
    """Check a text against the evidence that it cites.

    Args:
        text: What somebody wrote; citations in any typography.
        evidence: Numbered.
        team: Whose keys and people the words may be.
        today: The team's day, for `today`, `tomorrow` and weekdays.
    """
    raise NotImplementedError


def kept(checked: Checked) -> str:
    """Give the text without the sentences that are unsupported or cite nothing."""
    raise NotImplementedError


def sentences(text: str) -> Iterable[str]:
    """Split a text into sentences, each with the citations that follow its end."""
    raise NotImplementedError
