"""A browser without a screen, in front of a small team's pages."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

from starlette.testclient import TestClient

from commands.desk import NOW, TEAM
from sprintmind import bootstrap
from sprintmind.app import App
from sprintmind.intake import Delivery
from sprintmind.journal import SILENT
from sprintmind.settings.loading import load
from sprintmind.web.application import application
from sprintmind.web.server import site_for
from sprintmind.web.site import Site

KEY = "k" * 48
ADDRESS = "http://testserver"


@dataclass(frozen=True)
class Visit:
    """Somebody at a browser."""

    app: App
    site: Site
    client: TestClient
    home: Path

    def get(self, path, **more):
        return self.client.get(path, **more)

    def csrf(self):
        return re.search(r'name="csrf" value="([^"]+)"', self.get("/sign-in").text)[1]

    def send(self, path, files=None, **fields):
        """Fill in a form of a page and send it; redirects are followed as a browser does."""
        return self.client.post(path, data={"csrf": self.csrf(), **fields}, files=files)

    def be(self, person):
        """Say who it is, where nobody signs in."""
        return self.send("/sign-in", by=person)

    def said(self, text, *, source="standup", said=NOW, author="priya", **more):
        """Let a text come in."""
        delivery = Delivery(source=source, body=text.encode(), received_at=said, said=said, author=author, **more)
        return self.app.ingest([delivery])


def visit(  # noqa: PLR0913  # whatever a test wants otherwise
    home,
    *,
    team=TEAM,
    now=NOW,
    alone=True,
    environ=None,
    sample=False,
    journal=SILENT,
    beside=lambda adapters: adapters,
):
    """Open a team's pages."""
    (home / "sprintmind.toml").write_text(team, encoding="utf-8")
    chosen = load(home, {})
    app = bootstrap.open_app(home, settings=chosen, now=lambda: now, beside=beside)
    site = site_for(app, settings=chosen, key=KEY, alone=alone, sample=sample, environ=environ or {}, journal=journal)
    client = TestClient(application(site, hosts=["testserver"], secure=False), base_url=ADDRESS)
    return Visit(app=app, site=site, client=client, home=home)


def at(text):
    """Give a moment of a day of the sample's week."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class _Fields(HTMLParser):
    """Reads what a browser would send of a form."""

    def __init__(self, form):
        super().__init__()
        self.form, self.inside, self.found = form, False, {}
        self.select = self.area = None
        self.option = False
        """A chosen option whose words are its value."""

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given.get("id") == self.form
        if not self.inside:
            return
        unticked = given.get("type") in ("checkbox", "radio") and "checked" not in given
        if tag == "input" and given.get("type") != "file" and "name" in given and not unticked:
            self.found[given["name"]] = given.get("value", "")
        elif tag == "select":
            self.select = given["name"]
            self.found[self.select] = ""
        elif tag == "option" and self.select and "selected" in given:
            self.found[self.select] = given.get("value", "")
            self.option = "value" not in given
        elif tag == "textarea":
            self.area = given["name"]
            self.found[self.area] = ""

    def handle_data(self, data):
        if self.inside and self.area:
            self.found[self.area] += data
        elif self.inside and self.option:
            self.found[self.select] += data

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "form"
        self.option = self.option and tag != "option"
        self.select = None if tag == "select" else self.select
        self.area = None if tag == "textarea" else self.area


def form_of(page, id="brought"):
    """Give the fields of a form as a browser sends them back, without the token of the session."""
    reader = _Fields(id)
    reader.feed(page)
    return {name: value for name, value in reader.found.items() if name != "csrf"}
