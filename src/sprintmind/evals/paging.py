"""Pages that a case asks for, and what does not hold of them."""

import json
from collections.abc import Iterator

from pydantic import JsonValue

from sprintmind.app import App
from sprintmind.domain.events import PersonId
from sprintmind.domain.moments import Moment
from sprintmind.evals.matching import difference
from sprintmind.evals.reports import BriefPage, Page
from sprintmind.shapes import briefs, radar
from sprintmind.shapes.reader import Document, Reader


def radar_page(app: App, moment: Moment, reader: Reader) -> JsonValue:
    """Give the radar as a script reads it."""
    return _plain(radar.radar(app.radar(moment, reader.caller, peek=True), reader))


def brief_page(asked: BriefPage, app: App, moment: Moment, reader: Reader) -> JsonValue:
    """Give a brief as a script reads it."""
    if asked.customer:
        return _plain(briefs.customer(app.customer_brief(asked.customer, moment, reader.caller, peek=True), reader))
    if asked.sprint:
        return _plain(briefs.sprint(app.sprint_brief(asked.sprint, moment, reader.caller), reader))
    person = PersonId(str(reader.caller.person))
    return _plain(briefs.personal(app.my_brief(person, moment, peek=True), reader))


def misses(page: JsonValue, wanted: Page) -> Iterator[str]:
    """Tell what does not hold of a page."""
    told = page if isinstance(page, dict) else {}
    if found := difference(page, dict(wanted.fits)):
        yield found
    for name, count in wanted.counts.items():
        listed = told.get(name)
        if not isinstance(listed, list) or len(listed) != count:
            yield f"{name} is {listed!r}, and not {count} of them"
    text = json.dumps(page, ensure_ascii=False).casefold()
    yield from (f"it says {words!r}" for words in wanted.never_says if words.casefold() in text)


def _plain(document: Document) -> JsonValue:
    plain: JsonValue = json.loads(json.dumps(document))
    return plain
