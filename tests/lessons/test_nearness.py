"""Lessons that repeat another are found as if each were compared with every other."""

from hypothesis import given
from hypothesis import strategies as st

from lesson_builders import lesson
from sprintmind.domain.likeness import content_words
from sprintmind.lessons.nearness import NEAR, near_duplicates

WORDS = st.lists(st.sampled_from([f"word{number}" for number in range(14)]), min_size=1, max_size=10, unique=True)


def likeness(some, others):
    ours, theirs = content_words(some.situation), content_words(others.situation)
    return len(ours & theirs) / len(ours | theirs)


@given(texts=st.lists(WORDS, min_size=2, max_size=12), known=st.integers(1, 6))
def test_comparing_a_few_finds_what_comparing_all_finds(texts, known):
    every = [lesson(f"E{n}", situation=" ".join(words), lesson="") for n, words in enumerate(texts)]
    old, new = every[:known], every[known:]
    best = {each.id: max(likeness(each, other) for other in every[: known + n]) for n, each in enumerate(new)}
    expected = {name: round(found, 2) for name, found in best.items() if found >= NEAR}
    assert {near.lesson: near.likeness for near in near_duplicates(new, old)} == expected
