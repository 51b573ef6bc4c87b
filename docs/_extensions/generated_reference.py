"""Writes the reference pages from the code, so that they cannot drift: a page is made anew at every build."""

import re
from collections.abc import Iterator
from importlib import import_module
from inspect import cleandoc, getdoc
from pathlib import Path
from pkgutil import iter_modules

from sphinx.application import Sphinx

import sprintmind.sources
from sprintmind import risk
from sprintmind.cli import commands
from sprintmind.evals.loading import cases_folder, find_cases, load_case
from sprintmind.settings.reference import reference
from sprintmind.settings.values import NOT_BUILT


def setup(app: Sphinx) -> dict[str, bool]:
    """Write the pages when a build begins."""
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True}


def _write(app: Sphinx) -> None:
    pages = {
        "commands": _commands,
        "settings": _settings,
        "rules": _rules,
        "sources": _sources,
        "guarantees": _guarantees,
    }
    folder = Path(app.srcdir) / "reference" / "generated"
    folder.mkdir(exist_ok=True)
    for name, lines in pages.items():
        _replace(folder / f"{name}.md", "\n".join(lines()) + "\n")


def _replace(page: Path, text: str) -> None:
    """Touch a page only if it changed, so that a second build has nothing to do."""
    if not page.exists() or page.read_text(encoding="utf-8") != text:
        page.write_text(text, encoding="utf-8")


def _commands() -> Iterator[str]:
    for name in sorted(each for each in commands() if not each.startswith("-")):
        command = commands(name)[name]
        yield f"## {name}\n\n{_manual(command.help)}\n"
        for inner in sorted(each for each in command if not each.startswith("-")):
            yield f"### {name} {inner}\n\n{_manual(command[inner].help)}\n"


def _manual(docstring: str) -> str:
    """Turn a command's docstring into a page; its arguments become a list."""
    text, _, arguments = cleandoc(docstring).partition("\nArgs:\n")
    return text + "\n" + "\n".join(re.sub(r"^ {4}(\w+): ", r"- `\1`: ", line) for line in arguments.splitlines())


def _settings() -> Iterator[str]:
    yield "| setting | default | environment | |\n|---|---|---|---|"
    for row in reference():
        default = ", ".join(row.default) if isinstance(row.default, tuple) else row.default
        default = f"`{default}`" if default not in (None, "", {}) else ""
        variable = f"`{row.variable}`" if row.variable else ""
        yield f"| `{row.place}` | {default} | {variable} | {_cell(row.description)} |"


def _rules() -> Iterator[str]:
    for name, rule in risk.rules().items():
        yield f"## {name}\n\n{rule.page}\n"
        yield "" if rule.on else "Off unless `[policy] rules_on` names it.\n"
    yield "## Thresholds\n\n| `[policy] thresholds` | default |\n|---|---|"
    yield from (f"| `{name}` | {each.number} {each.unit} |" for name, each in risk.thresholds().items())
    yield "\n## Rules that there are not\n"
    yield "`[policy] rules_on` takes these names too. Nothing is found by them yet, and each opening says so.\n"
    yield from (f"- `{name}`: {why}." for name, why in NOT_BUILT.items())


def _sources() -> Iterator[str]:
    for module in iter_modules(sprintmind.sources.__path__, "sprintmind.sources."):
        loaded = import_module(module.name)
        yield f"## {module.name.rpartition('.')[2]}\n\n{getdoc(loaded)}\n"


def _guarantees() -> Iterator[str]:
    """List every case by area: its title is the guarantee."""
    area = ""
    for file in find_cases():
        if file.parent.name != area:
            area = file.parent.name
            yield f"\n## {area}\n"
        case = load_case(file)
        yield f"- **{case.title}.** Without it: {case.guards}. ({_place(file)})"


def _place(file: Path) -> str:
    return f"`evals/cases/{file.relative_to(cases_folder())}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
