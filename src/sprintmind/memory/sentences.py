"""One sentence for each event that is no text: what happened, to which ticket, by whom.

What is not told, because nobody would ask memory for it: checks and their suites (what a red build means stands in the
findings, and the ledger knows each commit's), queues, pushes and branches (a pull request tells them), pings, boards,
versions and logged work, links of identities, and whatever the ledger ignores.
"""

from collections.abc import Callable, Iterator, Mapping

from sprintmind.domain.events import Claim, Source, SourceEvent
from sprintmind.domain.promises import PromiseAction
from sprintmind.domain.repositories import DeploymentSeen
from sprintmind.domain.reviews import DECISIVE, ReviewSeen
from sprintmind.domain.sprints import SprintSeen
from sprintmind.domain.timeline import PullSeen
from sprintmind.domain.work import PullStatus
from sprintmind.memory.known import Known

Sentence = Callable[[SourceEvent, Known], str | None]

ENDED = frozenset({"success", "failure", "error"})
"""How a deployment ends; what lies between is on its way."""


def sentence(event: SourceEvent, known: Known) -> str | None:
    """Tell an event in words of ours and what its author wrote; None for what memory is not told."""
    if event.ignored:
        return None
    if event.source is Source.COMMENT:
        return _comment(event, known)
    return _SENTENCES[event.kind](event, known) if event.kind in _SENTENCES else None


def kind_of(event: SourceEvent) -> str:
    """Name the kind of what is told: `correction`, `pull_request`, `meeting`, …."""
    return _KINDS.get(event.kind, event.kind)


def _comment(event: SourceEvent, known: Known) -> str | None:
    if not event.words.strip():
        return None
    return f"{_author(event, known)} commented on {_place(event)}: {_quoted(event.words)}"


def _place(event: SourceEvent) -> str:
    return event.title.removeprefix("Comment on ") or "an issue"


def _pull_request(event: SourceEvent, known: Known) -> str | None:
    seen = next((o for o in event.observations if isinstance(o, PullSeen)), None)
    if seen is None or (seen.by_bot and not seen.works_on):
        return None
    author = known.person(seen.author or seen.login)
    about = ", ".join(known.ticket(key) for key in sorted(seen.works_on))
    parts = [f"Pull request {seen.repository}#{seen.number} “{seen.title}” by {author}"]
    parts += [f"works on {about}"] if about else []
    parts += [_stages(seen, known)]
    return f"{', '.join(parts)}.{_described(event)}"


def _stages(seen: PullSeen, known: Known) -> str:
    opened = [f"opened on {known.day(seen.created_at)}"] if seen.created_at else []
    ended = {PullStatus.MERGED: seen.merged_at, PullStatus.CLOSED: seen.closed_at}.get(seen.status)
    words = {PullStatus.CLOSED: "closed without a merge", PullStatus.OPEN: "ready for review"}
    now = words.get(seen.status, "a draft" if seen.status is PullStatus.DRAFT else seen.status.value)
    return ", ".join([*opened, f"{now} on {known.day(ended or seen.at)}"])


def _review(event: SourceEvent, known: Known) -> str | None:
    seen = next((o for o in event.observations if isinstance(o, ReviewSeen)), None)
    if seen is None or seen.by_bot or (seen.state not in DECISIVE and not event.words.strip()):
        return None
    verbs = {
        "approved": "approved",
        "changes_requested": "asked for changes on",
        "dismissed": "saw a review dismissed of",
    }
    verb = verbs.get(seen.state, "wrote about")
    return f"{known.person(seen.human)} {verb} {event.title.partition(' review:')[0]}.{_described(event)}"


def _deployment(event: SourceEvent, _: Known) -> str | None:
    seen = next((o for o in event.observations if isinstance(o, DeploymentSeen)), None)
    if seen is None or seen.state not in ENDED:
        return None
    how = "succeeded" if seen.state == "success" else "failed"
    return f"The deployment of {seen.ref} ({seen.sha[:10]}) to {seen.environment or 'its environment'} {how}."


def _release(event: SourceEvent, _: Known) -> str | None:
    return f"Release {event.title}."


def _issue(event: SourceEvent, known: Known) -> str | None:
    """Tell an issue as the tracker shows it, or what an entry of its history changed."""
    told = "; ".join(_values(event, known))
    whose = f" ({known.person(event.author)})" if event.author and event.kind == "issue_updated" else ""
    verb = "shows" if event.kind == "issue" else "changed"
    return f"The tracker {verb}{whose} {told}.{_described(event)}" if told else None


def _deleted(event: SourceEvent, known: Known) -> str | None:
    return f"{event.title} in the tracker by {_author(event, known)}."


def _sprint(event: SourceEvent, known: Known) -> str | None:
    seen = next((o for o in event.observations if isinstance(o, SprintSeen)), None)
    if seen is None:
        return None
    dates = [f"{word} {known.day(at)}" for word, at in (("from", seen.start), ("to", seen.end)) if at]
    return " ".join([f"Sprint {seen.name} is {seen.state}", *dates]) + "."


def _correction(event: SourceEvent, known: Known) -> str | None:
    told = "; ".join(_values(event, known))
    said = f": {_quoted(event.words)}" if event.words.strip() else "."
    return f"{_author(event, known)} corrected {told or 'the record'}{said}"


def _settlement(event: SourceEvent, known: Known) -> str | None:
    return f"{_author(event, known)} settled a conflict: {'; '.join(_values(event, known))}.{_described(event)}"


def _promise(event: SourceEvent, known: Known) -> str | None:
    made = event.promises[0]
    due = f" by {made.due.isoformat()}" if made.due else ""
    return f"{_author(event, known)} entered a promise to {made.customer}: {_quoted(made.what)}{due}."


def _answered(event: SourceEvent, known: Known) -> str | None:
    deed = next((o for o in event.observations if isinstance(o, PromiseAction)), None)
    if deed is None:
        return None
    customer = next((name.partition(":")[2] for name in event.touches if name.startswith("customer:")), "a customer")
    verbs = {"confirm": "confirmed", "reject": "rejected", "close": f"closed as {deed.outcome}"}
    return f"{_author(event, known)} {verbs[deed.action]} a promise to {customer}.{_described(event)}"


def _withdrawn(event: SourceEvent, known: Known) -> str | None:
    about = "; ".join(f"{known.ticket(claim.subject)}: {claim.field}" for claim in event.claims) or "a promise"
    return f"{_author(event, known)} took back what was read from their words on {about}.{_described(event)}"


def _marked(event: SourceEvent, known: Known) -> str | None:
    if not event.words.strip():
        return None
    finding = next((name.partition(":")[2] for name in event.names if name.startswith("finding:")), "a risk")
    return f"{_author(event, known)} has seen the risk {finding}: {_quoted(event.words)}"


def _values(event: SourceEvent, known: Known) -> Iterator[str]:
    """Tell what an event claims, ticket by ticket."""
    by_ticket: dict[str, list[str]] = {}
    for claim in event.claims:
        if (not claim.withdraws and claim.source is not Source.SETTLEMENT) or event.kind == "settle":
            by_ticket.setdefault(known.ticket(claim.subject), []).append(_value(claim, known))
    for ticket, values in by_ticket.items():
        yield f"{ticket}: {', '.join(dict.fromkeys(values))}"


def _value(claim: Claim, known: Known) -> str:
    field = claim.field.replace("_", " ")
    match claim.value:
        case None:
            return f"{field} removed"
        case bool():
            return field if claim.value else f"not {field}"
    value = known.person(claim.value) if claim.field == "assignee" else claim.value.replace("_", " ")
    return f"{field} {value}"


def _author(event: SourceEvent, known: Known) -> str:
    stranger = next(iter(sorted(event.identities)), "").partition(":")[2]
    return known.person(event.author or stranger or None)


def _described(event: SourceEvent) -> str:
    return f" {_quoted(event.words)}" if event.words.strip() else ""


def _quoted(words: str) -> str:
    return f"“{words.strip()}”"


_SENTENCES: Mapping[str, Sentence] = {
    "pull_request": _pull_request,
    "pull_request_review": _review,
    "deployment_status": _deployment,
    "release": _release,
    "issue": _issue,
    "issue_updated": _issue,
    "issue_deleted": _deleted,
    "sprint": _sprint,
    "correct": _correction,
    "settle": _settlement,
    "promise": _promise,
    "confirm": _answered,
    "reject": _answered,
    "close": _answered,
    "withdraw": _withdrawn,
    "acknowledge": _marked,
    "snooze": _marked,
}
_KINDS = {
    "correct": "correction",
    "settle": "settlement",
    "confirm": "promise",
    "reject": "promise",
    "close": "promise",
    "withdraw": "correction",
    "pull_request_review": "review",
    "deployment_status": "deployment",
    "issue_updated": "issue",
    "issue_deleted": "issue",
    "acknowledge": "mark",
    "snooze": "mark",
}
