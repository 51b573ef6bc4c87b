"""A check as Markdown, for a comment on a pull request; nothing that came from outside can be markup in it."""

import re
from collections.abc import Iterator

from sprintmind.domain.learning import KeptLesson
from sprintmind.domain.redaction import RESTRICTED, check_for
from sprintmind.domain.verdicts import Verdict
from sprintmind.domain.visibility import NOBODY, visible_to
from sprintmind.plans.asking import Checked
from sprintmind.tables.words import plain

_MARKS = {Verdict.RED: "🔴", Verdict.YELLOW: "🟡", Verdict.GREEN: "🟢", Verdict.UNKNOWN: "⚪"}
_OBEYED = re.compile(r"([\\`*_{}\[\]()<>#+!|~@&])")


def markdown(found: Checked) -> str:
    """Write a check as Markdown, without what is not for whoever can read where it is put."""
    return "\n".join(_lines(found)) + "\n"


def escaped(words: object) -> str:
    r"""Take words from outside so that Markdown shows them as they are; nobody is mentioned by them.

    >>> escaped("<b>@all</b>")
    '\\<b\\>\\@all\\</b\\>'
    """
    return _OBEYED.sub(r"\\\1", plain(words))


def _lines(found: Checked) -> Iterator[str]:
    made = check_for(NOBODY, found.check)
    yield f"### {_MARKS[made.verdict]} Preflight: {made.verdict.value}"
    yield ""
    yield escaped(made.because)
    if made.matches:
        yield "\n| lesson | shares | learned |\n|---|---|---|"
        for each in made.matches:
            kept = found.lessons.get(each.lesson)
            yield f"| {escaped(each.lesson)} | {escaped(', '.join(each.conditions))} | {escaped(_learned(kept))} |"
    for counter in made.counters:
        lacks = f"; this plan lacks {escaped(', '.join(counter.unmet))}" if counter.unmet else ""
        yield f"\n✅ {escaped(counter.lesson)} went fine with {escaped(', '.join(counter.conditions))}{lacks}"
    if made.matches and not made.counters:
        yield "\nNo counter-example was found."
    if made.smallest_change:
        yield f"\n**Smallest change:** {escaped(made.smallest_change)}"
    for promise in found.bridge.promises:
        yield f"\n📌 {escaped(promise.what)}, promised to {escaped(promise.customer)} for {promise.due or 'no date'}"
    yield from (f"\n⚠️ {escaped(note)}" for note in found.bridge.notes)
    yield "\n<details><summary>Memory</summary>\n"
    yield escaped(made.panel.path)
    yield from (
        f"- {escaped(each.query)}: {escaped(', '.join(each.found)) or 'nothing'}" for each in made.panel.queries
    )
    yield "\n</details>"
    yield f"\n<sub>check {made.id}; advice by {escaped(made.author)}; no verdict says that a change is safe</sub>"


def _learned(kept: KeptLesson | None) -> str:
    if kept is None:
        return "an earlier check went ahead and failed"
    return kept.lesson.lesson if visible_to(kept.lesson.audience, NOBODY) else RESTRICTED
