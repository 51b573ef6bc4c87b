"""`memory`, `tick` and `doctor` as they are typed while the server that keeps memory is not as it should be."""

import json
import socket
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from commands.desk import desk

FEATURES = (
    *("observations", "mcp", "worker", "bank_config_api", "bank_llm_health", "file_upload_api"),
    *("document_export_api", "document_import_api", "audit_log", "llm_trace", "store_document_text"),
)
NEWER = {"api_version": "2.0.0", "features": dict.fromkeys(FEATURES, True)}


@contextmanager
def answering(status, content):
    """Run a server that answers everything in one way, and give its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            packed = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(packed)))
            self.end_headers()
            self.wfile.write(packed)

        do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815  # as the server's class calls them

        def log_message(self, *_):
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_address[1]}"
    running.shutdown()
    running.server_close()


@contextmanager
def nobody():
    """Give an address at which nobody answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    yield url


@pytest.mark.parametrize(
    ("server", "words"),
    [
        pytest.param(nobody, "cannot be reached", id="down"),
        pytest.param(lambda: answering(401, {"detail": "who?"}), "does not know our key; set SPRINTMIND_HINDSIGHT_KEY",
                     id="wrong key"),
        pytest.param(lambda: answering(200, NEWER), "is version 2.0.0; this adapter knows 1.1 up to below 2.0",
                     id="wrong version"),
        pytest.param(lambda: answering(503, {"detail": "its database is gone"}), "failed (503): its database is gone",
                     id="broken"),
    ],
)  # fmt: skip
def test_each_command_says_what_is_wrong_with_the_server_and_loses_nothing(
    tmp_path, capsys, monkeypatch, server, words
):
    sat = desk(tmp_path, capsys, monkeypatch)
    (tmp_path / "minutes.txt").write_text("Priya: NW-1 waits for the batch.\n", encoding="utf-8")
    with server() as url:
        monkeypatch.setenv("SPRINTMIND_MEMORY", "hindsight")
        monkeypatch.setenv("SPRINTMIND_HINDSIGHT_URL", url)
        sat.type("ingest", "meeting", str(tmp_path / "minutes.txt"), "--date", "2025-09-30", "--title", "Sync")
        status, out, err = sat.type("memory", "status")
        assert (status, err) == (0, "")
        assert "hindsight does not answer" in out
        found = json.loads(sat.type("memory", "status", "--json")[1])
        assert (found["ready"], found["backlog"]) == (False, 1)
        assert words in found["last_error"]
        status, out, _ = sat.type("doctor", "--json")
        checks = {check["name"]: check for check in json.loads(out)["checks"]}
        assert (status, checks["memory"]["ok"]) == (1, False)
        assert words in checks["memory"]["detail"]
        for typed in (("deliver",), ("recall", "batch"), ("rebuild",), ("models",)):
            status, _, err = sat.type("memory", *typed)
            assert (typed, status) == (typed, 4)
            assert words in err
        status, out, _ = sat.type("tick", "--json")
        assert (status, json.loads(out)["memory_backlog"]) == (0, 1)
    assert json.loads(sat.type("memory", "status", "--json")[1])["backlog"] == 1
