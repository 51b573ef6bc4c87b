"""What stands before every route: headers, names, sizes, and no script that is not a file of ours."""

import hashlib
import re
from pathlib import Path

import pytest

import sprintmind.web
from sprintmind.web.defence import MEBIBYTE
from web.visits import ADDRESS, visit

ROOM = Path(sprintmind.web.__file__).parent
TEMPLATES = sorted((ROOM / "templates").glob("*.html"))
HTMX = ("2.0.11", "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717")
"""Version and SHA-256 of `dist/htmx.min.js` in the package htmx.org of the npm registry."""


@pytest.mark.parametrize("path", ["/", "/board", "/nope", "/api/tickets", "/static/style.css", "/healthz"])
def test_every_answer_says_what_a_browser_may_do_with_it(tmp_path, path):
    headers = visit(tmp_path).get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda file: file.name)
def test_a_template_has_no_script_or_style_of_its_own_and_trusts_nothing(template):
    text = template.read_text(encoding="utf-8")
    for forbidden in (
        r"<script(?![^>]*\bsrc=)", r"<style", r"\sstyle=", r"\son\w+=", "hx-on", "js:", "javascript:", r"\|\s*safe",
        r"hx-vals", r"\{%\s*autoescape", r"(?:src|href)=\"(?:https?:)?//",
    ):  # fmt: skip
        assert not re.search(forbidden, text), forbidden


def test_htmx_is_the_file_that_its_authors_published():
    content = (ROOM / "static" / "htmx.min.js").read_bytes()
    assert f'version:"{HTMX[0]}"' in content.decode()
    assert hashlib.sha256(content).hexdigest() == HTMX[1]


def test_another_name_that_leads_here_is_no_name_of_ours(tmp_path):
    here = visit(tmp_path)
    assert here.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert here.get("/api/tickets", headers={"Host": "evil.example:8321"}).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Origin": "https://evil.example"}, id="another origin"),
        pytest.param({"Origin": "null"}, id="no origin"),
        pytest.param({"Origin": f"{ADDRESS}:81"}, id="another port"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, id="another site"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, id="a neighbour"),
    ],
)
def test_another_sites_page_makes_a_browser_record_nothing(tmp_path, headers):
    here = visit(tmp_path)
    body = {"text": "NW-1 is done", "by": "priya"}
    assert here.client.post("/api/correct", json=body, headers=headers).status_code == 403
    assert here.client.post("/api/correct", json=body, headers={"Origin": ADDRESS}).status_code == 200


def test_json_is_taken_only_where_it_is_called_so(tmp_path):
    here = visit(tmp_path)
    body = b'{"text": "NW-1 is done", "by": "priya"}'
    answer = here.client.post("/api/correct", content=body, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422
    assert here.app.verify().events == 0


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        pytest.param("/webhooks/github", 25 * MEBIBYTE + 1, 413, id="webhook too large"),
        pytest.param("/webhooks/github", 25 * MEBIBYTE, 401, id="webhook just small enough"),
        pytest.param("/api/correct", MEBIBYTE + 1, 413, id="a correction too large"),
        pytest.param("/sign-in", MEBIBYTE + 1, 413, id="a form too large"),
    ],
)
def test_what_is_too_large_is_refused_before_it_is_read(tmp_path, path, size, status):
    assert visit(tmp_path).client.post(path, content=b"x" * size).status_code == status


def test_what_does_not_say_how_large_it_is_is_counted(tmp_path):
    def endless():
        for _ in range(26):
            yield b"x" * MEBIBYTE

    assert visit(tmp_path).client.post("/webhooks/github", content=endless()).status_code == 413


@pytest.mark.parametrize("length", ["-1", "many", "1e9"])
def test_a_length_that_is_no_number_is_refused(tmp_path, length):
    answer = visit(tmp_path).client.post("/sign-in", content=b"", headers={"Content-Length": length})
    assert answer.status_code == 413


@pytest.mark.parametrize("name", ["../server.py", "nope.css", "..%2fserver.py", "", "style.css/.."])
def test_only_assets_are_served(tmp_path, name):
    assert visit(tmp_path).get(f"/static/{name}").status_code == 404


def test_an_uploaded_page_is_never_served_and_never_run(tmp_path):
    here = visit(tmp_path)
    here.be("priya")
    page = b"<script>alert(1)</script>\n- NW-1 is done <img src=x onerror=alert(1)>\n"
    answer = here.send(
        "/bring/preview", source="standup", visibility="team", files={"file": ("evil.html", page, "text/html")}
    )
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert "<img" not in answer.text
