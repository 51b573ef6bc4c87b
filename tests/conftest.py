"""What every test may rely on: no network, hypothesis in a size that suits the machine, and skips that are told.

`SPRINTMIND_TEST_REQUIRE` makes a skip a failure. It is a comma list of what the machine must have, of `CAPABILITIES`; a
test may then be left out only for the lack of a capability that is not in the list. Left unset, everything may skip.
"""

import os
import shutil
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from pydantic_ai import models

from ledgers import Places

CAPABILITIES = {
    "data": "SPRINTMIND_TEST_DATA",
    "gold": "SPRINTMIND_TEST_GOLD",
    "postgres": "SPRINTMIND_TEST_POSTGRES",
    "hindsight": "SPRINTMIND_TEST_HINDSIGHT",
    "browser": "SPRINTMIND_TEST_BROWSER",
    "audio": "SPRINTMIND_TEST_AUDIO",
}
"""What a machine may have, and the environment variable that says where: a directory, a program, an address."""

if installed := shutil.which("chromium") or shutil.which("google-chrome"):
    os.environ.setdefault(CAPABILITIES["browser"], installed)

models.ALLOW_MODEL_REQUESTS = False
"""No test asks a language model; `ask.model_server.scripted` allows it for a server on this machine."""

settings.register_profile("default", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), max_examples=50, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

_skipped = pytest.StashKey[Counter[str]]()


class Skips:
    """Counts what was left out and why, wherever it ran: the process that starts the others hears of each test."""

    def __init__(self, counts):
        self.counts = counts

    def pytest_runtest_logreport(self, report):
        self.counts.update(reason for name, reason in report.user_properties if name == "skipped")


def pytest_configure(config):
    config.stash[_skipped] = Counter()
    config.pluginmanager.register(Skips(config.stash[_skipped]))


def pytest_runtest_setup(item):
    for marker in item.iter_markers("needs"):
        for capability in marker.args:
            if not is_there(os.environ.get(CAPABILITIES[capability], "")):
                pytest.skip(f"needs {capability}: set {CAPABILITIES[capability]} to where it is")


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.needs("postgres"))])
def places(request, tmp_path_factory):
    """Where ledgers of a test's own can be: files, and then schemas of PostgreSQL."""
    made = Places(request.param, tmp_path_factory.mktemp("ledgers"))
    yield made
    made.close()


@pytest.fixture
def place(places):
    """A place for one ledger."""
    return places.new()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = _reason(report)
        report.user_properties.append(("skipped", reason))
        if not excused(reason, os.environ.get("SPRINTMIND_TEST_REQUIRE", "")):
            report.outcome = "failed"
            report.longrepr = f"skipped, and SPRINTMIND_TEST_REQUIRE says it must run: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    if report.skipped:
        collector.config.stash[_skipped][_reason(report)] += 1
        if not excused(_reason(report), os.environ.get("SPRINTMIND_TEST_REQUIRE", "")):
            report.outcome = "failed"
            report.longrepr = f"skipped, and SPRINTMIND_TEST_REQUIRE says it must run: {_reason(report)}"
    return report


def pytest_terminal_summary(terminalreporter, config):
    if config.stash[_skipped]:
        terminalreporter.section("skipped, and why")
    for reason, count in sorted(config.stash[_skipped].items()):
        terminalreporter.line(f"{count:4} × {reason}")


def is_there(place):
    """Tell whether a capability's place is one: a directory, a program, or an address."""
    return "://" in place or (bool(place) and Path(place).exists())


def excused(reason, required):
    """Tell whether a test may be left out for this reason, given what the machine must have."""
    wanted = {capability.strip() for capability in required.split(",") if capability.strip()}
    if not wanted:
        return True
    lacking = {capability for capability, variable in CAPABILITIES.items() if variable in reason}
    return bool(lacking) and not lacking & wanted


def _reason(report):
    place = report.longrepr
    return place[2].removeprefix("Skipped: ") if isinstance(place, tuple) else str(place)
