"""What the memory in a file promises beyond what every memory does."""

import sqlite3
import time
from contextlib import closing
from types import SimpleNamespace

import numpy as np
import pytest

from builders import at
from remembering import BUNDLED, NOBODY, WITHOUT_EMBEDDINGS, asked, audience, documents, found, memory, opened
from sprintmind.domain.memories import Budget, Question
from sprintmind.errors import InputError, UnavailableError
from sprintmind.memory.embedded import EmbeddedMemories
from sprintmind.memory.embedded.database import VERSION, connected

DEPLOY = "the deploy of checkout waits for the certificate"


class Counting:
    """Embeds a text by its first letters, and counts what it was asked."""

    def __init__(self, name="counting", size=8):
        self.name, self.size = name, size
        self.asked = []
        self.silent = False

    def embed(self, texts):
        if self.silent:
            raise UnavailableError("the embeddings server is down")
        self.asked += texts
        rows = [[1 + ord(letter) % 7 for letter in f"{text:_<{self.size}}"[: self.size]] for text in texts]
        vectors = np.array(rows, np.float32).reshape(len(texts), self.size)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def file_of(folder):
    return folder / "default.memory.db"


def raw(folder):
    return closing(sqlite3.connect(file_of(folder)))


def with_embeddings(folder, embeddings, **more):
    return EmbeddedMemories(file_of(folder), embeddings=lambda: embeddings, **more)


def recall_in(folder):
    return opened(folder).recall(asked("certificate"))


def test_each_workspace_has_a_file_beside_its_ledger(tmp_path):
    opened(tmp_path).close()
    assert [file.name for file in tmp_path.iterdir()] == ["default.memory.db"]


def test_commits_are_durable(tmp_path):
    with closing(connected(tmp_path / "a.db")) as connection:
        pragmas = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert pragmas == ["wal", 2]


def test_meaning_is_found_where_no_word_is_shared(tmp_path):
    memories = opened(tmp_path, BUNDLED)
    memories.retain(
        [
            memory("a", "Single sign-on fails because the identity provider rejects our certificate"),
            memory("b", "Lunch is at noon on the terrace"),
            memory("c", "The quarterly report goes to the board"),
        ]
    )
    assert documents(memories, asked("users cannot log in"))[0] == "a"
    assert memories.status().mode == "hybrid"


def test_without_embeddings_it_runs_on_words_alone_and_says_so(tmp_path):
    memories = opened(tmp_path)
    memories.retain([memory("a", DEPLOY)])
    assert documents(memories, asked("certificate")) == ["a"]
    assert documents(memories, asked("login")) == []
    status = memories.status()
    assert (status.ready, status.mode, status.memories) == (True, "lexical", 1)
    assert "none" in status.detail


def test_a_model_that_is_not_installed_leaves_words_and_says_what_is_missing(tmp_path, monkeypatch):
    elsewhere = SimpleNamespace(embeddings=str(tmp_path / "nowhere"), embeddings_model="")
    memories = opened(tmp_path, elsewhere)
    memories.retain([memory("a", DEPLOY)])
    assert documents(memories, asked("certificate")) == ["a"]
    status = memories.status()
    assert status.mode == "lexical"
    assert "nowhere/model.onnx" in status.detail
    with pytest.raises(UnavailableError, match="nowhere"):
        memories.reembed(lambda *_: None)


def test_a_server_that_is_silent_stops_no_recall_and_no_text_is_kept_without_its_vector(tmp_path):
    counting = Counting()
    memories = with_embeddings(tmp_path, counting)
    memories.retain([memory("a", DEPLOY)])
    counting.silent = True
    assert documents(memories, asked("certificate")) == ["a"]
    assert (memories.status().mode, memories.status().detail) == ("lexical", "the embeddings server is down")
    with pytest.raises(UnavailableError, match="server is down"):
        memories.retain([memory("b", DEPLOY)])
    counting.silent = False
    assert documents(memories, asked("certificate")) == ["a"]
    assert (memories.status().mode, memories.status().detail) == ("hybrid", "")


def test_a_text_that_has_not_changed_is_not_embedded_again(tmp_path):
    counting = Counting()
    memories = with_embeddings(tmp_path, counting)
    memories.retain([memory("a", DEPLOY, "ticket:NW-1"), memory("b", "other words")])
    memories.retain([memory("a", DEPLOY, "ticket:NW-2"), memory("b", "new words")])
    assert counting.asked == [DEPLOY, "other words", "new words"]


def test_the_last_word_on_a_ticket_comes_first_when_its_key_is_asked_for(tmp_path):
    memories = opened(tmp_path, BUNDLED)
    states = ("is to be done", "is in progress", "waits for review", "is merged")
    memories.retain(
        [memory(f"{n}/{day}", f"NW-{n} {said}", day=day) for n in range(20, 40) for day, said in enumerate(states)]
    )
    first, *others = documents(memories, asked("what is the state of nw-27?"))
    assert first == "27/3"
    assert set(others[:3]) == {"27/2", "27/1", "27/0"}


@pytest.mark.parametrize(
    ("text", "tags", "question"),
    [
        pytest.param("merged pull request #88 at last", (), "what about #88?", id="number"),
        pytest.param("reverted 0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c", (), "is 0d1a26e67 live?", id="short commit"),
        pytest.param("it is done", ("ticket:NW-231",), "NW-231", id="key in a tag"),
        pytest.param("see NW_X-12 there", (), "nw_x-12", id="underscore"),
    ],
)
def test_what_is_named_exactly_is_found_among_what_is_alike(tmp_path, text, tags, question):
    memories = opened(tmp_path)
    others = [memory(str(n), f"merged pull request {n} of ticket NW-9{n}, reverted 1d1a26e{n}") for n in range(90)]
    memories.retain([*others, memory("meant", text, *tags)])
    assert documents(memories, asked(question))[0] == "meant"


def test_a_key_is_not_its_beginning(tmp_path):
    memories = opened(tmp_path)
    memories.retain([memory("long", "NW-2310 is done", day=3), memory("short", "NW-231 is done")])
    assert documents(memories, asked("NW-231"))[0] == "short"


def test_what_stands_around_a_text_finds_it_with_less_weight_and_is_not_shown(tmp_path):
    memories = opened(tmp_path)
    memories.retain(
        [
            memory("inside", "the migration is risky"),
            memory("around", "no, we wait until Monday", context="the migration is risky"),
            memory("elsewhere", "the canteen is closed"),
        ]
    )
    recalled = memories.recall(asked("migration"))
    assert [each.memory.document for each in recalled] == ["inside", "around"]
    assert recalled[1].memory.text == "no, we wait until Monday"


def test_erased_words_stand_nowhere_in_the_file(tmp_path):
    memories = opened(tmp_path, BUNDLED)
    secret = memory(
        "a", "Zanzibar umbrella protocol", "person:xanthippe", context="quetzalcoatl", metadata={"m": "wolpertinger"}
    )
    memories.retain([secret, memory("b", "other words")])
    words = (b"zanzibar", b"umbrella", b"xanthippe", b"quetzalcoatl", b"wolpertinger")
    assert memories.forget(["a"]) == 1
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir()).lower()
    assert [word for word in words if word in left] == []
    assert b"other words" in left


def test_replaced_words_find_nothing(tmp_path):
    memories = opened(tmp_path)
    memories.retain([memory("a", "zanzibar")])
    memories.retain([memory("a", "umbrella")])
    assert documents(memories, asked("zanzibar")) == []
    with raw(tmp_path) as connection:
        connection.execute("INSERT INTO words (words, rank) VALUES ('integrity-check', 1)")


def test_many_replacements_are_followed_by_a_memory_that_is_open(tmp_path, monkeypatch):
    monkeypatch.setattr("sprintmind.memory.embedded.writing.MOST_GONE", 20)
    watching, writing = opened(tmp_path), opened(tmp_path)
    for number in range(40):
        writing.retain([memory("a", f"certificate {number}", f"ticket:NW-{number}")])
        if number % 7 == 0:
            assert found(watching, asked("certificate", f"ticket:NW-{number}")) == {"a"}
    assert [each.memory.text for each in watching.recall(asked("certificate"))] == ["certificate 39"]
    with raw(tmp_path) as connection:
        assert connection.execute("SELECT count(*) FROM gone").fetchone()[0] <= 21


def test_another_model_embeds_again_and_goes_on_where_it_was_interrupted(tmp_path):
    old, new = Counting("old"), Counting("new", size=16)
    memories = with_embeddings(tmp_path, old)
    memories.retain([memory(str(n), f"text {n}") for n in range(100)])
    memories.close()
    memories = with_embeddings(tmp_path, new)
    assert "100 texts have no vector of new" in memories.status().detail
    assert len(memories.recall(asked("text"))) == 20

    def stop_at_second_batch(done, _):
        if done >= 64:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        memories.reembed(stop_at_second_batch)
    assert "36 texts" in memories.status().detail
    told = []
    assert memories.reembed(lambda *steps: told.append(steps)) == 36
    assert told[0] == (0, 36)
    assert told[-1] == (36, 36)
    assert sorted(set(new.asked) - {"text"}) == sorted(f"text {n}" for n in range(100))
    assert len([text for text in new.asked if text != "text"]) == 100, "no text was embedded twice"
    assert memories.status().detail == ""
    assert memories.reembed(lambda *_: None) == 0
    assert documents(memories, asked("text 7"))[0] == "7"


def test_vectors_of_another_model_are_not_compared(tmp_path):
    with_embeddings(tmp_path, Counting("old")).retain([memory("a", "abcdefgh")])
    other = with_embeddings(tmp_path, Counting("new"))
    assert documents(other, asked("abcdefgx")) == []
    assert documents(other, asked("abcdefgh")) == ["a"]


def test_a_file_that_is_no_database_is_refused(tmp_path):
    file_of(tmp_path).write_bytes(b"a shopping list, not a database\n" * 400)
    with pytest.raises(UnavailableError, match="no database; move it away"):
        opened(tmp_path)


def test_a_database_of_somebody_else_is_left_alone(tmp_path):
    with raw(tmp_path) as connection:
        connection.execute("CREATE TABLE recipes (name)")
        connection.commit()
    with pytest.raises(UnavailableError, match="no memory of SprintMind"):
        opened(tmp_path)
    with raw(tmp_path) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_a_file_of_a_newer_version_is_refused(tmp_path):
    opened(tmp_path).close()
    with raw(tmp_path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(UnavailableError, match=f"newer SprintMind .*version {VERSION + 1}"):
        opened(tmp_path)


def test_a_damaged_file_is_said_in_one_message(tmp_path):
    memories = opened(tmp_path)
    memories.retain([memory(str(n), f"{DEPLOY} {n}") for n in range(300)])
    memories.close()
    content = bytearray(file_of(tmp_path).read_bytes())
    content[4096 * 4 :] = b"\xff" * (len(content) - 4096 * 4)
    file_of(tmp_path).write_bytes(content)
    with pytest.raises(UnavailableError, match=r"default\.memory\.db: .*damaged; move it away, and .*memory rebuild"):
        recall_in(tmp_path)


def test_a_file_that_another_process_holds_is_said_after_some_patience(tmp_path):
    memories = with_embeddings(tmp_path, None, patience=50)
    with raw(tmp_path) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with pytest.raises(UnavailableError, match="another process is writing"):
            memories.retain([memory("a", DEPLOY)])
        assert time.monotonic() - began < 5
        assert memories.recall(asked("certificate")) == ()
        other.execute("ROLLBACK")
    memories.retain([memory("a", DEPLOY)])
    assert documents(memories, asked("certificate")) == ["a"]


def test_a_full_disk_is_said_and_nothing_is_half_there(tmp_path):
    memories = opened(tmp_path)
    memories.retain([memory("a", DEPLOY)])
    memories._writer.execute("PRAGMA max_page_count = 1")  # noqa: SLF001 -- a disk cannot be filled from outside
    with pytest.raises(UnavailableError, match="disk is full"):
        memories.retain([memory(str(n), f"{DEPLOY} {n} " * 50) for n in range(200)])
    assert documents(memories, asked("certificate")) == ["a"]
    memories._writer.execute("PRAGMA max_page_count = 100000")  # noqa: SLF001
    memories.retain([memory("b", DEPLOY)])
    assert found(memories, asked("certificate")) == {"a", "b"}


def test_a_closed_memory_tells_its_status_and_raises_nothing(tmp_path):
    memories = opened(tmp_path)
    memories.close()
    status = memories.status()
    assert (status.ready, status.memories) == (False, None)
    assert status.detail


def test_half_a_letter_is_refused(tmp_path):
    with pytest.raises(InputError, match="surrogate"):
        opened(tmp_path).retain([memory("a", "\ud800")])


def test_of_one_long_document_the_best_passage_is_given_once(tmp_path):
    memories = opened(tmp_path, BUNDLED)
    topics = ("the certificate of the gateway", "the lunch menu", "the holiday plan", "a certificate for the school")
    text = "\n\n".join(f"{topic}. " * 40 for topic in topics)
    memories.retain([memory("meeting", text)])
    recalled = memories.recall(Question(text="school certificate", caller=NOBODY, budget=Budget.HIGH))
    assert [each.memory.document for each in recalled] == ["meeting"]
    assert "school" in recalled[0].memory.text
    assert recalled[0].memory.text in text
    assert len(recalled[0].memory.text) < 1000


def test_a_named_memory_that_is_not_for_the_caller_is_not_found_by_its_name(tmp_path):
    memories = opened(tmp_path)
    memories.retain([memory("e:1", "NW-231 is done", "ticket:NW-231", audience=audience("private", "priya"))])
    assert [documents(memories, asked(name)) for name in ("NW-231", "e:1", "done")] == [[], [], []]


def test_what_was_found_is_judged_once_more_before_it_leaves(tmp_path):
    memories = opened(tmp_path)
    memories.retain([memory("a", DEPLOY), memory("b", DEPLOY)])
    assert found(memories, asked("certificate")) == {"a", "b"}
    with raw(tmp_path) as connection:  # the index, and what is mirrored of it, still say that everybody may read it
        connection.execute("UPDATE memories SET visibility = 'private' WHERE document = 'a'")
        connection.commit()
    assert found(memories, asked("certificate")) == {"b"}


def test_new_words_count_a_little_more_than_old_ones(tmp_path):
    memories = opened(tmp_path)
    memories.retain([memory("old", DEPLOY), memory("new", DEPLOY, day=60)])
    assert documents(memories, asked("certificate")) == ["new", "old"]
    assert at(60) > at(0)


def test_embeddings_are_not_loaded_before_they_are_needed(tmp_path):
    loaded = []
    memories = EmbeddedMemories(file_of(tmp_path), embeddings=lambda: loaded.append(1))
    assert loaded == []
    memories.retain([memory("a", DEPLOY)])
    assert loaded == [1]
    assert WITHOUT_EMBEDDINGS.embeddings == "none"
