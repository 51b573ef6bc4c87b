"""An answer that a person corrects: it is linked, explained, recalled first, and gives way to hard facts."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from sprintmind import cli
from sprintmind.demo.sprint import play
from sprintmind.evals.github import pull_payload
from sprintmind.evals.given import Pull

NOW = datetime(2025, 10, 1, 9, tzinfo=UTC)
WORDS = "PAY-12 is still in progress"


@pytest.fixture
def typed(tmp_path, capsys, monkeypatch):
    """Type commands in the sample home, and read the document that comes back."""
    monkeypatch.setenv("SPRINTMIND_NOW", NOW.isoformat())
    monkeypatch.setenv("SPRINTMIND_EMBEDDINGS", "none")
    monkeypatch.setenv("SPRINTMIND_HOME", str(tmp_path))
    play(tmp_path, now=NOW)

    def command(*words):
        status = cli.run([*words, "--json"])
        printed = capsys.readouterr()
        assert status == 0, printed.err
        return json.loads(printed.out)

    return command


def corrected(typed):
    answer = typed("ask", "Is PAY-12 done?", "--as", "tom")
    assert answer["answer"].startswith("Yes: PAY-12")
    typed("correct", WORDS, "--by", "tom", "--answer", answer["id"])
    return answer["id"]


def test_the_answer_shows_the_correction_from_then_on(typed):
    answer = corrected(typed)
    again = typed("ask", "--replay", answer, "--as", "tom")
    assert [(each["text"], each["by"]) for each in again["corrections"]] == [(WORDS, "tom")]
    assert again["answer"].startswith("Yes: PAY-12"), "what was answered stays as it was"


def test_why_tells_the_correction_as_the_value_that_stands(typed):
    corrected(typed)
    claims = typed("why", "PAY-12", "status")
    [current] = [each for each in claims if each["current"]]
    assert (current["source"], current["value"], current["quote"]) == ("feedback", "in_progress", WORDS)
    [before] = [each for each in claims if each["source"] == "meeting"]
    assert "replaced by in_progress (set by feedback" in before["reason"]


def test_a_correction_comes_first_among_what_is_recalled(typed):
    corrected(typed)
    answer = typed("ask", "Is PAY-12 done?", "--as", "lena")
    assert answer["answer"].startswith("No: PAY-12, “Retry failed refunds”, is in progress (a correction by Tom Weber")
    recalled = [each for each in answer["evidence"] if each["kind"] != "state"]
    assert recalled[0]["kind"] == "correction"
    assert WORDS in recalled[0]["text"]
    assert {each["kind"] for each in recalled[1:]} == {"memory"}


def test_a_correction_of_what_github_shows_is_a_conflict_and_does_not_stand(typed, tmp_path, capsys):
    merged(typed, tmp_path, at=NOW - timedelta(hours=1))
    assert cli.run(["correct", WORDS, "--by", "tom"]) == 0
    assert "say it again with --reason" in capsys.readouterr().err
    [conflict] = [each for each in typed("conflicts") if each["subject"] == "PAY-12"]
    assert conflict["value"] == "done"
    assert (conflict["challenger"]["value"], conflict["challenger"]["quote"]) == ("in_progress", WORDS)
    answer = typed("ask", "Is PAY-12 done?")
    assert answer["answer"].startswith("Yes: PAY-12")
    assert "Sources disagree about the status of PAY-12" in answer["answer"]


def test_a_merge_after_a_correction_stands_and_why_tells_by_what_it_was_replaced(typed, tmp_path, monkeypatch):
    corrected(typed)
    later = NOW + timedelta(hours=2)
    monkeypatch.setenv("SPRINTMIND_NOW", later.isoformat())
    merged(typed, tmp_path, at=later)
    said = [each for each in typed("why", "PAY-12", "status") if each["source"] == "feedback"]
    assert [each["current"] for each in said] == [False]
    assert "replaced by done (set by github" in said[0]["reason"]
    answer = typed("ask", "Is PAY-12 done?")
    assert answer["answer"].startswith("Yes: PAY-12, “Retry failed refunds”, is done (GitHub")


def merged(typed, home, *, at):
    """Let GitHub tell that the pull request of PAY-12 merged."""
    payload = pull_payload(Pull(number=91, branch="pay-12-refunds", state="merged", merge_commit="m91"), at=at)
    file = home / "pull_request.json"
    file.write_text(json.dumps(payload))
    assert typed("ingest", "github", str(file), "--event", "pull_request")["refused"] == []


def test_an_answer_of_somebody_else_cannot_be_corrected(typed, capsys):
    answer = typed("ask", "Is PAY-12 done?", "--as", "tom")["id"]
    assert cli.run(["correct", WORDS, "--by", "lena", "--answer", answer]) == 3
    assert f"you were given no answer {answer}" in capsys.readouterr().err
