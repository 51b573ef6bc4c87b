"""Where packages that only tests need are kept: a cache outside the checkout, one place for each list of pins."""

import os
import subprocess
from hashlib import sha256
from pathlib import Path


def kept(name: str, pins: Path) -> Path:
    """Tell where the packages of a list of pins are kept, or would be."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "sprintmind-ci" / f"{name}-{sha256(pins.read_bytes()).hexdigest()[:12]}"


def install(python: str, pins: Path, *more: str) -> None:
    """Install pinned packages, each as its hash says and without what it names beside them."""
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    exact = ["--no-deps", "--require-hashes", "--only-binary", ":all:"]
    subprocess.run([*pip, *exact, *more, "-r", str(pins)], check=True)
