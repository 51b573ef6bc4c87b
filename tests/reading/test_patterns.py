"""No regular expression of reading blows up: each is run over long texts made of what it looks for."""

import re
import time
from importlib import import_module
from itertools import product
from pkgutil import walk_packages
from random import Random

import pytest

import sprintmind.reading
from sprintmind.reading.automaton import cues
from sprintmind.reading.wording import COLOURS, PREDICATES

SIZE = 300  # characters; what blows up takes days on them, and what squares its text still little
LONGEST = 0.4  # seconds of CPU, on a busy machine
SIGNS = tuple("\n\t .:|()[]*_~`<>&#/,'\"-1aAé、")
PIECES = (*SIGNS, "a ", "1 ", "--", ". ", "| ", "<a ", "NW-1", "NW-1 ", "a: ", "a - ", "- a\n")


def patterns():
    """Find every pattern that a module of reading holds."""
    rooms = [module.name for module in walk_packages(sprintmind.reading.__path__, "sprintmind.reading.")]
    found = {}
    for room in rooms:
        for name, held in vars(import_module(room)).items():
            if isinstance(held, re.Pattern) and isinstance(held.pattern, str):
                found.setdefault(held, f"{room.removeprefix('sprintmind.reading.')}.{name}")
    return [pytest.param(held, id=name) for held, name in found.items()]


def texts(pattern):
    """Make texts of repeated pieces, of the pattern's own words too, with an end that does not fit."""
    random = Random(pattern.pattern)  # the same every time
    words = re.findall(r"[A-Za-z]{2,}", pattern.pattern)
    own = [random.choice(words) for _ in range(6)] if words else []
    pieces = [*PIECES, *own, *(f"{word} " for word in own)]
    mixed = ["".join(random.choice(pieces) for _ in range(3)) for _ in range(6)]
    for piece, end in product([*pieces, *mixed], ("", "\x00")):
        yield piece * (SIZE // len(piece)) + end


def spent(pattern, text):
    began = time.process_time()
    for way in (pattern.fullmatch, pattern.search):
        way(text)
    for _ in pattern.finditer(text):
        pass
    return time.process_time() - began


@pytest.mark.parametrize("pattern", patterns())
def test_a_pattern_takes_no_longer_than_its_text_deserves(pattern):
    slow = [text[:40] for text in texts(pattern) if spent(pattern, text) > LONGEST]
    assert not slow


@pytest.mark.parametrize(
    "piece", ["#t ", "#t , ", "#t and ", "on the #t ", "not ", "is ", "a ", "the ", "has not been "]
)
def test_finding_phrases_takes_no_longer_than_words_deserve(piece):
    began = time.process_time()
    cues(tuple((piece * 3000).split()), *PREDICATES, *COLOURS)
    assert time.process_time() - began < 2


def test_a_pattern_that_blows_up_is_found():
    bad = re.compile(r"(?:a+)+b")
    assert spent(bad, "a" * 24) > LONGEST
