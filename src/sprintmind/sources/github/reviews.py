"""Reviews: each gives its own event, and one of the pull request as it stood then."""

from collections.abc import Sequence

from sprintmind.domain.events import Source, SourceEvent
from sprintmind.domain.reviews import ReviewSeen
from sprintmind.sources.github.accounts import account
from sprintmind.sources.github.events import Reading, event_key, full_name, ignored
from sprintmind.sources.github.payload import Node
from sprintmind.sources.github.pull import pull_event, pull_identity

STATES = frozenset({"approved", "changes_requested", "commented", "dismissed", "pending"})


def pull_request_review(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Read a review and the pull request that it came with."""
    review, pull = payload["review"].object(), payload["pull_request"].object()
    if not review["submitted_at"]:
        return (ignored(reading, payload, reason="a review that has not been submitted yet"),)
    seen, unmapped = _seen(review, pull, payload["repository"], reading)
    event = SourceEvent(
        key=seen.event,
        source=Source.GITHUB,
        kind="pull_request_review",
        said_at=seen.at,
        observations=(seen,),
        identities=unmapped,
        words=review["body"].hint() or "",
        title=f"{full_name(payload['repository'])}#{seen.number} review: {seen.state}",
        author=seen.reviewer,
    )
    # What a sync reads names the pull request by its number only: how it stood at the review, REST does not tell.
    return (event, pull_event(pull, payload["repository"], reading)) if pull["head"] else (event,)


def rest_review(payload: Node, reading: Reading) -> Sequence[SourceEvent]:
    """Leave a REST review be."""
    return (ignored(reading, payload, reason="a REST review does not tell its repository's id"),)


def _seen(review: Node, pull: Node, repository: Node, reading: Reading) -> tuple[ReviewSeen, frozenset[str]]:
    author = account(review["user"], reading.team)
    repository_id, number = pull_identity(pull, repository)
    state, submitted_at = _state(review), review["submitted_at"].time()
    # GitHub tells no time of a dismissal but that of the pull request's change.
    at = max(submitted_at, pull["updated_at"].time()) if state == "dismissed" else submitted_at
    commit, id_ = review["commit_id"].hint(), review["id"].number()
    seen = ReviewSeen(
        event=event_key(f"review/{id_}", repository_id, number, author.login, state, submitted_at, at, commit),
        at=at,
        repository_id=repository_id,
        number=number,
        review=id_,
        login=author.login or "ghost",
        reviewer=author.person,
        by_bot=author.bot,
        state=state,
        submitted_at=submitted_at,
        commit=commit,
    )
    return seen, author.unmapped


def _state(review: Node) -> str:
    state = review["state"].text().lower()
    return state if state in STATES else review["state"].refuse("the state of a review")
