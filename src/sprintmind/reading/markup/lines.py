"""Lines as they come out of any markup."""

import re


def tidy(text: str) -> str:
    """Trim every line's end, and leave one empty line at most between paragraphs."""
    lines = "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


def quoted(text: str) -> str:
    """Mark what others said, line by line, as mails and Markdown do."""
    return "\n".join(f"> {line}".rstrip() for line in tidy(text).split("\n"))
