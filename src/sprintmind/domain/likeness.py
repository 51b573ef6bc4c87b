"""How alike two promises read: by the words that carry meaning, not by their dates or their order."""

import re

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
THRESHOLD = 0.5
"""Half of the shorter promise's words occur in the other."""

_EMPTY = frozenset(
    WORD.findall(
        """
        a an and any are as at be been by can could for from get give had has have he her him his i in is it its let ll
        make me my need of off on or our out send set she should so some that the their them then there they this to
        up us was we were will with would you your deliver delivered done finish finished provide ready sent share ship
        shipped today tomorrow week day promise promised new final full complete
        """
    )
)
"""Words that two promises share without being about the same thing."""


def likeness(one: str, other: str) -> float:
    """Tell how much of the shorter wording the other one holds, from 0 to 1.

    >>> likeness("send Acme the sandbox credentials", "credentials for the sandbox")
    1.0
    >>> likeness("the sandbox", "the rate-limit fix")
    0.0
    """
    words, others = content_words(one), content_words(other)
    if not words or not others:
        return 0.0
    return len(words & others) / min(len(words), len(others))


def content_words(text: str) -> frozenset[str]:
    """Find the words that say what a text is about, in lower case, without a plural's s.

    >>> sorted(content_words("We'll send them the API keys"))
    ['api', 'key']
    """
    words = (word.casefold().replace("’", "'").split("'")[0] for word in WORD.findall(text))
    return frozenset(_singular(word) for word in words if word not in _EMPTY)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
