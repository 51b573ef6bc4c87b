"""What a template asks for and nobody filled in."""

import re

_HINT = (
    r"(?:your|answer|insert|add|fill|enter|describe|list|mention|attendee|what|who|which|how|link|write|type|put|"
    r"replace|placeholder|todo|tbd|tba|e\.?g\.?|example|optional|here)"
)
_FORMS = re.compile(
    rf"\[(?!\s*[A-Za-z][A-Za-z0-9]+-\d)[^\[\]]*\]"
    rf"|<(?!https?:)[A-Za-z][^<>@|]*>"
    r"|\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{%[^{}]*%\}|\{[A-Za-z][\w .,'’-]*\}|%[a-z_]+%"
    rf"|[_*(]{_HINT}\b[^_*()]+[_*)]"
    r"|_{3,}|\.{2,}|…+|[xX]{2,}|tbd|todo|tba|lorem ipsum.*",
    re.IGNORECASE,
)
_MAY_BE = re.compile(
    r"[\[<{%…(_*.x-](?:(?<=[\[<{%…(])|(?<=_)\w|(?<=\*)\w|(?<=\.)\.|(?<=e\.)\s?g|(?<=x)x|(?<=-)(?:[xn#?0]|123|id|number))"
)
_MAY_SAY = ("example", "beispiel", "tbd", "tba", "todo", "lorem")
"""Of these, in lower case, each of the forms below has something; most lines have nothing of them."""

_LABELLED = re.compile(r"(?:[^\[\]<>{}:?]{0,120}[:?]|[A-Za-z][A-Za-z0-9]*-[A-Za-z0-9]+)\s{0,3}[-–—:]?\s{1,3}(?=\S)")
_EXAMPLE = re.compile(r"[(\[]?(?:e\.\s?g\.|for example|example|beispiel)\b[:,\s]", re.IGNORECASE)
_DUMMY = re.compile(
    r"\b(?:(?:KEY|ABC|XXX+|XYZ|FOO)-(?:0+|1234?5?)|[A-Z]{2,10}-(?:[xXnN#?]+|ID|NUMBER|NNN))(?![A-Za-z0-9])"
)


def is_placeholder(text: str) -> bool:
    """Tell whether a line, marked up as it stands, holds nothing but what a template asks for.

    >>> is_placeholder('[Answer, e.g. "NW-1 done"]'), is_placeholder("Yesterday: <what you did>")
    (True, True)
    >>> is_placeholder("[NW-231] done"), is_placeholder("[NW-231]"), is_placeholder("Blockers: none")
    (False, False, False)
    """
    text = text.strip().rstrip(".!")
    if not text:
        return True
    plain = text.lower()
    if not _MAY_BE.search(plain) and not any(word in plain for word in _MAY_SAY):
        return False
    label = _LABELLED.match(text)
    rest = text[label.end() :] if label else text
    whole = _FORMS.fullmatch(text) or (label is not None and _FORMS.fullmatch(rest))
    return bool(whole or _EXAMPLE.match(rest) or _DUMMY.search(text))
