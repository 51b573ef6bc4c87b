"""A language model that is none: it answers as OpenAI's interface does, by rule, for the server that sums up memories.

Run as a script it serves on a port of the machine: `python tests/scripted_model.py 8800`. Asked with tools, it calls
the forced one, then gives all texts that came back as its answer; asked for JSON, it fills the schema with the least
that fits. The same question always gets the same answer.
"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ENDS = ("done", "answer_ready")
"""Tools that end a search with an answer."""
WORTH_IT = "worth a summary"
NOTHING = "Nothing is remembered of it."
FACT = re.compile(r"^\s*\[([0-9a-f-]{36})\] (.*?)(?: \([a-z_]+=.*)?$", re.MULTILINE)
"""As the server lists what it asks to sum up: its id, its text, its times."""
SCHEMA = "You must respond with valid JSON matching this schema:\n"


def answer(body):
    """Answer one request: a text, or a call of one of the tools that it offers."""
    tools = {each["function"]["name"]: each["function"]["parameters"] for each in body.get("tools") or ()}
    if tools:
        name = chosen(tools, body)
        return {"tool_calls": [call(name, tools[name], body)]}
    schema = schema_of(body)
    if schema and "creates" in schema.get("properties", {}):
        return {"content": json.dumps({"creates": observations(body), "updates": [], "deletes": []})}
    return {"content": json.dumps(filled(schema, schema)) if schema else summary(body)}


def observations(body):
    """Sum up each new fact that says it is worth it, in its own words."""
    told = "\n".join(text(message) for message in body["messages"] if message["role"] == "user")
    facts = FACT.findall(told.rpartition("### New facts")[2])
    return [{"text": f"It is known: {said}", "source_fact_ids": [fact]} for fact, said in facts if WORTH_IT in said]


def chosen(tools, body):
    """Choose a tool: the forced one, the one that ends where texts are there, else the first that searches."""
    forced = body.get("tool_choice")
    if isinstance(forced, dict):
        return forced["function"]["name"]
    searched = any(message["role"] == "tool" for message in body["messages"])
    ends = [name for name in ENDS if name in tools]
    return ends[0] if ends and (searched or len(tools) == len(ends)) else next(n for n in tools if n not in ENDS)


def call(name, parameters, body):
    """Call a tool with the question, or with the answer; a server that is told of none looks further."""
    given = {
        "query": question(body),
        "reason": "asked",
        "answer": summary(body),
        "document": {"sections": [{"heading": "Known", "level": 2, "blocks": [summary(body)]}]},
        "memory_ids": [],
        "answer_found": summary(body) != NOTHING,
    }
    arguments = {key: given.get(key, filled(each, parameters)) for key, each in parameters["properties"].items()}
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}


def question(body):
    """Take what is asked."""
    asked = next((text(message) for message in body["messages"] if message["role"] == "user"), "")
    return asked.strip().partition("\n")[0][:300] or "everything"


def summary(body):
    """Give every text that tools brought, a line each."""
    results = [text(message) for message in body["messages"] if message["role"] == "tool"]
    found = [json.loads(result) for result in results if result.startswith(("{", "["))]
    return "\n".join(dict.fromkeys(texts_in(found))) or NOTHING


def texts_in(found):
    """Find the texts of memories in what a tool gave."""
    if isinstance(found, list):
        return [line for each in found for line in texts_in(each)]
    if not isinstance(found, dict):
        return []
    own = [found["text"]] if isinstance(found.get("text"), str) else []
    return own + [line for each in found.values() for line in texts_in(each)]


def text(message):
    """Take the words of a message."""
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def schema_of(body):
    """Find the schema that an answer must fit; None where words will do."""
    wanted = body.get("response_format") or {}
    if wanted.get("type") == "json_schema":
        return wanted["json_schema"]["schema"]
    told = next((text(each) for each in body["messages"] if SCHEMA in text(each)), "")
    return json.JSONDecoder().raw_decode(told.partition(SCHEMA)[2])[0] if told else None


def filled(schema, root):
    """Fill a schema with the least that fits."""
    if "$ref" in schema:
        return filled(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if "default" in schema or "enum" in schema or "const" in schema:
        return schema.get("default", schema.get("const", (schema.get("enum") or [None])[0]))
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return filled(options[-1], root)
    if schema.get("type") == "object":
        return {key: filled(each, root) for key, each in schema.get("properties", {}).items()}
    least = {"array": [], "integer": 1, "number": 0.5, "boolean": True, "null": None}
    return least.get(schema.get("type"), "by rule")


class Handler(BaseHTTPRequestHandler):
    """Serves the one path."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        """Answer a chat."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        message = {"role": "assistant", "content": None, **answer(body)}
        ended = "tool_calls" if "tool_calls" in message else "stop"
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        choices = [{"index": 0, "message": message, "finish_reason": ended}]
        told = {"id": "1", "object": "chat.completion", "created": 0, "model": "scripted", "choices": choices}
        packed = json.dumps({**told, "usage": usage}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        self.wfile.write(packed)

    def log_message(self, *_):
        """Say nothing."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
