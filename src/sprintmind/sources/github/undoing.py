"""What a title, a branch, a body or a commit message says of reverts, picks and pull request numbers."""

import re
from dataclasses import dataclass

_TITLE = re.compile(r'^\s*(?P<word>revert|reapply)\s+["“](?P<undone>.+)["”]\s*(?:\(#\d+\)\s*)*$', re.IGNORECASE)
_BRANCH = re.compile(r"^revert-(\d{1,9})-", re.IGNORECASE)
_BODY = re.compile(
    r"^[ \t]*(?:this )?reverts (?:pull request )?(?P<name>[\w.-]+/[\w.-]+)?#(?P<number>\d{1,9})\b",
    re.IGNORECASE | re.MULTILINE,
)
_COMMIT = re.compile(r"^[ \t]*this reverts commit ([0-9a-f]{7,64})\b", re.IGNORECASE | re.MULTILINE)
_PICKED = re.compile(r"\(cherry picked from commit ([0-9a-f]{7,64})\)", re.IGNORECASE)
_NUMBER = re.compile(r"\(#(\d{1,9})\)\s*$")
_BATCH = re.compile(r"#\d+\b.*#\d+\b", re.DOTALL)
_BATCH_TITLE = re.compile(
    r"^\W*(?:auto[- ]?merge|merge|merging|batch|rollup|roll up|bors|merge[- ]queue)\b", re.IGNORECASE
)
_ROLLUP = re.compile(r"^\W*roll-?\s?up of \d+ pull requests\b", re.IGNORECASE)
_BATCH_BRANCH = re.compile(
    r"^(?:mergify/merge-queue/|gh-readonly-queue/|bors/|staging(?:\.tmp)?$|trying(?:\.tmp)?$|rollup[-/])"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What a revert says that it reverts."""

    numbers: tuple[int, ...] = ()
    commits: tuple[str, ...] = ()
    title: str | None = None
    """Where it tells no more than that."""


def undone_by_pull(*, title: str, branch: str, body: str, repository: str) -> Undone | None:
    """Tell what a pull request reverts; None if it is no revert.

    It is one by its title (`Revert "…"`, `Reapply "…"`), its branch (`revert-12-…`), or a line of its body
    (`Reverts owner/repo#12`).
    """
    titled = _TITLE.match(title)
    numbers = [*map(int, _BRANCH.findall(branch)), *_told(body, repository)]
    if not titled and not numbers:
        return None
    return Undone(numbers=tuple(dict.fromkeys(numbers)), title=_undone_title(titled))


def undone_by_commit(message: str, *, repository: str) -> Undone | None:
    """Tell what a commit reverts; None if it is no revert."""
    subject = message.split("\n", 1)[0]
    titled, commits = _TITLE.match(subject), _COMMIT.findall(message)
    if not titled and not commits:
        return None
    numbers = _told(message, repository)
    title = _undone_title(titled)
    if title and titled and titled["word"].casefold() == "revert" and (number := _NUMBER.search(title)):
        numbers.append(int(number[1]))
    return Undone(
        numbers=tuple(dict.fromkeys(numbers)),
        commits=tuple(each.lower() for each in dict.fromkeys(commits)),
        title=title,
    )


def picked_from(message: str) -> tuple[str, ...]:
    """Find the commits that a commit says it was cherry-picked from."""
    return tuple(dict.fromkeys(sha.lower() for sha in _PICKED.findall(message)))


def last_number(subject: str) -> int | None:
    """Find the pull request's number at the end of a commit's subject.

    >>> last_number("NW-1: Round up (#12) (#15)")
    15
    """
    found = _NUMBER.search(subject)
    return int(found[1]) or None if found else None


def is_batch(*, title: str, branch: str) -> bool:
    """Tell whether a pull request carries others: by a merge queue's branch, or a title that merges several numbers.

    >>> is_batch(title="Merge #12 #14", branch="x"), is_batch(title="Merge totals of #12", branch="x")
    (True, False)
    """
    several = _BATCH_TITLE.match(title) and _BATCH.search(title)
    return bool(several or _ROLLUP.match(title) or _BATCH_BRANCH.match(branch))


def _told(text: str, repository: str) -> list[int]:
    """Find the numbers of this repository's pull requests that lines of a text say they revert."""
    told = _BODY.finditer(text)
    return [int(each["number"]) for each in told if (each["name"] or repository).casefold() == repository.casefold()]


def _undone_title(titled: re.Match[str] | None) -> str | None:
    """What is reapplied was undone by the revert of that title."""
    if not titled:
        return None
    return titled["undone"] if titled["word"].casefold() == "revert" else f'Revert "{titled["undone"]}"'
