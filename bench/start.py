"""How soon a command answers."""

from pathlib import Path
from tempfile import TemporaryDirectory

from bench.floors import BARE_START, started
from bench.measures import Measure
from bench.mix import deliveries
from bench.workplace import Desk

TEAM = """
[team]
name = "Northwind"
keys = ["NW", "PAY"]
"""


def start(rounds: int) -> Measure:
    """Measure `tickets` on a small home, from nothing to its table, against importing what it is made of."""
    with TemporaryDirectory(prefix="sprintmind-bench-") as folder:
        Desk(Path(folder)).one_by_one(deliveries(5))
        (Path(folder) / "sprintmind.toml").write_text(TEAM, encoding="utf-8")
        command = f"from sprintmind.cli import run; run(['tickets', '--home', {folder!r}])"
        bytecode = Path(folder) / "bytecode"
        for program in (command, BARE_START):  # compiles both, and reads again what other settings have read
            started(program, bytecode=bytecode)
        rows = [[1000 * started(each, bytecode=bytecode) for each in (command, BARE_START)] for _ in range(rounds)]
    return Measure(
        name="`tickets` on a small home, with bytecode compiled",
        unit="ms",
        ours=tuple(ours for ours, _ in rows),
        floor=tuple(floor for _, floor in rows),
        floor_is='`python -c "import cyclopts, sqlalchemy"`',
        must=1.5,
    )
