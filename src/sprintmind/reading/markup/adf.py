"""Atlassian's document format: a tree of nodes as JSON."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sprintmind.reading.markup.lines import quoted, tidy

Node = Mapping[str, Any]

DEEPEST = 100  # levels; what lies deeper is left out
_LISTS = ("bulletList", "orderedList", "taskList", "decisionList", "table")
_BLOCKS = frozenset(
    (*_LISTS, "panel", "expand", "nestedExpand", "layoutSection", "layoutColumn", "rule", "mediaGroup", "mediaSingle")
)
_SILENT = frozenset(("codeBlock", "media", "mediaInline", "extension", "inlineExtension", "bodiedExtension"))


def adf(document: Node) -> str:
    """Take the words out of a document; what is not one gives no words.

    >>> adf({"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Merged."}]}]})
    'Merged.'
    """
    return tidy(_text(document, 0))


def _text(node: Node, depth: int) -> str:
    kind = node.get("type")
    if depth > DEEPEST or kind in _SILENT:
        return ""
    if kind == "text":
        return _words(node)
    if kind == "hardBreak":
        return "\n"
    inline = _inline(node, kind)
    return inline if inline is not None else _block(node, kind, depth)


def _words(node: Node) -> str:
    marks = node.get("marks")
    struck = isinstance(marks, list) and any(
        isinstance(mark, Mapping) and mark.get("type") == "strike" for mark in marks
    )
    words = node.get("text")
    return words if isinstance(words, str) and not struck else ""


def _inline(node: Node, kind: object) -> str | None:
    """Put a node without children as words; None of any other."""
    attributes = node.get("attrs")
    told = attributes if isinstance(attributes, Mapping) else {}
    match kind:
        case "mention" | "status" | "placeholder":
            return _told(told, "text")
        case "emoji":
            return _told(told, "text") or _told(told, "shortName")
        case "inlineCard" | "blockCard" | "embedCard":
            return _told(told, "url")
        case "date":
            return _day(told.get("timestamp"))
    return None


def _block(node: Node, kind: object, depth: int) -> str:
    inside = [_text(child, depth + 1) for child in _children(node)]
    match kind:
        case "tableRow":
            return " | ".join(tidy(cell).replace("\n", " ") for cell in inside) + "\n"
        case "listItem" | "decisionItem":
            return f"- {tidy(''.join(inside)).replace(chr(10), chr(10) + '  ')}\n"
        case "taskItem":
            done = isinstance(node.get("attrs"), Mapping) and node["attrs"].get("state") == "DONE"
            return f"- [{'x' if done else ' '}] {tidy(''.join(inside))}\n"
        case "blockquote":
            return quoted("".join(inside)) + "\n\n"
        case "paragraph" | "heading":
            return "".join(inside) + "\n\n"
    return "".join(inside) + ("\n" if kind in _BLOCKS else "")


def _children(node: Node) -> list[Node]:
    content = node.get("content")
    return [child for child in content if isinstance(child, Mapping)] if isinstance(content, list) else []


def _told(attributes: Node, name: str) -> str:
    found = attributes.get(name)
    return found if isinstance(found, str) else ""


def _day(stamp: object) -> str:
    """Put a date, which comes as milliseconds since 1970."""
    try:
        milliseconds = int(stamp) if isinstance(stamp, str | int) else None
        told = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds or 0)
    except (ValueError, OverflowError):
        return ""
    return told.date().isoformat() if milliseconds is not None else ""
