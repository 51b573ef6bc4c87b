"""A reranker that is no model: how many of a question's words a text has, as the interface of TEI tells it.

Run as a script it serves on a port of the machine: `python tests/overlap_reranker.py 8801`. With it a server can say
that it found nothing, which no order of ranks does.
"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

IDLE = frozenset(
    (
        *("a", "an", "and", "are", "do", "does", "for", "has", "have", "how", "i", "in", "is", "it", "of", "on"),
        *("that", "the", "to", "was", "what", "who", "why", "with"),
    )
)


def likeness(question, text):
    """Tell which part of the question's words a text has."""
    asked = set(re.findall(r"\w+", question.casefold())) - IDLE
    return len(asked & set(re.findall(r"\w+", text.casefold()))) / len(asked) if asked else 0.0


class Handler(BaseHTTPRequestHandler):
    """Serves `/info` and `/rerank`."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        """Tell what this is."""
        self.told({"model_id": "overlap", "max_client_batch_size": 512})

    def do_POST(self):
        """Judge texts, best first."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        judged = [{"index": n, "score": likeness(body["query"], text)} for n, text in enumerate(body["texts"])]
        self.told(sorted(judged, key=lambda each: -each["score"]))

    def told(self, content):
        """Send JSON."""
        packed = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        self.wfile.write(packed)

    def log_message(self, *_):
        """Say nothing."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
