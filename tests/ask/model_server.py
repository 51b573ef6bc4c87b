"""A server on this machine that speaks as OpenAI's does, answers as it is told, and misbehaves as it is told."""

import json
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from pydantic_ai import models

from sprintmind.llm.pydantic_ai import open_model


@dataclass
class Says:
    """One reply."""

    text: str = ""
    """The content of the message; of a plain text it is made an answer in the shape asked for by `answers`."""
    status: int = 200
    slow: float = 0  # seconds
    finish: str = "stop"
    broken: bool = False
    """The connection ends in the middle."""


def answers(text, *, unknown=False):
    """Answer a question in the shape that is asked for."""
    return Says(json.dumps({"answer": text, "unknown": unknown}))


@dataclass
class ModelServer:
    """Where it listens, what it will say, and what it was asked."""

    script: list[Says]
    """In order; the last again and again."""
    address: str = ""
    asked: list[dict[str, object]] = field(default_factory=list)

    def reply(self):
        return self.script[min(len(self.asked), len(self.script)) - 1]

    @property
    def material(self):
        """All that the model was shown, as one text."""
        return "\n".join(str(message["content"]) for body in self.asked for message in body["messages"])


@contextmanager
def model_server(*script):
    """Run a server for as long as a test needs it."""
    serving = ModelServer(list(script))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            serving.asked.append(body)
            says = serving.reply()
            time.sleep(says.slow)
            with suppress(BrokenPipeError):
                self._say(says, body["model"])

        def _say(self, says, model):
            message = {"role": "assistant", "content": says.text}
            content = json.dumps(
                {
                    "id": "c1",
                    "object": "chat.completion",
                    "created": 1759309200,
                    "model": model,
                    "choices": [{"index": 0, "message": message, "finish_reason": says.finish}],
                    "usage": {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150},
                }
                if says.status == 200
                else {"error": {"message": "no", "type": "server_error"}}
            ).encode()
            self.send_response(says.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if says.broken else content)

        def log_message(self, *_):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    serving.address = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield serving
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass(frozen=True)
class At:
    """Settings that name a model at an address."""

    model_url: str
    model_name: str = "openai:scripted"
    model_timeout: timedelta = timedelta(seconds=5)


@contextmanager
def scripted(*script, timeout=5.0):
    """Give a server and the model that speaks to it; only to this machine are requests allowed."""
    with model_server(*script) as server, models.override_allow_model_requests(True):
        yield server, open_model(At(server.address, model_timeout=timedelta(seconds=timeout)))
