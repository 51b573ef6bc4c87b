"""How much CPU time reading takes against a search for keys alone: by how much is said of tickets, and of a team's mix.

The floor is one bare pass of the pattern of the team's keys over the very text that is read.
"""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from random import Random
from time import process_time

from bench.measures import Measure
from bench.mix import settings
from sprintmind.domain.people import Team
from sprintmind.reading.formats import read_document
from sprintmind.reading.reader import read

DAY = date(2025, 9, 29)
LINES = 2_000
"""About what is said in an hour and a half."""
STANDUPS = 20
"""Of how many lines of a team's texts one is written in a standup; the others are said in meetings."""
IN_STANDUPS, IN_TALK = 1 / 3, 1 / 30
"""How many lines of a standup, and turns of a meeting, name a ticket; of public transcripts it is one turn in fifty."""
PASSES = 20
"""Over how many searches for keys the floor is taken: one takes a few milliseconds."""

_PEOPLE = ("Priya", "Tom", "Dana", "Lena")
_STATES = (
    "{key} is merged, the rest of the queue comes after the audit and nobody is waiting for it",
    "still on {key}, the retry is in and the counters are next, it looks better than last week",
    "{key} is up for review since this morning, it is a long one so take your time with it",
    "{key} is blocked by {other}, I can not test the export before that is in and the data is there",
    "finished the migration script for {key}, what is left is the part that moves the old rows",
    "{key} went to QA, they said that they want to look at the rounding of the totals first",
    "I'll take {key} when {other} is through, unless somebody else wants to do it before then",
    "legal has signed off on {key}, so the wording of the mail is settled and stays as it is",
    "{key} is due on Friday and I think that we make it if the build behaves for once",
    "waiting for Acme's keys on {key}, Dana wrote to them twice and they have not answered yet",
    "{key} done, {other} not started, after that I help with the dashboards for the board",
    "closed {key} as a duplicate of {other}, the comments were worth keeping so I copied them over",
)
_PROMISES = ("I'll send Acme the sandbox for {key} by Thursday", "we promised Globex the new report on {key} by Friday")
_TALK = (
    "I was in the workshop most of the afternoon and there is not much to tell from my side",
    "we should look at the graphs together some time, I do not understand why the numbers drift like that",
    "does anybody know whether the office is open next week or do we all stay at home again",
    "the coffee machine is broken again, somebody from downstairs is going to look at it today",
    "that is what I thought as well, it never made much sense to do it in two places",
    "can you share your screen for a moment, I do not see which of the two windows you mean",
    "right, and then we saw that the import had been running twice since the clocks changed",
    "I would rather write it down first, we talk about this every week and then forget it",
    "the new colleague starts on Monday, so please keep some time free to show her around",
    "let us come back to that at the end, there are three more things on the list for today",
)


def reading(rounds: int) -> tuple[Measure, ...]:
    """Measure a team's mix, talk with ever more tickets in it, and how the time for a line grows."""
    team = settings().team()
    meeting = partial(_read, kind="meeting", team=team)
    standup = partial(_read, kind="standup", team=team)
    mixed = partial(_read_mix, team=team)
    return (
        _against_keys("Reading a team's mix of meetings and standups", _mix, mixed, team=team, rounds=rounds),
        _against_keys("Reading talk without a ticket", _talk, meeting, team=team, rounds=rounds),
        _against_keys("Reading a meeting, a ticket in one turn of eight", _meeting, meeting, team=team, rounds=rounds),
        _against_keys("Reading a standup, a ticket in each line", _standup, standup, team=team, rounds=rounds),
        _growth(standup, rounds=rounds),
    )


def _against_keys(
    name: str, written: Callable[[int, int], str], reads: Callable[[str], object], *, team: Team, rounds: int
) -> Measure:
    """Read another text in each round, so that nothing is remembered of the one before."""
    reads(written(0, LINES))
    texts = [written(number, LINES) for number in range(1, rounds + 1)]
    rows = [(_spent(partial(reads, text)), _spent(partial(_keys, text, team)) / PASSES) for text in texts]
    return Measure(
        name=name,
        unit="µs of CPU a line",
        ours=tuple(1_000_000 * ours / LINES for ours, _ in rows),
        floor=tuple(1_000_000 * floor / LINES for _, floor in rows),
        floor_is="one search for the team's keys",
        must=60,
    )


def _growth(reads: Callable[[str], object], *, rounds: int) -> Measure:
    few = LINES // 10
    rows = []
    for number in range(1, rounds + 1):
        short = [_standup(10 * number + part, few) for part in range(10)]
        long = _standup(number, LINES)
        rows.append((_spent(partial(reads, long)), sum(_spent(partial(reads, text)) for text in short)))
    return Measure(
        name=f"Reading {LINES:,} lines at once",
        unit="µs of CPU a line",
        ours=tuple(1_000_000 * ours / LINES for ours, _ in rows),
        floor=tuple(1_000_000 * floor / LINES for _, floor in rows),
        floor_is=f"{few:,} lines ten times",
        must=1.3,
    )


def _meeting(seed: int, lines: int) -> str:
    """Write a meeting: who speaks changes from turn to turn, and few turns name a ticket or a customer."""
    random = Random(seed)  # noqa: S311  # the same every time
    turns = (_turn(random) for _ in range(lines))
    return "\n".join(f"{random.choice(_PEOPLE)}: {turn}." for turn in turns)


def _turn(random: Random, *, tickets: float = 0.125) -> str:
    chance = random.random()
    forms = _TALK if chance > tickets + 0.015 else _STATES if chance > 0.015 else _PROMISES
    return _said(random, forms)


def _talk(seed: int, lines: int) -> str:
    """Write a meeting in which nobody names a ticket or a customer."""
    random = Random(seed)  # noqa: S311  # the same every time
    return "\n".join(f"{random.choice(_PEOPLE)}: {_said(random, _TALK)}." for _ in range(lines))


def _mix(seed: int, lines: int) -> str:
    """Write the standups of a time, and below an empty line the talk of its meetings."""
    random = Random(seed)  # noqa: S311  # the same every time
    written = (_STATES if random.random() < IN_STANDUPS else _TALK for _ in range(lines // STANDUPS))
    standups = [f"- {_said(random, forms)}" for forms in written]
    turns = (_turn(random, tickets=IN_TALK) for _ in range(lines - len(standups)))
    return "\n".join([*standups, "", *(f"{random.choice(_PEOPLE)}: {turn}." for turn in turns)])


def _standup(seed: int, lines: int) -> str:
    """Write a standup in which every line names a ticket; no two lines have the same words."""
    random = Random(seed)  # noqa: S311  # the same every time
    return "\n".join(f"- {_said(random, _STATES)}" for _ in range(lines))


def _said(random: Random, forms: Sequence[str]) -> str:
    """Say something in words that no other line has: two pieces of what people say, or one with its own thing in it."""
    key, other = (f"{random.choice(('NW', 'PAY'))}-{random.randrange(1, 900)}" for _ in range(2))
    return f"{random.choice(forms).format(key=key, other=other)}, {_aside(random)}"


def _aside(random: Random) -> str:
    words = [random.choice(_WORDS) for _ in range(4)]
    return f"see the {words[0]} {words[1]} of the {words[2]} {words[3]}"


_WORDS = tuple(sorted({word for line in _TALK for word in line.split() if len(word) > 5 and word.isalpha()}))


def _read(text: str, *, kind: str, team: Team) -> object:
    document = read_document(text.encode(), filename="", kind=kind)
    return read(document, team=team, said_at=team.calendar.morning(DAY), author="priya", kind=kind)


def _read_mix(text: str, *, team: Team) -> object:
    standups, _, talk = text.partition("\n\n")
    return _read(standups, kind="standup", team=team), _read(talk, kind="meeting", team=team)


def _keys(text: str, team: Team) -> None:
    for _ in range(PASSES):
        for _ in team.key_pattern.finditer(text):
            pass


def _spent(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began
