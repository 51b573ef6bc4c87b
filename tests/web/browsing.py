"""A real browser in front of the sample sprint's pages, which writes down what should not happen."""

import os
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

import uvicorn
from playwright.sync_api import expect, sync_playwright

from sprintmind.web.application import application
from sprintmind.web.server import Server
from web.visits import visit

PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
"""What every page looks like; looked at by people, and kept as artefacts."""
PHONE, DESK = 390, 1440  # pixels

expect.set_options(timeout=30_000)  # milliseconds; a machine that others are busy on is no failure


@dataclass
class Noticed:
    """What happened in a browser and should not have."""

    complaints: list[str] = field(default_factory=list)
    """On its console, and errors of scripts."""
    outside: list[str] = field(default_factory=list)
    """Requests to another host; none of them was let out."""


@dataclass
class Browser:
    """A browser and the address of the pages."""

    address: str
    chromium: object
    people: dict[str, object] = field(default_factory=dict)

    @contextmanager
    def page(self, *, width=DESK, scheme="light", scripts=True, person=None, expects=()):
        """Open a page; at its end nothing may have happened that should not.

        `expects` are parts of complaints that the test means to cause.
        """
        context = self.chromium.new_context(
            storage_state=self._known(person) if person else None,
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=scripts,
            base_url=self.address, locale="en-GB",
        )  # fmt: skip
        context.set_default_timeout(30_000)
        noticed = Noticed()
        context.route("**/*", lambda route: self._let_out(route, noticed))
        page = context.new_page()
        page.on("console", lambda message: _written_down(message, noticed))
        page.on("pageerror", lambda error: noticed.complaints.append(str(error)))
        yield page
        context.close()
        assert noticed.outside == []
        assert [each for each in noticed.complaints if not any(word in each for word in expects)] == []

    def _known(self, person):
        """Give the cookies of somebody who said who they are, once for all pages."""
        if person not in self.people:
            context = self.chromium.new_context(base_url=self.address)
            page = context.new_page()
            page.goto("/sign-in")
            page.select_option("select[name=by]", person)
            page.click("main button.main")
            self.people[person] = context.storage_state()
            context.close()
        return self.people[person]

    def _let_out(self, route, noticed):
        if route.request.url.startswith(self.address):
            route.continue_()
            return
        noticed.outside.append(route.request.url)
        route.abort()


def _written_down(message, noticed):
    if message.type in ("error", "warning"):
        noticed.complaints.append(f"{message.type}: {message.text}")


@contextmanager
def served(home, *, team, now, prepare=lambda here: None, **more):
    """Serve pages on this machine."""
    here = visit(home, team=team, now=now, **more)
    prepare(here)
    app = application(here.site, hosts=["127.0.0.1"], secure=False)
    server = Server(uvicorn.Config(app, port=0, log_level="warning", ws="none", timeout_graceful_shutdown=2))
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield here, f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def opened(  # noqa: PLR0913  # whatever a test wants otherwise
    home, chromium, *, team, now, person="dana", width=DESK, scripts=True, expects=(), **more
):
    """Serve pages and open one in a browser that is there already; what more is given is for who serves."""
    with served(home, team=team, now=now, **more) as (here, address):
        browser = Browser(address=address, chromium=chromium)
        with browser.page(width=width, scripts=scripts, person=person, expects=expects) as page:
            yield here, page


@contextmanager
def browsing(address):
    """Start the browser."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=os.environ["SPRINTMIND_TEST_BROWSER"])
        try:
            yield Browser(address=address, chromium=chromium)
        finally:
            chromium.close()
