"""How every file of code looks: what a linter does not know of this house."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
EDGES = frozenset({"src/sprintmind/remember.py", "src/sprintmind/web/works.py"})
"""Outer edges of workers, which log whatever happens and go on: the only places for `except Exception`."""

FOREIGN = frozenset({"src/sprintmind/embeddings/local.py", "src/sprintmind/transcription/faster_whisper.py"})
"""Where a library raises nothing narrower than Exception."""


def name_of(path):
    return str(path.relative_to(ROOT))


every_file = pytest.mark.parametrize("file", SOURCES + TESTS, ids=name_of)
every_source = pytest.mark.parametrize("file", SOURCES, ids=name_of)


def tree_of(file):
    return ast.parse(file.read_text(encoding="utf-8"))


def functions_of(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


@every_source
def test_a_module_says_what_it_is_for(file):
    said = ast.get_docstring(tree_of(file))
    assert said, "the module has no docstring"
    assert said.splitlines()[0].endswith((".", ":")), "its first line is no sentence"


@every_file
def test_a_file_is_one_idea(file):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 400, "split it by idea"


@every_file
def test_a_function_fits_on_a_page(file):
    too_long = {each.name: each.end_lineno - each.lineno + 1 for each in functions_of(tree_of(file))}
    assert {name: lines for name, lines in too_long.items() if lines > 50} == {}


@every_source
def test_nothing_is_imported_inside_a_function(file):
    inside = [
        f"{function.name}, line {node.lineno}"
        for function in functions_of(tree_of(file))
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert inside == []


@every_source
def test_no_cycle_is_dodged_for_the_type_checker(file):
    assert "TYPE_CHECKING" not in file.read_text(encoding="utf-8")


@every_source
def test_only_an_outer_edge_catches_everything(file):
    handlers = [node for node in ast.walk(tree_of(file)) if isinstance(node, ast.ExceptHandler)]
    catching = [
        handler.lineno
        for handler in handlers
        if handler.type is None or {"Exception", "BaseException"} & {each.id for each in names_in(handler.type)}
    ]
    assert name_of(file) in EDGES | FOREIGN or catching == []


def names_in(node):
    return [each for each in ast.walk(node) if isinstance(each, ast.Name)]


@every_source
def test_bare_any_stands_only_where_somebody_elses_json_is_read(file):
    tree = tree_of(file)
    annotations = [node.annotation for node in ast.walk(tree) if isinstance(node, ast.arg | ast.AnnAssign)]
    annotations += [function.returns for function in functions_of(tree)]
    bare = [each.lineno for each in annotations if isinstance(each, ast.Name) and each.id == "Any"]
    parsers = ("src/sprintmind/sources/", "src/sprintmind/reading/transcripts/", "src/sprintmind/reading/markup/")
    assert name_of(file).startswith(parsers) or bare == []


@every_file
def test_an_ignore_names_its_code_and_a_file_says_once_why(file):
    ignores = re.findall(r"#\s*(?:noqa|type:\s*ignore)\b.*", file.read_text(encoding="utf-8"))
    coded = r"# (noqa: [A-Z]+\d+|type: ignore\[[\w-]+\])"
    found = [(each, re.match(coded, each)) for each in ignores if file != Path(__file__)]
    assert [each for each, code in found if not code] == []
    explained = {code[1] for each, code in found if re.search(r"\w", each[code.end() :])}
    assert {code[1] for _, code in found} - explained == set()


@every_file
def test_nothing_is_left_to_do(file):
    marks = re.findall(r"#[^\n]*\b(?:TO[D]O|FIX[M]E|XX[X])\b", file.read_text(encoding="utf-8"))
    assert marks == []
