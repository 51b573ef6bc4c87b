"""What is refused below the ways in is told to pages and programs too: it names no option and no command."""

import ast
import re
from pathlib import Path

import pytest

ROOM = Path(__file__).parents[2] / "src" / "sprintmind"
TYPED = ("commands", "cli.py", "evals", "settings")
"""What only whoever types at a terminal is told; settings are read at start."""
OPTION = re.compile(r"(?:^|[\s(`'\"])--[a-z]|`sprintmind ")
KINDS = ("InputError", "NotTheirsError", "DeliveryError", "NotFoundError", "ForbiddenError")
FILES = [
    file for file in sorted(ROOM.rglob("*.py")) if file.relative_to(ROOM).parts[0] not in TYPED
]  # fmt: skip


def refusals(file):
    """List the texts of what a file raises for whoever sent something."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and called(node.exc.func) in KINDS:
            yield "".join(
                part.value
                for part in ast.walk(node.exc)
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )


def called(name):
    return name.id if isinstance(name, ast.Name) else getattr(name, "attr", "")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOM).as_posix())
def test_a_refusal_names_no_option_of_the_command_line(file):
    assert [text for text in refusals(file) if OPTION.search(text)] == []


def test_refusals_are_found():
    assert sum(len(list(refusals(file))) for file in FILES) > 60
