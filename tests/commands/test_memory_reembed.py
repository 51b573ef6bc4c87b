"""`memory reembed`, on a home with the memory that always works."""

import json

import pytest

from commands.desk import TEAM
from remembering import memory, opened
from sprintmind.commands.memory_reembed import reembed
from sprintmind.commands.workplace import Workplace
from sprintmind.errors import UnavailableError


def place_in(folder, monkeypatch, embeddings):
    monkeypatch.setenv("SPRINTMIND_EMBEDDINGS", embeddings)
    (folder / "sprintmind.toml").write_text(TEAM, encoding="utf-8")
    return Workplace(home=folder)


def test_texts_without_a_vector_are_embedded_and_counted(tmp_path, monkeypatch, capsys):
    opened(tmp_path).retain([memory("a", "the certificate is late"), memory("b", "lunch is at noon")])
    place = place_in(tmp_path, monkeypatch, "")
    reembed(json=True, place=place)
    assert json.loads(capsys.readouterr().out) == {"embedded": 2, "memories": 2, "mode": "hybrid", "detail": ""}
    reembed(place=place)
    assert "nothing to do" in capsys.readouterr().out


def test_without_embeddings_it_says_why_nothing_can_be_done(tmp_path, monkeypatch):
    with pytest.raises(UnavailableError, match="want no embeddings"):
        reembed(place=place_in(tmp_path, monkeypatch, "none"))
