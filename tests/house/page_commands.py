"""The commands of the pages and what they print; run as a script, it writes what they print into the pages."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs" / "tutorial").glob("*.md")))
"""Pages whose `console` blocks run from top to bottom in one shell, as a newcomer would type them."""

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^\$ (.*(?:\n>.*)*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
BETWEEN = "\x1e"


def steps_of(text):
    """List the commands (`$ …`, continued by `> …`) of all blocks, each with what stands below it."""
    found = [step for block in BLOCK.findall(text) for step in STEP.findall(block)]
    return [(re.sub(r"\n> ?", "\n", command), trimmed(printed)) for command, printed in found]


def outputs_of(commands, folder):
    """Run commands one after the other in one shell, in a folder of their own, and list what each prints."""
    program = f"sprintmind() {{ {sys.executable} -c 'from sprintmind.cli import main; main()' \"$@\"; }}\n"
    script = program + f"\nprintf '{BETWEEN}'\n".join(commands)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SPRINTMIND_")} | {
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "TMPDIR": str(folder),
        "PYTHONPATH": str(ROOT / "src"),
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return [trimmed(output) for output in done.stdout.split(BETWEEN)]


def trimmed(text):
    """Take away what nobody sees: blanks at the ends of lines, empty lines at both ends."""
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def written_anew(text):
    """Put below every command of a page what it prints now."""
    with tempfile.TemporaryDirectory() as folder:
        printed = iter(outputs_of([command for command, _ in steps_of(text)], Path(folder)))

    def told(step):
        output = next(printed)
        return f"$ {step[1]}\n" + (f"{output}\n" if output else "")

    return BLOCK.sub(lambda block: f"```console\n{STEP.sub(told, block[1])}```", text)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(written_anew(page.read_text(encoding="utf-8")), encoding="utf-8")
