"""A PostgreSQL server to throw away: made of the machine's own programs, on a free port of it, gone afterwards.

Run as a script, it starts one, runs a command with `SPRINTMIND_TEST_POSTGRES` set to it, and stops it:
`python tests/postgres_server.py python -m pytest`. Where the variable is set already, that server is used; where the
machine has no PostgreSQL, the command runs without one and its tests say what they skip.
"""

import getpass
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "SPRINTMIND_TEST_POSTGRES"
PASSWORD = "open-sesame"
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/pgsql/bin")
FROM = 15
"""The oldest version that is supported."""
NOT_ROOT = ("postgres", "nobody")
"""Whom the server runs as where we are root, which PostgreSQL refuses."""


class NoServerError(Exception):
    """The machine lacks something that a server needs."""


@dataclass(frozen=True, kw_only=True)
class Server:
    """A server that runs, or that was stopped by a test."""

    programs: Path
    folder: Path
    port: int

    @property
    def url(self) -> str:
        """Where it is, with the password."""
        return f"postgresql://keeper:{PASSWORD}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        options += " -c max_connections=500"  # ledgers that a test left open hold theirs until they are collected
        self._control("start", "-o", options, "-l", str(self.folder / "log"))

    def stop(self, *, mode: str = "fast") -> None:
        """Stop it: `fast` ends what runs, `immediate` is as if the power failed."""
        self._control("stop", "-m", mode)

    def _control(self, verb: str, *more: str) -> None:
        _run(self.folder, str(self.programs / "pg_ctl"), verb, "-w", "-D", str(self.folder / "data"), *more)


def programs() -> Path | None:
    """Find the newest PostgreSQL of this machine that is new enough."""
    beside = shutil.which("initdb")
    places = [Path(beside).resolve().parent] if beside else []
    places += [place for pattern in PLACES for place in Path("/").glob(pattern.lstrip("/"))]
    found = {_version(place): place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()}
    newest = max(found, default=0)
    return found[newest] if newest >= FROM else None


@contextmanager
def server() -> Iterator[Server]:
    """Make a server, and take it and its folder away at the end.

    Raises:
        NoServerError: The machine has no PostgreSQL, or nobody to run it as.
    """
    there = programs()
    if there is None:
        raise NoServerError(f"no PostgreSQL {FROM} or newer (initdb and pg_ctl) is on this machine")
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # the path of a socket is at most 107 bytes long
    try:
        made = Server(programs=there, folder=folder, port=_free_port())
        _make(made)
        made.start()
        try:
            yield made
        finally:
            made.stop(mode="immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _make(made: Server) -> None:
    (made.folder / "password").write_text(PASSWORD, encoding="utf-8")
    if os.geteuid() == 0:
        for path in (made.folder, made.folder / "password"):
            shutil.chown(path, _not_root())
    options = ["--username=keeper", "--auth=scram-sha-256", "--encoding=UTF8", "--no-sync"]
    options += ["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"]  # sorts as no Python does
    where = ["-D", str(made.folder / "data"), f"--pwfile={made.folder / 'password'}"]
    _run(made.folder, str(made.programs / "initdb"), *where, *options)


def _run(folder: Path, *command: str) -> None:
    """Run a program of the server's, as somebody who is not root; what it says is kept for the case that it fails."""
    somebody = ["runuser", "-u", _not_root(), "--"] if os.geteuid() == 0 else []
    with (folder / "said").open("w+", encoding="utf-8") as said:  # a pipe would be kept open by the server
        done = subprocess.run([*somebody, *command], cwd=folder, stdout=said, stderr=said, check=False)
        if done.returncode:
            said.seek(0)
            raise NoServerError(f"{command[0]} failed as {somebody[2:3] or getpass.getuser()}: {said.read().strip()}")


def _not_root() -> str:
    names = {line.partition(":")[0] for line in Path("/etc/passwd").read_text(encoding="utf-8").splitlines()}
    found = [name for name in NOT_ROOT if name in names]
    if not found or not shutil.which("runuser"):
        raise NoServerError("PostgreSQL refuses to run as root, and there is no runuser, or nobody to run it as")
    return found[0]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _version(place: Path) -> int:
    said = subprocess.run([str(place / "initdb"), "--version"], capture_output=True, text=True, check=False).stdout
    number = re.search(r"(\d+)", said)
    return int(number[1]) if number else 0


def main(command: list[str]) -> int:
    """Run a command beside a server, and exit as it does."""
    if os.environ.get(VARIABLE):
        return subprocess.run(command, check=False).returncode
    try:
        with server() as made:
            return subprocess.run(command, check=False, env={**os.environ, VARIABLE: made.url}).returncode
    except NoServerError as error:
        if "postgres" in os.environ.get("SPRINTMIND_TEST_REQUIRE", "").split(","):
            sys.stderr.write(f"SPRINTMIND_TEST_REQUIRE wants PostgreSQL: {error}\n")
            return 1
        sys.stderr.write(f"without PostgreSQL: {error}\n")
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
