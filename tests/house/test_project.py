"""How the project is kept: its pins, its changes, its checks, its pages."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PINS = sorted((ROOT / "requirements").glob("*.txt"))
FRAGMENTS = [file for file in (ROOT / "changes").iterdir() if file.name not in (".gitignore", "README.md")]


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda file: file.name)
def test_a_change_is_told_in_a_file_of_the_right_name(fragment):
    assert re.fullmatch(r"(\d+|\+[a-z0-9-]+)\.(feature|fix|removal|misc)\.md", fragment.name)
    assert fragment.read_text(encoding="utf-8").strip().endswith(".")


@pytest.mark.parametrize("pins", PINS, ids=lambda file: file.name)
def test_pins_are_names_versions_and_hashes_and_nothing_else(pins):
    name = r"[a-z0-9][a-z0-9.-]*(\[[a-z,-]+\])?==[^ ;\\]+( ; [^\\]+?)? \\"
    digest = r"    --hash=sha256:[0-9a-f]{64}( \\)?"
    lines = pins.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(rf"{name}|{digest}", line)] == []


def test_what_the_project_declares_is_pinned():
    pinned = {re.split(r"[=\[]", line)[0] for pins in PINS for line in pins.read_text().splitlines() if "==" in line}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = (project["project"]["dependencies"], *project["dependency-groups"].values())
    names = {re.split(r"[<>=\[]", each)[0].lower().replace("_", "-") for group in groups for each in group}
    assert names <= pinned


def test_ci_runs_everything_that_a_change_must_pass():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    parts = re.search(r"^check: (.*?) ##", makefile, re.MULTILINE)[1].split()
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    stages = set(re.search(r"for target in ([a-z ]+);", ci)[1].split()) | set(
        re.findall(r"readme_command ([a-z]+)", ci)
    )
    assert set(parts) <= stages


@pytest.mark.parametrize("target", ["demo", "test"])
def test_the_readme_names_the_commands_that_ci_runs(target):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"^make {target}\b", readme, re.MULTILINE)


@pytest.mark.parametrize("word", ["Ticket", "Commitment", "Dependency", "Blocker", "Claim", "Conflict", "Finding"])
def test_the_glossary_has_the_words_of_the_field(word):
    glossary = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")
    assert re.search(rf"^{word}$", glossary, re.MULTILINE)


def test_a_word_stands_in_the_glossary_once_and_in_its_place():
    glossary = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")
    words = [word.casefold() for word in re.findall(r"^(\S.*)\n  ", glossary, re.MULTILINE)]
    assert words == sorted(set(words))


def test_a_decision_has_a_number_of_its_own():
    files = sorted((ROOT / "docs" / "adr").glob("0*.md"))
    titles = [re.match(r"# 0*(\d+)", file.read_text(encoding="utf-8")) for file in files]
    assert [int(title[1]) if title else None for title in titles] == [int(file.name[:4]) for file in files]
    assert len({file.name[:4] for file in files}) == len(files)
