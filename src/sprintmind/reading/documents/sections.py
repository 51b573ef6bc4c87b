"""Lines that head what follows without being marked up as headings: `Yesterday`, `Blockers:`, `What will you do?`."""

import re

from sprintmind.reading.lines import KEY

_SECTION = (
    r"y|yd|yday|yesterday|t|tod|today|tdy|tomorrow|tmrw|b|blockers?|blocked|blocking|impediments?|obstacles?|"
    r"(?:any |no )?(?:blockers|impediments)|done|did|doing|completed?|finished|accomplished|accomplishments|wins?|"
    r"in progress|in review|in qa|in flight|wip|next|next up|up next|what'?s next|plans?|planned|to ?do|backlog|"
    r"shipped|merged|closed|released|stuck|waiting|on hold|help needed|asks?|risks?|notes?|progress|updates?|"
    r"last week|this week|next week|last sprint|this sprint|next sprint|previous(?:ly)?|current(?:ly)?|later|"
    r"(?:done|did|finished|work(?:ed on)?) (?:yesterday|today|last week)|(?:plan|to ?do|doing) (?:for )?today|"
    r"today'?s plan|yesterday'?s work|what (?:i|we) (?:did|will do|am doing|are doing).{0,40}|"
    r"(?:what|how|which|any|anything|are|is|do|did)\b.{0,100}\?"
)
_EDGE = r"[^\w\[\]<>(@]{0,8}"
_WHOLE = re.compile(rf"{_EDGE}(?:\d{{1,2}}[.)]\s*)?(?::\w+:\s*)?(?:{_SECTION}){_EDGE}(?::\w+:)?", re.IGNORECASE)
_INLINE = re.compile(rf"({_EDGE}(?:\d{{1,2}}[.)]\s*)?(?:{_SECTION}))(?:\s?:|\s[-–—])\s+(?=\S)", re.IGNORECASE)
_WHOLE_BOLD = re.compile(
    r"[^\w*]{0,8}(?::\w+:\s*)?(\*\*|__|\*)(?=\S)((?:(?!\1)[^\n]){1,120})\1[^\w*\[(<]{0,8}(?::\w+:)?"
)
MOST_WORDS = 4


def is_section(text: str) -> bool:
    """Tell whether a line is one of the usual headings of a standup, by its words."""
    return bool(_WHOLE.fullmatch(text.strip())) and not KEY.search(text)


def inline_section(text: str) -> str | None:
    """Find the usual heading that a line begins with and goes on from: `Blockers` of `Blockers: none`."""
    found = _INLINE.match(text)
    return found[1].strip() if found and not KEY.search(found[1]) else None


def is_bold(source: str) -> bool:
    """Tell whether all the words of a line are bold, or between stars as people write headings in chat."""
    found = _WHOLE_BOLD.fullmatch(source.strip())
    if found is None:
        return False
    return found[1] != "*" or (len(found[2].split()) <= MOST_WORDS and not found[2].endswith((".", "!", "?", ",")))


def is_short(text: str) -> bool:
    """Tell whether a line is short and ends like a label: `Priya`, `@kim`, `go core team`."""
    return len(text.split()) <= MOST_WORDS and not text.endswith((".", "!", ",", ";")) and not KEY.search(text)


def is_person(text: str) -> bool:
    """Tell whether a line is written like somebody's name: `Mara Weiss`, `@kim`."""
    words = text.split()
    plain = all(re.fullmatch(r"@[\w.-]+|[^\W\d_a-z][^\W\d_]*(?:[-'’.][^\W\d_]*)*", word) for word in words)
    return 0 < len(words) <= 3 and plain


def asks(text: str) -> bool:
    """Tell whether a line announces what follows: it ends in a colon or a question mark, and names no ticket."""
    return text.rstrip("*_ ").endswith((":", "?")) and not KEY.search(text)
