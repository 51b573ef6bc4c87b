"""A pull request's reviews; of a dismissed one, when it was dismissed and what it had said."""

from collections.abc import Iterator
from dataclasses import dataclass

from sprintmind.inlets.github.bodies import Bodies
from sprintmind.inlets.github.listing import Seen, accounts
from sprintmind.inlets.pages import Pages, listed
from sprintmind.inlets.port import Step
from sprintmind.inlets.values import Json, at, mapping, text
from sprintmind.intake import Delivery


@dataclass(frozen=True, slots=True)
class Reviews:
    """Reads reviews."""

    pages: Pages
    bodies: Bodies

    def steps(self, pull: Seen) -> Iterator[Step]:
        """Read what changed of a pull request's reviews."""
        name = self.bodies.repository.name
        for page in self.pages.read(f"/repos/{name}/pulls/{pull.number}/reviews?per_page=100"):
            if page.changed:
                reviews = tuple(each for each in listed(page.answer.content) if at(each, "submitted_at"))
                dismissals = self._dismissals(pull) if any(map(_dismissed, reviews)) else {}
                yield Step(
                    what="reviews",
                    deliveries=tuple(d for each in reviews for d in self._deliveries(each, pull, dismissals)),
                    cursors={page.name: page.mark},
                    accounts=tuple(accounts(reviews)),
                )

    def _deliveries(self, review: Json, pull: Seen, dismissals: dict[str, Json]) -> Iterator[Delivery]:
        if not _dismissed(review):
            yield self.bodies.review(review, pull.number)
            return
        event = dismissals.get(text(review, "id"), {})
        said = text(event, "dismissed_review", "state")
        if said and said.lower() != "dismissed":
            yield self.bodies.review({**review, "state": said}, pull.number)
        yield self.bodies.review(review, pull.number, dismissed_at=text(event, "created_at") or pull.updated)

    def _dismissals(self, pull: Seen) -> dict[str, Json]:
        """Find in the pull request's own events when which review was dismissed."""
        path = f"/repos/{self.bodies.repository.name}/issues/{pull.number}/events?per_page=100"
        events = [each for page in self.pages.read(path, afresh=True) for each in listed(page.answer.content)]
        told = [each for each in events if text(each, "event") == "review_dismissed"]
        return {text(mapping(each, "dismissed_review"), "review_id"): each for each in told}


def _dismissed(review: Json) -> bool:
    return text(review, "state").lower() == "dismissed"
