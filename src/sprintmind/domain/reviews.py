"""The standing review of each person: the latest decisive one, unless it was dismissed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sprintmind.domain.events import UNKNOWN_PERSON, Name, Observation, PersonId
from sprintmind.domain.timeline import Moment, pull_name
from sprintmind.domain.work import Review

DECISIVE = frozenset({"approved", "changes_requested", "dismissed"})
"""A dismissed review was decisive before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSeen(Observation):
    """A review of a pull request, as one payload showed it."""

    repository_id: int
    number: int
    review: int
    """GitHub's id of it."""
    login: str
    reviewer: PersonId | None
    by_bot: bool
    state: str
    """approved, changes_requested, commented, dismissed or pending."""
    submitted_at: datetime
    """When it was given; `at` is later if it was dismissed."""
    commit: str | None = None
    """SHA of the head that was reviewed, where GitHub tells."""

    @property
    def names(self) -> tuple[Name, ...]:
        """The pull request."""
        return (pull_name(self.repository_id, self.number),)

    @property
    def human(self) -> PersonId | str:
        """The person, or `github:login` for someone outside the team."""
        known = self.reviewer and self.reviewer != UNKNOWN_PERSON
        return self.reviewer if self.reviewer and known else f"github:{self.login.casefold()}"


def standing_reviews(reviews: Iterable[ReviewSeen], moments: Sequence[Moment]) -> tuple[Review, ...]:
    """Tell each human's standing decisive review of a pull request, in the order in which they were given.

    A comment does not undo a decision, a dismissal leaves no review, and neither the author nor a bot reviews.

    Args:
        reviews: Of the pull request.
        moments: How it stood.
    """
    latest: dict[PersonId | str, ReviewSeen] = {}
    for each in sorted(_decisive(reviews, moments[-1]), key=lambda each: (each.submitted_at, each.review, each.event)):
        latest[each.human] = each
    standing = (each for each in latest.values() if each.state != "dismissed")
    return tuple(_review(each, moments) for each in sorted(standing, key=lambda each: (each.submitted_at, each.event)))


def _decisive(reviews: Iterable[ReviewSeen], now: Moment) -> Iterable[ReviewSeen]:
    """Find the decisive reviews, each once, as it was last shown; what was dismissed stays dismissed."""
    newest: dict[int, ReviewSeen] = {}
    for each in reviews:
        if each.state in DECISIVE and not each.by_bot and not _author(each, now):
            known = newest.get(each.review)
            if known is None or _order(known) < _order(each):
                newest[each.review] = each
    return newest.values()


def _order(review: ReviewSeen) -> tuple[bool, datetime, str]:
    return (review.state == "dismissed", review.at, review.event)


def _author(review: ReviewSeen, now: Moment) -> bool:
    same_person = review.reviewer is not None and review.reviewer == now.seen.author != UNKNOWN_PERSON
    return same_person or review.login.casefold() == (now.seen.login or "").casefold()


def _review(review: ReviewSeen, moments: Sequence[Moment]) -> Review:
    heads = [moment.seen.head for moment in moments if moment.at <= review.submitted_at] or [moments[0].seen.head]
    return Review(
        reviewer=review.human,
        approves=review.state == "approved",
        at=review.submitted_at,
        of_head=(review.commit or heads[-1]) == moments[-1].seen.head,
        event=review.event,
    )
