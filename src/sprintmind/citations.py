"""An answer may cite only its evidence, and only what the evidence supports: checked in pure code, whoever wrote it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sprintmind.domain.checkable import Term, TermKind
from sprintmind.domain.evidence import Citations, Evidence
from sprintmind.domain.people import Team
from sprintmind.domain.terms import Vocabulary, bears_out
from sprintmind.domain.typography import marks, masked, rewritten

_END = re.compile(r"(?<=[.!?…])[\"”’')\]]*(?:[ \t]*\[\d{1,3}\])*[ \t]+(?=[\"“(*_`A-Z0-9]|\[(?!\d{1,3}\]))")
_SHORT = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|nos|dr|mr|mrs|ms|st|resp|incl|fig|[A-Z])|^\s*\d+)\.\Z", re.IGNORECASE
)
_BULLET = re.compile(r"^\s*(?:[-*•+>]\s+|#{1,6}\s+|\d+[.)]\s+)*")
_ADMITS = re.compile(
    r"""(?ix)^\W*(?:
      (?:i|we)\ (?:do\ not|don't|cannot|can't|could\ not|couldn't)\ (?:know|tell|say|answer|find)
    | (?:that|this|it)\ is\ (?:unknown|not\ known) | unknown\b | what\ would\ (?:answer|help)
    | (?:the|this|my|no)\ evidence\ (?:does\ not|doesn't|do\ not|is\ not|here\ does\ not|says\ (?:so|nothing))
    | (?:i\ )?searched\b | nothing\ is\ known\ of | nobody\ (?:said|told)\ what\ would
    )""",
)
_REPORTS = re.compile(
    r"\b(?:said|says|told|reported|wrote|according|was|were|had|until|before|promised|changed|disagree|claims?)\b|[“\"]",
    re.IGNORECASE,
)
_EXCLUSIVE = (
    frozenset({"todo", "in_progress", "in_review", "in_qa", "done", "cancelled"}),
    frozenset({"blocked", "not_blocked", "unblocked"}),
)
"""Of each group only one word is true of a ticket."""
_BUT = re.compile(r"\b(?:but|however|although|though|yet)\b|;", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A text after checking."""

    text: str
    """With every citation as `[1]`, and without those that point at nothing."""
    citations: Citations


def check(text: str, evidence: Sequence[Evidence], *, team: Team, today: date) -> Checked:
    """Check a text against the evidence that it cites; what it finds does not depend on who wrote the text.

    A sentence is unsupported when a key, person, date, number, status or name in it occurs in none of the evidence that
    it cites. A sentence that states something and cites nothing is uncited.

    Args:
        text: What somebody wrote; citations in any typography.
        evidence: Numbered.
        team: Whose keys and people the words may be.
        today: The team's day, for `today`, `tomorrow` and `yesterday`.
    """
    known = frozenset(each.n for each in evidence)
    plain, removed = rewritten(text, known)
    words = Vocabulary(team=team, today=today)
    grounds = {each.n: _Ground.of(each, words) for each in evidence}
    unsupported: list[str] = []
    uncited: list[str] = []
    for sentence in sentences(plain):
        terms = words.terms(_BULLET.sub("", sentence))
        cited = cites(sentence, known)
        if not cited and _states(sentence, terms):
            uncited.append(sentence)
        elif cited and not all(any(grounds[n].holds(term) for n in cited) for term in terms):
            unsupported.append(sentence)
    citations = Citations(
        cited=cites(plain, known), removed=removed, unsupported=tuple(unsupported), uncited=tuple(uncited)
    )
    return Checked(text=plain, citations=citations)


def contradicted(checked: Checked, evidence: Sequence[Evidence], *, team: Team, today: date) -> tuple[str, ...]:
    """Tell which sentences say of a ticket what the ledger says otherwise, whatever memory they cite for it.

    A sentence that reports what somebody said, or how it was, contradicts nothing.

    Args:
        checked: The text.
        evidence: Numbered; of its states those that say what stands.
        team: Whose keys they are.
        today: The team's day.
    """
    words = Vocabulary(team=team, today=today)
    stands: dict[str, set[str]] = {}
    for each in evidence:
        if each.standing:
            stands.setdefault(each.subject, set()).add(each.standing)
    return tuple(one for one in sentences(checked.text) if not _REPORTS.search(one) and _otherwise(one, stands, words))


def _otherwise(sentence: str, stands: Mapping[str, set[str]], words: Vocabulary) -> bool:
    terms = words.terms(_BULLET.sub("", sentence))
    keys = [term.value for term in terms if term.kind is TermKind.TICKET]
    said = {term.value for term in terms if term.kind is TermKind.STATUS}
    if len(keys) != 1 or keys[0] not in stands:
        return False
    for group in _EXCLUSIVE:
        true, told = stands[keys[0]] & group, said & group
        if true and told and not told & true:
            return True
        if true & {word.removeprefix("not_") for word in said if word.startswith("not_")} - told:
            return True
    return False


def kept(checked: Checked) -> str:
    """Give a checked text without the sentences that are unsupported or cite nothing."""
    text = checked.text
    for sentence in (*checked.citations.unsupported, *checked.citations.uncited):
        text = text.replace(sentence, "", 1)
    lines = (re.sub(r"[ \t]{2,}", " ", line).rstrip() for line in text.splitlines())
    filled = [line for line in lines if _BULLET.sub("", line).strip() or not line.strip()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip(" ") if line[:1] == " " else line for line in filled)).strip()


def cites(text: str, known: frozenset[int]) -> tuple[int, ...]:
    """Tell which of the known numbers a text cites, each once, in order."""
    found = (n for mark in marks(text, known) for n in mark.numbers if n in known)
    return tuple(dict.fromkeys(found))


def sentences(text: str) -> Iterator[str]:
    """Split a text into sentences, each with the citations that follow its end.

    >>> list(sentences("It is done. [1] Ask Dana [2]."))
    ['It is done. [1]', 'Ask Dana [2].']
    """
    for line in text.splitlines():
        hidden, start = masked(line), 0
        for found in _END.finditer(hidden):
            if not _SHORT.search(hidden[start : found.start()]):
                yield line[start : found.end()].strip()
                start = found.end()
        if line[start:].strip():
            yield line[start:].strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """What one piece of evidence bears out."""

    terms: frozenset[Term]
    words: frozenset[str]

    @classmethod
    def of(cls, evidence: Evidence, words: Vocabulary) -> "_Ground":
        text = f"{evidence.text}\n{evidence.quote}"
        terms = words.terms(text) | evidence.supports
        if evidence.at:
            terms |= {Term(TermKind.DATE, words.team.calendar.day(evidence.at).isoformat())}
        spoken = re.findall(r"[^\W_]+", f"{text} {evidence.source} {evidence.subject}".casefold())
        return cls(terms=terms, words=frozenset(spoken))

    def holds(self, term: Term) -> bool:
        return bears_out(self.terms, term, words=self.words)


def _states(sentence: str, terms: frozenset[Term]) -> bool:
    """Tell whether a sentence states a fact: it is no question, no heading, and does not merely admit not to know."""
    plain = _BULLET.sub("", sentence).strip().strip("*_")
    if not re.search(r"\w", plain) or plain.endswith("?"):
        return False
    if sentence.lstrip().startswith("#") or plain.endswith(":"):
        kinds = {term.kind for term in terms}
        return bool(kinds & {TermKind.NUMBER, TermKind.DATE}) or kinds >= {TermKind.TICKET, TermKind.STATUS}
    return not (_ADMITS.search(plain) and not _BUT.search(plain))
