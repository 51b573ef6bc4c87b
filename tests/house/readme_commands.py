"""The commands of the README and what they print; run as a script, it writes what they print into it."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^\$ (.*(?:\n> .*)*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
BETWEEN = "\x1e"


def steps_of(text):
    """List the commands (`$ …`, continued by `> …`) of all blocks, each with what stands below it."""
    found = [step for block in BLOCK.findall(text) for step in STEP.findall(block)]
    return [(command.replace("\n> ", "\n"), trimmed(printed)) for command, printed in found]


def outputs_of(commands, folder):
    """Run commands one after the other in one shell, as a newcomer would, and list what each prints."""
    program = f"sprintmind() {{ {sys.executable} -c 'from sprintmind.cli import main; main()' \"$@\"; }}\n"
    script = program + f"\nprintf '{BETWEEN}'\n".join(commands)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SPRINTMIND_")} | {
        "SPRINTMIND_HOME": str(folder / "home"),
        "PYTHONPATH": str(README.parent / "src"),
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


def main():
    text = README.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        printed = iter(outputs_of([command for command, _ in steps_of(text)], Path(folder)))

    def told(step):
        output = next(printed)
        return f"$ {step[1]}\n" + (f"{output}\n" if output else "")

    README.write_text(BLOCK.sub(lambda block: f"```console\n{STEP.sub(told, block[1])}```", text), encoding="utf-8")


if __name__ == "__main__":
    main()
