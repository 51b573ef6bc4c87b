"""What lessons say is embedded once, for every process that follows, and never outlives its lesson."""

import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from sprintmind.embeddings.choice import Cosines
from sprintmind.embeddings.phrase_file import PhraseFile

PHRASES = ("copper kiln relocation", "velvet gantry swap", "lunar dispenser refit")


class Drawn:
    """Embeds by drawing, and counts what it is asked."""

    size = 8

    def __init__(self, name="drawn"):
        self.name = name
        self.asked = []

    def embed(self, texts):
        self.asked += texts
        rows = [np.random.default_rng(sum(text.encode())).normal(size=self.size) for text in texts]
        return np.array([row / np.linalg.norm(row) for row in rows], np.float32).reshape(-1, self.size)


def opened(folder, *, name="drawn"):
    """What a process opens, with the model that it asks."""
    model = Drawn(name)
    return Cosines(model, kept=PhraseFile(folder / "phrases.db")), model


def learned(folder, phrases=PHRASES, **more):
    meaning, model = opened(folder, **more)
    meaning.learn(phrases)
    return meaning, model


def content(folder):
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def test_another_process_asks_the_model_nothing(tmp_path):
    first, _ = learned(tmp_path)
    second, model = learned(tmp_path)
    assert model.asked == []
    assert second.alike(PHRASES, ["kiln"]) == first.alike(PHRASES, ["kiln"])
    assert model.asked == ["kiln"]


def test_another_model_has_vectors_of_its_own(tmp_path):
    learned(tmp_path)
    assert learned(tmp_path, name="other")[1].asked == list(PHRASES)
    assert learned(tmp_path)[1].asked == []


def test_what_is_only_compared_is_not_kept(tmp_path):
    meaning, _ = learned(tmp_path)
    before = content(tmp_path)
    meaning.alike(PHRASES, ["The plan of somebody"])
    assert content(tmp_path) == before


def test_no_phrase_stands_in_the_file(tmp_path):
    learned(tmp_path)
    assert b"kiln" not in content(tmp_path)


def test_progress_counts_what_the_model_is_asked(tmp_path):
    told = []
    meaning, _ = learned(tmp_path, PHRASES[:1])
    meaning.learn(PHRASES, progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 2)]


@pytest.mark.parametrize("damage", [b"no database", b"", b"SQLite format 3\x00" + bytes(200)])
def test_a_damaged_file_is_made_anew(tmp_path, damage):
    learned(tmp_path)
    (tmp_path / "phrases.db").write_bytes(damage)
    assert learned(tmp_path)[1].asked == list(PHRASES)
    assert learned(tmp_path)[1].asked == []


def test_a_page_that_is_damaged_is_made_anew(tmp_path):
    learned(tmp_path, [f"phrase {number}" for number in range(2_000)])
    file = tmp_path / "phrases.db"
    file.write_bytes(file.read_bytes()[:5_000] + bytes([255]) * (file.stat().st_size - 5_000))
    learned(tmp_path)
    learned(tmp_path)
    assert learned(tmp_path)[1].asked == []


@pytest.mark.parametrize("vector", [b"", b"\x00" * 32, np.full(8, np.nan, np.float32).tobytes()])
def test_a_damaged_vector_is_made_anew(tmp_path, vector):
    learned(tmp_path)
    PhraseFile(tmp_path / "phrases.db").keep("drawn", {PHRASES[0]: vector})
    assert learned(tmp_path)[1].asked == [PHRASES[0]]


def test_a_database_of_somebody_else_is_left_alone(tmp_path):
    with closing(sqlite3.connect(tmp_path / "phrases.db")) as connection, connection:
        connection.execute("CREATE TABLE phrases (theirs)")
    before = content(tmp_path)
    assert learned(tmp_path)[1].asked == list(PHRASES)
    assert content(tmp_path) == before


def test_where_nothing_can_be_kept_it_is_compared_nevertheless(tmp_path):
    meaning = Cosines(Drawn(), kept=PhraseFile(tmp_path / "missing" / "phrases.db"))
    meaning.learn(PHRASES)
    assert len(meaning.alike(PHRASES, ["kiln"])) == 3


def test_what_is_let_go_of_is_nowhere_any_more(tmp_path):
    meaning, model = learned(tmp_path)
    vector = model.embed(PHRASES[:1])[0].tobytes()
    assert vector in content(tmp_path)
    meaning.keep_only(PHRASES[1:])
    assert vector not in content(tmp_path)
    assert learned(tmp_path)[1].asked == [PHRASES[0]]
    model.asked.clear()
    meaning.learn(PHRASES)
    assert model.asked == []  # the other process had kept it again
    meaning.keep_only(())
    meaning.learn(PHRASES)
    assert model.asked == list(PHRASES)


def test_many_processes_learn_at_once(tmp_path):
    with ProcessPoolExecutor(4) as pool:
        list(pool.map(_learn, [tmp_path] * 8, range(8)))
    assert learned(tmp_path, [f"phrase {number}" for number in range(90)])[1].asked == []


def _learn(folder: Path, start: int) -> None:
    learned(folder, [f"phrase {number}" for number in range(start * 10, start * 10 + 20)])
