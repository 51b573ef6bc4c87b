"""The pages tell the truth: every command on them can be typed, and prints what stands there.

Where what is printed has changed on purpose, `python tests/house/page_commands.py` writes it anew.
"""

import re
import shlex
from itertools import takewhile

import pytest

from house.page_commands import PAGES, ROOT, outputs_of, steps_of
from sprintmind.cli import commands

READ = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
FENCE = re.compile(r"^ *```(?:sh|console)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
TYPED = re.compile(r"(?:^|\| )(?:\$ )?(sprintmind .*)$", re.MULTILINE)
WIDTH = 78
"""What a help text's example may take of a terminal of 80 columns, so that it can be copied in one piece."""


def typed(text):
    """List every `sprintmind …` of a text's blocks of commands."""
    joined = [re.sub(r"\\\n\s*", "", block) for block in FENCE.findall(text)]
    return [command for block in joined for command in TYPED.findall(block)]


def helps():
    for name in sorted(each for each in commands() if not each.startswith("-")):
        command = commands(name)[name]
        yield name, command.help
        yield from ((f"{name} {inner}", command[inner].help) for inner in command if not inner.startswith("-"))


HELPS = [pytest.param(said, id=name) for name, said in helps()]
TEXTS = [pytest.param(page.read_text(encoding="utf-8"), id=page.relative_to(ROOT).as_posix()) for page in READ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_prints_what_the_page_says(page, tmp_path):
    steps = steps_of(page.read_text(encoding="utf-8"))
    assert sum(bool(printed) for _, printed in steps) >= 3
    printed = outputs_of([command for command, _ in steps], tmp_path)
    assert list(zip([command for command, _ in steps], printed, strict=True)) == steps


@pytest.mark.parametrize("text", TEXTS + HELPS)
def test_what_is_shown_can_be_typed(text):
    for command in typed(text):
        words = list(takewhile(lambda word: word not in ("|", ">"), shlex.split(command, comments=True)))[1:]
        commands(words[0]).parse_args(words, exit_on_error=False, print_error=False)


@pytest.mark.parametrize("said", HELPS)
def test_an_example_in_a_help_fits_into_a_line(said):
    lines = [line for block in FENCE.findall(said) for line in block.splitlines()]
    assert lines
    assert [line for line in lines if len(line.strip()) > WIDTH] == []


@pytest.mark.parametrize("page", READ, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_link_to_a_file_leads_somewhere(page):
    links = re.findall(r"\]\((?!https?:|#|…)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
