"""The command line as a whole: quick to ask for help, and every command says what it does."""

import json
import os
import subprocess
import sys

import pytest

from sprintmind.cli import commands, run

HEAVY = ("sqlalchemy", "fastapi", "numpy", "pydantic_ai", "pydantic", "holidays")
FOLDING = (
    "sprintmind.app",
    "sprintmind.ask",
    "sprintmind.bootstrap",
    "sprintmind.brief",
    "sprintmind.conditions",
    "sprintmind.domain.derivation",
    "sprintmind.domain.evidence",
    "sprintmind.domain.learning",
    "sprintmind.domain.terms",
    "sprintmind.domain.views",
    "sprintmind.intake",
    "sprintmind.ledger.port",
    "sprintmind.ledger.sql",
    "sprintmind.ledger.steps",
    "sprintmind.lessons",
    "sprintmind.plans",
    "sprintmind.reading",
    "sprintmind.record",
    "sprintmind.rules",
    "sprintmind.settings.loading",
    "sprintmind.settings.models",
    "sprintmind.sources",
    "sprintmind.upkeep",
)
"""What folds, judges, reads, writes, and checks settings: nothing of it is needed to show what is kept."""
BESIDE = ("asyncpg", "httpx", "httpx2", "psycopg", "structlog", "yaml")
NAMES = sorted(name for name in commands() if not name.startswith("-"))


def modules_loaded_by(arguments):
    script = (
        "import json, sys; from sprintmind.cli import run; run(sys.argv[1:]); print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "80"},
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]], ids=" ".join)
def test_asking_for_help_loads_nothing_heavy(arguments):
    assert modules_loaded_by(arguments) & set(HEAVY) == set()


@pytest.mark.parametrize("command", ["tickets", "commitments", "conflicts"])
def test_showing_what_stands_loads_nothing_that_folds_or_checks_settings(command, tmp_path):
    (tmp_path / "sprintmind.toml").write_text('[team]\nname = "Northwind"\nkeys = ["NW"]\n')
    words = [command, "--json", "--home", str(tmp_path)]
    assert "sprintmind.app" in modules_loaded_by(words)  # the first time makes the ledger
    assert modules_loaded_by(words) & {*HEAVY, *FOLDING, *BESIDE} == {"sqlalchemy"}


@pytest.mark.parametrize("command", ["tickets", "commitments", "conflicts"])
def test_asking_for_the_past_loads_what_folds_it_and_no_more(command, tmp_path):
    (tmp_path / "sprintmind.toml").write_text('[team]\nname = "Northwind"\nkeys = ["NW"]\n')
    words = [command, "--json", "--home", str(tmp_path)]
    modules_loaded_by(words)
    loaded = modules_loaded_by([*words, "--as-of", "2025-09-30"])
    assert "sprintmind.questions" in loaded
    assert "sprintmind.app" not in loaded


@pytest.mark.parametrize("name", NAMES)
def test_a_command_says_what_it_does(name):
    said = commands(name)[name].help
    assert said, "give the command a docstring"
    assert len(said.split()) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_a_commands_help_is_shown(name, capsys):
    assert run([name, "--help"]) == 0
    assert name in capsys.readouterr().out
